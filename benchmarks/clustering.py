"""What clustering costs: `auto` on ever more pages, and assigning pages to clusters it found.

Pages to cluster are parsed beforehand. Pages to assign are read one after another and never held;
parsing is timed in the same loop, so that both meet the same noise. Each measurement has a process
of its own, for its peak of memory. On gold pages where there are any, again and again if they are
too few, and on those of the sample sites. Seconds are of the processor.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, draw_pages, has_gold
from dehusk.cluster import CLUSTER_METHODS, DEFAULT_CLUSTER_METHOD
from dehusk.evaluate.curves.large import choose_large
from dehusk.evaluate.truth import open_truth
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from examples import SITES, make_page

CLUSTERED, ASSIGNED = (500, 1000, 2000), (10_000, 100_000)
QUICK = 50
"""A quick measurement is of so many times fewer pages; it tells that this works, and no more."""

LEARNED = 500
"""So many pages are clustered before others are assigned."""

DRAWN = 2000
"""So many gold pages of large sites are drawn, and used again where more are needed."""

CLUSTER_CEILING_S = 20.0
ASSIGN_FLOOR = 1000.0
GROWTH_CEILING = 12.0
MEMORY_CEILING_MIB = 1024
GOLD, SAMPLES = "gold", "sample"
CLUSTER, ASSIGN = "cluster", "assign"


@dataclass(frozen=True, slots=True)
class Cost:
    """What one measurement took; of assigning, `parse_s` is the parsing of the same pages."""

    kind: str
    work: str
    pages: int
    mean_kb: float
    seconds: float
    parse_s: float
    peak_mib: float


def main() -> None:
    """Print a table; with --check, fail where a target is missed."""
    options = _read_options()
    if options.measure:
        kind, work, pages = options.measure
        print(json.dumps(asdict(measure(kind, work, int(pages), options.gold))))
        return
    costs = []
    print("pages   of            kB    work     s      pages/s  parse s  MiB", flush=True)
    for kind in (GOLD, SAMPLES) if has_gold(options.gold) else (SAMPLES,):
        for work, sizes in ((CLUSTER, CLUSTERED), (ASSIGN, ASSIGNED)):
            for pages in sizes:
                cost = _measure_apart(kind, work, pages // (QUICK if options.quick else 1), options)
                costs.append(cost)
                print(_show(cost), flush=True)
    missed = find_missed(costs)
    print("\n".join(missed) or "all targets are met")
    if missed and options.check:
        sys.exit(1)


def measure(kind: str, work: str, n_pages: int, archives: Path) -> Cost:
    """Do the work once, in this process."""
    bodies = _stream_bodies(kind, n_pages if work == CLUSTER else n_pages + LEARNED, archives)
    method = CLUSTER_METHODS.create(DEFAULT_CLUSTER_METHOD, {})
    first = n_pages if work == CLUSTER else min(LEARNED, n_pages)
    pages, parse_s, n_bytes = [], 0.0, 0
    for number, body in enumerate(islice(bodies, first)):
        pages.append(_parse(number, body))
        n_bytes += len(body)
    start = time.process_time()
    _, clustering = method.cluster(pages)
    seconds = time.process_time() - start
    if work == ASSIGN:
        pages.clear()
        seconds, n_bytes = 0.0, 0
        for number, body in enumerate(islice(bodies, n_pages)):
            before = time.process_time()
            page = _parse(number, body)
            parsed = time.process_time()
            clustering.assign(page)
            seconds += time.process_time() - parsed
            parse_s += parsed - before
            n_bytes += len(body)
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Cost(kind, work, n_pages, n_bytes / n_pages / 1000, seconds, parse_s, peak_mib)


def find_missed(costs: list[Cost]) -> list[str]:
    """Which targets were missed, in words."""
    missed = []
    for cost in costs:
        name = f"{cost.work} {cost.pages:,} {cost.kind} pages"
        if cost.work == CLUSTER and cost.seconds > CLUSTER_CEILING_S:
            missed.append(f"{name}: {cost.seconds:.1f} s, at most {CLUSTER_CEILING_S:.0f}")
        if cost.work == ASSIGN and cost.pages / cost.seconds < ASSIGN_FLOOR:
            speed = cost.pages / cost.seconds
            missed.append(f"{name}: {speed:,.0f} pages/s, at least {ASSIGN_FLOOR:,.0f}")
        if cost.work == ASSIGN and cost.peak_mib > MEMORY_CEILING_MIB:
            missed.append(f"{name}: {cost.peak_mib:,.0f} MiB, at most {MEMORY_CEILING_MIB:,}")
    for kind in dict.fromkeys(cost.kind for cost in costs):
        few, *_, many = [one for one in costs if (one.kind, one.work) == (kind, ASSIGN)]
        growth = many.seconds / few.seconds
        if growth > GROWTH_CEILING:
            ratio = f"{many.pages / few.pages:.0f} times the {kind} pages"
            missed.append(f"{ratio}: {growth:.1f} times the time, at most {GROWTH_CEILING:.0f}")
    return missed


def _stream_bodies(kind: str, n_pages: int, archives: Path) -> Iterator[bytes]:
    """So many pages: gold pages over and over, or sample pages of all sites in turn, all new."""
    if kind == SAMPLES:
        a_site = n_pages // len(SITES) + 1
        for number in range(n_pages):
            index, site = divmod(number, len(SITES))
            yield make_page(SITES[site], index, a_site).html
        return
    with open_truth([archives]) as sites:
        paths = draw_pages(choose_large(sites), DRAWN)
        for path in islice(cycle(paths), n_pages):
            yield path.read_bytes()


def _parse(number: int, body: bytes) -> Page:
    name = f"{number}.html"
    page = parse_page(RawPage(PageRef(name, "site", name, len(body)), body))
    assert isinstance(page, Page), page
    return page


def _measure_apart(kind: str, work: str, pages: int, options: argparse.Namespace) -> Cost:
    command = [sys.executable, "-m", "benchmarks.clustering", "--gold", str(options.gold)]
    given = ["--measure", kind, work, str(pages)]
    done = subprocess.run([*command, *given], stdout=subprocess.PIPE, text=True, check=True)
    return Cost(**json.loads(done.stdout))


def _show(cost: Cost) -> str:
    speed = cost.pages / cost.seconds
    parsing = f"{cost.parse_s:7.1f}" if cost.parse_s else f"{'–':>7}"
    name = f"{cost.pages:>7,} {cost.kind:8} {cost.mean_kb:7.1f}  {cost.work:8}"
    return f"{name}{cost.seconds:6.1f} {speed:10,.0f}  {parsing} {cost.peak_mib:5.0f}"


def _read_options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--quick", action="store_true", help=f"with {QUICK} times fewer pages")
    options.add_argument("--check", action="store_true", help="fail where a target is missed")
    options.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    return options.parse_args()


if __name__ == "__main__":
    main()
