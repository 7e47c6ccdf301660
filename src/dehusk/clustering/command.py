"""The command `cluster`: its options, and what comes of them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from dehusk.bars import Bars
from dehusk.clustering.as_json import write_json
from dehusk.clustering.on_terminal import show_terminal
from dehusk.clustering.page_rows import PageRows
from dehusk.clustering.picture_files import find_folder, remove_others
from dehusk.counting import say_count
from dehusk.errors import BadOutput, MissingExtra
from dehusk.options import cluster_options, make_job, read_jobs, source_options
from dehusk.run.clusters import ClusterReport, ClusterRequest, TakePage, find_clusters
from dehusk.write.files import make_folder, write_whole
from dehusk.write.target import STANDARD_OUTPUT, Target

EXTRA, LIBRARY = "evaluate", "matplotlib"
JSON_FILE = "clusters.json"
MOST_REASONS = 5

_FILE_ENDINGS = (".json", ".jsonl", ".html", ".txt")


@click.command("cluster", short_help="Which pages share a template.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for clusters.json, pages.jsonl with every page's cluster, and pictures.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write the clusters as JSON; `-` to standard output, instead of the table.",
)
@cluster_options
@source_options
def cluster(sources: tuple[str, ...], **options: Any) -> int:
    """Find the pages of the SOURCEs that share a template.

    \b
      dehusk cluster pages/                     a table: each cluster's pages, URLs and marks
      dehusk cluster site.warc.gz -o found/     … and files: JSON, rows, pictures
      dehusk cluster pages/ --json - | jq '.sites[].clusters[].pages'

    Clusters are found on a sample of each site, then every page is assigned: these are the clusters
    whose templates `dehusk run` would learn. A SOURCE is what it is for `dehusk run`.

    The folder gets clusters.json, pages.jsonl, rejected.jsonl, and for each site in sites/ the
    pictures pages (the sampled pages, near each other where they are alike) and tree (what joining
    clusters would cost), as .svg and .png. Pictures need the extra `evaluate`.
    """
    _check_output(options["output"])
    with Bars(quiet=options["quiet"]) as bars:
        report = _find(sources, options, bars)
    content = write_json(report)
    _write_files(content, options)
    if options["output"] is not None:
        _draw(report, options)
    # Last: whoever reads it may have seen enough before its end, and want the files all the same.
    if str(options["json_file"]) == STANDARD_OUTPUT:
        click.echo(content, nl=False)
    else:
        show_terminal(report, Console())
    if not options["quiet"]:
        _sum_up(report)
    return 0


def _check_output(output: Path | None) -> None:
    if output is None:
        return
    if str(output) == STANDARD_OUTPUT:
        raise BadOutput(STANDARD_OUTPUT, "give a folder; --json - writes to standard output")
    if output.suffix in _FILE_ENDINGS and not output.is_dir():
        raise BadOutput(str(output), "give a folder; --json writes a file")


def _find(sources: tuple[str, ...], options: Mapping[str, Any], bars: Bars) -> ClusterReport:
    output: Path | None = options["output"]
    named = (output, options["json_file"])
    request = ClusterRequest(
        sources,
        make_job(options),
        targets=tuple(Target(str(path)) for path in named if path is not None),
        with_portraits=output is not None and _can_draw(),
    )
    return find_clusters(request, bars, partial(_open_rows, output, options["json_file"]))


@contextmanager
def _open_rows(output: Path | None, json_file: Path | None) -> Iterator[TakePage]:
    """What cannot be written is better known before the work than after."""
    if json_file is not None and str(json_file) != STANDARD_OUTPUT:
        make_folder(json_file.resolve().parent)
    if output is None:
        yield lambda *_: None
        return
    make_folder(output)
    with PageRows(output) as rows:
        yield rows.take


def _write_files(content: bytes, options: Mapping[str, Any]) -> None:
    json_file = options["json_file"]
    if options["output"] is not None:
        write_whole(options["output"] / JSON_FILE, content)
    if json_file is not None and str(json_file) != STANDARD_OUTPUT:
        write_whole(json_file, content)


def _draw(report: ClusterReport, options: Mapping[str, Any]) -> None:
    if not _can_draw():
        for site in report.sites:
            remove_others(find_folder(options["output"], site.site))
        click.echo(f"no pictures: {MissingExtra(EXTRA, LIBRARY)}", err=True)
        return
    from dehusk.clustering.pictures import draw_sites

    with Bars(quiet=options["quiet"]) as bars:
        steps = draw_sites(report.sites, options["output"], read_jobs(options))
        for _ in bars.track(steps, "Drawing", len(report.sites)):
            pass


def _can_draw() -> bool:
    return find_spec(LIBRARY) is not None


def _sum_up(report: ClusterReport) -> None:
    pages = say_count(report.pages, "page")
    clusters = say_count(report.count_clusters(), "cluster")
    sites = f" of {len(report.sites):,} sites" if len(report.sites) > 1 else ""
    click.echo(f"{pages}, {clusters}{sites}, {report.rejected:,} rejected", err=True)
    reasons = sorted(report.reasons.items(), key=lambda reason: (-reason[1], reason[0]))
    for reason, count in reasons[:MOST_REASONS]:
        click.echo(f"  {count:,} x {reason}", err=True)
