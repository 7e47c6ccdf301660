"""The bytes of one page, read where its PageRef says."""

from pathlib import Path

from dehusk.errors import Unreadable
from dehusk.model import PageRef, RawPage


def read_page(ref: PageRef) -> RawPage:
    """The page's bytes; whoever calls has checked that it wants that many."""
    try:
        with Path(ref.path).open("rb") as file:
            file.seek(ref.offset)
            return RawPage(ref, file.read(ref.n_bytes))
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
