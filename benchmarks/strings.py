"""What template strings cost: learning and cleaning, of raw markup and of the pages' plain text.

Of each site by itself, as they are used, and of pages of all sites as one corpus, ten times as much
the second time: time and memory should grow no faster. Each measurement has a process of its own,
and one core; seconds are of the processor, the best of some rounds, and leave out reading files.

    python -m benchmarks.strings --json strings.json
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, open_sites, scratch_folder
from benchmarks.peers.machine import describe_machine
from benchmarks.peers.process import ONE_THREAD
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.truth import TruthSite
from dehusk.learn.strings.cleaner import Cleaner
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.method import Strings
from dehusk.learn.strings.mine import StringSet
from dehusk.learn.strings.tokens import split_tokens
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from dehusk.parse.encoding import decode_html
from dehusk.write.text import render_whole

MARKUP, TEXT = "markup", "text"
LEARN, CLEAN, CORPUS = "learn sites", "clean sites", "learn all"

MEGABYTE = 1_000_000
LARGE_BYTES, GROWTH = 200 * MEGABYTE, 10
"""The larger corpus, if there is so much text, and how many times smaller the other is."""

LEARN_FLOOR, CLEAN_FLOOR = 5.0, 20.0
TIME_CEILING, MEMORY_CEILING = 12.0, 15.0
PAPER_SPEED = 0.49
"""In MB/s: 220 MB in 7 minutes 29 seconds (Foschini, 2007)."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What was done to how much; memory is in bytes for each byte of text, if it was measured."""

    kind: str
    work: str
    pages: int
    n_bytes: int
    seconds: float
    memory: float | None = None

    @property
    def speed(self) -> float:
        """In MB/s."""
        return self.n_bytes / MEGABYTE / self.seconds


def main() -> None:
    """Print a table to standard output; how far it is goes to standard error."""
    options = _read_options()
    if options.measure:
        work, folder, n_bytes = options.measure
        costs = measure(work, Path(folder), int(n_bytes), options.rounds)
        print(json.dumps(list(map(asdict, costs))))
        return
    with scratch_folder() as scratch:
        print("reading pages", file=sys.stderr, flush=True)
        with open_sites(options.gold) as (source, sites):
            every = GROWTH if options.quick else 1
            write_texts(split_singles(sites)[::every], Path(scratch))
        costs = list(_measure_all(Path(scratch), options.rounds))
    missed = find_missed(costs)
    print(format_table(source, costs))
    print("\n".join(missed) or "all goals are met")
    if options.json:
        figures = [{**asdict(cost), "speed": cost.speed} for cost in costs]
        state = {"pages": source, "machine": asdict(describe_machine()), "costs": figures}
        options.json.write_text(json.dumps({**state, "missed": missed}, indent=2) + "\n")


def write_texts(sites: Sequence[TruthSite], folder: Path) -> None:
    """Each page in UTF-8, its markup and its text: `<kind>/<site>/<page>`."""
    for number, site in enumerate(sites):
        for kind in (MARKUP, TEXT):
            (folder / kind / f"{number:04}").mkdir(parents=True)
        for index, truth in enumerate(site.pages):
            body = truth.path.read_bytes()
            page = parse_page(RawPage(PageRef(truth.id, site.name, truth.id, len(body)), body))
            if isinstance(page, Page):
                texts = {MARKUP: decode_html(body)[0], TEXT: render_whole(page.tree).encode()}
                for kind, text in texts.items():
                    (folder / kind / f"{number:04}" / f"{index:04}").write_bytes(text)


def measure(work: str, folder: Path, n_bytes: int, rounds: int) -> list[Cost]:
    """Do some work on the texts of a kind, in this process; of a corpus, on so many bytes."""
    if work == CORPUS:
        return [_measure_corpus(folder, n_bytes, rounds)]
    learned = Cost(folder.name, LEARN, 0, 0, 0.0)
    cleaned = Cost(folder.name, CLEAN, 0, 0, 0.0)
    for site in sorted(folder.iterdir()):
        texts = [path.read_bytes() for path in sorted(site.iterdir())]
        if len(texts) > 1:
            found, learn_s = _learn(texts, folder.name, rounds)
            learned = _add(learned, texts, learn_s)
            cleaned = _add(cleaned, texts, _clean(texts, found, folder.name, rounds))
    return [learned, cleaned]


def find_missed(costs: Sequence[Cost]) -> list[str]:
    """Which goals were missed, in words."""
    missed = []
    for cost in costs:
        name = f"{cost.work}, {cost.n_bytes / MEGABYTE:.0f} MB of {cost.kind}"
        floor = CLEAN_FLOOR if cost.work == CLEAN else LEARN_FLOOR
        if cost.speed < floor:
            missed.append(f"{name}: {cost.speed:.1f} MB/s, at least {floor:.0f}")
        if cost.memory and cost.memory > MEMORY_CEILING:
            missed.append(f"{name}: {cost.memory:.1f}x in memory, at most {MEMORY_CEILING:.0f}x")
    for kind, ratio in _find_growth(costs).items():
        if ratio > TIME_CEILING:
            times = f"{GROWTH} times the {kind}"
            missed.append(f"{times}: {ratio:.1f} times the time, at most {TIME_CEILING:.0f}")
    return missed


def format_table(source: str, costs: Sequence[Cost]) -> str:
    """A row each, and how time grows."""
    rows = [f"{source + ' pages':13}{'work':13}{'pages':>7}{'MB':>8}{'s':>8}{'MB/s':>7}  memory"]
    for cost in costs:
        memory = f"{cost.memory:7.1f}x" if cost.memory is not None else f"{'–':>7}"
        amount = f"{cost.pages:7,}{cost.n_bytes / MEGABYTE:8.1f}"
        rows.append(
            f"{cost.kind:13}{cost.work:13}{amount}{cost.seconds:8.1f}{cost.speed:7.1f} {memory}"
        )
    for kind, ratio in _find_growth(costs).items():
        rows.append(f"{GROWTH} times the {kind} takes {ratio:.1f} times the time")
    rows.append(f"the paper learned {PAPER_SPEED} MB/s, on the machine of its day")
    return "\n".join(rows)


def _measure_all(folder: Path, rounds: int) -> Iterator[Cost]:
    for kind in (MARKUP, TEXT):
        total = sum(path.stat().st_size for path in (folder / kind).glob("*/*"))
        large = min(LARGE_BYTES, total)
        for work, n_bytes in ((LEARN, total), (CORPUS, large // GROWTH), (CORPUS, large)):
            told = f"{kind}: {work}, {n_bytes / MEGABYTE:.1f} MB"
            print(told, file=sys.stderr, flush=True)
            yield from _measure_apart(work, folder / kind, n_bytes, rounds)


def _measure_apart(work: str, folder: Path, n_bytes: int, rounds: int) -> list[Cost]:
    command = [sys.executable, "-m", "benchmarks.strings", "--rounds", str(rounds)]
    done = subprocess.run(
        [*command, "--measure", work, str(folder), str(n_bytes)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, **ONE_THREAD},
    )
    return [Cost(**row) for row in json.loads(done.stdout)]


def _measure_corpus(folder: Path, n_bytes: int, rounds: int) -> Cost:
    """Pages are read one by one and not held, so that memory is that of learning alone."""
    paths = draw_files(folder, n_bytes)
    size = sum(len(path.read_bytes()) for path in paths)
    before = _find_peak_bytes()
    _, seconds = _learn_once((path.read_bytes() for path in paths), folder.name)
    memory = (_find_peak_bytes() - before) / size
    for _ in range(rounds - 1):
        _, again = _learn_once((path.read_bytes() for path in paths), folder.name)
        seconds = min(seconds, again)
    return Cost(folder.name, CORPUS, len(paths), size, seconds, memory)


def draw_files(folder: Path, n_bytes: int) -> list[Path]:
    """Pages of all sites in a fixed order, until there are so many bytes."""
    paths = sorted(folder.glob("*/*"))
    random.Random(0).shuffle(paths)
    sizes = accumulate(path.stat().st_size for path in paths)
    return paths[: 1 + sum(size < n_bytes for size in sizes)]


def _learn(texts: Sequence[bytes], kind: str, rounds: int) -> tuple[StringSet, float]:
    found, seconds = zip(*(_learn_once(iter(texts), kind) for _ in range(rounds)), strict=True)
    return found[0], min(seconds)


def _learn_once(texts: Iterator[bytes], kind: str) -> tuple[StringSet, float]:
    """Template strings, and the seconds it took without making the texts."""
    pages, seconds = Pages(), 0.0
    for text in texts:
        start = time.process_time()
        pages.add(split_tokens(text, is_markup=kind == MARKUP))
        seconds += time.process_time() - start
    start = time.process_time()
    found = Strings().mining.mine(pages)
    return found, seconds + time.process_time() - start


def _clean(texts: Sequence[bytes], found: StringSet, kind: str, rounds: int) -> float:
    method, best = Strings(), float("inf")
    for _ in range(rounds):
        # A new one each time: it remembers words.
        cleaner = Cleaner(
            found.strings, method.known_patterns, method.locality, is_markup=kind == MARKUP
        )
        start = time.process_time()
        for text in texts:
            cleaner.clean(text)
        best = min(best, time.process_time() - start)
    return best


def _add(cost: Cost, texts: Sequence[bytes], seconds: float) -> Cost:
    return replace(
        cost,
        pages=cost.pages + len(texts),
        n_bytes=cost.n_bytes + sum(map(len, texts)),
        seconds=cost.seconds + seconds,
    )


def _find_growth(costs: Sequence[Cost]) -> dict[str, float]:
    """Of each kind, the time of the larger corpus in those of the smaller; for as many bytes."""
    ratios = {}
    for kind in dict.fromkeys(cost.kind for cost in costs):
        of_kind = [cost for cost in costs if (cost.kind, cost.work) == (kind, CORPUS)]
        if len(of_kind) > 1:
            small, large = of_kind
            ratios[kind] = small.speed / large.speed * GROWTH
    return ratios


def _find_peak_bytes() -> int:
    # Not `ru_maxrss`: it begins with what the parent had when it started this process.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) * 1024


def _read_options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--quick", action="store_true", help=f"with one of {GROWTH} sites")
    options.add_argument("--rounds", type=int, default=2, help="the best of so many is told")
    options.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    return options.parse_args()


if __name__ == "__main__":
    main()
