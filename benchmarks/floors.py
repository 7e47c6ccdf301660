"""The floors of the sample sites and of the gold sites: measure, compare, raise.

python -m benchmarks.floors            what every method reaches, and which floors it misses
python -m benchmarks.floors --raise    write what was reached where it is more than before
python -m benchmarks.floors --lower gold    write what was reached there, less or more
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, has_gold, scratch_folder
from dehusk.cluster import DEFAULT_CLUSTER_METHOD
from dehusk.errors import DehuskError
from dehusk.evaluate.ceiling import find_faults
from dehusk.evaluate.contest import Choice, Entry, choose_entries
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.floors import (
    Floors,
    Marks,
    compare_marks,
    find_falls,
    find_unpinned,
    load_floors,
    raise_floors,
    read_marks,
    save_floors,
)
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.in_processes import judge_sites
from dehusk.evaluate.judge import Rules
from dehusk.evaluate.summary import Line, summarize
from dehusk.evaluate.truth import TruthSite, open_truth
from dehusk.learn import METHODS
from dehusk.run.local import Job
from examples import SITES, write_site

FLOORS = Path(__file__).with_name("floors.json")
SAMPLES, GOLD = "samples", "gold"
SAMPLE_PAGES = 40
YARDSTICKS = ("feature-blocks", "k-feature-blocks", "block-entropy")


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
    options.add_argument(
        "--lower",
        action="append",
        default=[],
        choices=(SAMPLES, GOLD),
        help="write the floors of this corpus, though they may be lower",
    )
    options.add_argument("--jobs", type=int, default=2, help="processes at work")
    try:
        if not _keep_floors(options.parse_args()):
            sys.exit(1)
    except DehuskError as error:
        sys.exit(str(error))


def _keep_floors(arguments: argparse.Namespace) -> bool:
    """Are all floors reached, or were new ones written?"""
    floors = load_floors(FLOORS)
    complaints: list[str] = []
    for name in list_corpora(arguments.gold):
        measured = measure(name, arguments.gold, arguments.jobs)
        _report(name, measured)
        old, lower = floors.get(name), name in arguments.lower
        if old is not None and not lower:
            complaints += find_complaints(old, measured, is_new_fine=arguments.raises)
        if old is not None and lower:
            for fall in compare_marks(old.marks, measured.marks):
                print(f"  falls: {fall}")
        if arguments.raises or lower:
            floors[name] = raise_floors(old, measured.corpus, measured.marks, lower=lower)
            save_floors(FLOORS, floors)
    for complaint in complaints:
        print(f"below: {complaint}")
    return not complaints


def list_corpora(gold: Path) -> list[str]:
    """The corpora that are there."""
    return [SAMPLES, *([GOLD] if has_gold(gold) else [])]


def measure(name: str, gold: Path, jobs: int) -> Measured:
    """All methods on a corpus."""
    with _open_corpus(name, gold) as sites:
        rules = Rules(_choose_entries(name))
        outcomes = judge_sites(split_singles(sites), rules, Job(jobs=jobs))
        results = [result for outcome in outcomes for result in outcome.results]
        return Measured(describe_corpus(sites).digest, summarize(results))


def _choose_entries(corpus: str) -> list[Entry]:
    """Every method as users get it, and the default one without clusters.

    The other cluster methods are yardsticks for `auto`: nobody relies on what they reach. Methods
    that are yardsticks have floors on the samples only, for gold takes its time.
    """
    left_out = YARDSTICKS if corpus == GOLD else ()
    methods = [Choice(name) for name in METHODS.names() if name not in left_out]
    with_clusters = choose_entries(methods, [Choice(DEFAULT_CLUSTER_METHOD)])
    return [*with_clusters, *choose_entries([], [Choice("none")])]


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


def find_complaints(floors: Floors, measured: Measured, *, is_new_fine: bool = False) -> list[str]:
    """The floors that are missed or not yet set, and the ceilings that are too low."""
    falls = find_falls(floors, measured.corpus, measured.marks)
    unpinned = [] if is_new_fine else find_unpinned(floors, measured.marks)
    return [*map(str, falls), *unpinned, *find_faults(measured.lines)]


def _report(name: str, measured: Measured) -> None:
    print(f"{name} (corpus {measured.corpus})")
    for entry, by_set in measured.marks.items():
        figures = "  ".join(f"{set_name} {mark:.3f}" for set_name, mark in by_set.items())
        print(f"  {entry:20} {figures}")


if __name__ == "__main__":
    main()
