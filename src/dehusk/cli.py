"""The command line: data to standard output, messages and progress to standard error."""

import io
import logging
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.logging import RichHandler

from dehusk import __version__
from dehusk.bars import CONSOLE, Bars
from dehusk.clustering import cluster
from dehusk.concluding import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_MISUSE, conclude, say
from dehusk.crawling import crawl, crawl_first, run_crawl_options
from dehusk.errors import CallerError, DehuskError
from dehusk.evaluating import evaluate
from dehusk.explaining import explain
from dehusk.exporting import export
from dehusk.options import (
    cluster_options,
    make_request,
    method_options,
    output_options,
    render_options,
    source_options,
    want_option,
)
from dehusk.run.command import extract_only, learn_only, run_all
from dehusk.stringing import strings


def main() -> None:
    """The command `dehusk`: errors as one line, without a traceback."""
    _prepare_process()
    try:
        sys.exit(_commands(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_MISUSE)
    except (KeyboardInterrupt, click.Abort):
        say("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _let_go_of_output()
        sys.exit(EXIT_FAILED)
    except sqlite3.Error as error:
        say(f"dehusk: cannot keep the list of pages: {error}; set TMPDIR to a place with room")
        sys.exit(EXIT_FAILED)
    except (DehuskError, OSError) as error:
        say(f"dehusk: {error}")
        _let_go_of_output()
        sys.exit(EXIT_MISUSE if isinstance(error, CallerError) else EXIT_FAILED)


def _prepare_process() -> None:
    logging.basicConfig(
        level=logging.WARNING,
        format="%(message)s",
        handlers=[RichHandler(console=CONSOLE, show_path=False, show_time=False)],
    )
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Whoever starts us by nohup wants us to go on when the terminal is closed.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end_as_by_ctrl_c)
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
      dehusk run https://example.org/ -o clean/              a website, crawled first
      dehusk crawl https://example.org/ -o site.warc.gz      the crawl alone
      dehusk learn pages/ -o site.husk     keep what was learned …
      dehusk extract new/ --site site.husk -o -       … and apply it to other pages
      dehusk explain page.html --site site.husk       why each part was kept or dropped
      dehusk cluster pages/                which pages share a template
      dehusk export site.husk --as regex   what was learned, for other tools
      dehusk strings learn texts/ --text -o site.strings       what recurs, without a look at tags
      dehusk evaluate gold/                how good each method is, with truth or without
    """


_commands.add_command(cluster)
_commands.add_command(crawl)
_commands.add_command(evaluate)
_commands.add_command(explain)
_commands.add_command(export)
_commands.add_command(strings)


@_commands.command("run")
@source_options
@click.option(
    "-o", "--output", required=True, help="A folder, a name ending in .jsonl or .parquet, or -."
)
@method_options
@cluster_options
@render_options
@output_options
@click.option(
    "--no-duplicates", is_flag=True, help="Leave out pages that repeat another, exactly or nearly."
)
@click.option(
    "--store-blocks",
    is_flag=True,
    help="Keep whole pages too, in blocks/ of the output folder: what they share only once.",
)
@run_crawl_options
def _run(sources: tuple[str, ...], output: str, **options: Any) -> int:
    """Learn each site of the SOURCEs and write every page clean.

    A SOURCE is a folder, an HTML file, a .warc[.gz|.zst] or .wacz archive, a .jsonl or .parquet
    table with the columns url and html, a quoted pattern such as 'site/**/*.htm', or - for standard
    input. Pages with URLs belong to the site of their domain, others to that named after their
    SOURCE. A folder as output gets pages/ (one file a page), sites/ (what was learned),
    rejected.jsonl and summary.json.

    A SOURCE may be an address, such as https://example.org/: its site is crawled first, politely,
    into OUTPUT.warc.gz; --delay, --max-pages, --until-learned and --allow-private are for that,
    and `dehusk crawl` has more.
    """
    sources = crawl_first(sources, output, options)
    request = make_request(sources, output, options)
    with Bars(quiet=options["quiet"]) as bars:
        outcome = run_all(request, bars)
    return conclude(outcome, request.target, options)


@_commands.command("learn")
@source_options
@click.option("-o", "--output", required=True, help="A .husk file, or a folder for several sites.")
@method_options
@cluster_options
@render_options
def _learn(sources: tuple[str, ...], output: str, **options: Any) -> int:
    """Learn the site of the SOURCEs and keep what was learned."""
    with Bars(quiet=options["quiet"]) as bars:
        learned = learn_only(make_request(sources, output, options), bars)
    if not options["quiet"]:
        for site, learned_from in learned:
            say(f"learned {site.site} from {learned_from} of its {site.pages} pages")
    return 0


@_commands.command("extract")
@source_options
@click.option(
    "--site", "site_file", required=True, type=click.Path(path_type=Path), help="A .husk file."
)
@click.option("-o", "--output", default="-", show_default=True, help="As for run.")
@want_option
@render_options
@output_options
def _extract(
    sources: tuple[str, ...], site_file: Path, output: str, want: str | None, **options: Any
) -> int:
    """Write the pages of the SOURCEs clean, with what was learned before."""
    request = make_request(sources, output, options)
    with Bars(quiet=options["quiet"] or output == "-") as bars:
        outcome = extract_only(request, site_file, bars, want)
    return conclude(outcome, request.target, options)
