"""Page keys to file names: readable, never two keys to one name, never outside the folder."""

import re
from pathlib import PurePosixPath

from dehusk.model import stable_hash

LONGEST_PART = 150
"""File systems take 255 bytes; an escaped character takes up to 12 of them."""

_UNSAFE = re.compile(r'[\x00-\x1f\x7f"*:<>?|\\%]')


def file_name_of(key: str, suffix: str) -> PurePosixPath:
    """Where a page of this key is written, relative to the output.

    >>> file_name_of("https://site.example/a/?id=3", ".txt").as_posix()
    'https/site.example/a/%3Fid=3.txt'
    >>> file_name_of("../../etc/passwd", ".txt").as_posix()
    '%2E%2E/%2E%2E/etc/passwd.txt'
    """
    parts = key.replace("://", "/", 1).split("/")
    *folders, last = [_make_safe(part) for part in parts]
    # A folder must not be called what some page's file is called.
    folders = [
        folder[: -len(suffix)] + suffix.replace(".", "%2E") if folder.endswith(suffix) else folder
        for folder in folders
    ]
    return PurePosixPath(*folders, last + suffix)


def _make_safe(part: str) -> str:
    """A part with what no file system takes written as %XX, and long ones cut short.

    >>> _make_safe("a:b"), _make_safe(""), _make_safe("..")
    ('a%3Ab', '%index', '%2E%2E')
    """
    safe = _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", part)
    safe = safe.encode("utf-8", "replace").decode()
    if safe.strip(".") == "":
        safe = safe.replace(".", "%2E") or "%index"
    if len(safe.encode()) > LONGEST_PART:
        cut = safe.encode()[: LONGEST_PART - 20].decode("utf-8", "ignore")
        return f"{cut}%{stable_hash(part):016x}"
    return safe
