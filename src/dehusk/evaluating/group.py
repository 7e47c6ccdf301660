"""The command `evaluate` itself, and what its commands share."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dehusk.errors import MissingExtra

DEFAULT_COMMAND = "truth"
EXTRA = "evaluate"


class _WithDefault(click.Group):
    """A group whose first command need not be named; commands are listed as they were added."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What names no command is for the first one."""
        first = args[0] if args else "--help"
        if first not in self.commands and first not in ctx.help_option_names:
            if not first.startswith("-") and not Path(first).exists():
                known = ", ".join(self.commands)
                raise click.UsageError(f"no such command or folder: {first!r}; commands: {known}")
            args = [DEFAULT_COMMAND, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("evaluate", cls=_WithDefault)
def evaluate() -> None:
    """How good is it? Against truth, or on pages of your own without any.

    \b
      dehusk evaluate gold/                     every method side by side, on pages with truth
      dehusk evaluate curves gold/ -o curves/   how quality grows with pages, thresholds, clusters
      dehusk evaluate clusters gold/            are pages of one template told from others?
      dehusk evaluate inject pages/             are parts found that we put into your pages?
      dehusk evaluate mirror site/ mirror/      do two presentations clean to the same texts?
      dehusk evaluate grouping pages/           are topics clearer after cleaning?
      dehusk evaluate feed feed.xml pages/      is the feed's text what is kept of its pages?

    Truth is a file gold.jsonl beside a folder pages/: a row {"id", "text"} for each page
    pages/<id>.html. Folders of such sites, and folders of those, are taken whole.
    """


def needs_extra(command: Callable[..., int]) -> Callable[..., int]:
    """Say which extra to install where a library is missing."""

    @functools.wraps(command)
    def run(*args: Any, **options: Any) -> int:
        try:
            return command(*args, **options)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.startswith("dehusk"):
                raise
            raise MissingExtra(EXTRA, error.name) from error

    return run
