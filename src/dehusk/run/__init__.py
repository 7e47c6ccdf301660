"""The stages put together: what is learned from which pages, and how many at once."""
