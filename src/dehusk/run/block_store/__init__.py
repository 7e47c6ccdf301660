"""The block store: each distinct block of a site's markup once, and pages as lists of pointers."""

from dehusk.run.block_store.read import BlockStore, StoredPage, open_blocks

__all__ = ["BlockStore", "StoredPage", "open_blocks"]
