"""What came of a crawl: told on standard error, and by the exit code."""

from pathlib import Path

from dehusk.concluding import EXIT_FAILED, EXIT_INTERRUPTED, say
from dehusk.counting import say_count
from dehusk.crawl.failures import Kind
from dehusk.crawl.outcome import Ending, Outcome
from dehusk.crawl.scope import Outside
from dehusk.crawling.screen import list_kinds

_MEBIBYTE = 1024 * 1024


def tell(outcome: Outcome, *, has_next: bool) -> None:
    """Say what there is, what is missing, and what to do next; `has_next`: that is done already."""
    tally = outcome.tally
    pages = say_count(tally.pages, "page")
    say(f"{pages} in {outcome.archive}, {outcome.fetched:,} of them new; {_say_rest(outcome)}")
    if tally.failures:
        say(f"{tally.failed:,} failed: {list_kinds(tally.failures)}")
        if str(Kind.PRIVATE) in tally.failures:
            say("addresses of your own machine and network are asked only with --allow-private")
    if tally.left_out:
        say(f"links left out: {list_kinds(tally.left_out)}")
    if not tally.pages and not tally.failures and outcome.ending is Ending.DONE:
        say(_explain_nothing(outcome))
    if outcome.bad_seeds:
        say(f"{say_count(outcome.bad_seeds, 'line')} of the input no address: passed over")
    if tally.scripted:
        _tell_of_scripts(outcome)
    for site, learned_from in outcome.learned.items():
        say(f"{site} is learned from {say_count(learned_from, 'page')}: more taught nothing new")
    _tell_how_to_go_on(outcome, has_next=has_next)


def find_exit(outcome: Outcome) -> int:
    """0 if there is something, 1 if there is nothing at all, 130 if it was interrupted."""
    if outcome.ending is Ending.INTERRUPTED:
        return EXIT_INTERRUPTED
    return 0 if outcome.tally.pages else EXIT_FAILED


def _say_rest(outcome: Outcome) -> str:
    tally = outcome.tally
    speed = outcome.fetched / outcome.seconds if outcome.seconds > 0 else 0.0
    parts = [f"{tally.n_bytes / _MEBIBYTE:,.1f} MiB fetched", f"{speed:.1f} pages/s"]
    if tally.unchanged:
        parts.append(f"{tally.unchanged:,} unchanged")
    return ", ".join(parts)


def _explain_nothing(outcome: Outcome) -> str:
    if f"redirects: {Outside.HOST}" in outcome.tally.left_out:
        return "what was named leads to another host: name that instead, or use --host"
    if outcome.tally.others:
        return "what was named is empty, or leads in a circle: there is no page to begin with"
    return "no page was named"


def _tell_of_scripts(outcome: Outcome) -> None:
    tally = outcome.tally
    empty = f"{say_count(tally.scripted, 'page')} next to empty without JavaScript"
    if tally.built:
        say(f"{empty}: {tally.built:,} built in the browser, and kept beside what was sent")
    else:
        say(f"{empty}: with --render they are shown to a browser")


def _tell_how_to_go_on(outcome: Outcome, *, has_next: bool) -> None:
    waiting = f"{outcome.tally.waiting:,} still waiting"
    if outcome.ending is Ending.INTERRUPTED:
        say(
            f"interrupted, {waiting}: what is written is whole, the same command goes on from there"
        )
    elif outcome.ending is Ending.PAGES and outcome.tally.waiting:
        say(f"ended by --max-pages, {waiting}: the same command with a larger one goes on")
    elif outcome.ending is Ending.BYTES and outcome.tally.waiting:
        say(f"ended by --max-bytes, {waiting}: the same command with a larger one goes on")
    elif outcome.was_finished and has_next:
        say("nothing was left to fetch: the pages are those of the archive")
    elif outcome.was_finished:
        say("nothing was left to do: --again asks for what has changed since")
    if outcome.tally.pages and not has_next and outcome.ending is not Ending.INTERRUPTED:
        latest = " --latest" if outcome.has_captures else ""
        name = Path(outcome.archive).name.removesuffix(".warc.gz")
        say(f"next: dehusk run {outcome.archive} -o {name}/{latest}")
