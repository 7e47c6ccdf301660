"""What block methods cost as a site grows: parse N pages, learn from all, score all; then 2N.

A run learns from a bounded sample; here nothing is bounded, so that growth shows. On sample sites
and, harder, on gold pages of many sites taken as one. Each measurement has a process of its own on
one core, for its peak of memory; seconds are of the processor, the best of some rounds.
"""

import argparse
import cProfile
import json
import os
import pstats
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from benchmarks.corpus import DEFAULT_GOLD, draw_pages, has_gold, scratch_folder
from dehusk.evaluate.truth import open_truth
from dehusk.learn import METHODS
from dehusk.learn.evidence import gather_evidence
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from dehusk.section.choose import choose_content
from examples import write_site

BLOCK_METHODS = ("content-blocks", "feature-blocks", "k-feature-blocks", "block-entropy")
SAMPLES, GOLD = ("news", "shop"), "gold"
TIME_CEILING = 2.4
SPEED_FLOOR = 100.0

_ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_LINES_OF_PROFILE = 25

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of each stage, and the peak of memory: with the parsed pages, and then with all."""

    kind: str
    method: str
    pages: int
    parse_s: float
    learn_s: float
    score_s: float
    parsed_mib: float
    peak_mib: float

    @property
    def seconds(self) -> float:
        """All stages together."""
        return self.parse_s + self.learn_s + self.score_s


def main() -> None:
    """Print a table; with --check, fail where a target is missed."""
    options = _read_options()
    if options.measure:
        kind, method, folder = options.measure
        print(json.dumps(asdict(measure(kind, method, Path(folder), options.rounds))))
    elif options.profile:
        kind, method = options.profile
        _profile(kind, method, options)
    else:
        missed = _measure_all(options)
        print("\n".join(missed) or "all targets are met")
        if missed and options.check:
            sys.exit(1)


def measure(kind: str, method: str, folder: Path, rounds: int) -> Cost:
    """Parse the pages of a folder, learn from all and score all, in this process."""
    learner = METHODS.create(method, {})
    parse_s, pages = _take_best(lambda: list(_parse_folder(folder)), rounds)
    parsed_mib = _find_peak_mib()
    learn_s, template = _take_best(lambda: learner.learn(pages, gather_evidence(pages)), rounds)
    score_s, _ = _take_best(
        lambda: sum(int(choose_content(template.score(page)).sum()) for page in pages), rounds
    )
    peak_mib = _find_peak_mib()
    return Cost(kind, method, len(pages), parse_s, learn_s, score_s, parsed_mib, peak_mib)


def find_missed(costs: Sequence[Cost]) -> list[str]:
    """Which targets were missed, in words; the harder pages have none of speed."""
    missed = []
    for small, large in zip(costs[::2], costs[1::2], strict=True):
        name = f"{large.method} on {large.pages:,} {large.kind} pages"
        ratio = large.seconds / small.seconds
        if ratio > TIME_CEILING:
            missed.append(f"{name}: {ratio:.2f}x the time of half, at most {TIME_CEILING}x")
        speed = large.pages / large.seconds
        if large.kind != GOLD and speed < SPEED_FLOOR:
            missed.append(f"{name}: {speed:.0f} pages/s, at least {SPEED_FLOOR:.0f}")
    return missed


def _measure_all(options: argparse.Namespace) -> list[str]:
    costs: list[Cost] = []
    print(f"{'pages':>6} of    {'method':17}", end="")
    print("parse s  learn s  score s  pages/s  ratio    MiB  of pages", flush=True)
    kinds = (*SAMPLES, GOLD) if has_gold(options.gold) else SAMPLES
    for kind in options.of or kinds:
        with _make_folders(kind, options) as folders:
            for method in options.method or BLOCK_METHODS:
                pair = [_measure_apart(kind, method, folder, options) for folder in folders]
                costs += pair
                print(_show(pair[0]))
                print(_show(pair[1], pair[1].seconds / pair[0].seconds), flush=True)
    return find_missed(costs)


@contextmanager
def _make_folders(kind: str, options: argparse.Namespace) -> Iterator[list[Path]]:
    """Folders of N and 2N pages: a sample site, or gold pages drawn from all sites."""
    sizes = (options.pages, 2 * options.pages)
    with scratch_folder() as scratch:
        folders = [Path(scratch, str(size), "pages") for size in sizes]
        if kind != GOLD:
            for folder, size in zip(folders, sizes, strict=True):
                write_site(kind, folder.parent, pages=size)
            yield folders
            return
        with open_truth([options.gold]) as sites:
            drawn = draw_pages(sites, sizes[-1])
            for folder, share in zip(folders, (2, 1), strict=True):
                folder.mkdir(parents=True)
                for number, path in enumerate(drawn[: len(drawn) // share]):
                    (folder / f"{number}.html").symlink_to(path)
            yield folders


def _parse_folder(folder: Path) -> Iterator[Page]:
    for path in sorted(folder.glob("*.html")):
        body = path.read_bytes()
        page = parse_page(RawPage(PageRef(path.name, "site", path.name, len(body)), body))
        assert isinstance(page, Page), page
        yield page


def _take_best(work: Callable[[], Result], rounds: int) -> tuple[float, Result]:
    """The least time of some rounds; what one made is dropped before the next."""
    best = float("inf")
    for _ in range(rounds):
        made: list[Result] = []
        start = time.process_time()
        made.append(work())
        best = min(best, time.process_time() - start)
    return best, made[0]


def _find_peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _measure_apart(kind: str, method: str, folder: Path, options: argparse.Namespace) -> Cost:
    command = [sys.executable, "-m", "benchmarks.block_growth", "--rounds", str(options.rounds)]
    done = subprocess.run(
        [*command, "--measure", kind, method, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, **_ONE_CORE},
    )
    return Cost(**json.loads(done.stdout))


def _profile(kind: str, method: str, options: argparse.Namespace) -> None:
    """Where the time of learning and scoring goes."""
    with _make_folders(kind, options) as (_, folder):
        profiler = cProfile.Profile()
        profiler.runcall(measure, kind, method, folder, 1)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(_LINES_OF_PROFILE)


def _show(cost: Cost, ratio: float | None = None) -> str:
    times = f"{cost.parse_s:7.1f}  {cost.learn_s:7.1f}  {cost.score_s:7.1f}"
    growth = f"{ratio:5.2f}" if ratio else f"{'–':>5}"
    name = f"{cost.pages:>6,} {cost.kind:5} {cost.method:17}"
    memory = f"{cost.peak_mib:5.0f}  {cost.parsed_mib:8.0f}"
    return f"{name}{times}  {cost.pages / cost.seconds:7.0f}  {growth}  {memory}"


def _read_options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--pages", type=int, default=2000, help="N, the smaller site's pages")
    options.add_argument("--rounds", type=int, default=2, help="the best of so many is told")
    options.add_argument("--of", action="append", choices=[*SAMPLES, GOLD], help="only these pages")
    options.add_argument("--method", action="append", help="only this method")
    options.add_argument("--check", action="store_true", help="fail where a target is missed")
    options.add_argument(
        "--profile", nargs=2, metavar=("PAGES", "METHOD"), help="show where the time goes instead"
    )
    options.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    return options.parse_args()


if __name__ == "__main__":
    main()
