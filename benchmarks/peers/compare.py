"""Tools one after another over the same sites: run, grown, scored; how far it is on stderr."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.progress import Progress

from benchmarks.peers.measure import Launch, Measured, ToolUnusable, measure, worker_command
from benchmarks.peers.report import Corpus, Growth, Outcome
from benchmarks.peers.scores import score_tools
from benchmarks.peers.sites import write_growing
from benchmarks.peers.tools import PEERS, Tool
from dehusk.bars import CONSOLE
from dehusk.evaluate.truth import TruthSite

GROWTH_SITE = "news"
GROWTH_PAGES = (200, 400, 800)
QUICK_GROWTH_PAGES = (100, 200)


@dataclass(frozen=True, slots=True)
class Bench:
    """Where tools run: the peers' interpreter, and a folder for sites that are made."""

    peers_python: Path
    scratch: Path

    def launch(self, tool: Tool) -> Launch:
        """A peer in its own environment, ours in this one."""
        python = self.peers_python if tool.name in PEERS else sys.executable
        return Launch(worker_command(python, tool.name))


def compare(tools: Sequence[Tool], corpus: Corpus, bench: Bench) -> list[Outcome]:
    """What came of each tool that could be run at all."""
    sizes = QUICK_GROWTH_PAGES if corpus.is_quick else GROWTH_PAGES
    growing = [write_growing(bench.scratch, GROWTH_SITE, n_pages) for n_pages in sizes]
    with _show_progress() as progress:
        found: dict[str, tuple[Measured, Growth]] = {}
        for tool in tools:
            try:
                found[tool.name] = _run(bench.launch(tool), tool, (corpus.sites, growing), progress)
            except ToolUnusable as problem:
                CONSOLE.print(f"{tool.name} left out: {problem}", highlight=False)
        task = progress.add_task("scores", total=len(corpus.sites))
        texts = {name: measured.texts for name, (measured, _) in found.items()}
        scores = score_tools(corpus.sites, texts, partial(progress.advance, task))
    return [
        Outcome(tool, measured, scores[tool.name], growth)
        for tool in tools
        if tool.name in found
        for measured, growth in [found[tool.name]]
    ]


def _run(
    launch: Launch,
    tool: Tool,
    work: tuple[Sequence[TruthSite], Sequence[TruthSite]],
    progress: Progress,
) -> tuple[Measured, Growth]:
    """The corpus in one process, each size of the growing site in one of its own."""
    sites, growing = work
    total = sum(len(site.pages) for site in (*sites, *growing))
    on_page = partial(progress.advance, progress.add_task(tool.name, total=total))
    measured = measure(launch, sites, on_page)
    growth = {len(site.pages): measure(launch, [site], on_page).seconds for site in growing}
    CONSOLE.print(
        f"{tool.name} {measured.version}: {measured.n_pages:,} pages in {measured.seconds:.1f} s",
        highlight=False,
    )
    return measured, growth


@contextmanager
def _show_progress() -> Iterator[Progress]:
    """Bars on a terminal; elsewhere only a line for each tool."""
    progress = Progress(console=CONSOLE, disable=not CONSOLE.is_terminal)
    if progress.disable:
        yield progress
    else:
        with progress:
            yield progress
