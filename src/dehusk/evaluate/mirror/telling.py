"""What came of the pairs, as figures and as words: how many, how near, and where they differ."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from textwrap import shorten

from dehusk.evaluate.findings import Figure
from dehusk.evaluate.mirror.compared import Compared, NotCompared
from dehusk.evaluate.mirror.pairs import How, Pair, Pairing
from dehusk.evaluate.mirror.side import Side

ALIKE_ENOUGH = 0.9
"""Pairs less alike than this are named as failures."""

_MEANINGS = {
    How.ADDRESS: "the same path in their sources, or address on their sites",
    How.NAME: "the same file name, endings aside",
    How.TEXT: "the most of their text in common",
}
_WORST_SHOWN = 5
_LONGEST_EXCERPT = 80


def count_pairs(
    pairing: Pairing, n_compared: int, n_left_out: int, max_pairs: int
) -> Iterator[Figure]:
    """How many pairs there are, how they came about, and how many were compared."""
    counts = Counter(pair.how for pair in pairing.pairs)
    drawn = f"pairs found; of more than {max_pairs:,} so many are drawn by chance and compared"
    yield Figure("pairs", n_compared, "pairs of pages that were compared")
    yield Figure("drawn of", len(pairing.pairs), drawn)
    for how in How:
        yield Figure(f"paired by {how}", counts[how], f"pairs found with {_MEANINGS[how]}")
    why = "one of the two could not be read, failed or has no words"
    yield Figure("left out", n_left_out, f"pairs drawn but not compared: {why}")


def count_pages(
    pairing: Pairing, left: Side, right: Side, left_out: Sequence[NotCompared]
) -> Iterator[Figure]:
    """What became of pages that are in no pair."""
    unread = left.unread + right.unread + pairing.unread + sum(each.unread for each in left_out)
    yield Figure(
        "alone", pairing.alone, "pages of either source without a counterpart among those looked at"
    )
    yield Figure(
        "not looked at", pairing.unseen, "pages whose text was not compared: they are too many"
    )
    yield Figure("unread", unread, "pages that could not be read")
    failed = len(left.failures) + len(right.failures)
    yield Figure("failed", failed, "sites that could not be learned: the reasons are given below")


def measure(compared: Sequence[Compared]) -> list[Figure]:
    """The means over pairs."""
    runs = "share of the runs of four words that the two pages of a pair have in common"
    edit = "share of the words that stay the same when one page of a pair is turned into the other"
    before, after = "before cleaning", "after cleaning; best 1, and far above before"
    kept = "share of the words of its pages that is kept; near 0, the figures above say little"
    return [
        Figure("alike before", fmean(each.before.runs for each in compared), f"{runs}, {before}"),
        Figure("alike after", fmean(each.after.runs for each in compared), f"{runs}, {after}"),
        Figure("edit before", fmean(each.before.edit for each in compared), f"{edit}, {before}"),
        Figure("edit after", fmean(each.after.edit for each in compared), f"{edit}, {after}"),
        Figure("kept of the first", fmean(each.kept_left for each in compared), kept),
        Figure("kept of the second", fmean(each.kept_right for each in compared), kept),
    ]


def list_failed(sides: Sequence[Side], left_out: Sequence[NotCompared]) -> Iterator[str]:
    """Sites and pairs that something went wrong with."""
    for side in sides:
        for site, why in side.failures.items():
            yield f"the site {site} of {side.source} could not be learned: {why}"
    failed = [each for each in left_out if each.failure]
    if failed:
        first = f"{_name(failed[0].pair)}: {failed[0].failure}"
        yield f"pairs that could not be compared: {len(failed)}, the first {first}"


def list_worst(compared: Sequence[Compared]) -> Iterator[str]:
    """What cleaning does badly: first over all, then the worst pairs, which come first."""
    before, after = _measure_runs(compared)
    if after <= before < ALIKE_ENOUGH:
        yield f"cleaning brings the two no nearer: {before:.0%} alike before, {after:.0%} after"
    n_empty = sum(not each.kept_left or not each.kept_right for each in compared)
    if n_empty:
        yield f"nothing is kept of one page or both of {n_empty} pairs: they count as not alike"
    for each in compared[:_WORST_SHOWN]:
        if each.after.runs < ALIKE_ENOUGH:
            alike = f"{each.after.runs:.0%} alike, {each.before.runs:.0%} before"
            ours, theirs = _quote("first", each.only_left), _quote("second", each.only_right)
            yield f"{_name(each.pair)}: {alike}{ours}{theirs}"


def notice(compared: Sequence[Compared]) -> Iterator[str]:
    """Where the figures show nothing."""
    before, _ = _measure_runs(compared)
    if before >= ALIKE_ENOUGH:
        yield f"the two are {before:.0%} alike as they are: they cannot show what cleaning does"


def _measure_runs(compared: Sequence[Compared]) -> tuple[float, float]:
    before = fmean(each.before.runs for each in compared)
    return before, fmean(each.after.runs for each in compared)


def _name(pair: Pair) -> str:
    return " and ".join(dict.fromkeys((pair.left.key, pair.right.key)))


def _quote(which: str, words: str) -> str:
    excerpt = shorten(words, _LONGEST_EXCERPT, placeholder=" …")
    return f"; only the {which} keeps “{excerpt}”" if words else ""
