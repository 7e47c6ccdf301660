"""What a tool made of the sites so far, and what is still to do, while processes come and go."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.peers.process import Limits
from benchmarks.peers.sites import list_addresses
from dehusk.evaluate.truth import TruthSite

Key = tuple[int, str]
"""A page: the number of its site, and its id."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a tool made of the sites, and what it took; a page that failed has no text."""

    version: str
    python: str
    texts: Mapping[Key, str]
    failures: Mapping[Key, str]
    seconds: float
    peak_mib: float

    @property
    def n_pages(self) -> int:
        """All pages it was given."""
        return len(self.texts) + len(self.failures)

    @property
    def pages_per_s(self) -> float:
        """On one core."""
        return self.n_pages / self.seconds if self.seconds else 0.0


class Tally:
    """Listens to one process after another."""

    def __init__(self, sites: Sequence[TruthSite], on_page: Callable[[], None]) -> None:
        self._sites = sites
        self._on_page = on_page
        self._texts: dict[Key, str] = {}
        self._failures: dict[Key, str] = {}
        self._learned: set[int] = set()
        self._seconds = 0.0
        self._peak_mib = 0.0
        self._version = self._python = ""
        self.has_started = False
        self.todo = {
            number: [page.id for page in site.pages]
            for number, site in enumerate(sites)
            if site.pages
        }

    def begin(self) -> None:
        """A process begins, and has learned nothing yet."""
        self.has_started = False
        self._learned.clear()

    def write_job(self) -> dict[str, object]:
        """What is left, as the worker reads it: all pages to learn from, some to do."""
        sites = [
            {
                "number": number,
                "pages": [
                    {"id": page.id, "url": url, "path": str(page.path)}
                    for page, url in zip(site.pages, list_addresses(site), strict=True)
                ],
                "todo": todo,
            }
            for number, todo in self.todo.items()
            for site in [self._sites[number]]
        ]
        return {"sites": sites}

    def take(self, row: Mapping[str, Any]) -> None:
        """One line of the worker."""
        self._peak_mib = max(self._peak_mib, row["peak_mib"])
        if "version" in row:
            self.has_started = True
            self._version, self._python = row["version"], row["python"]
            return
        self._seconds += row["seconds"]
        if row["page"] is None:
            self._learned.add(row["site"])
        else:
            self._finish((row["site"], row["page"]), row.get("text"), row["error"])

    def allow(self, limits: Limits) -> float:
        """Until the next line: it starts, or learns, or is at a page."""
        if not self.has_started:
            return limits.start_s
        return limits.page_s if next(iter(self.todo), None) in self._learned else limits.learn_s

    def blame(self, reason: str) -> None:
        """The process is over: the page it was at is at fault, or the site if it was learning."""
        if self.todo:
            number = next(iter(self.todo))
            at_fault = self.todo[number][:1] if number in self._learned else self.todo[number]
            for name in list(at_fault):
                self._finish((number, name), None, reason)

    def _finish(self, key: Key, text: str | None, error: str | None) -> None:
        number, name = key
        self.todo[number].remove(name)
        if not self.todo[number]:
            del self.todo[number]
        if text is None:
            self._failures[key] = error or "gave nothing"
        else:
            self._texts[key] = text
        self._on_page()

    def sum_up(self) -> Measured:
        """All there is by now."""
        return Measured(
            self._version,
            self._python,
            self._texts,
            self._failures,
            self._seconds,
            self._peak_mib,
        )
