"""From what a user names to the pages in it: first where they are, then their bytes."""

from dehusk.ingest.folder import find_pages
from dehusk.ingest.reading import read_page
from dehusk.ingest.spool import Pairs, Spool

__all__ = ["Pairs", "Spool", "find_pages", "read_page"]
