"""What trees cost: learning from 15 pages of 100 kB, matching and scoring others; hard pages.

Pages are made up: stories of the sample newspaper put into one page until it is large enough. Hard
ones have 2,000 children of many kinds in one element, or 200 levels; beside each a plain page with
as many nodes. Seconds are of the processor, the best of some rounds, and leave out parsing.

    python -m benchmarks.tree
"""

import argparse
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchmarks.corpus import DEFAULT_GOLD, has_gold
from benchmarks.tree_pages import HARD, list_gold, make_large, make_plain, read_made
from dehusk.learn.evidence import SiteEvidence, gather_evidence
from dehusk.learn.tree import TreeTemplate, TreeTemplates
from dehusk.model import Page

KILOBYTE, MEBIBYTE = 1000, 1024 * 1024
PAGES, PAGE_BYTES = 15, 100 * KILOBYTE
"""What the paper learned from, and the size of a page as goals have it."""

LEARN_CEILING_S, MATCH_FLOOR = 3.0, 100.0
HARD_CEILING = 10.0
"""A hard page may take so many times the time of a plain one with as many nodes, in which most
comes many times and is looked at once."""

MADE, MORE = "made", "made, more"
MANY, GROWTH_CEILING = 8 * PAGES, 1.5
"""Pages of the larger site, and how much more than in proportion its time may grow."""

GOLD_SITES = 3

Result = TypeVar("Result")


class Work(NamedTuple):
    """Pages to learn from, and others to match and score."""

    name: str
    pages: Sequence[Page]
    others: Sequence[Page]


@dataclass(frozen=True, slots=True)
class Cost:
    """What learning from some pages took, and matching and scoring the others."""

    name: str
    pages: int
    page_bytes: float
    page_nodes: float
    learn_s: float
    match_s: float
    score_s: float
    memory: int

    @property
    def seconds(self) -> float:
        """To learn from a page, and to score another."""
        return self.learn_s / self.pages + self.score_s


def main() -> None:
    """Print a table, and which goals are missed."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--rounds", type=int, default=3, help="the best of so many is told")
    arguments = options.parse_args()
    print(f"{'':26}{'pages':>6}{'kB':>6}{'nodes':>7}", end="")
    print("  learn s  match/s  score/s  MiB to learn", flush=True)
    costs = []
    for work in list_works(arguments.gold):
        costs.append(measure(work, arguments.rounds))
        print(show(costs[-1]), flush=True)
    for name, ratio, ceiling in find_ratios(costs):
        print(f"{name}: {ratio:.2f} times the time a page (at most {ceiling})")
    missed = find_missed(costs)
    print("\n".join(missed) or "all goals are met")
    if missed:
        sys.exit(1)


def list_works(gold: Path) -> Iterator[Work]:
    """Made pages, few and many; hard ones after plain ones with as many nodes; gold pages."""
    made = [read_made(number, make_large(number, PAGE_BYTES)) for number in range(MANY + PAGES)]
    yield Work(MADE, made[:PAGES], made[MANY:])
    yield Work(MORE, made[:MANY], made[MANY:])
    for name, make_hard in HARD.items():
        hard = [read_made(number, make_hard(number)) for number in range(2 * PAGES)]
        n_nodes = sum(len(page.tree) for page in hard) // len(hard)
        plain = [read_made(number, make_plain(number, n_nodes)) for number in range(2 * PAGES)]
        yield Work(f"plain for {name}", plain[:PAGES], plain[PAGES:])
        yield Work(name, hard[:PAGES], hard[PAGES:])
    if has_gold(gold):
        for number, pages in enumerate(list_gold(gold, GOLD_SITES, 2 * PAGES, PAGE_BYTES), 1):
            yield Work(f"gold site {number}", pages[:PAGES], pages[PAGES:])


def measure(work: Work, rounds: int) -> Cost:
    """Learn from some pages, match and score others."""
    pages, others = work.pages, work.others
    method, evidence = TreeTemplates(), gather_evidence(pages)
    learn_s, template = take_best(lambda: method.learn(pages, evidence), rounds)
    memory = _measure_memory(method, pages, evidence)
    # Each round has a template that has met no page yet: they remember.
    fresh = [method.load(template.state()) for _ in range(2 * rounds)]
    match_s, _ = take_best(lambda: _match(fresh.pop(), others), rounds)
    score_s, _ = take_best(lambda: _score(fresh.pop(), others), rounds)
    n, n_others = len(pages), len(others)
    return Cost(
        work.name,
        n,
        sum(len(page.tree.markup) for page in pages) / n,
        sum(len(page.tree) for page in pages) / n,
        learn_s,
        match_s / n_others,
        score_s / n_others,
        memory,
    )


def take_best(work: Callable[[], Result], rounds: int) -> tuple[float, Result]:
    """The least time of some rounds, and what the last one made."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        made = work()
        best = min(best, time.process_time() - start)
    return best, made


def _match(template: TreeTemplate, pages: Sequence[Page]) -> None:
    for page in pages:
        template.matcher.match(page.tree)


def _score(template: TreeTemplate, pages: Sequence[Page]) -> None:
    for page in pages:
        template.score(page)


def _measure_memory(method: TreeTemplates, pages: Sequence[Page], evidence: SiteEvidence) -> int:
    """What learning holds at most, beside the pages."""
    tracemalloc.start()
    try:
        method.learn(pages, evidence)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def find_missed(costs: Sequence[Cost]) -> list[str]:
    """Which goals are missed, in words."""
    missed = []
    for cost in costs:
        if cost.pages == PAGES and cost.learn_s > LEARN_CEILING_S:
            least = f"at most {LEARN_CEILING_S:.0f}"
            missed.append(f"{cost.name}: {cost.learn_s:.1f} s to learn, {least}")
        if cost.name not in HARD and 1 / cost.match_s < MATCH_FLOOR:
            least = f"at least {MATCH_FLOOR:.0f}"
            missed.append(f"{cost.name}: {1 / cost.match_s:.0f} pages/s matched, {least}")
    for name, ratio, ceiling in find_ratios(costs):
        if ratio > ceiling:
            missed.append(f"{name}: {ratio:.1f} times the time, at most {ceiling:.1f}")
    return missed


def find_ratios(costs: Sequence[Cost]) -> Iterator[tuple[str, float, float]]:
    """How much more time a page takes than one beside it, and may take at most."""
    known = {cost.name: cost for cost in costs}
    pairs = [(MORE, MADE, GROWTH_CEILING)]
    pairs += [(name, f"plain for {name}", HARD_CEILING) for name in HARD]
    for name, beside, ceiling in pairs:
        if name in known and beside in known:
            yield name, known[name].seconds / known[beside].seconds, ceiling


def show(cost: Cost) -> str:
    """The cost as a line of the table."""
    what = f"{cost.name:26}{cost.pages:6}{cost.page_bytes / KILOBYTE:6.0f}{cost.page_nodes:7.0f}"
    speeds = f"{1 / cost.match_s:9.0f}{1 / cost.score_s:9.0f}"
    return f"{what}{cost.learn_s:9.2f}{speeds}{cost.memory / MEBIBYTE:14.1f}"


if __name__ == "__main__":
    main()
