"""Folders, files and glob patterns to the pages in them, in a fixed order, none of them read."""

import logging
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from glob import glob, has_magic
from itertools import takewhile
from pathlib import Path

import xxhash

from dehusk.errors import NoPagesFound, SourceMissing
from dehusk.model import PageRef

_log = logging.getLogger(__name__)

HTML_SUFFIXES = frozenset((".html", ".htm", ".xhtml", ".shtml", ".xht"))
_OTHER_SUFFIXES = frozenset(
    """
    .css .js .mjs .json .jsonl .xml .rss .atom .txt .md .csv .pdf .png .jpg .jpeg .gif .webp .svg
    .ico .bmp .avif .mp3 .mp4 .webm .ogg .wav .woff .woff2 .ttf .eot .otf .zip .gz .xz .zst .bz2
    .tar .warc .wacz .part .mhtml .parquet .husk .map .py .pyc .exe .so .dll .doc .docx
    .xls .xlsx .swf
    """.split()
)
_SNIFFED_BYTES = 512


@dataclass(frozen=True, slots=True)
class _Root:
    """A folder that pages are named relative to, and the files of it that are wanted."""

    folder: Path
    files: tuple[Path, ...] | None
    site: str = ""


def find_pages(sources: Sequence[str]) -> Iterator[PageRef]:
    """The pages of the sources, in the order they are named, each in the order of its paths.

    A folder's pages belong to the site named after it, a file's to the one named after its folder.
    """
    roots = _name_sites(_find_roots(sources))
    found = False
    for root in roots:
        for path in _list_files(root):
            ref = _refer_to(path, root)
            if ref is not None:
                found = True
                yield ref
    if not found:
        raise NoPagesFound(tuple(sources))


def _find_roots(sources: Sequence[str]) -> list[_Root]:
    """Folders as they are; single files and matches of patterns gathered by their folder.

    A folder that is named whole is taken once, and its single files with it.
    """
    wanted: dict[Path, dict[Path, None] | None] = {}
    for source in sources:
        path = _absolute(source)
        if source and path.is_dir():
            wanted[path] = None
            continue
        files = [path] if source and path.is_file() else [_absolute(f) for f in _expand(source)]
        folder = path.parent if source and path.is_file() else _absolute(_fixed_part(source))
        gathered = wanted.setdefault(folder, {})
        if gathered is not None:
            gathered.update(dict.fromkeys(files))
    return [
        _Root(folder, None if files is None else tuple(sorted(files)))
        for folder, files in wanted.items()
    ]


def _absolute(path: str | Path) -> Path:
    """The same place in one spelling, links left as they are."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def _expand(pattern: str) -> list[Path]:
    matches = [Path(match) for match in glob(pattern, recursive=True)] if has_magic(pattern) else []
    if not matches:
        raise SourceMissing(pattern)
    files = [match for match in matches if match.is_file()]
    for match in matches:
        if match.is_dir():
            files.extend(_walk(match))
    return [path for path in files if _is_page(path)]


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


def _list_files(root: _Root) -> Iterable[Path]:
    if root.files is not None:
        return root.files
    return (path for path in _walk(root.folder) if _is_page(path))


def _walk(folder: Path) -> Iterator[Path]:
    """All files below, folder by folder in the order of names; linked folders are left out."""
    for place, folders, names in os.walk(folder, onerror=_tell_unreadable):
        folders.sort()
        for name in sorted(names):
            yield Path(place, name)


def _tell_unreadable(error: OSError) -> None:
    _log.warning("cannot look into %s: %s", error.filename, error.strerror)


def _is_page(path: Path) -> bool:
    """By its ending where that tells, by its first bytes where not."""
    suffix = path.suffix.lower()
    if suffix in HTML_SUFFIXES:
        return True
    if suffix in _OTHER_SUFFIXES:
        return False
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            head = file.read(_SNIFFED_BYTES).lower()
    except OSError:
        return False
    return any(mark in head for mark in (b"<!doctype html", b"<html", b"<head", b"<body"))


def _refer_to(path: Path, root: _Root) -> PageRef | None:
    """Where a page is; nothing for what is no regular file, such as a pipe."""
    try:
        status = path.stat()
    except OSError:
        # A dangling link, or a file that went away: reading it will say so.
        return PageRef(_name_in(path, root), root.site, str(path), 0)
    if not stat.S_ISREG(status.st_mode):
        return None
    return PageRef(_name_in(path, root), root.site, str(path), status.st_size)


def _name_in(path: Path, root: _Root) -> str:
    return _printable(path.relative_to(root.folder).as_posix())


def _printable(name: str) -> str:
    """A name as it is, or where it is no UTF-8 in a form that can be printed and is its own."""
    raw = os.fsencode(name)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return f"{raw.decode('utf-8', 'backslashreplace')}~{xxhash.xxh32_hexdigest(raw)}"
