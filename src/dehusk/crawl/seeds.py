"""Where a crawl starts: addresses, files that list them, sitemaps, or lines as they come in."""

import asyncio
import os
import re
import sys
import threading
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dehusk.crawl.address import Refusal, read_address
from dehusk.crawl.listing import NotAListing, read_listing
from dehusk.crawl.settings import Limits
from dehusk.errors import BadAddress, OverCap
from dehusk.ingest.kinds import GZIP_MAGIC

STANDARD_INPUT = "-"
_SNIFFED_BYTES = 64
_MOST_QUEUED = 1_000
_PIECE_BYTES = 64 * 1024
_SCHEME = re.compile(r"[a-z][a-z0-9+-]*:(?!\d)", re.I)
"""As in mailto:me@example.org, but not in example.org:8080."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """What was named, checked: addresses, and files or `-` that hold more of them."""

    named: tuple[str, ...]

    def __post_init__(self) -> None:
        for name in self.named:
            if not is_file(name):
                _check_address(name)

    @property
    def is_list(self) -> bool:
        """Whether pages are listed one by one, and not found by following links."""
        return any(is_file(name) for name in self.named)

    async def read(self) -> AsyncIterator[str]:
        """Every address, as it is written, as soon as it is there."""
        for name in self.named:
            if name == STANDARD_INPUT:
                async for line in _read_standard_input():
                    yield line
            elif is_file(name):
                for line in _read_file(Path(name)):
                    yield line
            else:
                yield name


def is_file(name: str) -> bool:
    """Whether addresses are to be read from what is named, which is none itself."""
    return name == STANDARD_INPUT or ("://" not in name and Path(name).is_file())


def _check_address(name: str) -> None:
    if Path(name).is_dir():
        raise BadAddress(name, "it is a folder: give an address, or a file with addresses")
    if name.startswith(("/", ".")):
        raise BadAddress(name, "no such file: give an address, or a file with addresses")
    if "://" not in name and not _SCHEME.match(name):
        raise BadAddress(name, f"no such file; as an address it would be https://{name}")
    address = read_address(name)
    if isinstance(address, Refusal):
        raise BadAddress(name, f"{address}: give one such as https://example.org/")


def _read_file(path: Path) -> Iterator[str]:
    """A sitemap that lies here, or a list, line by line."""
    with path.open("rb") as file:
        head = file.read(_SNIFFED_BYTES)
        if head.startswith(GZIP_MAGIC) or head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            yield from _read_sitemap(path)
            return
        file.seek(0)
        yield from _read_lines(file)


def _read_sitemap(path: Path) -> Sequence[str]:
    try:
        listing = read_listing(path.read_bytes(), Limits().listing_bytes)
    except (NotAListing, OverCap) as error:
        raise BadAddress(
            str(path), f"it is no sitemap, feed or list of addresses: {error}"
        ) from error
    return [*listing.pages, *listing.listings]


def _read_lines(lines: Iterable[bytes]) -> Iterator[str]:
    for line in lines:
        text = line.decode("utf-8-sig", "replace").strip()
        if text and not text.startswith("#"):
            yield text


def _split_lines(number: int) -> Iterator[bytes]:
    """Lines of an open file, past Python's buffer: who waits in that cannot be left behind."""
    rest = b""
    while piece := os.read(number, _PIECE_BYTES):
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
    yield rest


async def _read_standard_input() -> AsyncIterator[str]:
    """Lines as they come: waiting for the next one keeps nobody, and no exit, waiting."""
    if sys.stdin is None:
        raise BadAddress(STANDARD_INPUT, "standard input is closed")
    loop, number = asyncio.get_running_loop(), sys.stdin.fileno()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    room = threading.Semaphore(_MOST_QUEUED)

    def put(line: str | None) -> None:
        room.acquire()
        loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        try:
            for line in _read_lines(_split_lines(number)):
                put(line)
            put(None)
        except RuntimeError:
            # The crawl is over; whoever writes may go on writing.
            return

    threading.Thread(target=read, name="dehusk-seeds", daemon=True).start()
    while (line := await lines.get()) is not None:
        room.release()
        yield line
