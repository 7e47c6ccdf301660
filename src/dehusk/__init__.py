"""dehusk learns what the pages of a website have in common and keeps what each alone says."""

from dehusk.api import Site, extract, learn, load
from dehusk.errors import DehuskError
from dehusk.ingest import Columns, SourceSettings
from dehusk.model import Extract, Reason, Rejected
from dehusk.render import RenderSettings
from dehusk.run.block_store import open_blocks

__all__ = [
    "Columns",
    "DehuskError",
    "Extract",
    "Reason",
    "Rejected",
    "RenderSettings",
    "Site",
    "SourceSettings",
    "extract",
    "learn",
    "load",
    "open_blocks",
]

__version__ = "0.1.0"
