"""Strangers' files: opened safely, and processed in a child process with limits."""
