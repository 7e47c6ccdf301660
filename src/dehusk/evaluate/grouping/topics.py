"""What a page is about, as known beforehand: from a table, its folder, or its declared section."""

import csv
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from dehusk.errors import BadTopics
from dehusk.model import Extract, Page
from dehusk.parse.addresses import read_place
from dehusk.parse.declared import read_declared

Topics = list[str | None]
"""One a page, None where nothing is known."""

_NO_TOPICS = frozenset("category categories tag tags page archive archives".split())
"""Folders that say how pages are listed, not what they are about."""

_SECTION = "article:section"


@dataclass(frozen=True, slots=True)
class TopicTable:
    """The topics that somebody wrote down, by URL without its spelling, or by source."""

    topics: Mapping[str, str] = field(default_factory=dict)

    def look_up(self, row: Extract) -> str | None:
        """The page's topic, if it is in the table under any of its names."""
        places = [read_place(url) for url in (row.url, row.canonical) if url]
        return next(
            (self.topics[name] for name in (*places, row.source) if name in self.topics), None
        )


def read_topics(path: Path) -> TopicTable:
    """The rows (url or source, topic) of a .csv with a header, or of JSON lines."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file) if path.suffix == ".csv" else map(json.loads, file)
            topics = dict(_read_row(row, path, number) for number, row in enumerate(rows, start=1))
    except (OSError, ValueError, csv.Error) as error:
        raise BadTopics(str(path), str(error)) from error
    if not topics:
        raise BadTopics(str(path), "it has no rows")
    return TopicTable(topics)


def find_topics(pages: Sequence[Page], rows: Sequence[Extract], min_pages: int) -> Topics:
    """What the folders of one site's pages say, or else the sections that pages declare."""
    topics = split_folders([list_folders(row) for row in rows], min_pages)
    if any(topics):
        return topics
    return [next(iter(read_declared(page.tree).metas.get(_SECTION, ())), None) for page in pages]


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


def _read_row(row: object, path: Path, number: int) -> tuple[str, str]:
    if isinstance(row, Mapping):
        url, source, topic = (row.get(name) for name in ("url", "source", "topic"))
        if (url or source) and topic:
            return (read_place(str(url)) if url else str(source)), str(topic)
    raise BadTopics(str(path), f"row {number} has no topic, or neither url nor source")
