"""How a crawl ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from dehusk.crawl.tally import Tally


class Ending(StrEnum):
    """Why nothing more is fetched."""

    DONE = "done"
    PAGES = "max_pages"
    BYTES = "max_bytes"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a crawl came to; `fetched` are the pages of this run, `tally` counts all runs.

    `learned` are the sites that `until_learned` ended, each with the pages it took. `has_captures`:
    some page may be in the archive more than once.
    """

    archive: str
    tally: Tally
    ending: Ending
    fetched: int
    seconds: float
    bad_seeds: int
    learned: Mapping[str, int]
    was_finished: bool = False
    has_captures: bool = False

    def summary(self) -> dict[str, object]:
        """The same as plain JSON values."""
        tally = self.tally
        return {
            "archive": self.archive,
            "ended": str(self.ending),
            "pages": tally.pages,
            "fetched_now": self.fetched,
            "unchanged": tally.unchanged,
            "redirects_sitemaps_feeds": tally.others,
            "failed": dict(sorted(tally.failures.items())),
            "left_out": dict(sorted(tally.left_out.items())),
            "waiting": tally.waiting,
            "bytes": tally.n_bytes,
            "need_javascript": tally.scripted,
            "rendered": tally.built,
            "bad_addresses": self.bad_seeds,
            "learned": dict(sorted(self.learned.items())),
            "seconds": round(self.seconds, 3),
        }
