"""The studio: a page on this machine where a pack is changed and seen at once."""
