"""Which of a page's surroundings can be asked: its folder, its archive, or nothing."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from dehusk.model import WARC_RECORD, PageRef
from dehusk.render.archive import find_records, list_records
from dehusk.render.folder import find_folder
from dehusk.render.resource import Alone, Surroundings

_STAND_IN = "http://page.invalid/"


def find_surroundings(ref: PageRef, cache: str | None) -> Surroundings:
    """What lies beside the page."""
    address = _read_address(ref.url)
    return find_folder(ref) or find_records(ref, address, cache) or Alone(address)


def prepare_sources(refs: Iterable[PageRef], cache: str | None) -> None:
    """Look through the archives of these pages, so that no page has to wait for that."""
    for path in sorted({ref.path for ref in refs if ref.form == WARC_RECORD}):
        list_records(path, cache)


def _read_address(url: str | None) -> str:
    """The page's URL if a browser opens such; some address must be there.

    >>> _read_address("https://me:secret@site.example/a#top"), _read_address("urn:x")
    ('https://site.example/a', 'http://page.invalid/')
    """
    try:
        parts = urlsplit(url or "")
        # A port that cannot be raises an error only when it is asked for.
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            return _STAND_IN
    except ValueError:
        return _STAND_IN
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment="").geturl()
