"""The command line: data to standard output, messages and progress to standard error."""

import io
import json
import logging
import os
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from rich.console import Console
from rich.logging import RichHandler
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.text import Text

from dehusk import __version__
from dehusk.errors import BadSetting, CallerError, DehuskError
from dehusk.ingest import Columns, Inventory, SourceSettings
from dehusk.ingest.settings import SITE_BY
from dehusk.learn import DEFAULT_METHOD, METHODS
from dehusk.model import TEMPLATE_SCORE, Page, PageRef
from dehusk.run.command import Outcome, Request, extract_only, learn_only, run_all
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe, take_page
from dehusk.run.store import read_site
from dehusk.write.formats import FORMATS
from dehusk.write.target import Target

EXIT_FAILED, EXIT_MISUSE, EXIT_REJECTED, EXIT_INTERRUPTED = 1, 2, 3, 130

Step = TypeVar("Step")
_console = Console(stderr=True)


class _Speed(ProgressColumn):
    """Steps a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f}/s" if task.speed else "", style="cyan")


class _Bars:
    """Progress as bars on a terminal, and nothing elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self._rich = RichProgress(
            TextColumn("{task.description:<10}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Speed(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=_console,
            disable=quiet or not _console.is_terminal,
        )

    def __enter__(self) -> "_Bars":
        # Bars that are off must not even be started: older versions then end with an empty line.
        if not self._rich.disable:
            self._rich.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self._rich.disable:
            self._rich.stop()

    def track(self, steps: Iterable[Step], name: str, total: int | None) -> Iterator[Step]:
        """The same steps, shown as they are taken; the end tells how many an unknown number was."""
        task = self._rich.add_task(name, total=total)
        done = 0
        for done, step in enumerate(steps, 1):
            yield step
            self._rich.update(task, completed=done)
        self._rich.update(task, completed=done, total=done)


def main() -> None:
    """The command `dehusk`: errors as one line, without a traceback."""
    _prepare_process()
    try:
        sys.exit(_commands(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_MISUSE)
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _let_go_of_output()
        sys.exit(EXIT_FAILED)
    except sqlite3.Error as error:
        _say(f"dehusk: cannot keep the list of pages: {error}; set TMPDIR to a place with room")
        sys.exit(EXIT_FAILED)
    except (DehuskError, OSError) as error:
        _say(f"dehusk: {error}")
        _let_go_of_output()
        sys.exit(EXIT_MISUSE if isinstance(error, CallerError) else EXIT_FAILED)


def _prepare_process() -> None:
    logging.basicConfig(
        level=logging.WARNING,
        format="%(message)s",
        handlers=[RichHandler(console=_console, show_path=False, show_time=False)],
    )
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _end_as_by_ctrl_c)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")


def _let_go_of_output() -> None:
    """Keep Python from failing again at exit, over an output that takes nothing more."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _end_as_by_ctrl_c(*_: object) -> NoReturn:
    raise KeyboardInterrupt


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", package_name="dehusk")
def _commands() -> None:
    """Learn what the pages of a website have in common, keep what each alone has to say.

    \b
      dehusk run pages/ -o clean/          a folder of HTML to a folder of clean text
      dehusk run site.warc.gz -o md/ --format markdown       an archive to Markdown
      dehusk run pages.parquet -o clean.parquet              a table to a table
      dehusk learn pages/ -o site.husk     keep what was learned …
      dehusk extract new/ --site site.husk -o -       … and apply it to other pages
      dehusk explain page.html --site site.husk       why each part was kept or dropped
    """


def _parse_settings(pairs: tuple[str, ...]) -> Mapping[str, object]:
    settings: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadSetting("--set", name, "", "NAME=VALUE, such as threshold=0.3")
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = value
    return settings


def _parse_columns(pairs: tuple[str, ...]) -> Columns:
    columns: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name not in Columns.__slots__:
            allowed = f"PART=COLUMN, where PART is one of {', '.join(Columns.__slots__)}"
            raise BadSetting("--column", name, value, allowed)
        columns[name] = value
    return Columns(**columns)


def _source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    command = click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")(command)
    command = click.option(
        "--site-by",
        type=click.Choice(SITE_BY),
        default="domain",
        show_default=True,
        help="Which pages with URLs are one site; `folder`: all of a SOURCE.",
    )(command)
    command = click.option(
        "--latest", is_flag=True, help="Of several captures of a URL, take only the newest."
    )(command)
    command = click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="PART=COLUMN",
        help="What a table calls url, html, content_type or captured, such as html=body.",
    )(command)
    command = click.option(
        "-j", "--jobs", type=click.IntRange(1), help="Processes at work [default: all cores]."
    )(command)
    return click.option("-q", "--quiet", is_flag=True, help="No progress, no summary.")(command)


def _method_options(command: Callable[..., Any]) -> Callable[..., Any]:
    names = ", ".join(METHODS.names())
    command = click.option(
        "--method", default=DEFAULT_METHOD, show_default=True, help=f"How to learn: {names}."
    )(command)
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the method, such as threshold=0.3; may be given several times.",
    )(command)


def _output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    command = click.option(
        "--format",
        "chosen_format",
        type=click.Choice(tuple(FORMATS)),
        help="What is written [default: text to a folder, rows elsewhere]; `annotated` is the page "
        "with the score of each part.",
    )(command)
    command = click.option("--strict", is_flag=True, help="Exit with 3 if any page was rejected.")(
        command
    )
    return click.option(
        "--resume", is_flag=True, help="Go on where an earlier run into the same folder stopped."
    )(command)


def _n_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@_commands.command("run")
@_source_options
@click.option(
    "-o", "--output", required=True, help="A folder, a name ending in .jsonl or .parquet, or -."
)
@_method_options
@_output_options
@click.option(
    "--no-duplicates", is_flag=True, help="Leave out pages that repeat another, exactly or nearly."
)
def _run(sources: tuple[str, ...], output: str, **options: Any) -> int:
    """Learn each site of the SOURCEs and write every page clean.

    A SOURCE is a folder, an HTML file, a .warc[.gz|.zst] or .wacz archive, a .jsonl or .parquet
    table with the columns url and html, a quoted pattern such as 'site/**/*.htm', or - for standard
    input. Pages with URLs belong to the site of their domain, others to that named after their
    SOURCE. A folder as output gets pages/ (one file a page), sites/ (what was learned),
    rejected.jsonl and summary.json.
    """
    request = _request(sources, output, options)
    with _Bars(quiet=options["quiet"]) as bars:
        outcome = run_all(request, bars)
    return _conclude(outcome, request.target, options)


@_commands.command("learn")
@_source_options
@click.option("-o", "--output", required=True, help="A .husk file, or a folder for several sites.")
@_method_options
def _learn(sources: tuple[str, ...], output: str, **options: Any) -> int:
    """Learn the site of the SOURCEs and keep what was learned."""
    with _Bars(quiet=options["quiet"]) as bars:
        learned = learn_only(_request(sources, output, options), bars)
    if not options["quiet"]:
        for site, learned_from in learned:
            _say(f"learned {site.site} from {learned_from} of its {site.pages} pages")
    return 0


@_commands.command("extract")
@_source_options
@click.option(
    "--site", "site_file", required=True, type=click.Path(path_type=Path), help="A .husk file."
)
@click.option("-o", "--output", default="-", show_default=True, help="As for run.")
@_output_options
def _extract(sources: tuple[str, ...], site_file: Path, output: str, **options: Any) -> int:
    """Write the pages of the SOURCEs clean, with what was learned before."""
    request = _request(sources, output, options)
    with _Bars(quiet=options["quiet"] or output == "-") as bars:
        outcome = extract_only(request, site_file, bars)
    return _conclude(outcome, request.target, options)


@_commands.command("explain")
@click.argument("page")
@click.option(
    "--site", "site_file", required=True, type=click.Path(path_type=Path), help="A .husk file."
)
def _explain(page: str, site_file: Path) -> int:
    """Say of each part of PAGE why it was kept (+) or dropped (-)."""
    learned = read_site(site_file)
    with Inventory() as inventory:
        for _ in inventory.take_sources([page]):
            pass
        found = next(inventory.everything())
        taken = take_page(found) if isinstance(found, PageRef) else found
    if not isinstance(taken, Page):
        _say(f"dehusk: {page}: {taken.reason}")
        return EXIT_FAILED
    for reason in learned.explain(taken):
        mark = "-" if reason.score >= TEMPLATE_SCORE else "+"
        text = " ".join(reason.text.split())
        click.echo(f"{mark} {reason.score:.2f}  {text[:80]!r}  {reason.why}  [{reason.path}]")
    return 0


def _request(sources: tuple[str, ...], output: str, options: Mapping[str, Any]) -> Request:
    method = options.get("method", DEFAULT_METHOD)
    recipe = Recipe(method, _parse_settings(options.get("settings", ())))
    columns = _parse_columns(options["columns"])
    reading = SourceSettings(options["site_by"], options["latest"], columns)
    target = Target(
        output,
        options.get("chosen_format"),
        resume=options.get("resume", False),
        drops_duplicates=options.get("no_duplicates", False),
    )
    return Request(sources, target, Job(recipe, sources=reading, jobs=_jobs(options)))


def _jobs(options: Mapping[str, Any]) -> int:
    return options["jobs"] or _n_cores()


def _conclude(outcome: Outcome, target: Target, options: Mapping[str, Any]) -> int:
    """Say what came of it, and the exit code that tells the same."""
    tally = outcome.tally
    if not options["quiet"]:
        where = "" if target.name == "-" else f" to {target.name}"
        again = f", {tally.skipped:,} were there already" if tally.skipped else ""
        _say(f"{tally.written:,} pages written{where}{again}, {tally.rejected:,} rejected")
        for reason, count in tally.reasons.most_common(5):
            _say(f"  {count:,} x {reason}")
        _tell_of_others(outcome, target)
    if not outcome.finished:
        again = "; --resume goes on from there" if target.is_resumable else ""
        _say(f"interrupted: what is written is whole{again}")
        return EXIT_INTERRUPTED
    return EXIT_REJECTED if tally.rejected and options["strict"] else 0


def _tell_of_others(outcome: Outcome, target: Target) -> None:
    """What was no page of its own, and what was no page at all."""
    if outcome.tally.duplicates:
        marked = "marked" if target.layout.says_duplicates else "listed in duplicates.jsonl"
        what = "left out" if target.drops_duplicates else marked
        _say(f"{outcome.tally.duplicates:,} repeat another page, and are {what}")
    if outcome.passed_over:
        total = sum(outcome.passed_over.values())
        most = Counter(outcome.passed_over).most_common(5)
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in most)
        _say(f"{total:,} passed over, no HTML: {kinds}" + (", …" if len(most) == 5 else ""))


def _say(message: str) -> None:
    click.echo(message, err=True)
