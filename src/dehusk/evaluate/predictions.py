"""What other tools made of the same pages: rows of set, site, id and text."""

import json
from collections.abc import Sequence
from pathlib import Path

from dehusk.errors import BadTruth
from dehusk.evaluate.contest import PageKey
from dehusk.evaluate.truth import TruthSite
from dehusk.evaluate.truth_rows import read_lines

_FIELDS = ("set", "site", "id", "text")


def read_predictions(path: Path, sites: Sequence[TruthSite]) -> dict[PageKey, str]:
    """The text of each page in the file; every row must be one of a page with truth."""
    known = {
        (site.set_name, _base_name(site), page.id): site.name
        for site in sites
        for page in site.pages
    }
    texts: dict[PageKey, str] = {}
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        set_name, site, page, text = _read_row(path, number, line)
        if (set_name, site, page) not in known:
            why = f"there is no page {page!r} of the site {site!r} in the set {set_name!r}"
            raise BadTruth(str(path), number, why)
        key = (set_name, known[set_name, site, page], page)
        if key in texts:
            raise BadTruth(str(path), number, f"the page {page!r} has a row already")
        texts[key] = text
    if not texts:
        raise BadTruth(str(path), None, "it has no rows")
    return texts


def _base_name(site: TruthSite) -> str:
    """The name of the folder that the site is in."""
    return site.name.partition("/")[0]


def _read_row(path: Path, number: int, line: str) -> list[str]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadTruth(str(path), number, f"it is no JSON ({error})") from None
    given = [row.get(field) for field in _FIELDS] if isinstance(row, dict) else []
    values = [value for value in given if isinstance(value, str)]
    if len(values) < len(_FIELDS):
        raise BadTruth(str(path), number, f"it needs {', '.join(_FIELDS)} as texts")
    return values
