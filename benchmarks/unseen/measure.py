"""The four parts, each over sites that the weights never saw.

main: sites of many pages, learned from a few of them; pages: the same by how many; alone: every
page by itself; scrambled: main once more without the words of class and id names.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict

from benchmarks.peers.report import YARDSTICK
from benchmarks.peers.tools import PEERS
from benchmarks.unseen.figures import (
    Figures,
    count_alone,
    count_languages,
    count_losses,
    count_main,
    count_pages,
)
from benchmarks.unseen.peer_texts import Asking, PeerTexts, ask_peers
from benchmarks.unseen.rounds import (
    MOST_PAGES,
    Judge,
    choose_many,
    name_entry,
    rename_alone,
    take_alone,
)
from dehusk.evaluate.contest import SiteResult
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.scramble_sites import scramble_sites
from dehusk.evaluate.truth import TruthSite

PARTS = ("main", "pages", "alone", "scrambled")
SIZES = (1, 2, 3, 5, 10, MOST_PAGES)

ALONE_SETS = ("wcxb", "cleaneval")
"""Of the gold: the sets whose pages are each taken alone. Of other data all sets are."""

SITE_LEVEL = frozenset({"deboiler"})
"""Peers that look at the site, and so have no page alone."""


def measure_unseen(
    sites: Sequence[TruthSite], parts: Collection[str], judge: Judge, asking: Asking
) -> Figures:
    """The parts that were asked for, as plain values."""
    peers = ask_peers(PEERS, sites, asking)
    state: Figures = {
        "method": judge.method.name,
        "is_folded": judge.method.is_folded,
        "corpus": asdict(describe_corpus(sites)),
        "not_measured": dict(peers.missing),
    }
    if {"main", "pages", "scrambled"} & set(parts):
        results = _judge_sites(sites, parts, judge, peers)
        state |= _count_sites(results, sites, parts, judge, peers)
    if "alone" in parts:
        state["alone"] = _measure_alone(sites, judge, peers)
    if "scrambled" in parts:
        state["scrambled"] = _measure_losses(sites, results, judge, asking)
    return state


def _judge_sites(
    sites: Sequence[TruthSite], parts: Collection[str], judge: Judge, peers: PeerTexts
) -> list[SiteResult]:
    sizes = SIZES if "pages" in parts else (MOST_PAGES,)
    return judge.judge(choose_many(sites, judge.method), sizes, peers.texts, "sites")


def _count_sites(
    results: Sequence[SiteResult],
    sites: Sequence[TruthSite],
    parts: Collection[str],
    judge: Judge,
    peers: PeerTexts,
) -> Figures:
    entries = {size: name_entry(judge.method, size) for size in SIZES}
    ours = entries[MOST_PAGES]
    figures: Figures = {}
    if "main" in parts:
        smaller = {entry for entry in entries.values() if entry != ours}
        full = [result for result in results if result.entry not in smaller]
        figures["main"] = count_main(full, ours, list(peers.texts))
        figures["languages"] = count_languages(full, sites)
    if "pages" in parts:
        figures["pages"] = count_pages(results, entries)
    return figures


def _measure_alone(sites: Sequence[TruthSite], judge: Judge, peers: PeerTexts) -> Figures:
    chosen = [site for site in sites if site.set_name in ALONE_SETS] or sites
    subjects = take_alone(chosen, judge.method)
    by_page = {peer: texts for peer, texts in peers.texts.items() if peer not in SITE_LEVEL}
    results = judge.judge(subjects, (1,), rename_alone(by_page), "alone")
    pages = [site for _, site in subjects]
    return count_alone(results, pages, name_entry(judge.method, 1), list(by_page))


def _measure_losses(
    sites: Sequence[TruthSite], before: Sequence[SiteResult], judge: Judge, asking: Asking
) -> Figures:
    """The yardstick is asked anew, for it may look at names too."""
    ours = name_entry(judge.method, MOST_PAGES)
    with scramble_sites(sites, judge.bars) as scrambled:
        peers = ask_peers([YARDSTICK], scrambled, asking)
        subjects = choose_many(scrambled, judge.method)
        after = judge.judge(subjects, (MOST_PAGES,), peers.texts, "scrambled")
    known = {result.entry for result in before}
    return count_losses(before, after, [ours, *(peer for peer in peers.texts if peer in known)])
