"""What a page is about, as known beforehand: from its folder, or its declared section."""

from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit

from dehusk.model import Extract, Page
from dehusk.parse.declared import SECTION, read_declared

Topics = list[str | None]
"""One a page, None where nothing is known."""

_NO_TOPICS = frozenset("category categories tag tags page archive archives".split())
"""Folders that say how pages are listed, not what they are about."""


def find_topics(pages: Sequence[Page], rows: Sequence[Extract], min_pages: int) -> Topics:
    """What the folders of one site's pages say, or else the sections that pages declare."""
    topics = split_folders([list_folders(row) for row in rows], min_pages)
    if any(topics):
        return topics
    return [next(iter(read_declared(page.tree).metas.get(SECTION, ())), None) for page in pages]


def split_folders(paths: Sequence[list[str]], min_pages: int) -> Topics:
    """The first folder in which pages part; one that all larger groups share is passed over.

    >>> split_folders([["en", "tea"], ["en", "tea"], ["en", "rum"], ["en", "rum"], ["me"]], 2)
    ['tea', 'tea', 'rum', 'rum', None]
    """
    shared: list[str] = []
    while True:
        folders = [_next_folder(path, shared) for path in paths]
        large = [name for name, n in Counter(filter(None, folders)).items() if n >= min_pages]
        if len(large) != 1:
            return [name if name in large else None for name in folders]
        shared += large


def _next_folder(path: list[str], shared: list[str]) -> str | None:
    below = path[len(shared) :]
    return below[0] if below and path[: len(shared)] == shared else None


def list_folders(row: Extract) -> list[str]:
    """The folders of the page's address, or else of its path; dates and kinds of lists are none."""
    address = row.url or row.canonical
    path = _read_path(address) if address else row.source
    folders = path.strip("/").split("/")[:-1]
    return [name for name in folders if not name.isdigit() and name.lower() not in _NO_TOPICS]


def _read_path(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
