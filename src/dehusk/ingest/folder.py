"""Folders, files and glob patterns to the files in them, in a fixed order, none of them read."""

import logging
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from glob import glob, has_magic
from itertools import takewhile
from pathlib import Path

import xxhash

from dehusk.errors import SourceMissing
from dehusk.ingest.kinds import Kind, kind_of
from dehusk.model import PageRef

_log = logging.getLogger(__name__)

UNNAMED_SITE = "pages"
OUTPUT_MARK = ".dehusk-run"
"""A folder with this file in it was written by a run."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a source; `name` is relative to the source, `is_named` if the user named it."""

    path: str
    name: str
    site: str
    kind: Kind | None
    is_named: bool = False

    def refer(self) -> PageRef:
        """The file as a page."""
        try:
            n_bytes = os.stat(self.path).st_size  # noqa: PTH116
        except OSError:
            # A dangling link, or a file that went away: reading it will say so.
            n_bytes = 0
        return PageRef(self.name, self.site, self.path, n_bytes)

    def is_regular(self) -> bool:
        """Whether it is a file that can be read, or one that is gone, and no pipe or device."""
        try:
            return stat.S_ISREG(os.stat(self.path).st_mode)  # noqa: PTH116
        except OSError:
            return True


@dataclass(frozen=True, slots=True)
class _Root:
    """A folder that files are named relative to, and the files of it that are wanted."""

    folder: Path
    files: tuple[Path, ...] | None
    site: str = ""


def list_files(sources: Sequence[str], page: Kind = Kind.HTML) -> Iterator[FoundFile]:
    """The files of the sources, in the order they are named, each in the order of its paths.

    A folder's pages belong to the site named after it, a page's to the one named after its folder,
    those of an archive or table to the one named after that, where their URLs do not say.
    """
    roots = _name_sites(_find_roots(sources, page))
    stems = Counter(_stem_of(path) for root in roots for path in root.files or ())
    for root in roots:
        for path in _list_paths(root):
            kind = kind_of(path, page)
            is_named = root.files is not None
            site = root.site
            if is_named and kind is not None and not kind.is_page:
                stem = _stem_of(path)
                site = stem if stems[stem] == 1 else f"{site}/{stem}"
            if is_named:
                kind = kind or page
            yield FoundFile(str(path), _name_in(path, root), site, kind, is_named)


def _stem_of(path: Path) -> str:
    """An archive's or table's name without its endings.

    >>> _stem_of(Path("crawls/big.site.warc.gz"))
    'big.site'
    """
    name = path.name
    while name.endswith((".warc", ".gz", ".zst", ".wacz", ".jsonl", ".ndjson", ".parquet")):
        name = name.rpartition(".")[0]
    return _printable(name) or UNNAMED_SITE


def _find_roots(sources: Sequence[str], page: Kind) -> list[_Root]:
    """Folders as they are; single files and matches of patterns gathered by their folder.

    A folder that is named whole is taken once, and its single files with it.
    """
    wanted: dict[Path, dict[Path, None] | None] = {}
    for source in sources:
        path = to_absolute(source)
        if source and path.is_dir():
            wanted[path] = None
            continue
        if source and path.is_file():
            files, folder = [path], path.parent
        else:
            files = [to_absolute(file) for file in _expand(source, page)]
            folder = to_absolute(_fixed_part(source))
        gathered = wanted.setdefault(folder, {})
        if gathered is not None:
            gathered.update(dict.fromkeys(files))
    return [
        _Root(folder, None if files is None else tuple(sorted(files)))
        for folder, files in wanted.items()
    ]


def to_absolute(path: str | Path) -> Path:
    """The same place in one spelling, links left as they are."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def _expand(pattern: str, page: Kind) -> list[Path]:
    matches = [Path(match) for match in glob(pattern, recursive=True)] if has_magic(pattern) else []
    if not matches:
        raise SourceMissing(pattern)
    files = [match for match in matches if match.is_file()]
    for match in matches:
        if match.is_dir():
            files.extend(walk(match))
    return [path for path in files if kind_of(path, page) is not None]


def _fixed_part(pattern: str) -> Path:
    """The folder a pattern starts from, before its first wildcard.

    >>> _fixed_part("site/*/pages/*.html").as_posix()
    'site'
    """
    parts = Path(pattern).parts
    fixed = list(takewhile(lambda part: not has_magic(part), parts[:-1]))
    return Path(*fixed)


def _name_sites(roots: Sequence[_Root]) -> list[_Root]:
    """Each root's site: the folder's name, with what of its path tells it from the others."""
    wholes = [root.folder.parts for root in roots]
    named = []
    for root, parts in zip(roots, wholes, strict=True):
        length = 1
        others = [other for other in wholes if other != parts]
        while any(other[-length:] == parts[-length:] for other in others):
            length += 1
        name = "/".join(parts[-length:]).lstrip("/")
        named.append(replace(root, site=_printable(name) or "site"))
    return named


def _list_paths(root: _Root) -> Iterable[Path]:
    return walk(root.folder) if root.files is None else root.files


def walk(folder: Path) -> Iterator[Path]:
    """All files below, folder by folder in the order of names; linked folders are left out."""
    for place, folders, names in os.walk(folder, onerror=_tell_unreadable):
        # What dehusk wrote here before is not what it is to read.
        folders[:] = sorted(name for name in folders if not _is_output(Path(place, name)))
        for name in sorted(names):
            yield Path(place, name)


def _is_output(folder: Path) -> bool:
    return (folder / OUTPUT_MARK).is_file()


def _tell_unreadable(error: OSError) -> None:
    _log.warning("cannot look into %s: %s", error.filename, error.strerror)


def _name_in(path: Path, root: _Root) -> str:
    return _printable(path.relative_to(root.folder).as_posix())


def _printable(name: str) -> str:
    """A name as it is, or where it is no UTF-8 in a form that can be printed and is its own."""
    raw = os.fsencode(name)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return f"{raw.decode('utf-8', 'backslashreplace')}~{xxhash.xxh32_hexdigest(raw)}"
