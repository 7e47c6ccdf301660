"""Page keys to file names: readable, never two keys to one name, never outside the folder."""

import re
from pathlib import PurePosixPath

from dehusk.model import stable_hash

LONGEST_PATH = 1_000
_FOLDERS_KEPT, _LETTERS_KEPT = 3, 30
LONGEST_PART = 150
"""File systems take 255 bytes; an escaped character takes up to 12 of them."""

_UNSAFE = re.compile(r'[\x00-\x1f\x7f"*:<>?|\\%\ud800-\udfff]')


def file_name_of(key: str, suffix: str, copy: int = 0) -> PurePosixPath:
    """Where a page of this key is written, relative to the output; further copies are numbered.

    >>> file_name_of("https://site.example/a/?id=3", ".txt").as_posix()
    'https%/site.example/a/%3Fid=3.txt'
    >>> file_name_of("../../etc/passwd", ".txt").as_posix()
    '%2E%2E/%2E%2E/etc/passwd.txt'
    >>> file_name_of("a", ".txt", 1).as_posix()
    'a%copy2.txt'
    """
    scheme, is_url, rest = key.partition("://")
    parts = [_make_safe(part) for part in (rest if is_url else key).split("/")]
    if is_url:
        # A lone "%" is in no other name, so that no path can be taken for a URL.
        parts.insert(0, _make_safe(scheme) + "%")
    *folders, last = parts
    # A folder must not be called what some page's file is called.
    marked = suffix.replace(".", "%2E")
    folders = [
        part.removesuffix(suffix) + marked if part.endswith(suffix) else part for part in folders
    ]
    folders, last = _shorten(folders, last)
    # Every "%" of a key is followed by two digits: no key ends like this.
    number = f"%copy{copy + 1}" if copy else ""
    return PurePosixPath(*folders, last + number + suffix)


def _shorten(folders: list[str], last: str) -> tuple[list[str], str]:
    """A path that systems take: of one that is longer only the start, and a hash of the whole."""
    path = "/".join((*folders, last))
    if len(path.encode()) <= LONGEST_PATH:
        return folders, last
    kept = [part for part in folders[:_FOLDERS_KEPT] if part]
    return kept, f"{last[:_LETTERS_KEPT]}%{stable_hash(path):016x}"


def flat_name_of(name: str, suffix: str) -> str:
    """A file name for a name that may hold slashes, in no folder.

    >>> flat_name_of("a/docs", ".husk")
    'a%2Fdocs.husk'
    """
    return _make_safe(name).replace("/", "%2F") + suffix


def _make_safe(part: str) -> str:
    """A part with what no file system takes written as %XX, and long ones cut short.

    >>> _make_safe("a:b"), _make_safe(""), _make_safe("..")
    ('a%3Ab', '%index', '%2E%2E')
    """
    safe = _UNSAFE.sub(_escape, part)
    if safe.strip(".") == "":
        safe = safe.replace(".", "%2E") or "%index"
    if len(safe.encode()) > LONGEST_PART:
        cut = safe.encode()[: LONGEST_PART - 20].decode("utf-8", "ignore")
        return f"{cut}%{stable_hash(part):016x}"
    return safe


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"%{code:02X}" if code < 0x80 else f"%u{code:04X}"
