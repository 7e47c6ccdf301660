"""Two presentations of one content, each learned and cleaned by itself: do they come out alike?

One of the four evaluations that Foschini proposes; it needs no truth, but a second presentation:
a mirror, a print edition, the same pages before and after a relaunch.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dehusk.errors import BadSetting, NothingToCompare
from dehusk.evaluate.findings import Findings
from dehusk.evaluate.mirror.compared import Compared, NotCompared, compare_pairs
from dehusk.evaluate.mirror.pairs import Pair, pair_pages
from dehusk.evaluate.mirror.side import Side, learn_side
from dehusk.evaluate.mirror.telling import (
    count_pages,
    count_pairs,
    list_failed,
    list_worst,
    measure,
    notice,
)
from dehusk.evaluate.study import NoProgress
from dehusk.ingest import Inventory
from dehusk.model import stable_hash
from dehusk.run.command import Progress
from dehusk.run.local import Job

MIN_PAGES = 5
"""With fewer pages of a side nothing that comes back can be told from chance."""


@dataclass(frozen=True, slots=True)
class MirrorSettings:
    """How many pairs are compared; of more, those whose keys hash lowest."""

    max_pairs: int = 500

    def __post_init__(self) -> None:
        if self.max_pairs < 1:
            raise BadSetting("mirror", "max_pairs", self.max_pairs, "1 or more")


def evaluate_mirror(
    source_a: str,
    source_b: str,
    job: Job,
    settings: MirrorSettings | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Pair the pages of two sources, clean each side by itself, compare the pairs."""
    settings, progress = settings or MirrorSettings(), progress or NoProgress()
    with (
        Inventory(job.sources) as found_a,
        Inventory(job.sources) as found_b,
        tempfile.TemporaryDirectory(prefix="dehusk-") as folder,
    ):
        left = learn_side(source_a, found_a, Path(folder, "a"), job, progress)
        right = learn_side(source_b, found_b, Path(folder, "b"), job, progress)
        _check_pages(left, right)
        pairing = pair_pages(left, right, job, progress)
        drawn = sorted(pairing.pairs, key=_rank)[: settings.max_pairs]
        steps = compare_pairs(drawn, left, right, job)
        results = list(progress.track(steps, "Comparing", len(drawn)))
    compared = [each for each in results if isinstance(each, Compared)]
    left_out = [each for each in results if isinstance(each, NotCompared)]
    if not compared:
        raise _find_nothing(left, right, left_out)
    compared.sort(key=lambda each: (each.after, each.pair.left.key))
    return Findings(
        title=f"Two presentations of one content, with the method {job.recipe.method}",
        figures=(
            *count_pairs(pairing, len(compared), len(left_out), settings.max_pairs),
            *count_pages(pairing, left, right, left_out),
            *measure(compared),
        ),
        failures=(*list_failed((left, right), left_out), *list_worst(compared)),
        notices=tuple(notice(compared)),
    )


def _check_pages(*sides: Side) -> None:
    for side in sides:
        if len(side.refs) < MIN_PAGES:
            hint = f"give {MIN_PAGES} pages of each presentation or more, or nothing is learned"
            reasons = "".join(f", {site}: {why}" for site, why in side.failures.items())
            why = f"{side.source} has {len(side.refs)} pages to learn from{reasons}"
            raise NothingToCompare(why, hint)


def _rank(pair: Pair) -> tuple[int, str]:
    return stable_hash(pair.left.key), pair.left.key


def _find_nothing(left: Side, right: Side, left_out: Sequence[NotCompared]) -> NothingToCompare:
    failures = list(list_failed((left, right), left_out))
    if failures:
        return NothingToCompare("; ".join(failures), "look at these pages, or try another method")
    if left_out:
        why = f"of {len(left_out)} pairs of pages one has no words or cannot be read"
        return NothingToCompare(why, "give pages with text")
    return NothingToCompare(
        f"no page of {left.source} has a counterpart in {right.source}",
        "give two presentations of one content, whose pages share addresses, names or text",
    )
