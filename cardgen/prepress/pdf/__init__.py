"""Opens, reads, separates and finishes PDF files."""
