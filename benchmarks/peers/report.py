"""A measurement as plain values, and those as a table: speeds as ratios and as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from benchmarks.peers.machine import Commit, Machine
from benchmarks.peers.measure import Measured
from benchmarks.peers.scores import Group, Scores, mean_group
from benchmarks.peers.tools import Tool
from dehusk.evaluate.truth import TruthSite

YARDSTICK = "trafilatura"
VERSION = 1

Growth = Mapping[int, float]
"""Seconds for so many pages of one site."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The sites, and the columns they are reported in."""

    kind: str
    sites: Sequence[TruthSite]
    groups: Sequence[Group]
    is_quick: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that is known of one tool."""

    tool: Tool
    measured: Measured
    scores: Scores
    growth: Growth


def to_state(
    corpus: Corpus, outcomes: Sequence[Outcome], machine: Machine, commit: Commit | None
) -> dict[str, Any]:
    """The measurement as plain JSON values."""
    speeds = {outcome.tool.name: outcome.measured.pages_per_s for outcome in outcomes}
    yardstick = speeds.get(YARDSTICK)
    return {
        "version": VERSION,
        "machine": asdict(machine),
        "commit": asdict(commit) if commit else None,
        "corpus": {
            "kind": corpus.kind,
            "quick": corpus.is_quick,
            "sites": len(corpus.sites),
            "pages": sum(len(site.pages) for site in corpus.sites),
        },
        "tools": [_describe(corpus, outcome, yardstick) for outcome in outcomes],
    }


def _describe(corpus: Corpus, outcome: Outcome, yardstick: float | None) -> dict[str, Any]:
    measured = outcome.measured
    return {
        "name": outcome.tool.name,
        "package": outcome.tool.package,
        "package_version": measured.version,
        "options": outcome.tool.options,
        "scores": {
            group.name: {"sites": n, **score._asdict()}
            for group in corpus.groups
            for n, score in [mean_group(group, corpus.sites, outcome.scores)]
        },
        "pages": measured.n_pages,
        "failed_pages": len(measured.failures),
        "failures": _list_failures(corpus, measured),
        "seconds": measured.seconds,
        "pages_per_s": measured.pages_per_s,
        "speed_ratio": measured.pages_per_s / yardstick if yardstick else None,
        "peak_mib": measured.peak_mib,
        "growth_seconds": {str(n): seconds for n, seconds in outcome.growth.items()},
    }


def _list_failures(corpus: Corpus, measured: Measured) -> list[dict[str, str]]:
    return [
        {"set": site.set_name, "site": site.name, "page": name, "reason": reason}
        for (number, name), reason in sorted(measured.failures.items())
        for site in [corpus.sites[number]]
    ]


def format_table(state: Mapping[str, Any]) -> str:
    """The two tables that are read: quality, then cost."""
    corpus, tools = state["corpus"], state["tools"]
    part = ", a fixed part of them" if corpus["quick"] else ""
    head = f"{corpus['pages']:,} pages of {corpus['sites']:,} {corpus['kind']} sites{part}"
    return "\n".join([head, "", *_format_quality(tools), "", *_format_cost(tools)])


def _format_quality(tools: Sequence[Mapping[str, Any]]) -> list[str]:
    groups = list(tools[0]["scores"])
    widths = [max(len(name), 5) + 2 for name in groups]

    def line(first: str, cells: Sequence[str]) -> str:
        padded = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        return f"{first:16}" + "".join(padded)

    counts = [str(tools[0]["scores"][name]["sites"]) for name in groups]
    rows = [line("F1", groups), line("sites", counts)]
    for tool in tools:
        rows.append(line(tool["name"], [f"{tool['scores'][name]['f1']:.3f}" for name in groups]))
    return rows


def _format_cost(tools: Sequence[Mapping[str, Any]]) -> list[str]:
    sizes = list(tools[0]["growth_seconds"])
    growing = "".join(f"{f's, {n} pages':>15}" for n in sizes)
    rows = [f"{'cost':16}{'speed':>8}{'pages/s':>9}{'MiB':>7}{'failed':>8}{growing}  growth"]
    for tool in tools:
        ratio = f"{tool['speed_ratio']:.2f}" if tool["speed_ratio"] else "-"
        seconds = list(tool["growth_seconds"].values())
        rows.append(
            f"{tool['name']:16}{ratio:>8}{tool['pages_per_s']:9.0f}{tool['peak_mib']:7.0f}"
            f"{tool['failed_pages']:8}"
            + "".join(f"{taken:15.2f}" for taken in seconds)
            + "  "
            + " ".join(f"{ratio:.2f}" for ratio in list_ratios(seconds))
        )
    return [*rows, f"speed: pages a second of one core, {YARDSTICK} = 1; growth: linear = 2"]


def list_ratios(seconds: Sequence[float]) -> list[float]:
    """What each doubling of the pages multiplies the time by.

    >>> list_ratios([1.0, 2.0, 5.0])
    [2.0, 2.5]
    """
    return [after / before for before, after in pairwise(seconds) if before]
