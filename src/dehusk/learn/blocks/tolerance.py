"""How exact fractions are."""

TOLERANCE = 1e-9
"""What differs by less is the same: it is the rounding of equal fractions."""
