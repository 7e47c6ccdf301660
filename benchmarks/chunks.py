"""Which settings of `chunks` do best on the gold sites: how its defaults were chosen."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD
from dehusk.evaluate.contest import MANY_PAGES, Choice, choose_entries
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.in_processes import judge_sites
from dehusk.evaluate.judge import Rules
from dehusk.evaluate.summary import MANY, Line, summarize
from dehusk.evaluate.truth import open_truth
from dehusk.learn.chunks import CONTAINERS, TABLES
from dehusk.run.local import Job

FINER = (*CONTAINERS, "td", "p", "li", "h1", "h2", "h3", "h4", "h5", "h6")
_CONTAINERS = {"table": TABLES, "default": CONTAINERS, "finer": FINER}
_SHORT = {",".join(tags): name for name, tags in reversed(_CONTAINERS.items())}


def main() -> None:
    """Print a table of settings and their scores, over sites with five scored pages or more."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--jobs", type=int, default=2, help="processes at work")
    arguments = options.parse_args()
    rules = Rules(choose_entries(list(_settings()), []))
    with open_truth([arguments.gold]) as sites:
        many = [site for site in split_singles(sites) if len(site.scored) >= MANY_PAGES]
        outcomes = judge_sites(many, rules, Job(jobs=arguments.jobs))
        results = [result for outcome in outcomes for result in outcome.results]
    _print_table(summarize(results))


def _settings() -> Iterator[Choice]:
    for containers in map(",".join, _CONTAINERS.values()):
        for threshold in (2, 3, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9):
            yield Choice("chunks", {"containers": containers, "threshold": threshold})
    for threshold in (0.1, 0.2):
        yield Choice("chunks", {"threshold": threshold, "key": "path"})


def _print_table(lines: list[Line]) -> None:
    lines = [line for line in lines if line.kind == MANY]
    sets = list(dict.fromkeys(line.set_name for line in lines))
    scores = {(line.entry, line.set_name): line.figures.grams.f1 for line in lines}
    print(f"{'settings':40}" + "".join(f"{name:>10}" for name in sets))
    for entry in dict.fromkeys(line.entry for line in lines):
        name = entry
        for containers, short in _SHORT.items():
            name = name.replace(containers, short)
        print(f"{name:40}" + "".join(f"{scores[entry, one]:10.3f}" for one in sets))


if __name__ == "__main__":
    main()
