"""Which links are followed: those that stay where the crawl was asked to look."""

from collections.abc import Iterable
from enum import StrEnum

from dehusk.crawl.address import Address
from dehusk.crawl.patterns import compile_patterns
from dehusk.crawl.settings import DOMAIN, PATH, Reach
from dehusk.ingest.identity import site_of


class Outside(StrEnum):
    """Why a link is not followed."""

    HOST = "on other hosts"
    FOLDER = "outside the folder"
    DEPTH = "too many links away"
    PATTERN = "left out by --include or --exclude"
    FILE = "files that are no pages"
    LISTINGS = "more sitemaps and feeds than are read"


_FILE_ENDINGS = frozenset(
    """
    7z aac apk avi avif bin bmp bz2 cab css csv dat deb dmg doc docx eot epub exe flac flv gif gz
    heic ico ics iso jar jpeg jpg js json jsonld kml kmz m4a m4v map mid mjs mkv mobi mov mp3 mp4
    mpeg mpg msi odp ods odt oga ogg ogv otf pdf png ppt pptx ps rar rpm rtf svg swf tar tgz tif
    tiff torrent ttf vcf wasm wav webm webmanifest webp wma wmv woff woff2 xls xlsx xz zip zst
    """.split()
)


class Scope:
    """Judges links by where they were found: what was named is always inside."""

    def __init__(self, reach: Reach, folders: Iterable[str] = ()) -> None:
        self._reach = reach
        self._hosts = frozenset(host.lower() for host in reach.hosts)
        self._folders = set(folders)
        self._include = compile_patterns(reach.include, "include")
        self._exclude = compile_patterns(reach.exclude, "exclude")

    def start_from(self, address: Address) -> str | None:
        """Remember where a crawl begins; the folder, where that matters."""
        if self._reach.scope != PATH:
            return None
        folder = _name_place(address).rpartition("/")[0] + "/"
        self._folders.add(folder)
        return folder

    def judge(self, link: Address, found_on: str, depth: int) -> Outside | None:
        """Why a link of a page on that host is not followed; nothing if it is."""
        if self._reach.depth is not None and depth > self._reach.depth:
            return Outside.DEPTH
        if not self.is_inside(link, found_on):
            return Outside.HOST
        if self._reach.scope == PATH and not _name_place(link).startswith(tuple(self._folders)):
            return Outside.FOLDER
        if link.path.rpartition("/")[2].rpartition(".")[2].lower() in _FILE_ENDINGS:
            return Outside.FILE
        return self._judge_pattern(link.url)

    def is_inside(self, link: Address, found_on: str) -> bool:
        """Whether a host belongs to the crawl that the other does."""
        if link.host == found_on or link.host in self._hosts:
            return True
        if self._reach.scope == DOMAIN:
            return is_same_site(link.host, found_on)
        return link.host.removeprefix("www.") == found_on.removeprefix("www.")

    def _judge_pattern(self, url: str) -> Outside | None:
        if self._include and not any(one.search(url) for one in self._include):
            return Outside.PATTERN
        return Outside.PATTERN if any(one.search(url) for one in self._exclude) else None


def _name_place(address: Address) -> str:
    """Where a page is, whichever way a site likes to be asked: most send from http to https."""
    return address.host.removeprefix("www.") + address.path


def is_same_site(one: str, other: str) -> bool:
    """Whether two hosts are of one registrable domain."""
    return site_of(f"http://{one}/") == site_of(f"http://{other}/")
