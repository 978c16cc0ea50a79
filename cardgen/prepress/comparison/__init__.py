"""Compares what a file shows with what its pack draws: for sheets, press files and pictures."""
