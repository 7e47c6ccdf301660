"""A row of truth read, or refused with its number and the reason."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dehusk.errors import BadTruth
from dehusk.parse.words import split_words

_TYPES: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "text": (str, "a text"),
    "comments": ((str, list), "a text or a list of texts"),
    "page_kind": (str, "a text"),
    "scored": (bool, "true or false"),
}


@dataclass(frozen=True, slots=True)
class TruthPage:
    """What is true of a page."""

    id: str
    path: Path
    text: str
    comments: str = ""
    kind: str | None = None
    is_scored: bool = True
    url: str | None = None


def read_lines(path: Path) -> list[str]:
    """The lines of a file of truth."""
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise BadTruth(str(path), None, f"it is not UTF-8 ({error})") from None
    except OSError as error:
        raise BadTruth(str(path), None, f"it cannot be read ({error.strerror})") from None


class RowReader:
    """Reads the rows of one truth file, and says which one is wrong."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: dict[str, int] = {}

    def read(self, number: int, line: str) -> TruthPage:
        """The page that a line tells of."""
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._complain(number, f"it is no JSON ({error})") from None
        if not isinstance(row, dict):
            raise self._complain(number, "it is no JSON object")
        page = self._read_row(number, row)
        if page.id in self._seen:
            why = f"id {page.id!r} is that of row {self._seen[page.id]} too"
            raise self._complain(number, why)
        self._seen[page.id] = number
        return page

    def _read_row(self, number: int, row: Mapping[str, object]) -> TruthPage:
        self._check_types(number, row)
        name, is_scored = self._read_name(number, row), bool(row.get("scored", True))
        text = str(row.get("text") or "")
        if is_scored and not split_words(text):
            raise self._complain(
                number, f"page {name!r} has no text; one that should not count needs scored = false"
            )
        comments, kind, url = row.get("comments") or "", row.get("page_kind"), row.get("url")
        return TruthPage(
            id=name,
            path=self._path.parent / "pages" / f"{name}.html",
            text=_mend(text),
            comments=_mend("\n".join(comments) if isinstance(comments, list) else str(comments)),
            kind=str(kind) if kind else None,
            is_scored=is_scored,
            url=url if isinstance(url, str) else None,
        )

    def _read_name(self, number: int, row: Mapping[str, object]) -> str:
        name = row.get("id")
        is_name = isinstance(name, str) and name and name.isprintable()
        if not isinstance(name, str) or not is_name or "/" in name or "\\" in name:
            raise self._complain(number, f"id = {name!r} is not the name of a page")
        try:
            is_there = (self._path.parent / "pages" / f"{name}.html").is_file()
        except OSError:
            is_there = False
        if not is_there:
            raise self._complain(number, f"its page pages/{name}.html is missing")
        return name

    def _check_types(self, number: int, row: Mapping[str, object]) -> None:
        for field_name, (allowed, what) in _TYPES.items():
            value = row.get(field_name)
            if value is not None and not isinstance(value, allowed):
                raise self._complain(number, f"{field_name} must be {what}")
        comments = row.get("comments")
        if isinstance(comments, list) and not all(isinstance(one, str) for one in comments):
            raise self._complain(number, "comments must be a text or a list of texts")

    def _complain(self, number: int, why: str) -> BadTruth:
        return BadTruth(str(self._path), number, why)


def _mend(text: str) -> str:
    """Halves of characters, which JSON can write and no file can hold, are lost characters."""
    return text.encode("utf-8", "replace").decode()
