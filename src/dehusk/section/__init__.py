"""From scores to the parts of a page that are kept."""
