"""`python -m training`: make the weights that come with dehusk from gold sites.

With `--folds FOLDER`, one file a fold beside it, each trained without the sites of its owners:
what `python -m benchmarks.unseen` judges with. How sure to be of a page is learned from what the
networks of the folds made of the sites they never saw, so these are always trained.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

from rich.progress import Progress

from benchmarks.corpus import DEFAULT_GOLD, has_gold
from benchmarks.progress import show_progress
from dehusk.bars import CONSOLE
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.truth import open_truth
from dehusk.learn.site.network import Network
from dehusk.learn.site.weights import SHIPPED, save_weights
from training.calibrate import HeldOut, calibrate
from training.examples import Examples, make_examples
from training.folds import N_FOLDS
from training.lexicon import count_words
from training.teach import Lesson, judge_held_out, teach

Taught = tuple[Network, Sequence[HeldOut]]


def main() -> None:
    """Write the weights; how far it is goes to standard error."""
    arguments = parse_arguments(sys.argv[1:])
    if not has_gold(arguments.gold) and not any(arguments.gold.rglob("gold.jsonl")):
        sys.exit(f"no gold sites in {arguments.gold}: name their folder with --gold")
    with show_progress() as progress:
        examples = gather(arguments.gold, arguments.jobs, progress)
        lesson = Lesson(examples, count_words(examples.pages))
        held_out = [*range(N_FOLDS), *([None] if arguments.output else [])]
        taught = teach_all(lesson, held_out, arguments.jobs, progress)
    if arguments.folds:
        arguments.folds.mkdir(parents=True, exist_ok=True)
    for fold, (network, _) in taught.items():
        if fold is None or arguments.folds:
            path = arguments.output if fold is None else arguments.folds / f"fold-{fold}.npz"
            held = [page for other, (_, pages) in taught.items() if other != fold for page in pages]
            save_weights(replace(network, calibration=calibrate(held)), path)
            CONSOLE.print(f"{path.name}: {path.stat().st_size:,} bytes", highlight=False)


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    options = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="gold archives or sites")
    options.add_argument("--jobs", type=int, default=2, help="processes that read and train")
    options.add_argument("--folds", type=Path, metavar="FOLDER", help="a file for each fold, too")
    options.add_argument(
        "-o",
        "--output",
        type=Path,
        nargs="?",
        const=SHIPPED,
        metavar="FILE",
        help="train on all sites; without a name, the weights that come with dehusk",
    )
    chosen = options.parse_args(words)
    if not chosen.output and not chosen.folds:
        options.error("nothing to write: give -o or --folds")
    return chosen


def gather(gold: Path, n_jobs: int, progress: Progress) -> Examples:
    """The examples of all sites."""
    with open_truth([gold]) as sites, ProcessPoolExecutor(n_jobs) as processes:
        # The largest sites first: no process is left with one of them at the end.
        ordered = sorted(split_singles(sites), key=lambda site: (-len(site.pages), site.name))
        task = progress.add_task("reading sites", total=len(ordered))
        found = []
        for examples in processes.map(make_examples, ordered):
            found.append(examples)
            progress.advance(task)
    features = next(examples.features for examples in found if examples.features)
    return Examples(features, [page for examples in found for page in examples.pages])


def teach_all(
    lesson: Lesson, held_out: Sequence[int | None], n_jobs: int, progress: Progress
) -> dict[int | None, Taught]:
    """For each fold that is held out, or none: a network, and what it makes of the fold's pages."""
    task = progress.add_task("training", total=len(held_out))
    taught = {}
    # Forked processes share the examples, which are too large to be sent.
    with ProcessPoolExecutor(n_jobs, get_context("fork"), _remember, (lesson,)) as processes:
        for fold, found in zip(held_out, processes.map(_teach, held_out), strict=True):
            taught[fold] = found
            progress.advance(task)
    return taught


_LESSONS: list[Lesson] = []


def _remember(lesson: Lesson) -> None:
    _LESSONS[:] = [lesson]


def _teach(held_out: int | None) -> Taught:
    (lesson,) = _LESSONS
    network = teach(lesson, held_out)
    return network, list(judge_held_out(lesson, network, held_out))


if __name__ == "__main__":
    main()
