"""A table that says what pages are about: CSV with a header, JSON lines, or a JSON array."""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from dehusk.errors import BadTopics
from dehusk.model import Extract
from dehusk.parse.addresses import read_place

_TAB_ENDINGS = (".tsv", ".tab")
_ENDINGS = (".csv", *_TAB_ENDINGS)
_SEPARATORS = ",;\t"

Row = tuple[int, object]
"""A row and its number: its line in the file, or its place in an array."""


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
    """The rows (url or source, topic); a page may come twice if it has one topic."""
    numbers: dict[str, int] = {}
    topics: dict[str, str] = {}
    try:
        for number, row in _list_rows(path):
            name, topic = _read_row(row, path, number)
            if topics.setdefault(name, topic) != topic:
                first = f"row {numbers[name]} {topics[name]}"
                why = f"row {number} says {topic} of {name.rstrip('?')}, {first}"
                raise BadTopics(str(path), why)
            numbers.setdefault(name, number)
    except (OSError, ValueError, csv.Error) as error:
        raise BadTopics(str(path), str(error)) from error
    if not topics:
        raise BadTopics(str(path), "it has no rows")
    return TopicTable(topics)


def _list_rows(path: Path) -> Iterator[Row]:
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix.lower() in _ENDINGS:
        return _list_csv_rows(text, path)
    if text.lstrip().startswith("["):
        return enumerate(json.loads(text), start=1)
    return _list_json_lines(text, path)


def _list_csv_rows(text: str, path: Path) -> Iterator[Row]:
    is_tabbed = path.suffix.lower() in _TAB_ENDINGS
    separator = "\t" if is_tabbed else _find_separator(text.partition("\n")[0])
    reader = csv.DictReader(StringIO(text), delimiter=separator)
    columns = [name.strip().lower() for name in reader.fieldnames or ()]
    if columns and ("topic" not in columns or not {"url", "source"} & set(columns)):
        raise BadTopics(str(path), f"its columns are {', '.join(columns)}")
    reader.fieldnames = columns
    for row in reader:
        yield reader.line_num, row


def _find_separator(header: str) -> str:
    """What stands most often between the names of the columns.

    >>> _find_separator("url;topic")
    ';'
    """
    return max(_SEPARATORS, key=header.count)


def _list_json_lines(text: str, path: Path) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise BadTopics(str(path), f"row {number} is no JSON: {error}") from error


def _read_row(row: object, path: Path, number: int) -> tuple[str, str]:
    if not isinstance(row, Mapping):
        raise BadTopics(str(path), f"row {number} is no object with a url and a topic")
    url, source, topic = (_read_value(row.get(name)) for name in ("url", "source", "topic"))
    if not topic:
        raise BadTopics(str(path), f"row {number} has no topic")
    if not url and not source:
        raise BadTopics(str(path), f"row {number} has neither url nor source")
    return (read_place(url) if url else source), topic


def _read_value(value: object) -> str:
    """A topic may be a number, even 0."""
    is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if is_plain else ""
