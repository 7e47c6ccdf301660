"""The command `evaluate` itself, and what its commands share."""

import functools
from collections.abc import Callable
from typing import Any

import click

from dehusk.errors import MissingExtra

DEFAULT_COMMAND = "truth"
EXTRA = "evaluate"


class _WithDefault(click.Group):
    """A group whose first command need not be named; commands are listed as they were added."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            args = [DEFAULT_COMMAND, *args]
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("evaluate", cls=_WithDefault)
def evaluate() -> None:
    """How good is it? Against truth, or on pages of your own without any.

    \b
      dehusk evaluate gold/                     every method side by side, on pages with truth
      dehusk evaluate curves gold/ -o curves/   how quality grows with pages, thresholds, clusters
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
