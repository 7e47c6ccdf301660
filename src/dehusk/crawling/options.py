"""What can be said about a crawl on the command line."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import click

from dehusk.crawl.settings import (
    HOST,
    SCOPES,
    USER_AGENT,
    CrawlSettings,
    Limits,
    Manners,
    Reach,
)
from dehusk.errors import BadSetting
from dehusk.render import RenderSettings, prepare_rendering

Command = Callable[..., Any]

MOST_PAGES = 10_000
"""What a crawl that follows links takes, unless it is told otherwise; it can go on from there."""

RENDER_TIMEOUT_S = 60.0
"""Longer than for pages of an archive: what a page asks for is waited for, with its pauses."""

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", re.I)
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}


def reach_options(command: Command) -> Command:
    """Which pages are wanted."""
    options = (
        click.option(
            "--scope",
            type=click.Choice(SCOPES),
            default=HOST,
            show_default=True,
            help="Follow links on the same host (with or without www.), on all hosts of the "
            "domain, or only below the folder of the START.",
        ),
        click.option(
            "--host",
            "hosts",
            multiple=True,
            metavar="NAME",
            help="Another host to follow links to.",
        ),
        click.option(
            "--depth",
            type=click.IntRange(0),
            metavar="N",
            help="Follow links so many times; 0: only what is named.  [default: 0 for lists and "
            "local sitemaps, else any number]",
        ),
        click.option(
            "--include",
            multiple=True,
            metavar="REGEX",
            help="Follow only links whose address matches one of these, such as '/blog/'.",
        ),
        click.option(
            "--exclude", multiple=True, metavar="REGEX", help="Follow no links that match."
        ),
        click.option(
            "--no-sitemaps", is_flag=True, help="Leave sitemaps of robots.txt, and feeds, alone."
        ),
        click.option(
            "--max-bytes",
            metavar="SIZE",
            help="End when so much was fetched, such as 500M or 2G.",
        ),
    )
    return _add_all(options, command)


def manner_options(command: Command) -> Command:
    """How servers are treated, and what they may cost."""
    options = (
        click.option(
            "--hosts-at-once",
            type=click.IntRange(1),
            default=Manners().hosts_at_once,
            show_default=True,
            metavar="N",
            help="So many hosts are asked beside one another; each has one request at a time.",
        ),
        click.option(
            "--user-agent",
            default=USER_AGENT,
            metavar="TEXT",
            help="Who you are, with a way to reach you: 'mybot/1.0 (+https://me.example/bot)'. "
            "Its first word is what robots.txt files call it.  [default: dehusk/VERSION]",
        ),
        click.option(
            "--timeout",
            type=float,
            default=Limits().timeout_s,
            show_default=True,
            metavar="SECONDS",
            help="What a request may take in all.",
        ),
        click.option(
            "--retries",
            type=click.IntRange(0),
            default=Limits().retries,
            show_default=True,
            metavar="N",
            help="Try again so often where it may help, after 5, 10, 20 … seconds.",
        ),
        click.option(
            "--max-body",
            metavar="SIZE",
            default="16M",
            show_default=True,
            help="The largest body that is taken, before and after decompression.",
        ),
    )
    return _add_all(options, command)


def shared_options(command: Command) -> Command:
    """What `dehusk run` can be told, too."""
    options = (
        click.option(
            "--delay",
            type=float,
            default=Manners().delay_s,
            show_default=True,
            metavar="SECONDS",
            help="The pause after each request to a host; longer where its robots.txt asks for it.",
        ),
        click.option(
            "--max-pages",
            type=click.IntRange(1),
            metavar="N",
            help=f"End at so many pages.  [default: {MOST_PAGES:,} where links are followed]",
        ),
        click.option(
            "--until-learned",
            is_flag=True,
            help="End each site as soon as more pages teach its template nothing new.",
        ),
        click.option(
            "--allow-private",
            is_flag=True,
            help="Ask servers of this machine and its network, too: refused otherwise.",
        ),
    )
    return _add_all(options, command)


def browser_options(command: Command) -> Command:
    """Whether pages that need scripts are shown to a browser, and to which."""
    options = (
        click.option(
            "--render",
            is_flag=True,
            help="Show pages that are empty without JavaScript to Chromium, and keep what their "
            "scripts build, too. All it asks for is fetched by us.",
        ),
        click.option(
            "--render-timeout",
            type=float,
            metavar="SECONDS",
            help=f"With --render: what a page may take.  [default: {RENDER_TIMEOUT_S:g}]",
        ),
        click.option(
            "--browser",
            metavar="PATH",
            envvar="DEHUSK_CHROMIUM",
            help="With --render: the Chromium to use; else $DEHUSK_CHROMIUM, or the first found.",
        ),
        click.option(
            "--no-browser-sandbox",
            is_flag=True,
            help="With --render: for containers in which Chromium's own sandbox is not allowed.",
        ),
    )
    return _add_all(options, command)


def make_settings(options: Mapping[str, Any], *, is_list: bool) -> CrawlSettings:
    """What the options ask for; those that a command does not have are as they are usually."""
    depth = options.get("depth")
    reach = Reach(
        scope=options.get("scope", HOST),
        hosts=tuple(options.get("hosts", ())),
        depth=0 if depth is None and is_list else depth,
        include=tuple(options.get("include", ())),
        exclude=tuple(options.get("exclude", ())),
        sitemaps=not options.get("no_sitemaps", False),
    )
    manners = Manners(
        delay_s=options["delay"],
        hosts_at_once=options.get("hosts_at_once", Manners().hosts_at_once),
        user_agent=options.get("user_agent", USER_AGENT),
    )
    limits = Limits(
        body_bytes=parse_size(options.get("max_body") or "16M", "--max-body"),
        timeout_s=options.get("timeout", Limits().timeout_s),
        retries=options.get("retries", Limits().retries),
    )
    max_bytes = options.get("max_bytes")
    return CrawlSettings(
        reach,
        manners,
        limits,
        max_pages=options["max_pages"] or (None if reach.depth == 0 else MOST_PAGES),
        max_bytes=parse_size(max_bytes, "--max-bytes") if max_bytes else None,
        until_learned=options["until_learned"],
        again=options.get("again", False),
        allow_private=options["allow_private"],
    )


def make_rendering(options: Mapping[str, Any]) -> RenderSettings | None:
    """How pages are shown to a browser, which is found now and not in the middle of a crawl."""
    if not options["render"]:
        for name in ("render_timeout", "no_browser_sandbox"):
            if options[name]:
                option = f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{option} says how pages are rendered: add --render")
        return None
    settings = RenderSettings(
        javascript=True,
        timeout_s=options["render_timeout"] or RENDER_TIMEOUT_S,
        browser=options["browser"],
        sandbox=not options["no_browser_sandbox"],
    )
    return prepare_rendering(settings)


def parse_size(text: str, option: str) -> int:
    """A number of bytes, with a unit or without.

    >>> parse_size("1.5k", "--max-bytes"), parse_size("2GiB", "--max-bytes")
    (1536, 2147483648)
    """
    found = _SIZE.fullmatch(text.strip())
    size = int(float(found[1]) * _UNITS[found[2].lower()]) if found else 0
    if size < 1:
        raise BadSetting("crawl", option, text, "bytes, such as 500M or 2G")
    return size


def _add_all(options: tuple[Command, ...], command: Command) -> Command:
    """The options in the order they are told."""
    for option in reversed(options):
        command = option(command)
    return command
