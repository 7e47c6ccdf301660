"""Template strings stand-alone: pages read but never parsed, learned from and made clean."""
