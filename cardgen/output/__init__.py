"""Writers: each turns a pack into the bytes of one kind of file."""
