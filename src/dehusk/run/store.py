"""Learned sites as .husk files."""

from functools import partial
from pathlib import Path

from dehusk.run.pipeline import LearnedSite, load_site
from dehusk.run.shelf import MOST_HELD, Shelf
from dehusk.run.state_file import FileKind, dump_state, load_file
from dehusk.write.files import write_whole
from dehusk.write.names import flat_name_of

FORMAT = 3
"""1 knew no facts of the site, 2 only one cluster."""
SUFFIX = ".husk"

_KIND = FileKind(SUFFIX, FORMAT, "site file", "dehusk learn")


def save_site(site: LearnedSite, path: Path) -> None:
    """Write the site file, whole or not at all."""
    write_whole(path, dump_site(site).encode())


def dump_site(site: LearnedSite) -> str:
    """The site file's text."""
    return dump_state(site.state(), _KIND)


def read_site(path: Path) -> LearnedSite:
    """The site in a file of this format or an older one."""
    return load_file(path, _KIND, load_site)


class SiteShelf(Shelf[LearnedSite]):
    """The site files of a folder."""

    def __init__(self, folder: Path, held: int = MOST_HELD) -> None:
        super().__init__(partial(_read_from, folder), held)


def _read_from(folder: Path, site: str) -> LearnedSite:
    return read_site(site_path(folder, site))


class OneSite:
    """A shelf with a single file, whatever site is asked for, and what is wanted of its pages."""

    def __init__(self, path: Path, want: str | None = None) -> None:
        self._path = path
        self._want = want
        self._site: LearnedSite | None = None

    def get(self, site: str) -> LearnedSite:
        """The file's site."""
        if self._site is None:
            known = read_site(self._path)
            self._site = known if self._want is None else known.wanting(self._want)
        return self._site


def site_path(folder: Path, site: str) -> Path:
    """Where a folder keeps the site's file."""
    return folder / flat_name_of(site, SUFFIX)
