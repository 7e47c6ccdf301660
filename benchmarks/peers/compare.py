"""Tools one after another over the same sites: run, grown, scored; how far it is on stderr."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.progress import Progress

from benchmarks.peers.growth import Grown, measure_growth
from benchmarks.peers.measure import ToolUnusable, measure
from benchmarks.peers.process import Launch, Limits, worker_command
from benchmarks.peers.report import Corpus, Missing, Outcome
from benchmarks.peers.scores import score_tools
from benchmarks.peers.sites import write_growing
from benchmarks.peers.tally import Measured
from benchmarks.peers.tools import PEERS, Tool
from benchmarks.progress import show_progress
from dehusk.bars import CONSOLE
from dehusk.evaluate.truth import TruthSite

GROWTH_SITE = "news"


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is done, and how long all of it may take."""

    growth_pages: tuple[int, ...]
    limits: Limits
    all_s: float


FULL = Pace((200, 400, 800), Limits(), 4 * 3600.0)
QUICK = Pace((100, 200), Limits(start_s=15.0, learn_s=10.0, page_s=5.0, max_late=2), 140.0)
"""Ends within three minutes whatever tools do: what is over is for unpacking and scores."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Where tools run: the peers' interpreter, and a folder for sites that are made."""

    peers_python: Path
    scratch: Path
    pace: Pace

    def launch(self, tool: Tool, ends_at: float) -> Launch:
        """A peer in its own environment, ours in this one."""
        python = self.peers_python if tool.name in PEERS else sys.executable
        return Launch(worker_command(python, tool.name), self.pace.limits, ends_at)


def compare(
    tools: Sequence[Tool], corpus: Corpus, bench: Bench
) -> tuple[list[Outcome], list[Missing]]:
    """What came of each tool, and why nothing came of some."""
    sizes = bench.pace.growth_pages
    growing = [write_growing(bench.scratch, GROWTH_SITE, n_pages) for n_pages in sizes]
    found: dict[str, tuple[Measured, tuple[Grown, ...]]] = {}
    missing: list[Missing] = []
    with show_progress() as progress:
        ends_at = time.monotonic() + bench.pace.all_s
        for number, tool in enumerate(tools):
            launch = bench.launch(tool, share_time(ends_at, len(tools) - number))
            try:
                found[tool.name] = _run(launch, tool, (corpus.sites, growing), progress)
            except ToolUnusable as problem:
                missing.append(Missing(tool, str(problem)))
                CONSOLE.print(f"{tool.name} not measured: {problem}", highlight=False)
        task = progress.add_task("scores", total=len(corpus.sites))
        texts = {name: measured.texts for name, (measured, _) in found.items()}
        scores = score_tools(corpus.sites, texts, partial(progress.advance, task))
    outcomes = [
        Outcome(tool, *found[tool.name], scores[tool.name]) for tool in tools if tool.name in found
    ]
    return outcomes, missing


def share_time(ends_at: float, n_tools: int) -> float:
    """When the first of those tools has to end: it may take twice what each other is left with."""
    now = time.monotonic()
    return now + max(ends_at - now, 0.0) * 2 / (n_tools + 1)


def _run(
    launch: Launch,
    tool: Tool,
    work: tuple[Sequence[TruthSite], Sequence[TruthSite]],
    progress: Progress,
) -> tuple[Measured, tuple[Grown, ...]]:
    """The corpus, then the growing site."""
    sites, growing = work
    total = sum(len(site.pages) for site in (*sites, *growing))
    on_page = partial(progress.advance, progress.add_task(tool.name, total=total))
    measured = measure(launch, sites, on_page)
    growth = measure_growth(launch, growing, on_page)
    CONSOLE.print(
        f"{tool.name} {measured.version}: {measured.n_pages:,} pages in {measured.seconds:.1f} s",
        highlight=False,
    )
    return measured, growth
