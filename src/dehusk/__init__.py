"""dehusk learns what the pages of a website have in common and keeps what each alone says."""

from dehusk.api import Site, extract, learn, load
from dehusk.errors import DehuskError
from dehusk.ingest import Columns, SourceSettings
from dehusk.model import Extract, Reason, Rejected

__all__ = [
    "Columns",
    "DehuskError",
    "Extract",
    "Reason",
    "Rejected",
    "Site",
    "SourceSettings",
    "extract",
    "learn",
    "load",
]

__version__ = "0.1.0"
