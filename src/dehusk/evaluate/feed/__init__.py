"""The text of a feed against what is kept of its pages."""
