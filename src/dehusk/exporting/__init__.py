"""The command `dehusk export`: what was learned, for other tools."""

from dehusk.exporting.command import export

__all__ = ["export"]
