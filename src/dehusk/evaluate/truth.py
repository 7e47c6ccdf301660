"""Truth as people or generators wrote it down: `gold.jsonl` beside `pages/`, a row a page.

A row has `id` (its page is `pages/<id>.html`) and `text`; it may have `comments`, which count
neither way, `page_kind`, and `"scored": false` for a page to learn from only. A site's
`optional_lines.txt` lists lines that may be missing. Sites lie at FOLDER, FOLDER/<site> or
FOLDER/<set>/<site>.
"""

import lzma
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dehusk.errors import BadTruth, NoTruth
from dehusk.evaluate.metrics import Wanted
from dehusk.evaluate.truth_rows import RowReader, TruthPage, read_lines
from dehusk.evaluate.words import Grams, count_grams
from dehusk.ingest.folder import to_absolute, walk
from dehusk.parse.words import split_words

__all__ = ["ALL_SETS", "SINGLES", "TruthPage", "TruthSite", "open_truth", "unpack"]

TRUTH_FILE = "gold.jsonl"
OPTIONAL_FILE = "optional_lines.txt"
ARCHIVES = "*.tar.xz"
SINGLES = "_single"
"""The name of a site that is none: each of its pages stands alone."""

ALL_SETS = "ALL"
"""What stands for all sets in tables, and so cannot be the name of one."""

_ALWAYS_FORGIVEN = 99
"""An optional run of words may be missing as often as any page has it."""


@dataclass(frozen=True, slots=True)
class TruthSite:
    """A site whose pages' content is known; `forgiven` are the words of its optional lines."""

    set_name: str
    name: str
    pages: tuple[TruthPage, ...]
    optional_lines: tuple[str, ...] = ()
    forgiven: frozenset[tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _optional: Grams = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        optional: Grams = Counter()
        for line in self.optional_lines:
            optional.update(dict.fromkeys(count_grams(line), _ALWAYS_FORGIVEN))
        object.__setattr__(self, "_optional", optional)
        words = (tuple(split_words(line)) for line in self.optional_lines)
        object.__setattr__(self, "forgiven", frozenset(filter(None, words)))

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
        sites = [site for folder in folders for site in _read_folder(folder, Path(scratch))]
        _check_names(sites)
        if not any(site.scored for site in sites):
            raise BadTruth(str(folders[0]), None, "every row says scored = false")
        yield sites


def _check_names(sites: Sequence[TruthSite]) -> None:
    """Figures are kept by the names of sets and sites."""
    seen: dict[tuple[str, str], TruthSite] = {}
    for site in sites:
        folder = str(site.pages[0].path.parent.parent)
        if site.set_name == ALL_SETS:
            raise BadTruth(folder, None, f"a set cannot be called {ALL_SETS}")
        other = seen.setdefault((site.set_name, site.name), site)
        if other is not site:
            same = str(other.pages[0].path.parent.parent)
            why = f"it is the site {site.name!r} of the set {site.set_name!r}, as {same} is"
            raise BadTruth(folder, None, f"{why}: rename one, or give it once")


def _read_folder(folder: Path, scratch: Path) -> list[TruthSite]:
    found = _find_sites(folder)
    if not found:
        for archive in sorted(folder.glob(ARCHIVES)):
            unpacked = scratch / str(len(list(scratch.iterdir())))
            unpack(archive, unpacked)
            found += _find_sites(unpacked)
    if not found:
        raise NoTruth(str(folder))
    return list(map(_read_site, found))


def _find_sites(folder: Path) -> list[Path]:
    """The folder itself, its folders and theirs, where they have truth."""
    depths = ("", "*/", "*/*/")
    return [
        to_absolute(path.parent)
        for depth in depths
        for path in sorted(folder.glob(depth + TRUTH_FILE))
    ]


def unpack(archive: Path, folder: Path) -> None:
    """Lay an archive of truth out in a folder."""
    try:
        with tarfile.open(archive) as tar:
            # Older releases of Python 3.11 have no filter.
            if hasattr(tarfile, "data_filter"):
                tar.extraction_filter = tarfile.data_filter
            tar.extractall(folder)  # noqa: S202
    except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
        why = f"it is no archive that can be unpacked ({type(error).__name__}: {error})"
        raise BadTruth(str(archive), None, why) from None


def _read_site(folder: Path) -> TruthSite:
    truth = folder / TRUTH_FILE
    rows = RowReader(truth)
    lines = enumerate(read_lines(truth), 1)
    pages = tuple(rows.read(number, line) for number, line in lines if line.strip())
    if not pages:
        raise BadTruth(str(truth), None, "it has no rows")
    _check_strays(folder / "pages", pages)
    optional = folder / OPTIONAL_FILE
    optional_lines = tuple(read_lines(optional)) if optional.exists() else ()
    return TruthSite(folder.parent.name, folder.name, pages, optional_lines)


def _check_strays(folder: Path, pages: Sequence[TruthPage]) -> None:
    """A file that no row knows would be learned from, or be taken for another page."""
    known = {page.path for page in pages}
    files = (path for path in walk(folder) if path.is_file() and path.name[0] != ".")
    strays = sorted(path.relative_to(folder).as_posix() for path in files if path not in known)
    if strays:
        why = f"pages/{strays[0]} has no row; to learn from it only, add one with scored = false"
        raise BadTruth(str(folder.parent / TRUTH_FILE), None, why)
