"""What `--keep main` does to the text of pages: F1, precision and recall with it and without.

Of sites with five scored pages or more, word 4-grams, a line a set (the mean over its sites) and
one for all; then, for one method, the pages made better and worse by leaving out one role alone.

    python -m benchmarks.keep --markdown keep.md
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.blocks import Table, write_markdown, write_text
from benchmarks.corpus import DEFAULT_GOLD, open_sites
from benchmarks.keep_scores import (
    METHODS,
    ROLE_METHOD,
    SiteScores,
    count_roles,
    judge_in_processes,
    mean_kept,
)
from dehusk.evaluate.contest import MANY_PAGES
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.truth import ALL_SETS

HEADINGS = ("set (sites)", "F1", "main", "precision", "main", "recall", "main")


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--jobs", type=int, default=2, help="processes at work")
    options.add_argument("--markdown", type=Path, help="write the tables to this file as well")
    arguments = options.parse_args()
    with open_sites(arguments.gold) as (kind, sites):
        if kind == "sample":
            print(f"no gold archives in {arguments.gold}: sample sites", file=sys.stderr)
        many = [site for site in split_singles(sites) if len(site.scored) >= MANY_PAGES]
        judged = judge_in_processes(many, arguments.jobs)
    if len(judged) < len(many):
        print(f"{len(many) - len(judged)} sites ended their process", file=sys.stderr)
    tables = list(make_tables(judged))
    print("\n\n".join(map(write_text, tables)))
    if arguments.markdown:
        arguments.markdown.write_text("\n".join(map(write_markdown, tables)), encoding="utf-8")


def make_tables(judged: Sequence[SiteScores]) -> Iterator[Table]:
    """A table for each method, and one of roles."""
    for method in METHODS:
        rows = tuple(_make_row(name, members, method) for name, members in _group(judged))
        title = f"{method}: as it is, and with --keep main"
        yield Table(title, HEADINGS, rows, frozenset([len(rows) - 1]))
    counts = tuple((one.role, str(one.better), str(one.worse)) for one in count_roles(judged))
    n_pages = sum(len(site.by_role) for site in judged)
    title = f"{ROLE_METHOD}: of {n_pages:,} pages, those better and worse without one role"
    yield Table(title, ("role", "better", "worse"), counts, frozenset())


def _group(judged: Sequence[SiteScores]) -> Iterator[tuple[str, Sequence[SiteScores]]]:
    for name in dict.fromkeys(site.set_name for site in judged):
        yield name, [site for site in judged if site.set_name == name]
    yield ALL_SETS, judged


def _make_row(name: str, members: Sequence[SiteScores], method: str) -> tuple[str, ...]:
    means = mean_kept(site.of_method[method] for site in members)
    pairs = (
        (means.as_is.f1, means.main.f1),
        (means.as_is.precision, means.main.precision),
        (means.as_is.recall, means.main.recall),
    )
    return (f"{name} ({len(members)})", *(f"{one:.3f}" for pair in pairs for one in pair))


if __name__ == "__main__":
    main()
