"""What keeps a crawl from starting, or from going on."""

from dataclasses import dataclass

from dehusk.errors.base import CallerError


@dataclass(eq=False)
class BadAddress(CallerError):
    """An address that cannot be crawled, and why."""

    address: str
    why: str

    def __str__(self) -> str:
        return f"cannot crawl {self.address}: {self.why}"


@dataclass(eq=False)
class ArchiveInTheWay(CallerError):
    """A file where the archive is to be written, and nothing that says it is a crawl's."""

    path: str
    state: str

    def __str__(self) -> str:
        return (
            f"{self.path} is there already, and no {self.state} to go on with: name another output "
            "with -o, or move the file away"
        )


@dataclass(eq=False)
class ArchiveGone(CallerError):
    """The state of a crawl whose archive is not there any more."""

    path: str
    state: str

    def __str__(self) -> str:
        return (
            f"{self.state} is of a crawl whose archive {self.path} is gone: bring it back, or "
            "remove the former to start anew"
        )


@dataclass(eq=False)
class OtherCrawl(CallerError):
    """The state of a crawl that was asked for something else."""

    state: str
    differences: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.state} is of another crawl ({'; '.join(self.differences)}): ask for the same "
            "to go on with it, or name another output with -o"
        )


@dataclass(eq=False)
class CrawlRunning(CallerError):
    """Two crawls that would write the same archive."""

    state: str

    def __str__(self) -> str:
        return f"{self.state} is in use: another crawl is writing there; wait for it, or end it"


@dataclass(eq=False)
class BadCrawlState(CallerError):
    """A state file that is none, is damaged, or comes from a later dehusk."""

    state: str
    why: str

    def __str__(self) -> str:
        return (
            f"{self.state} is not a crawl's state that can be read: {self.why}; name another "
            "output with -o, or remove it together with its archive"
        )
