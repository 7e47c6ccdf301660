"""The evaluations on pages with truth: tables of methods, and curves."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from dehusk.bars import Bars
from dehusk.concluding import hand_over
from dehusk.errors import BadSetting
from dehusk.evaluating.group import needs_extra
from dehusk.options import jobs_options, parse_settings, read_jobs
from dehusk.run.local import Job
from dehusk.write.files import make_folder
from dehusk.write.target import STANDARD_OUTPUT

if TYPE_CHECKING:
    from dehusk.evaluate.contest import Choice
    from dehusk.evaluate.judge import Rules
    from dehusk.evaluate.report import Report
    from dehusk.evaluate.truth import TruthSite

_WRITERS = {
    "json_file": ("as_json", "write_json"),
    "markdown_file": ("as_markdown", "write_markdown"),
    "html_file": ("as_html", "write_html"),
}
_FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
TRUTH = click.argument(
    "folders",
    nargs=-1,
    required=True,
    metavar="TRUTH...",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
)
CLUSTER = "--cluster"

_METHODS = click.option(
    "--method",
    "methods",
    multiple=True,
    metavar="NAME[:SETTING=VALUE]...",
    help="Only these methods, such as chunks:threshold=0.3 [default: all].",
)


@click.command("truth", short_help="Every method side by side, against truth.")
@TRUTH
@_METHODS
@click.option(
    "--cluster",
    "clusters",
    multiple=True,
    metavar="NAME[:SETTING=VALUE]...",
    help="Only these cluster methods [default: all, with the default method].",
)
@click.option(
    "--predictions",
    multiple=True,
    metavar="NAME=FILE",
    help="Another tool's texts of the same pages: rows {set, site, id, text}.",
)
@click.option(
    "--scramble-names",
    is_flag=True,
    help="Make all class and id names meaningless: what is a method worth without them?",
)
@click.option("--rouge", is_flag=True, help="Measure ROUGE-LSum too, which is slow.")
@click.option(
    "--worst",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="Name so many of the worst pages.",
)
@click.option("--diff", is_flag=True, help="Show what the worst pages lack and have too much.")
@click.option(
    "--json", "json_file", type=_FILE, help="Write everything as JSON; `-`: to standard output."
)
@click.option("--markdown", "markdown_file", type=_FILE, help="Write the tables as Markdown.")
@click.option("--html", "html_file", type=_FILE, help="Write a page with tables, plots and diffs.")
@jobs_options
@needs_extra
def evaluate_truth(folders: Sequence[Path], **options: Any) -> int:
    """Score every method and every cluster method against TRUTH, side by side.

    TRUTH is a folder of sites with truth, or of .tar.xz archives of such folders.
    """
    from dehusk.evaluate.corpus import describe_corpus
    from dehusk.evaluate.ground import split_singles
    from dehusk.evaluate.in_processes import judge_sites
    from dehusk.evaluate.report import make_report
    from dehusk.evaluate.scramble_sites import scramble_sites
    from dehusk.evaluate.truth import open_truth

    _check_outputs(options)
    with open_truth(folders) as found, Bars(quiet=options["quiet"]) as bars:
        sites = split_singles(found)
        rules = _make_rules(sites, options)
        is_scrambled = options["scramble_names"]
        with scramble_sites(sites, bars) if is_scrambled else nullcontext(sites) as given:
            steps = judge_sites(given, rules, Job(jobs=read_jobs(options)))
            outcomes = list(bars.track(steps, "judging", len(sites)))
            corpus = replace(describe_corpus(given), is_scrambled=is_scrambled)
    _show(make_report(corpus, sites, outcomes, options["worst"]), options)
    return 0


@click.command("curves", short_help="How quality depends on pages, thresholds, clusters.")
@TRUTH
@_METHODS
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder for the pictures; index.html shows them.",
)
@jobs_options
@needs_extra
def evaluate_curves(folders: Sequence[Path], output: Path, **options: Any) -> int:
    """Draw how quality on TRUTH depends on pages, thresholds, samples and clusters.

    And the share of noise found on each site, and the time that methods take.
    """
    from dehusk.evaluate.contest import choose_entries
    from dehusk.evaluate.curves.measure import measure_curves, plot_curves
    from dehusk.evaluate.curves.pictures import write_pictures
    from dehusk.evaluate.curves.settings import CurveSettings
    from dehusk.evaluate.ground import split_singles
    from dehusk.evaluate.truth import open_truth

    make_folder(output)
    methods = read_choices(options["methods"])
    settings = CurveSettings(tuple(choose_entries(methods, []))) if methods else CurveSettings()
    with open_truth(folders) as found, Bars(quiet=options["quiet"]) as bars:
        sites = split_singles(found)
        steps = measure_curves(sites, settings, Job(jobs=read_jobs(options)))
        measured = list(bars.track(steps, "measuring", len(sites)))
    drawn = plot_curves(measured, settings)
    write_pictures(drawn, output)
    if not options["quiet"]:
        click.echo(f"{len(drawn.plots)} curves in {output / 'index.html'}", err=True)
        for one in drawn.left_out:
            click.echo(f"left out: {one.title}: {one.why}", err=True)
    for problem in drawn.problems:
        click.echo(problem, err=True)
    return 0


def _check_outputs(options: Mapping[str, Any]) -> None:
    """What cannot be written is better known before the work than after."""
    files = [options[name] for name in _WRITERS if options[name]]
    if len(set(files)) < len(files):
        raise click.UsageError("--json, --markdown and --html need a file each")
    for file in files:
        if str(file) != STANDARD_OUTPUT:
            make_folder(file.absolute().parent)


def _show(report: "Report", options: Mapping[str, Any]) -> None:
    from dehusk.evaluate.show.on_terminal import show_terminal

    if STANDARD_OUTPUT not in (str(options[name]) for name in _WRITERS):
        show_terminal(report, Console(), with_diffs=options["diff"])
    for name, (module, function) in _WRITERS.items():
        if options[name]:
            write = getattr(import_module(f"dehusk.evaluate.show.{module}"), function)
            hand_over(write(report).encode(), options[name])


def _make_rules(sites: Sequence["TruthSite"], options: Mapping[str, Any]) -> "Rules":
    from dehusk.evaluate.contest import ALL_TEXT, CEILING, choose_entries
    from dehusk.evaluate.judge import Rules
    from dehusk.evaluate.predictions import read_predictions

    entries = choose_entries(
        read_choices(options["methods"]), read_choices(options["clusters"], CLUSTER)
    )
    taken = {CEILING, ALL_TEXT, *(entry.name for entry in entries)}
    others = {}
    for given in options["predictions"]:
        name, equals, path = given.partition("=")
        if not equals or not name or name in taken:
            allowed = "NAME=FILE, such as other=texts.jsonl, by a name that is not taken"
            raise BadSetting("--predictions", name, path, allowed)
        taken.add(name)
        others[name] = read_predictions(Path(path), sites)
    return Rules(entries, others, with_rouge=options["rouge"])


def read_choices(specs: Sequence[str], option: str = "--method") -> list["Choice"]:
    """Methods or cluster methods as they are named in the option."""
    from dehusk.evaluate.contest import Choice

    named = (spec.split(":") for spec in specs)
    return [Choice(name, parse_settings(settings, option)) for name, *settings in named]
