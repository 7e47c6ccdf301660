"""The command `strings` itself, and what its commands share."""

from collections.abc import Callable, Mapping
from typing import Any

import click

from dehusk.options import make_reading, read_jobs
from dehusk.run.local import Job


class _InOrder(click.Group):
    """Commands are listed as they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("strings", cls=_InOrder)
def strings() -> None:
    """Find the strings that recur over the pages of a site, and take them out.

    \b
      dehusk strings learn pages/ -o site.strings      what recurs in the HTML of a folder
      dehusk strings clean new/ --strings site.strings -o clean/       … taken out of other pages
      dehusk strings learn texts/ --text -o site.strings      the same of plain texts
      dehusk strings learn crawl.warc.gz -o found/ --draw found/       several sites, with pictures

    Nothing is parsed: pages are words in a row, and words that follow each other on most pages are
    template. Numbers, dates, names of days and the like count as the same word. It works on any
    text, and is fast; where pages are HTML and you want their text, `dehusk run` is for you.
    """


def text_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """What pages are."""
    return click.option(
        "--text",
        "is_text",
        is_flag=True,
        help="Pages are plain texts: .txt files, files that you name, the column `text` of tables "
        "(--column text=NAME: another), text/plain and WET records of archives.",
    )(command)


def make_job(options: Mapping[str, Any]) -> Job:
    """How the pages are read."""
    return Job(sources=make_reading(options), jobs=read_jobs(options))
