"""Crawls made in tests: in this process, without a pause unless one is wanted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator

from dehusk.crawl.engine import CrawlRequest, crawl_site
from dehusk.crawl.fetch import Network
from dehusk.crawl.outcome import Outcome
from dehusk.crawl.progress import Snapshot
from dehusk.crawl.seeds import Seeds
from dehusk.crawl.settings import CrawlSettings, Limits, Manners, Reach

QUICK = CrawlSettings(
    manners=Manners(delay_s=0.0),
    limits=Limits(timeout_s=5.0, retry_s=0.01),
    allow_private=True,
)


class Quiet:
    """Watches, and keeps the last it saw."""

    last: Snapshot | None = None
    went_on: tuple[int, int] | None = None

    def go_on(self, pages: int, waiting: int) -> None:
        self.went_on = pages, waiting

    def show(self, snapshot: Snapshot) -> None:
        self.last = snapshot


def settings(
    reach: dict[str, Any] | None = None, limits: dict[str, Any] | None = None, **chosen: Any
) -> CrawlSettings:
    """Quick settings with some of them changed; `delay` is the pause."""
    manners = replace(QUICK.manners, delay_s=chosen.pop("delay", 0.0))
    made = replace(QUICK, manners=manners, **chosen)
    return replace(
        made, reach=Reach(**(reach or {})), limits=replace(QUICK.limits, **(limits or {}))
    )


def crawl(
    archive: Path,
    *starts: str,
    chosen: CrawlSettings = QUICK,
    network: Network | None = None,
) -> Outcome:
    """A whole crawl."""
    return crawl_site(CrawlRequest(Seeds(starts), archive, chosen, network), Quiet())


@dataclass(frozen=True)
class Record:
    """A record as another tool reads it."""

    kind: str
    url: str
    status: str | None
    body: bytes
    headers: dict[str, str]


def read_records(archive: Path) -> list[Record]:
    """Every record, by warcio, digests checked."""
    return list(_read(archive))


def _read(archive: Path) -> Iterator[Record]:
    with archive.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            headers = dict(record.rec_headers.headers)
            status = record.http_headers.get_statuscode() if record.http_headers else None
            url = headers.get("WARC-Target-URI", "")
            body = record.content_stream().read()
            yield Record(headers["WARC-Type"], url, status, body, headers)


def count_responses(archive: Path) -> Counter[str]:
    """How often each address was answered, but for robots.txt."""
    records = read_records(archive)
    return Counter(
        one.url for one in records if one.kind == "response" and not one.url.endswith("/robots.txt")
    )
