"""Truth as people or generators wrote it down: `gold.jsonl` beside `pages/`, a row a page.

A row has `id` (its page is `pages/<id>.html`) and `text`; it may have `comments`, which count
neither way, `page_kind`, and `"scored": false` for a page to learn from only. A site's
`optional_lines.txt` lists lines that may be missing. Sites lie at FOLDER, FOLDER/<site> or
FOLDER/<set>/<site>.
"""

import json
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dehusk.errors import BadTruth, NoTruth
from dehusk.evaluate.metrics import Wanted
from dehusk.evaluate.words import Grams, count_grams, split_words

TRUTH_FILE = "gold.jsonl"
OPTIONAL_FILE = "optional_lines.txt"
ARCHIVES = "*.tar.xz"
SINGLES = "_single"
"""The name of a site that is none: each of its pages stands alone."""

_ALWAYS_FORGIVEN = 99
"""An optional run of words may be missing as often as any page has it."""


@dataclass(frozen=True, slots=True)
class TruthPage:
    """What is true of a page."""

    id: str
    path: Path
    text: str
    comments: str = ""
    kind: str | None = None
    is_scored: bool = True


@dataclass(frozen=True, slots=True)
class TruthSite:
    """A site whose pages' content is known."""

    set_name: str
    name: str
    pages: tuple[TruthPage, ...]
    optional_lines: tuple[str, ...] = ()
    _optional: Grams = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        optional: Grams = Counter()
        for line in self.optional_lines:
            optional.update(dict.fromkeys(count_grams(line), _ALWAYS_FORGIVEN))
        object.__setattr__(self, "_optional", optional)

    @property
    def scored(self) -> tuple[TruthPage, ...]:
        """The pages that count; the others are there to learn from."""
        return tuple(page for page in self.pages if page.is_scored)

    def wanted(self, page: TruthPage) -> Wanted:
        """What is wanted of a page, ready to be compared."""
        return Wanted(page.text, count_grams(page.comments), self._optional)


@contextmanager
def open_truth(folders: Sequence[Path]) -> Iterator[list[TruthSite]]:
    """The sites with truth in these folders; archives of such folders are unpacked meanwhile."""
    with tempfile.TemporaryDirectory(prefix="dehusk-truth-") as scratch:
        yield [site for folder in folders for site in _read_folder(folder, Path(scratch))]


def _read_folder(folder: Path, scratch: Path) -> Iterator[TruthSite]:
    found = _find_sites(folder)
    if not found:
        for archive in sorted(folder.glob(ARCHIVES)):
            unpacked = scratch / str(len(list(scratch.iterdir())))
            _unpack(archive, unpacked)
            found += _find_sites(unpacked)
    if not found:
        raise NoTruth(str(folder))
    for set_name, path in found:
        yield _read_site(set_name, path)


def _find_sites(folder: Path) -> list[tuple[str, Path]]:
    """The sites of a folder, each with the name of its set."""
    for depth in ("", "*/", "*/*/"):
        found = sorted(folder.glob(depth + TRUTH_FILE))
        if found:
            return [(path.resolve().parents[1].name, path.parent) for path in found]
    return []


def _unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as tar:
        # Older releases of Python 3.11 have no filter.
        if hasattr(tarfile, "data_filter"):
            tar.extraction_filter = tarfile.data_filter
        tar.extractall(folder)  # noqa: S202


def _read_site(set_name: str, folder: Path) -> TruthSite:
    truth = folder / TRUTH_FILE
    rows = _Rows(truth)
    try:
        lines = truth.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise BadTruth(str(truth), None, f"it is not UTF-8 ({error})") from None
    pages = tuple(rows.read(number, line) for number, line in enumerate(lines, 1) if line.strip())
    if not pages:
        raise BadTruth(str(truth), None, "it has no rows")
    strays = {path.stem for path in (folder / "pages").glob("*.html")} - {page.id for page in pages}
    if strays:
        why = f"page {min(strays)!r} has no row; to learn from it only, add one with scored = false"
        raise BadTruth(str(truth), None, why)
    optional = folder / OPTIONAL_FILE
    text = optional.read_text(encoding="utf-8") if optional.exists() else ""
    return TruthSite(set_name, folder.name, pages, tuple(text.splitlines()))


class _Rows:
    """Reads the rows of one truth file, and says which one is wrong."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: dict[str, int] = {}

    def read(self, number: int, line: str) -> TruthPage:
        try:
            row = json.loads(line)
        except ValueError as error:
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
        name, text, is_scored = row.get("id"), row.get("text"), row.get("scored", True)
        if not isinstance(name, str) or not name or "/" in name or "\\" in name:
            raise self._complain(number, f"id = {name!r} is not the name of a page")
        path = self._path.parent / "pages" / f"{name}.html"
        if not path.is_file():
            raise self._complain(number, f"its page pages/{name}.html is missing")
        if is_scored and not (isinstance(text, str) and split_words(text)):
            raise self._complain(
                number, f"page {name!r} has no text; one that should not count needs scored = false"
            )
        comments = row.get("comments") or ""
        kind = row.get("page_kind")
        return TruthPage(
            id=name,
            path=path,
            text=text if isinstance(text, str) else "",
            comments="\n".join(map(str, comments)) if isinstance(comments, list) else str(comments),
            kind=str(kind) if kind else None,
            is_scored=bool(is_scored),
        )

    def _complain(self, number: int, why: str) -> BadTruth:
        return BadTruth(str(self._path), number, why)
