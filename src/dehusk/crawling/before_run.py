"""`dehusk run` on addresses: they are crawled first, into an archive beside the output."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from dehusk.crawl.outcome import Ending
from dehusk.crawl.settings import CrawlSettings
from dehusk.crawling.command import check_extra, fetch_all
from dehusk.crawling.options import make_settings, shared_options
from dehusk.crawling.telling import find_exit, tell
from dehusk.write.target import STANDARD_OUTPUT

_SCHEMES = ("http://", "https://")


def run_crawl_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What can be said of a crawl that a run begins with."""
    return shared_options(command)


def crawl_first(sources: tuple[str, ...], output: str, options: dict[str, Any]) -> tuple[str, ...]:
    """The sources, with an archive in the place of those that are addresses.

    Ends the command where the crawl was interrupted, or there is nothing to go on with. Takes the
    options of the crawl out of those of the run.
    """
    chosen = {name: options.pop(name) for name in _NAMES}
    starts = tuple(source for source in sources if is_address(source))
    if not starts:
        _refuse_idle(chosen)
        return sources
    check_extra()
    archive = name_archive(output, starts[0])
    settings: CrawlSettings = make_settings(chosen, is_list=False)
    say_nothing = bool(options["quiet"])
    outcome = fetch_all(starts, archive, settings, quiet=say_nothing)
    if not say_nothing:
        tell(outcome, has_next=True)
    code = find_exit(outcome)
    if outcome.ending is Ending.INTERRUPTED or code:
        raise click.exceptions.Exit(code)
    # A page may be there several times, as it was sent and as it became.
    options["latest"] = True
    return (*(source for source in sources if not is_address(source)), str(archive))


_NAMES = ("delay", "max_pages", "until_learned", "allow_private")
_IDLE = {"max_pages": None, "until_learned": False, "allow_private": False}


def is_address(source: str) -> bool:
    """Whether a source is to be fetched, not read."""
    return source.lower().startswith(_SCHEMES)


def name_archive(output: str, start: str) -> Path:
    """Where the pages go: beside the output, or in this folder where that is a stream."""
    if output == STANDARD_OUTPUT:
        return Path(f"{urlsplit(start).hostname or 'site'}.warc.gz")
    path = Path(output)
    return path.with_name(f"{path.name or path.resolve().name}.warc.gz")


def _refuse_idle(chosen: Mapping[str, Any]) -> None:
    for name, idle in _IDLE.items():
        if chosen[name] != idle:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option} is for sources that are addresses (https://…)")
