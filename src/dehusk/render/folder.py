"""Files beside a page in its folder, and never any outside of it.

The folder that was named as the source is opened as a host of its own, so that a page's relative
addresses, and those from the root, lead to files of it. Hidden files and what links lead out of the
folder to are not handed out.
"""

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from dehusk.model import PLAIN, PageRef
from dehusk.render.resource import MOST_BYTES, Resource

HOST = "folder.invalid"
"""A name that can never be a real host's (RFC 2606)."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A page's folder, and the page's own place in it."""

    root: str
    name: str

    @property
    def address(self) -> str:
        """The page's place, as a URL of the folder's host."""
        return f"http://{HOST}/{quote(self.name)}"

    @property
    def hosts(self) -> str:
        """The folder's own."""
        return "'self'"

    def find(self, url: str) -> Resource | None:
        """The file at a URL of the folder's host."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        if parts.scheme not in ("http", "https") or parts.netloc != HOST:
            return None
        path = unquote(parts.path).lstrip("/")
        # Mirrors keep what followed a question mark in the names of their files.
        names = (f"{path}?{parts.query}", path) if parts.query else (path,)
        return next((found for name in names if (found := self._read(name))), None)

    def _read(self, name: str) -> Resource | None:
        if not name or any(part.startswith(".") for part in name.split("/")):
            return None
        try:
            root = os.path.realpath(self.root)
            path = os.path.realpath(Path(root, name))
            if os.path.commonpath((root, path)) != root:
                return None
            # Opened before it is looked at, and never waited for: it may be a pipe.
            with open(os.open(path, os.O_RDONLY | _NO_WAIT), "rb") as file:  # noqa: PTH123
                found = os.fstat(file.fileno())
                if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
                    return None
                return Resource(file.read(MOST_BYTES), _TYPES.get(Path(name).suffix.lower()))
        except (OSError, ValueError):
            return None


_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_TYPES = {".svg": "image/svg+xml", ".css": "text/css", ".js": "text/javascript"}
"""Others are known by what they are asked for as, or by their first bytes."""


def find_folder(ref: PageRef) -> Folder | None:
    """The folder of a page that is a file of its own."""
    path = Path(ref.path).as_posix()
    if ref.form != PLAIN or ref.url or not path.endswith(f"/{ref.source}"):
        return None
    return Folder(path.removesuffix(ref.source), ref.source)
