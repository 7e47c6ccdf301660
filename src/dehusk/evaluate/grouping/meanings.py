"""The figures of a grouping in words: what each number is, and which direction is good."""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from dehusk.evaluate.findings import Figure
from dehusk.evaluate.grouping.agreement import Agreement


class Moments(NamedTuple):
    """The same pages measured as they are and made clean, and what chance would give."""

    before: Agreement
    after: Agreement
    chance: float


_MOMENTS = {
    "before": "whole pages, template and all",
    "after": "clean pages; good if higher than before",
}
_LEAKS = "unless the template names the topic, as a highlighted menu does"


def tell_figures(prefix: str, found: Sequence[Moments], others: str) -> Iterator[Figure]:
    """Each measure before and after, as the mean; `others` are the pages neighbours come from."""
    if not found:
        return
    for moment, pages in _MOMENTS.items():
        measured: list[Agreement] = [getattr(one, moment) for one in found]
        yield Figure(
            f"{prefix}mutual information {moment}",
            fmean(one.mutual_information for one in measured),
            "how well groups made by words alone agree with the topics: 1 fully, 0 no better than "
            f"chance; {pages}" + (f", {_LEAKS}" if moment == "after" else ""),
        )
        yield Figure(
            f"{prefix}purity {moment}",
            fmean(one.purity for one in measured),
            f"share of pages whose topic is the most frequent one of their group; {pages}",
        )
        yield Figure(
            f"{prefix}nearest page {moment}",
            fmean(one.same_topic for one in measured),
            f"share of pages whose most similar page, of {others}, has the same topic; {pages}",
        )
    yield Figure(
        f"{prefix}nearest page by chance",
        fmean(one.chance for one in found),
        f"what nearest page would be if one of {others} were drawn blindly; the two above should "
        "be well over it",
    )
