"""From extracts to text, rows and files."""
