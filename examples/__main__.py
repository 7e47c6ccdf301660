"""Command line: `python -m examples news blog -o FOLDER --pages 100 --seed 7`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import SITES, write_site
from .shell import OWN, SHELL_NAMES


def main(arguments: list[str] | None = None) -> int:
    """Write the sites asked for, and say so on stderr, one line a site."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    unknown = [name for name in options.sites if name not in (*SITES, "all")]
    if unknown:
        parser.error(f"unknown site {unknown[0]!r}; choose from {', '.join(SITES)} or all")
    chosen = SITES if "all" in options.sites else tuple(dict.fromkeys(options.sites))
    for site in chosen:
        folder = options.output / (site if options.shell == OWN else f"{site}-{options.shell}")
        written = write_site(site, folder, options.pages, options.seed, options.shell)
        print(f"{site}: {written} pages in {folder}", file=sys.stderr)
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m examples",
        description="Write made-up websites with exact truth: FOLDER/<site>/pages/*.html and "
        "FOLDER/<site>/gold.jsonl, for some a feed.xml. The same arguments always give the same "
        "bytes.",
    )
    parser.add_argument(
        "sites",
        nargs="*",
        default=["all"],
        metavar="SITE",
        help=f"{', '.join(SITES)}, or all (the default)",
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FOLDER", help="where to write"
    )
    parser.add_argument(
        "--pages", type=read_count, default=40, metavar="N", help="pages a site (default: 40)"
    )
    parser.add_argument(
        "--shell",
        choices=SHELL_NAMES,
        default=OWN,
        help="what stands around the content: the site's own template (the default), or the plain "
        "one of a mirror, in FOLDER/<site>-plain",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="default: 0")
    return parser


def read_count(text: str) -> int:
    """Read a number of pages, refusing what is not one."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of pages (1 or more)")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
