"""What a manufacturer needs: printers, PDF reading, preflight, comparison and verification."""
