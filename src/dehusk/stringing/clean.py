"""The command `strings clean`: its options, and what comes of them."""

from pathlib import Path
from typing import Any

import click

from dehusk.bars import Bars
from dehusk.concluding import conclude
from dehusk.options import source_options
from dehusk.run.strings.clean import CleanRequest, clean_strings
from dehusk.stringing.group import make_job, text_option
from dehusk.write.target import STANDARD_OUTPUT


@click.command("clean", short_help="Take the template strings out of pages.")
@click.option(
    "--strings",
    "strings_file",
    required=True,
    type=click.Path(path_type=Path),
    help="A .strings file, or the folder of them that `strings learn` wrote.",
)
@click.option(
    "-o",
    "--output",
    default=STANDARD_OUTPUT,
    show_default=True,
    help="A folder, a name ending in .jsonl, or -.",
)
@click.option("--strict", is_flag=True, help="Exit with 3 if any page was rejected.")
@text_option
@source_options
def clean(sources: tuple[str, ...], strings_file: Path, output: str, **options: Any) -> int:
    """Take the template strings out of the pages of the SOURCEs.

    \b
      dehusk strings clean page.html --strings site.strings             one page, to the terminal
      dehusk strings clean pages/ --strings site.strings -o clean/      a file a page
      dehusk strings clean crawl.warc.gz --strings found/ -o rows.jsonl
      dehusk strings clean rows.jsonl --text --strings site.strings -o - | jq -r .text

    What is left is the page as it was, without the strings, and without crumbs between them: HTML
    stays HTML, though tags may have lost their partners. With a folder of .strings files, each
    page is cleaned with that of its site; a page whose site has none is rejected. A single file is
    taken for all pages.

    A folder as output gets pages/ (.html files, or .txt with --text), rejected.jsonl and
    summary.json. Rows are source, url, captured, site, text and removed_share; a single page that
    is the only SOURCE is printed as it is.
    """
    request = CleanRequest(sources, strings_file, output, make_job(options))
    with Bars(quiet=options["quiet"] or output == STANDARD_OUTPUT) as bars:
        outcome = clean_strings(request, bars)
    return conclude(outcome, request.target, options)
