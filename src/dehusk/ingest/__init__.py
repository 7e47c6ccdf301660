"""From what a user names to the pages in it: first where they are, then their bytes."""

from dehusk.ingest.inventory import Inventory, Order, Pairs
from dehusk.ingest.reading import read_page
from dehusk.ingest.settings import Columns, SourceSettings

__all__ = ["Columns", "Inventory", "Order", "Pairs", "SourceSettings", "read_page"]
