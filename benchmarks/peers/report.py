"""A measurement as plain values: as they are, and beside those of one peer of the same run."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.peers.growth import Grown
from benchmarks.peers.machine import Commit, Machine
from benchmarks.peers.scores import Group, Scores, mean_group
from benchmarks.peers.tally import Measured
from benchmarks.peers.tools import Tool
from dehusk.evaluate.truth import TruthSite

YARDSTICK = "trafilatura"
VERSION = 2


@dataclass(frozen=True, slots=True)
class Corpus:
    """The sites, the columns they are reported in, and whether there are more of them."""

    kind: str
    sites: Sequence[TruthSite]
    groups: Sequence[Group]
    is_part: bool
    digest: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that is known of one tool."""

    tool: Tool
    measured: Measured
    growth: Sequence[Grown]
    scores: Scores


@dataclass(frozen=True, slots=True)
class Missing:
    """A tool of which nothing is known, and why."""

    tool: Tool
    reason: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What was measured when, on what."""

    corpus: Corpus
    date: str
    machine: Machine
    commit: Commit | None


def to_state(
    setting: Setting, outcomes: Sequence[Outcome], missing: Sequence[Missing]
) -> dict[str, Any]:
    """The measurement as plain JSON values."""
    corpus = setting.corpus
    return {
        "version": VERSION,
        "date": setting.date,
        "machine": asdict(setting.machine),
        "commit": asdict(setting.commit) if setting.commit else None,
        "corpus": {
            "kind": corpus.kind,
            "is_part": corpus.is_part,
            "sites": len(corpus.sites),
            "pages": sum(len(site.pages) for site in corpus.sites),
            "digest": corpus.digest,
        },
        "yardstick": YARDSTICK,
        "tools": _compare_all([_describe(corpus, outcome) for outcome in outcomes]),
        "not_measured": [{**_name(one.tool), "reason": one.reason} for one in missing],
    }


def _name(tool: Tool) -> dict[str, str]:
    return {"name": tool.name, "package": tool.package, "options": tool.options}


def _describe(corpus: Corpus, outcome: Outcome) -> dict[str, Any]:
    measured = outcome.measured
    return {
        **_name(outcome.tool),
        "package_version": measured.version,
        "python": measured.python,
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
        "peak_mib": measured.peak_mib,
        "growth": [_describe_growth(grown) for grown in outcome.growth],
    }


def _list_failures(corpus: Corpus, measured: Measured) -> list[dict[str, str]]:
    return [
        {"set": site.set_name, "site": site.name, "page": name, "reason": reason}
        for (number, name), reason in sorted(measured.failures.items())
        for site in [corpus.sites[number]]
    ]


def _describe_growth(grown: Grown) -> dict[str, Any]:
    return {
        "pages": grown.n_pages,
        "seconds": grown.seconds,
        "failed_pages": grown.n_failed,
        "problem": grown.problem,
    }


def _compare_all(tools: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    found = [tool for tool in tools if tool["name"] == YARDSTICK]
    yardstick = found[0] if found else None
    return [{**tool, **_compare(tool, yardstick)} for tool in tools]


def _compare(tool: Mapping[str, Any], yardstick: Mapping[str, Any] | None) -> dict[str, Any]:
    """Ratios, and differences of F1, which has an end; None without a yardstick."""
    if yardstick is None:
        return {"speed_ratio": None, "memory_ratio": None, "f1_differences": None}
    return {
        "speed_ratio": _divide(tool["pages_per_s"], yardstick["pages_per_s"]),
        "memory_ratio": _divide(tool["peak_mib"], yardstick["peak_mib"]),
        "f1_differences": {
            name: score["f1"] - yardstick["scores"][name]["f1"]
            for name, score in tool["scores"].items()
        },
    }


def _divide(value: float, by: float) -> float | None:
    return value / by if by else None
