"""How well cluster methods tell pages of different templates apart, and what that costs."""
