"""The pages of two sources that show one content: by address, by name, or else by their text."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from dehusk.evaluate.mirror.nearest import MOST_RUNS, Runs, pair_sketches, sketch_text
from dehusk.evaluate.mirror.side import Side
from dehusk.model import Page, PageRef, stable_hash
from dehusk.parse import Caps
from dehusk.run.command import Progress
from dehusk.run.local import Job
from dehusk.run.pipeline import take_page
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.write.text import render_whole

MOST_READ = 40_000
"""Of the pages that neither address nor name pairs, so many of both sides together are read: some
minutes."""


class How(StrEnum):
    """What two pages were paired by."""

    ADDRESS = "address"
    NAME = "name"
    TEXT = "text"


class Pair(NamedTuple):
    """Two presentations of one content."""

    left: PageRef
    right: PageRef
    how: How


Refs = Sequence[PageRef]
NameOf = Callable[[PageRef], str]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairs, and what became of the pages that are in none.

    `alone`: without a counterpart among those looked at; `unseen`: never looked at, for there were
    too many; `unread`: could not be read.
    """

    pairs: Sequence[Pair]
    alone: int
    unseen: int
    unread: int


def pair_pages(left: Side, right: Side, job: Job, progress: Progress) -> Pairing:
    """Each page in one pair at most; only those that names do not pair are read."""
    pairs = _pair_by(How.ADDRESS, _address_of, left.refs, right.refs)
    pairs += _pair_by(How.NAME, _name_of, *_drop_paired(pairs, left.refs, right.refs))
    rest = _drop_paired(pairs, left.refs, right.refs)
    n_rest = sum(map(len, rest))
    if not all(rest):
        return Pairing(pairs, n_rest, 0, 0)
    ours, theirs = _draw(*rest)
    size = MOST_RUNS // (len(ours) + len(theirs))
    steps = _sketch_pages([*ours, *theirs], size, job)
    sketches = list(progress.track(steps, "Reading", len(ours) + len(theirs)))
    found = pair_sketches(sketches[: len(ours)], sketches[len(ours) :], size)
    pairs += [Pair(ours[first], theirs[second], How.TEXT) for first, second in found]
    unread = sum(sketch is None for sketch in sketches)
    unseen = n_rest - len(sketches)
    return Pairing(pairs, len(sketches) - unread - 2 * len(found), unseen, unread)


def _drop_paired(pairs: Sequence[Pair], left: Refs, right: Refs) -> tuple[Refs, Refs]:
    ours, theirs = {pair.left for pair in pairs}, {pair.right for pair in pairs}
    return [ref for ref in left if ref not in ours], [ref for ref in right if ref not in theirs]


def _pair_by(how: How, name_of: NameOf, left: Refs, right: Refs) -> list[Pair]:
    ours, theirs = _find_by_name(left, name_of), _find_by_name(right, name_of)
    return [Pair(ours[name], theirs[name], how) for name in sorted(ours.keys() & theirs.keys())]


def _find_by_name(refs: Refs, name_of: NameOf) -> dict[str, PageRef]:
    """The pages by their names; a name that a side has twice names nothing."""
    uses = Counter(map(name_of, refs))
    return {name: ref for ref in refs if (name := name_of(ref)) and uses[name] == 1}


def _address_of(ref: PageRef) -> str:
    """Path and query of the URL, or the path within the source."""
    if not ref.url:
        return ref.source
    try:
        url = urlsplit(ref.url)
    except ValueError:
        return ""
    return unquote(url.path).strip("/") + (f"?{url.query}" if url.query else "")


def _name_of(ref: PageRef) -> str:
    """The last part of the address, without its ending."""
    path, mark, query = _address_of(ref).partition("?")
    return PurePosixPath(path).stem + mark + query


def _draw(left: Refs, right: Refs) -> tuple[Refs, Refs]:
    """As many as may be read; all of a small side, and what is left to read of a large one."""
    n_left = min(len(left), max(MOST_READ // 2, MOST_READ - len(right)))
    return _draw_first(left, n_left), _draw_first(right, MOST_READ - n_left)


def _draw_first(refs: Refs, count: int) -> Refs:
    """The first in an order that does not depend on how they were found."""
    ordered = sorted(refs, key=lambda ref: (stable_hash(ref.key), ref.key, ref.path, ref.offset))
    return ordered[:count]


def _sketch_pages(refs: Refs, size: int, job: Job) -> Iterator[Runs | None]:
    plan: WorkPlan[PageRef, Runs | None] = WorkPlan(
        partial(_sketch_page, size=size, caps=job.caps), _no_sketch, job.jobs
    )
    return map_in_processes(plan, refs)


def _sketch_page(ref: PageRef, size: int, caps: Caps) -> Runs | None:
    page = take_page(ref, caps)
    return sketch_text(render_whole(page.tree), size) if isinstance(page, Page) else None


def _no_sketch(ref: PageRef) -> None:
    """A page that ended its process."""
