"""Learned sites as files: JSON that a person can read, correct and share. Never pickle."""

import json
import logging
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

import xxhash

from dehusk.errors import BadSetting, BadSiteFile, UnknownName
from dehusk.run.pipeline import LearnedSite, load_site
from dehusk.write.files import write_whole
from dehusk.write.names import flat_name_of

FORMAT = 3
"""1 knew no facts of the site, 2 only one cluster."""
SUFFIX = ".husk"

_LOADING_ERRORS = (
    *(LookupError, TypeError, ValueError, ArithmeticError, AttributeError),
    *(BadSetting, UnknownName),
)
"""What a file that was changed by hand may bring about while it is loaded."""

_log = logging.getLogger(__name__)


def save_site(site: LearnedSite, path: Path) -> None:
    """Write the site file, whole or not at all."""
    write_whole(path, dump_site(site).encode())


def dump_site(site: LearnedSite) -> str:
    """The site file's text."""
    state = site.state()
    row = {"format": FORMAT, "checksum": _checksum(state), **state}
    return json.dumps(row, ensure_ascii=False, indent=1) + "\n"


def read_site(path: Path) -> LearnedSite:
    """The site in a file of this format or an older one."""
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSiteFile(str(path), error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadSiteFile(str(path), f"no JSON ({error})") from error
    if not isinstance(row, dict) or type(row.get("format")) is not int or row["format"] < 1:
        raise BadSiteFile(str(path), "it does not say its format; was it written by dehusk learn?")
    if row["format"] > FORMAT:
        raise BadSiteFile(str(path), f"its format {row['format']} is newer than this dehusk")
    return _load(row, path)


def _load(row: Mapping[str, object], path: Path) -> LearnedSite:
    state = {name: value for name, value in row.items() if name not in ("format", "checksum")}
    if row.get("checksum") != _checksum(state):
        _log.warning("%s was changed since dehusk wrote it; its changes are taken", path)
    try:
        return load_site(state)
    except _LOADING_ERRORS as error:
        raise BadSiteFile(str(path), f"{type(error).__name__}: {error}") from error


def _checksum(state: Mapping[str, object]) -> str:
    text = json.dumps(state, ensure_ascii=False, sort_keys=True)
    return xxhash.xxh64_hexdigest(text.encode("utf-8", "surrogatepass"))


class SiteShelf:
    """The site files of a folder, the last used ones held ready."""

    def __init__(self, folder: Path, held: int = 16) -> None:
        self._folder = folder
        self._held = held
        self._ready: OrderedDict[str, LearnedSite] = OrderedDict()

    def get(self, site: str) -> LearnedSite:
        """The learned site of this name."""
        if site not in self._ready:
            self._ready[site] = read_site(site_path(self._folder, site))
            if len(self._ready) > self._held:
                self._ready.popitem(last=False)
        self._ready.move_to_end(site)
        return self._ready[site]


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
