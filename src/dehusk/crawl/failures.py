"""What can go wrong with one address, as a kind that is counted and a detail that is told."""

from dataclasses import dataclass
from enum import StrEnum

from dehusk.errors import DehuskError


class Kind(StrEnum):
    """Why there is no page; the words are those of the summary."""

    NAME = "name not found"
    PRIVATE = "private address"
    UNREACHABLE = "unreachable"
    TLS = "bad certificate"
    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    CUT_SHORT = "cut short"
    BAD_ANSWER = "no proper answer"
    TOO_LARGE = "too large"
    OTHER_TYPE = "not HTML"
    STATUS = "status"
    REDIRECTS = "too many redirects"
    ASKED_TO_WAIT = "asked to come back later"
    ROBOTS = "forbidden by robots.txt"
    ROBOTS_GONE = "robots.txt unreachable"
    HOST_GONE = "host given up"
    FAULT = "a fault of dehusk"

    @property
    def may_pass(self) -> bool:
        """Whether it may be otherwise in a while."""
        return self in _PASSING

    @property
    def is_of_host(self) -> bool:
        """Whether the next address of the host would fare the same."""
        return self in _OF_HOST

    @property
    def is_of_the_day(self) -> bool:
        """Whether a later run may fare better, on another day or told otherwise."""
        return self not in _LASTING


_LASTING: "tuple[Kind, ...]" = (
    *(Kind.TOO_LARGE, Kind.OTHER_TYPE, Kind.STATUS, Kind.REDIRECTS, Kind.ROBOTS),
)
_OF_HOST = (Kind.NAME, Kind.UNREACHABLE, Kind.TIMEOUT)
_PASSING = (*_OF_HOST, Kind.DISCONNECTED, Kind.CUT_SHORT, Kind.BAD_ANSWER)


@dataclass(eq=False)
class FetchFailed(DehuskError):
    """No answer, or none that can be taken."""

    kind: Kind
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else str(self.kind)
