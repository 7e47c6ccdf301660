"""Two presentations of one content, each learned and cleaned by itself: do they come out alike?

One of the four evaluations that Foschini proposes; it needs no truth, but a second presentation:
a mirror, a print edition, the same pages before and after a relaunch.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from textwrap import shorten

from dehusk.errors import BadSetting, NothingToCompare
from dehusk.evaluate.findings import Figure, Findings
from dehusk.evaluate.mirror.alike import Alike, compare_texts, find_own_words
from dehusk.evaluate.mirror.pairs import How, Pair, pair_pages
from dehusk.evaluate.mirror.side import Side, learn_side
from dehusk.evaluate.words import split_words
from dehusk.ingest import Inventory
from dehusk.model import stable_hash
from dehusk.run.local import Job

MIN_PAGES = 5
"""With fewer pages of a side nothing that comes back can be told from chance."""

ALIKE_ENOUGH = 0.9
"""Pairs less alike than this are named as failures."""

_MEANINGS = {
    How.ADDRESS: "the same path in their sources, or address on their sites",
    How.NAME: "the same file name, endings aside",
    How.TEXT: "the most of their text in common",
}
_WORST_SHOWN = 5
_LONGEST_EXCERPT = 80


@dataclass(frozen=True, slots=True)
class MirrorSettings:
    """How many pairs are compared; of more, those whose keys hash lowest."""

    max_pairs: int = 500

    def __post_init__(self) -> None:
        if self.max_pairs < 1:
            raise BadSetting("mirror", "max_pairs", self.max_pairs, "1 or more")


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair before and after cleaning; what only one of the two keeps is a failure of one."""

    pair: Pair
    before: Alike
    after: Alike
    kept_left: float
    kept_right: float
    only_left: str
    only_right: str


def evaluate_mirror(
    source_a: str, source_b: str, job: Job, settings: MirrorSettings | None = None
) -> Findings:
    """Pair the pages of two sources, clean each side by itself, compare the pairs."""
    settings = settings or MirrorSettings()
    with Inventory(job.sources) as shelf_a, Inventory(job.sources) as shelf_b:
        left, right = learn_side(source_a, shelf_a, job), learn_side(source_b, shelf_b, job)
        _check_pages({source_a: left, source_b: right})
        pairs = pair_pages(left, right)
        drawn = sorted(pairs, key=_rank)[: settings.max_pairs]
        compared = [found for pair in drawn if (found := _compare(pair, left, right))]
    if not compared:
        raise NothingToCompare(
            f"no page of {source_a} has a counterpart in {source_b}",
            "give two presentations of one content, whose pages share addresses, names or text",
        )
    n_alone = len(left.refs) + len(right.refs) - 2 * len(pairs)
    compared.sort(key=lambda found: (found.after, found.pair.left.key))
    return Findings(
        title=f"Two presentations of one content, with the method {job.recipe.method}",
        figures=(*_count_pairs(pairs, n_alone, len(compared)), *_list_figures(compared)),
        failures=(*_judge_all(compared), *_list_worst(compared)),
    )


def _check_pages(sides: Mapping[str, Side]) -> None:
    for source, side in sides.items():
        if len(side.refs) < MIN_PAGES:
            hint = f"give {MIN_PAGES} pages of each presentation or more, or nothing is learned"
            raise NothingToCompare(f"{source} has {len(side.refs)} pages", hint)


def _rank(pair: Pair) -> tuple[int, str]:
    return stable_hash(pair.left.key), pair.left.key


def _compare(pair: Pair, left: Side, right: Side) -> Compared | None:
    """The pair compared, unless one of them says nothing at all."""
    ours, theirs = left.clean(pair.left), right.clean(pair.right)
    if not split_words(ours.whole) or not split_words(theirs.whole):
        return None
    return Compared(
        pair=pair,
        before=compare_texts(ours.whole, theirs.whole),
        after=compare_texts(ours.kept, theirs.kept),
        kept_left=ours.kept_share,
        kept_right=theirs.kept_share,
        only_left=find_own_words(ours.kept, theirs.kept),
        only_right=find_own_words(theirs.kept, ours.kept),
    )


def _count_pairs(pairs: Sequence[Pair], n_alone: int, n_compared: int) -> list[Figure]:
    counts = Counter(pair.how for pair in pairs)
    return [
        Figure("pairs", n_compared, "pairs of pages that were compared"),
        *(Figure(f"paired by {how}", counts[how], f"pairs with {_MEANINGS[how]}") for how in How),
        Figure("alone", n_alone, "pages of either source without a counterpart in the other"),
    ]


def _list_figures(compared: Sequence[Compared]) -> list[Figure]:
    """The means over pairs."""
    runs, edit = "of the runs of four words", "of the words that stay when one is made the other"
    return [
        Figure("alike before", fmean(each.before.runs for each in compared), f"{runs}, all text"),
        Figure("alike after", fmean(each.after.runs for each in compared), f"{runs}, cleaned"),
        Figure("edit before", fmean(each.before.edit for each in compared), f"{edit}, all text"),
        Figure("edit after", fmean(each.after.edit for each in compared), f"{edit}, cleaned"),
        Figure("kept of the first", fmean(each.kept_left for each in compared), "of its words"),
        Figure("kept of the second", fmean(each.kept_right for each in compared), "of its words"),
    ]


def _judge_all(compared: Sequence[Compared]) -> Iterator[str]:
    before = fmean(each.before.runs for each in compared)
    after = fmean(each.after.runs for each in compared)
    if before >= ALIKE_ENOUGH:
        yield f"the two are {before:.0%} alike as they are: they cannot show what cleaning does"
    elif after <= before:
        yield f"cleaning brings the two no nearer: {before:.0%} alike before, {after:.0%} after"
    n_empty = sum(not each.kept_left or not each.kept_right for each in compared)
    if n_empty:
        yield f"nothing is kept of one page or both of {n_empty} pairs: they count as not alike"


def _list_worst(compared: Sequence[Compared]) -> Iterator[str]:
    for each in compared[:_WORST_SHOWN]:
        if each.after.runs < ALIKE_ENOUGH:
            names = " and ".join(dict.fromkeys((each.pair.left.key, each.pair.right.key)))
            alike = f"{each.after.runs:.0%} alike, {each.before.runs:.0%} before"
            ours, theirs = _quote("first", each.only_left), _quote("second", each.only_right)
            yield f"{names}: {alike}{ours}{theirs}"


def _quote(which: str, words: str) -> str:
    excerpt = shorten(words, _LONGEST_EXCERPT, placeholder=" …")
    return f"; only the {which} keeps “{excerpt}”" if words else ""
