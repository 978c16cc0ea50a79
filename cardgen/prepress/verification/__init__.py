"""Compares a finished file of sheets with its pack."""
