"""Pages that cannot be taken, and sites without any that can."""

from dataclasses import dataclass

from dehusk.errors.base import DehuskError


class PageError(DehuskError):
    """What is wrong with one page; the runner turns it into a Rejected row."""


@dataclass(eq=False)
class OverCap(PageError):
    """A page larger, deeper or denser than we take."""

    cap: str
    value: int
    limit: int

    def __str__(self) -> str:
        return f"over the cap {self.cap}: {self.value:,} of at most {self.limit:,}"


@dataclass(eq=False)
class NotHtml(PageError):
    """Bytes that are no HTML document."""

    what: str

    def __str__(self) -> str:
        return f"not an HTML page: {self.what}"


@dataclass(eq=False)
class NotText(PageError):
    """Bytes that are no text."""

    what: str

    def __str__(self) -> str:
        return f"not a text: {self.what}"


@dataclass(eq=False)
class Unreadable(PageError):
    """A page whose bytes the system would not give."""

    why: str

    def __str__(self) -> str:
        return f"cannot be read: {self.why}"


@dataclass(eq=False)
class WorkerDied(PageError):
    """A page that ended the process working on it, twice."""

    def __str__(self) -> str:
        return "the process working on it died or did not come back"


@dataclass(eq=False)
class NotRendered(PageError):
    """A page that the browser could not draw; it goes on without boxes."""

    why: str

    def __str__(self) -> str:
        return f"not rendered: {self.why}"


@dataclass(eq=False)
class PageRejected(DehuskError):
    """The one page that was given cannot be taken."""

    stage: str
    reason: str

    def __str__(self) -> str:
        return f"the page cannot be taken ({self.stage}): {self.reason}"


@dataclass(eq=False)
class NothingLearned(DehuskError):
    """A site that no page teaches anything of."""

    site: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"nothing could be learned of {self.site}: {self.reasons[0]}"
