"""Art: each module plans one kind of thing in a rectangle, as items, and knows nothing of sheets."""
