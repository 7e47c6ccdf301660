"""The command `dehusk explain`: why each part of a page was kept or dropped."""

from dehusk.explaining.command import explain

__all__ = ["explain"]
