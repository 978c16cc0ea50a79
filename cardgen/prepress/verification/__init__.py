"""A finished file of sheets, held against its pack."""
