"""The evaluations that run on anybody's pages: figures, each with its meaning."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dehusk.bars import CONSOLE, Bars
from dehusk.concluding import hand_over
from dehusk.evaluating.group import needs_extra
from dehusk.ingest.find import STANDARD_INPUT
from dehusk.options import make_job, method_options, source_options
from dehusk.write.files import make_folder, naming_output
from dehusk.write.target import STANDARD_OUTPUT

if TYPE_CHECKING:
    from dehusk.evaluate.findings import Findings

_FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


def _finding_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What every evaluation without truth takes."""
    command = click.option(
        "--json",
        "json_file",
        type=_FILE,
        help="Write the findings as JSON; `-` to standard output, instead of the table.",
    )(command)
    return source_options(method_options(needs_extra(command)))


@click.command("inject", short_help="Are parts found that are put into your pages?")
@click.option("--kind", "kinds", multiple=True, help="Only parts of this kind [default: all].")
@_finding_options
def evaluate_inject(sources: tuple[str, ...], kinds: tuple[str, ...], **options: Any) -> int:
    """Put parts of a made-up template into the pages: are they found, is anything else lost?

    Each kind of part is tried by itself: on every page or on some, always the same or with a date,
    in one place or in many, on its own or amid a paragraph.
    """
    from dehusk.evaluate.inject.injection import InjectSettings, evaluate_injection

    settings = InjectSettings(kinds=kinds) if kinds else InjectSettings()
    _check_json(options)
    with Bars(quiet=options["quiet"]) as bars:
        findings = evaluate_injection(sources, make_job(options), settings, bars)
    return _tell(findings, options)


@click.command("mirror", short_help="Do two presentations clean to the same texts?")
@_finding_options
def evaluate_mirror(sources: tuple[str, ...], **options: Any) -> int:
    """Clean two presentations of one content, the two SOURCEs: do they come to the same texts?"""
    from dehusk.evaluate.mirror.comparison import evaluate_mirror as compare_mirrors

    if len(sources) != 2:
        raise click.UsageError("give two SOURCEs: a site, and the same content presented otherwise")
    if sources == (STANDARD_INPUT, STANDARD_INPUT):
        raise click.UsageError("standard input can be read once: write one SOURCE to a file")
    _check_json(options)
    with Bars(quiet=options["quiet"]) as bars:
        findings = compare_mirrors(*sources, make_job(options), progress=bars)
    return _tell(findings, options)


@click.command("grouping", short_help="Are topics clearer after cleaning?")
@click.option(
    "--topics",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="What pages are about: rows of source or url, and topic [default: by their folders].",
)
@_finding_options
def evaluate_grouping(sources: tuple[str, ...], topics: Path | None, **options: Any) -> int:
    """Group the pages by their words, before and after cleaning: which comes nearer to topics?"""
    from dehusk.evaluate.grouping.comparison import GroupingSettings
    from dehusk.evaluate.grouping.comparison import evaluate_grouping as compare_groupings

    with _working("grouping pages", options):
        findings = compare_groupings(sources, make_job(options), GroupingSettings(topics))
    return _tell(findings, options)


@click.command("feed", short_help="Is a feed's text what is kept of its pages?")
@click.argument("feed", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@_finding_options
def evaluate_feed(feed: Path, sources: tuple[str, ...], **options: Any) -> int:
    """Compare the text of an RSS or Atom FEED with what is kept of its pages."""
    from dehusk.evaluate.feed.comparison import evaluate_feed as compare_feed

    with _working("comparing pages", options):
        findings = compare_feed(feed, sources, make_job(options))
    return _tell(findings, options)


@contextmanager
def _working(what: str, options: Mapping[str, Any]) -> Iterator[None]:
    """A sign of life on a terminal, once it is known that the findings can be written."""
    _check_json(options)
    if options["quiet"] or not CONSOLE.is_terminal:
        yield
        return
    with CONSOLE.status(f"{what} …"):
        yield


def _check_json(options: Mapping[str, Any]) -> None:
    """Refuse a file that cannot be written before the work, not after it."""
    path = options["json_file"]
    if path is None or str(path) == STANDARD_OUTPUT:
        return
    if path.exists() and not path.is_file():
        with naming_output(path), path.open("ab"):
            pass
    else:
        make_folder(path.resolve().parent)


def _tell(findings: "Findings", options: Mapping[str, Any]) -> int:
    """The table first: what goes wrong with a file must not cost it."""
    path = options["json_file"]
    # Names of files may be no text: what cannot be encoded is escaped as JSON does.
    state = json.dumps(findings.state(), indent=1, ensure_ascii=False)
    content = f"{state}\n".encode(errors="backslashreplace")
    if str(path) != STANDARD_OUTPUT:
        _print_table(findings, Console())
    if path:
        hand_over(content, path)
    return 0


def _print_table(findings: "Findings", console: Console) -> None:
    figures = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    figures.add_column(justify="right", no_wrap=True)
    figures.add_column()
    figures.add_column(style="dim")
    for figure in findings.figures:
        name, meaning = _print_line(figure.name), _print_line(figure.meaning)
        figures.add_row(_print_number(figure.value), name, meaning)
    title = _print_line(findings.title)
    title.stylize("bold")
    console.print(title, end="\n\n")
    console.print(figures)
    for heading, lines in (
        ("What to bear in mind:", findings.notices),
        ("Where it fails, worst first:", findings.failures),
    ):
        if lines:
            console.print(f"\n{heading}")
        for line in lines:
            console.print(_print_line(f"- {line}"))


def _print_line(text: str) -> Text:
    """Text of strangers as one line that steers no terminal."""
    from dehusk.evaluate.show.clean import clean_text

    return Text(" ".join(clean_text(text).split()))


def _print_number(value: float) -> str:
    """A count as it is, a share with three digits.

    >>> _print_number(4000), _print_number(0.98765), _print_number(1.0)
    ('4,000', '.988', '1.000')
    """
    return f"{value:,}" if isinstance(value, int) else f"{value:.3f}".removeprefix("0")
