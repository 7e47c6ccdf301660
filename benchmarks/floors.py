"""The floors of the sample sites and of the gold sites: measure, compare, raise.

python -m benchmarks.floors            what every method reaches, and which floors it misses
python -m benchmarks.floors --raise    write what was reached where it is more than before
python -m benchmarks.floors --lower    write what was reached, also where it is less
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, has_gold, scratch_folder
from dehusk.errors import DehuskError
from dehusk.evaluate.ceiling import find_faults
from dehusk.evaluate.contest import choose_entries
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.floors import (
    Floors,
    Marks,
    find_falls,
    load_floors,
    raise_floors,
    read_marks,
    save_floors,
)
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.judge import Rules, judge_sites
from dehusk.evaluate.summary import Line, summarize
from dehusk.evaluate.truth import TruthSite, open_truth
from dehusk.run.local import Job
from examples import SITES, write_site

FLOORS = Path(__file__).with_name("floors.json")
SAMPLES, GOLD = "samples", "gold"
SAMPLE_PAGES = 40


@dataclass(frozen=True, slots=True)
class Measured:
    """What was reached on a corpus."""

    corpus: str
    lines: Sequence[Line]

    @property
    def marks(self) -> Marks:
        """The F1 of each entry on each set."""
        return read_marks(self.lines)


def main() -> None:
    """Measure every corpus there is, and do as the options say."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--raise", dest="raises", action="store_true", help="write higher floors")
    options.add_argument("--lower", action="store_true", help="write floors that may be lower")
    options.add_argument("--jobs", type=int, default=2, help="processes at work")
    try:
        if not _keep_floors(options.parse_args()):
            sys.exit(1)
    except DehuskError as error:
        sys.exit(str(error))


def _keep_floors(arguments: argparse.Namespace) -> bool:
    """Are all floors reached, or were new ones written?"""
    floors = load_floors(FLOORS)
    writes = arguments.raises or arguments.lower
    missed = False
    for name in list_corpora(arguments.gold):
        measured = measure(name, arguments.gold, arguments.jobs)
        _report(name, measured)
        if writes:
            old, lower = floors.get(name), arguments.lower
            floors[name] = raise_floors(old, measured.corpus, measured.marks, lower=lower)
            save_floors(FLOORS, floors)
        elif name in floors:
            complaints = find_complaints(floors[name], measured)
            print("".join(f"  below: {complaint}\n" for complaint in complaints), end="")
            missed |= bool(complaints)
    return not missed


def list_corpora(gold: Path) -> list[str]:
    """The corpora that are there."""
    return [SAMPLES, *([GOLD] if has_gold(gold) else [])]


def measure(name: str, gold: Path, jobs: int) -> Measured:
    """All methods on a corpus."""
    with _open_corpus(name, gold) as sites:
        rules = Rules(choose_entries([], []))
        outcomes = judge_sites(split_singles(sites), rules, Job(jobs=jobs))
        results = [result for outcome in outcomes for result in outcome.results]
        return Measured(describe_corpus(sites).digest, summarize(results))


@contextmanager
def _open_corpus(name: str, gold: Path) -> Iterator[list[TruthSite]]:
    """The sample sites, each a set of its own, or the gold sites."""
    with scratch_folder() as scratch:
        folder = Path(scratch)
        if name == SAMPLES:
            for site in SITES:
                write_site(site, folder / site / site, pages=SAMPLE_PAGES)
        with open_truth([folder if name == SAMPLES else gold]) as sites:
            yield sites


def find_complaints(floors: Floors, measured: Measured) -> list[str]:
    """The floors that are missed, and the ceilings that are too low."""
    falls = find_falls(floors, measured.corpus, measured.marks)
    return [*map(str, falls), *find_faults(measured.lines)]


def _report(name: str, measured: Measured) -> None:
    print(f"{name} (corpus {measured.corpus})")
    for entry, by_set in measured.marks.items():
        figures = "  ".join(f"{set_name} {mark:.3f}" for set_name, mark in by_set.items())
        print(f"  {entry:20} {figures}")


if __name__ == "__main__":
    main()
