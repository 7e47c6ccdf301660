"""The evaluation of cluster methods, on pages whose kinds are known."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from dehusk.bars import Bars
from dehusk.cluster import CLUSTER_METHODS
from dehusk.errors import BadSetting
from dehusk.evaluating.against_truth import CLUSTER, TRUTH, read_choices
from dehusk.evaluating.group import needs_extra
from dehusk.options import jobs_options, read_jobs
from dehusk.run.local import Job
from dehusk.write.files import make_folder


@click.command("clusters", short_help="Are pages of one template told from others?")
@TRUTH
@click.option(
    "--cluster",
    "clusters",
    multiple=True,
    metavar="NAME[:SETTING=VALUE]...",
    help="Only these cluster methods [default: all].",
)
@click.option(
    "--budget",
    "budgets",
    multiple=True,
    metavar="NAME=PAGES",
    help="The most pages of a slow cluster method, such as mdl=300.",
)
@click.option(
    "--worst",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="Name so many pages that are in a cluster of another kind.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for the tables, the pictures and all numbers; index.md shows them.",
)
@jobs_options
@needs_extra
def evaluate_clusters(folders: Sequence[Path], output: Path | None, **options: Any) -> int:
    """Compare cluster methods on TRUTH: are pages of one template together, and no others?

    The pages of all sites are mixed, their names and addresses hidden; then each site whose pages
    are of several kinds is clustered by itself.
    """
    from dehusk.evaluate.clusters.comparison import (
        BUDGETS,
        ClusterSettings,
        every_method,
        make_comparison,
        plan_comparison,
    )
    from dehusk.evaluate.clusters.pool import read_pool
    from dehusk.evaluate.clusters.showing import show_comparison, write_comparison
    from dehusk.evaluate.corpus import describe_corpus
    from dehusk.evaluate.truth import open_truth

    if output:
        make_folder(output)
    methods = tuple(read_choices(options["clusters"], CLUSTER)) or every_method()
    settings = ClusterSettings(methods, {**BUDGETS, **_read_budgets(options["budgets"])})
    with open_truth(folders) as sites, Bars(quiet=options["quiet"]) as bars:
        pool, problems = read_pool(sites, Job(jobs=read_jobs(options)))
        trials = plan_comparison(sites, pool, settings)
        steps = (trial.run(pool) for trial in trials)
        results = list(bars.track(steps, "clustering", len(trials)))
        found = make_comparison(describe_corpus(sites), results, problems)
    show_comparison(found, Console(), options["worst"])
    if output:
        write_comparison(found, output)
    return 0


def _read_budgets(pairs: Sequence[str]) -> dict[str, int]:
    budgets = {}
    for pair in pairs:
        name, _, pages = pair.partition("=")
        if name not in CLUSTER_METHODS.names() or not pages.isdecimal():
            known = ", ".join(CLUSTER_METHODS.names())
            allowed = f"NAME=PAGES, such as auto=300, where NAME is one of {known}"
            raise BadSetting("--budget", name, pages, allowed)
        budgets[name] = int(pages)
    return budgets
