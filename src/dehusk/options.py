"""The options that commands share, and the request they make."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from dehusk.cluster import CLUSTER_METHODS, DEFAULT_CLUSTER_METHOD
from dehusk.errors import BadSetting
from dehusk.ingest import Columns, SourceSettings
from dehusk.ingest.settings import CONTENTS, HTML, SITE_BY, TEXT
from dehusk.learn import DEFAULT_METHOD, METHODS, WANTING_METHOD, add_want
from dehusk.learn.blocks.holdings import FEATURES
from dehusk.render import RenderSettings, prepare_rendering
from dehusk.render.settings import parse_viewport
from dehusk.run.command import Request
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe
from dehusk.section.choose import check_roles
from dehusk.section.role_names import ROLES
from dehusk.write.formats import FORMATS
from dehusk.write.target import Target


def parse_settings(pairs: Sequence[str], option: str = "--set") -> Mapping[str, object]:
    """The settings of a method, each value as JSON or else as the text it is."""
    settings: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadSetting(option, name, "", "NAME=VALUE, such as pages=20")
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = value
    return settings


def _parse_columns(pairs: tuple[str, ...], content: str) -> Columns:
    parts = [name for name in Columns.__slots__ if name == content or name not in CONTENTS]
    columns: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name not in parts:
            allowed = f"PART=COLUMN, where PART is one of {', '.join(parts)}"
            raise BadSetting("--column", name, value, allowed)
        columns[name] = value
    return Columns(**columns)


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What is read, and with how many processes."""
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
    return jobs_options(command)


def jobs_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """With how many processes, and how much is said."""
    command = click.option(
        "-j", "--jobs", type=click.IntRange(1), help="Processes at work [default: all cores]."
    )(command)
    return click.option(
        "-q", "--quiet", is_flag=True, help="No progress, no summary: only what was asked for."
    )(command)


def method_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How a site is learned."""
    names = ", ".join(METHODS.names())
    command = click.option("--method", help=f"How to learn: {names}.  [default: {DEFAULT_METHOD}]")(
        command
    )
    return settings_option("pages=20")(want_option(command))


def settings_option(example: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The settings of a method."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help=f"A setting of the method, such as {example}; may be given several times.",
    )


def want_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """What is wanted of a page."""
    return click.option(
        "--want",
        metavar="FEATURE[,FEATURE]",
        help=f"Keep the blocks with the most of it: {', '.join(FEATURES)}. For feature-blocks and "
        f"k-feature-blocks; the latter is the default method then.",
    )(command)


def cluster_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How pages of one template are found."""
    names = ", ".join(CLUSTER_METHODS.names())
    command = click.option(
        "--cluster",
        default=DEFAULT_CLUSTER_METHOD,
        show_default=True,
        metavar="NAME",
        help=f"How to find pages that share a template: {names}.",
    )(command)
    return click.option(
        "--cluster-set",
        "cluster_settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the cluster method, as in --cluster minhash --cluster-set n_hashes=256; "
        "may be given several times.",
    )(command)


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What is written."""
    command = click.option(
        "--keep",
        metavar="ROLE[,ROLE]",
        help=f"Only sections of these roles, whole, and of main what is content: "
        f"{', '.join(ROLES)}.",
    )(command)
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


def render_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Whether pages are drawn in a browser, and how."""
    command = click.option(
        "--render",
        is_flag=True,
        help="Open every page in Chromium, cut off from the network, and go by where it draws "
        "things. A tenth to a third of a second a page, once: drawn pages are cached.",
    )(command)
    command = click.option(
        "--javascript",
        is_flag=True,
        help="With --render: let scripts run, and take the page as they leave it. They get only "
        "what the archive or folder itself holds.",
    )(command)
    command = click.option(
        "--viewport",
        metavar="WIDTHxHEIGHT",
        help="With --render: the browser's window in pixels.  [default: 1280x800]",
    )(command)
    command = click.option(
        "--render-timeout",
        type=float,
        metavar="SECONDS",
        help="With --render: a page that takes longer goes on without.  [default: 10]",
    )(command)
    command = click.option(
        "--no-browser-sandbox",
        is_flag=True,
        help="With --render: for containers in which Chromium's own sandbox is not allowed.",
    )(command)
    return click.option(
        "--browser",
        metavar="PATH",
        envvar="DEHUSK_CHROMIUM",
        help="With --render: the Chromium to use; else $DEHUSK_CHROMIUM, or the first found.",
    )(command)


def make_rendering(options: Mapping[str, Any]) -> RenderSettings | None:
    """How pages are drawn, with the browser found; nothing where they are not."""
    if not options.get("render"):
        for name in ("javascript", "viewport", "render_timeout", "no_browser_sandbox"):
            if options.get(name):
                option = f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{option} says how pages are rendered: add --render")
        return None
    chosen: dict[str, Any] = {"javascript": options["javascript"], "browser": options["browser"]}
    chosen["sandbox"] = not options["no_browser_sandbox"]
    if options["viewport"]:
        chosen["width"], chosen["height"] = parse_viewport(options["viewport"])
    if options["render_timeout"] is not None:
        chosen["timeout_s"] = options["render_timeout"]
    return prepare_rendering(RenderSettings(**chosen, cache=_find_cache()))


def _find_cache() -> str:
    """Where drawn pages are kept, as the XDG Base Directory Specification says."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    folder = Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
    return str(folder / "dehusk" / "render")


def _n_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_request(sources: tuple[str, ...], output: str, options: Mapping[str, Any]) -> Request:
    """What the options of a command ask for."""
    target = Target(
        output,
        options.get("chosen_format"),
        resume=options.get("resume", False),
        drops_duplicates=options.get("no_duplicates", False),
        stores_blocks=options.get("store_blocks", False),
    )
    return Request(sources, target, make_job(options))


def make_job(options: Mapping[str, Any]) -> Job:
    """How the pages are read and learned from."""
    want = options.get("want")
    method = options.get("method") or (DEFAULT_METHOD if want is None else WANTING_METHOD)
    settings = parse_settings(options.get("settings", ()))
    recipe = Recipe(
        method=method,
        method_settings=settings if want is None else add_want(method, settings, want),
        cluster=options.get("cluster", DEFAULT_CLUSTER_METHOD),
        cluster_settings=parse_settings(options.get("cluster_settings", ()), "--cluster-set"),
    )
    keep = options.get("keep")
    return Job(
        recipe,
        sources=make_reading(options),
        jobs=read_jobs(options),
        keep=() if keep is None else check_roles(keep),
        rendering=make_rendering(options),
    )


def make_reading(options: Mapping[str, Any]) -> SourceSettings:
    """How the sources are read."""
    content = TEXT if options.get("is_text") else HTML
    columns = _parse_columns(options["columns"], content)
    return SourceSettings(options["site_by"], options["latest"], columns, content=content)


def read_jobs(options: Mapping[str, Any]) -> int:
    """The processes asked for, or one for each core."""
    return options["jobs"] or _n_cores()
