"""Blocks of a page, what they hold, and which of them are alike."""
