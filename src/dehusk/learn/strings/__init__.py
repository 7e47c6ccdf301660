"""Template strings: what recurs over the pages of a site, word by word."""

from dehusk.learn.strings.method import Strings, StringsTemplate

__all__ = ["Strings", "StringsTemplate"]
