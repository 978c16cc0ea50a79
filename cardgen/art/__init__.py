"""Drawing: each module draws one kind of thing in a rectangle, with a Brush, and knows nothing of sheets."""
