"""All that opens, reads, separates and finishes PDF files."""
