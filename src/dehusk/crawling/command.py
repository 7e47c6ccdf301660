"""The command `crawl`: its options, and what comes of them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from dehusk.concluding import hand_over, say
from dehusk.crawl import EXTRA, LIBRARIES
from dehusk.crawl.outcome import Outcome
from dehusk.crawl.settings import CrawlSettings
from dehusk.crawl.tally import list_failures
from dehusk.crawling.options import (
    browser_options,
    make_rendering,
    make_settings,
    manner_options,
    reach_options,
    shared_options,
)
from dehusk.crawling.screen import Screen
from dehusk.crawling.telling import find_exit, tell
from dehusk.errors import MissingExtra
from dehusk.write.files import write_whole

_MOST_FILES = 65_536


@click.command("crawl", short_help="Fetch a website into an archive.")
@click.argument("starts", nargs=-1, required=True, metavar="START...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The archive, a name ending in .warc.gz; its state is kept beside it, in NAME.crawl.",
)
@shared_options
@reach_options
@manner_options
@browser_options
@click.option(
    "--again", is_flag=True, help="Ask once more for all that is there, and keep what has changed."
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write what came of it as JSON; `-` to standard output.",
)
@click.option(
    "--failed",
    "failed_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every address that failed, and why, as JSON lines.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress, no summary.")
def crawl(starts: tuple[str, ...], output: Path, **options: Any) -> int:
    """Fetch the pages of a website, politely, into a standard WARC 1.1 archive.

    \b
      dehusk crawl https://example.org/ -o example.warc.gz       a site, by its links and sitemaps
      dehusk crawl https://example.org/blog/ --scope path -o blog.warc.gz       a part of it
      dehusk crawl https://example.org/ --until-learned -o example.warc.gz      as much as it takes
      dehusk crawl addresses.txt -o pages.warc.gz       the pages of a list, one address a line
      ... | dehusk crawl - -o pages.warc.gz             … as they come in
      dehusk run example.warc.gz -o clean/              then: every page clean

    A START is an address of a page, sitemap or feed, a file with addresses (a list or a sitemap),
    or - for standard input. Links are followed from addresses; of lists only what they name is
    fetched, unless --depth says otherwise.

    robots.txt is obeyed, and each host is asked one thing at a time, with a pause. Interrupt it as
    you like: the same command goes on where it stopped, and nothing is fetched twice. Addresses of
    your own machine and network are refused, unless you --allow-private.
    """
    check_extra()
    from dehusk.crawl.seeds import Seeds

    seeds = Seeds(starts)
    settings = make_settings(options, is_list=seeds.is_list)
    settings = replace(settings, rendering=make_rendering(options))
    outcome = fetch_all(starts, output, settings, quiet=options["quiet"])
    if not options["quiet"]:
        tell(outcome, has_next=False)
    _write_json(outcome, options)
    if options["failed_file"] is not None:
        _write_failed(output, options["failed_file"])
    return find_exit(outcome)


def check_extra() -> None:
    """Say what to install where something is missing."""
    for library in LIBRARIES:
        if find_spec(library) is None:
            raise MissingExtra(EXTRA, library)


def fetch_all(
    starts: tuple[str, ...], output: Path, settings: CrawlSettings, *, quiet: bool
) -> Outcome:
    """Crawl, shown as it goes on."""
    from dehusk.crawl.engine import CrawlRequest, crawl_site
    from dehusk.crawl.seeds import Seeds

    _allow_connections()
    try:
        with Screen(quiet=quiet, again=settings.again) as screen:
            return crawl_site(CrawlRequest(Seeds(starts), output, settings), screen)
    except KeyboardInterrupt:
        if not quiet:
            say("what is written is whole, the same command goes on from there")
        raise


def _write_failed(archive: Path, target: Path) -> None:
    from dehusk.crawl.opening import find_state
    from dehusk.crawl.state import State

    state = State(find_state(archive))
    try:
        rows = [{"url": url, "reason": reason} for url, reason in list_failures(state)]
    finally:
        state.close()
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_whole(target, "".join(lines).encode())


def _allow_connections() -> None:
    """Many hosts are many connections: as many as the system lets us have."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _write_json(outcome: Outcome, options: Mapping[str, Any]) -> None:
    json_file = options["json_file"]
    if json_file is None:
        return
    content = json.dumps(outcome.summary(), indent=2, ensure_ascii=False) + "\n"
    hand_over(content.encode(), json_file)
