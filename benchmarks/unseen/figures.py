"""Results of rounds to figures, as plain values: means, gains over peers, falls and losses."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from dehusk.evaluate.contest import SiteResult
from dehusk.evaluate.summary import compare, mean_score, site_score
from dehusk.evaluate.truth import ALL_SETS, TruthSite
from dehusk.parse.language import detect_language

Figures = dict[str, Any]

MIN_PAGES = 5
"""A language of fewer pages says nothing."""

MIN_SITES = 8
"""A set of fewer sites says little of what is gained over a peer."""


def count_main(results: Sequence[SiteResult], entry: str, peers: Sequence[str]) -> Figures:
    """Every entry on each set, and whether ours is above every peer wherever that can be said."""
    sets = []
    for name, chosen in _divide(results).items():
        gains = {}
        if count_sites(chosen) >= MIN_SITES:
            gains = {peer: _describe_gain(chosen, entry, peer) for peer in peers}
        sets.append({"set": name, **describe(chosen), "gains": gains})
    behind = [
        {"set": one["set"], "peer": peer, "gain": gain["low"]}
        for one in sets
        for peer, gain in one["gains"].items()
        if gain["low"] <= 0
    ]
    return {"entry": entry, "peers": list(peers), "sets": sets, "behind": behind}


def count_pages(results: Sequence[SiteResult], entries: Mapping[int, str]) -> Figures:
    """F1 by the pages that were learned from; the fall is between one number and the next."""
    sets = []
    for name, chosen in _divide(results).items():
        scores = describe(chosen)["scores"]
        f1 = {n_pages: scores[entry]["f1"] for n_pages, entry in entries.items()}
        sets.append({"set": name, "sites": count_sites(chosen), "f1": f1, "fall": _find_fall(f1)})
    return {"sets": sets}


def _find_fall(f1: Mapping[int, float]) -> Figures:
    """The steepest step down, or the least up."""
    steps = [(f1[after] - f1[before], before, after) for before, after in pairwise(sorted(f1))]
    change, before, after = min(steps)
    return {"change": change, "from": before, "to": after}


def count_alone(
    results: Sequence[SiteResult], sites: Sequence[TruthSite], entry: str, peers: Sequence[str]
) -> Figures:
    """Every entry on the pages of each set, and by kind of page where that is known."""
    kinds = {(site.set_name, site.name): site.pages[0].kind for site in sites if site.pages[0].kind}
    by_kind: dict[str, list[SiteResult]] = {
        kind: [] for kind in sorted(set(filter(None, kinds.values())))
    }
    for result in results:
        kind = kinds.get((result.set_name, result.site))
        if kind:
            by_kind[kind].append(result)
    sets = [
        {"set": name, **describe(chosen)}
        for name, chosen in _divide(results).items()
        if name != ALL_SETS
    ]
    behind = [
        {"set": one["set"], "peer": peer, "gain": gain}
        for one in sets
        for peer in peers
        if (gain := one["scores"][entry]["f1"] - one["scores"][peer]["f1"]) <= 0
    ]
    return {
        "entry": entry,
        "peers": list(peers),
        "sets": sets,
        "behind": behind,
        "kinds": [{"kind": kind, **describe(chosen)} for kind, chosen in by_kind.items()],
    }


def count_languages(results: Sequence[SiteResult], sites: Sequence[TruthSite]) -> Figures:
    """Every entry on the pages of each language that is not English, by what the truth says."""
    languages = {
        (site.set_name, site.name, page.id): detect_language(page.text)
        for site in sites
        for page in site.scored
    }
    scores: dict[str, dict[str, list[float]]] = {}
    for result in results:
        for page in result.pages:
            language = languages.get((result.set_name, result.site, page.id))
            if language and language != "en":
                scores.setdefault(language, {}).setdefault(result.entry, []).append(page.grams.f1)
    return {
        "languages": [
            {
                "language": language,
                "sites": 0,
                "pages": max(map(len, found.values())),
                "scores": {
                    entry: {"f1": sum(one) / len(one)} for entry, one in sorted(found.items())
                },
            }
            for language, found in sorted(scores.items())
            if max(map(len, found.values())) >= MIN_PAGES
        ]
    }


def count_losses(
    before: Sequence[SiteResult], after: Sequence[SiteResult], entries: Iterable[str]
) -> Figures:
    """What entries lose from one round to another over the same sites."""
    scrambled = _divide(after)
    sets = []
    for name, chosen in _divide(before).items():
        had, has = (describe(one)["scores"] for one in (chosen, scrambled[name]))
        losses = {
            entry: {
                "before": had[entry]["f1"],
                "after": has[entry]["f1"],
                "loss": had[entry]["f1"] - has[entry]["f1"],
            }
            for entry in entries
        }
        sets.append({"set": name, "sites": count_sites(chosen), "losses": losses})
    return {"sets": sets}


def describe(results: Sequence[SiteResult]) -> Figures:
    """How many sites there are, and the mean of each entry over them."""
    by_entry: dict[str, list[SiteResult]] = {}
    for result in results:
        by_entry.setdefault(result.entry, []).append(result)
    return {
        "sites": count_sites(results),
        "pages": max(sum(len(one.pages) for one in found) for found in by_entry.values()),
        "scores": {
            entry: mean_score(map(site_score, found))._asdict() for entry, found in by_entry.items()
        },
    }


def count_sites(results: Iterable[SiteResult]) -> int:
    """The sites that the results are of."""
    return len({(result.set_name, result.site) for result in results})


def _divide(results: Sequence[SiteResult]) -> dict[str, list[SiteResult]]:
    """By set, in the order of their names, and all of them last."""
    by_set = {
        name: [result for result in results if result.set_name == name]
        for name in sorted({result.set_name for result in results})
    }
    return {**by_set, ALL_SETS: list(results)}


def _describe_gain(results: Sequence[SiteResult], entry: str, peer: str) -> Figures:
    gain, interval = compare(results, entry, peer)
    assert interval is not None, "there are enough sites for an interval"
    return {"gain": gain, "low": interval[0], "high": interval[1]}
