"""What rulebooks of Abstrac tell: facts, worked examples, drawn rows."""
