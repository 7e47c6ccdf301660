"""`python -m training`: make the weights that come with dehusk from gold sites.

With `--folds FOLDER`, one file a fold beside it, each trained without the sites of its owners:
what `python -m benchmarks.unseen` judges with.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.progress import Progress

from benchmarks.corpus import DEFAULT_GOLD, has_gold
from dehusk.bars import CONSOLE
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.truth import open_truth
from dehusk.learn.site.network import Network
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.weights import SHIPPED, save_weights
from training.examples import Example, Examples, describe_by, make_examples
from training.fit import Plan, train
from training.folds import N_FOLDS
from training.lexicon import N_GROUPS, Said, count_words, group_of, make_lexicon


def main() -> None:
    """Write the weights; how far it is goes to standard error."""
    arguments = parse_arguments(sys.argv[1:])
    if not has_gold(arguments.gold) and not any(arguments.gold.glob("*/*/gold.jsonl")):
        sys.exit(f"no gold sites in {arguments.gold}: name their folder with --gold")
    with _show_progress() as progress:
        examples = gather(arguments.gold, arguments.jobs, progress)
        said = count_words(examples.pages)
        jobs = [(arguments.output, None)] if arguments.output else []
        if arguments.folds:
            arguments.folds.mkdir(parents=True, exist_ok=True)
            jobs += [(arguments.folds / f"fold-{fold}.npz", fold) for fold in range(N_FOLDS)]
        for path, without in jobs:
            tell = partial(_tell, progress, progress.add_task(path.name, total=None))
            pages = [page for page in examples.pages if page.fold != without]
            save_weights(make_network(examples.features, pages, said, tell), path)
            CONSOLE.print(f"{path.name}: {len(pages):,} pages", highlight=False)


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    options = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="gold archives or sites")
    options.add_argument("--jobs", type=int, default=2, help="processes that read sites")
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


def make_network(
    features: Sequence[str],
    pages: Sequence[Example],
    said: Mapping[str, Said],
    tell: Callable[[int, int], None],
) -> Network:
    """Train on these pages."""
    network = train(pages, describe_words(pages, said), features, Plan(), tell)
    return replace(network, lexicon=make_lexicon(said, {page.owner for page in pages}))


def describe_words(pages: Sequence[Example], said: Mapping[str, Said]) -> list[Floats]:
    """The features of words, each page's by a lexicon that its owner had no say in."""
    owners = {page.owner for page in pages}
    lexicons = [
        make_lexicon(said, {owner for owner in owners if group_of(owner) != group})
        for group in range(N_GROUPS)
    ]
    return [describe_by(page, lexicons[group_of(page.owner)]) for page in pages]


def _tell(progress: Progress, task: object, done: int, total: int) -> None:
    progress.update(task, completed=done, total=total)  # type: ignore[arg-type]


@contextmanager
def _show_progress() -> Iterator[Progress]:
    """Bars on a terminal; elsewhere only a line for each file."""
    progress = Progress(console=CONSOLE, disable=not CONSOLE.is_terminal)
    if progress.disable:
        yield progress
    else:
        with progress:
            yield progress


if __name__ == "__main__":
    main()
