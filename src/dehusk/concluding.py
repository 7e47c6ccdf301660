"""What came of a command that writes pages: told on standard error, and by the exit code."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from dehusk.run.command import Outcome
from dehusk.write.files import write_whole
from dehusk.write.target import STANDARD_OUTPUT, Target

EXIT_FAILED, EXIT_MISUSE, EXIT_REJECTED, EXIT_INTERRUPTED = 1, 2, 3, 130


def conclude(outcome: Outcome, target: Target, options: Mapping[str, Any]) -> int:
    """Say what came of it, and the exit code that tells the same."""
    tally = outcome.tally
    if not options["quiet"]:
        what = ("text" if options.get("is_text") else "page") + "s" * (tally.written != 1)
        where = "" if target.name == "-" else f" to {target.name}"
        again = f", {tally.skipped:,} were there already" if tally.skipped else ""
        say(f"{tally.written:,} {what} written{where}{again}, {tally.rejected:,} rejected")
        for reason, count in tally.reasons.most_common(5):
            say(f"  {count:,} x {reason}")
        _tell_of_others(outcome, target, "text" if options.get("is_text") else "HTML")
        if outcome.saved:
            say(f"blocks: {outcome.saved}")
    if not outcome.finished:
        can_resume = target.is_resumable and "resume" in options
        again = "; --resume goes on from there" if can_resume else ""
        say(f"interrupted: what is written is whole{again}")
        return EXIT_INTERRUPTED
    return EXIT_REJECTED if tally.rejected and options["strict"] else 0


def _tell_of_others(outcome: Outcome, target: Target, wanted: str) -> None:
    """What was no page of its own, and what was no page at all."""
    if outcome.tally.duplicates:
        marked = "marked" if target.layout.says_duplicates else "listed in duplicates.jsonl"
        what = "left out" if target.drops_duplicates else marked
        say(f"{outcome.tally.duplicates:,} repeat another page, and are {what}")
    if outcome.passed_over:
        total = sum(outcome.passed_over.values())
        most = Counter(outcome.passed_over).most_common(5)
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in most)
        say(f"{total:,} passed over, no {wanted}: {kinds}" + (", …" if len(most) == 5 else ""))


def hand_over(content: bytes, output: str | Path) -> None:
    """Write what a command made to the file that was named, or to standard output for `-`."""
    if str(output) == STANDARD_OUTPUT:
        click.echo(content, nl=False)
    else:
        write_whole(Path(output), content)


def say(message: str) -> None:
    """A message to whoever runs the command."""
    click.echo(message, err=True)
