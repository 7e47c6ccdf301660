"""Figures as the tables that are read, with the verdict of each in plain words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.peers.table import align
from benchmarks.unseen.figures import MIN_SITES

Figures = Mapping[str, Any]

SMALL_FALL = 0.003
"""A fall between two numbers of pages that is as good as none."""


def format_state(state: Figures) -> str:
    """All of it; what is missing is told at the end."""
    parts = [[_format_head(state)]]
    for name, write in _WRITERS.items():
        if name in state:
            parts += [list(lines) for lines in write(state[name])]
    parts.append([f"{name} not measured: {why}" for name, why in state["not_measured"].items()])
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _format_head(state: Figures) -> str:
    corpus = state["corpus"]
    weights = "weights that never saw them" if state["is_folded"] else "no weights"
    return f"{corpus['pages']:,} pages of {corpus['sites']:,} sites; {state['method']}, {weights}"


def _format_main(main: Figures) -> Iterator[Sequence[str]]:
    sets = main["sets"]
    for figure in ("f1", "precision", "recall"):
        title = "F1" if figure == "f1" else figure
        yield _tabulate(f"main: {title}", sets, figure)
    peers = list(sets[-1]["gains"])
    if not peers:
        yield [f"no peer to be above, or fewer than {MIN_SITES} sites"]
        return
    large = [one for one in sets if one["gains"]]
    rows = [["gain, at least", *(one["set"] for one in large)]]
    for peer in peers:
        gains = [one["gains"][peer] for one in large]
        rows.append([peer, *(f"{gain['gain']:+.3f}, {gain['low']:+.3f}" for gain in gains)])
    where = f"every set of {MIN_SITES} sites or more, by all lower bounds"
    yield [*align(rows), _say_behind(main, where)]


def _say_behind(figures: Figures, where: str) -> str:
    if not figures["peers"]:
        return "no peer was measured"
    behind = [f"{one['peer']} on {one['set']} ({one['gain']:+.3f})" for one in figures["behind"]]
    whom = f"the {len(figures['peers'])} peers measured, on {where}"
    return f"NOT above each of {whom}: {', '.join(behind)}" if behind else f"above each of {whom}"


def _format_languages(found: Figures) -> Iterator[Sequence[str]]:
    if found["languages"]:
        yield _tabulate("main: F1", found["languages"], "f1", "language")


def _format_pages(pages: Figures) -> Iterator[Sequence[str]]:
    sets = pages["sets"]
    rows = [
        ["pages: F1 from", *map(str, sets[-1]["f1"]), "worst step", "sites"],
        *(
            [
                one["set"],
                *(f"{f1:.3f}" for f1 in one["f1"].values()),
                _say_step(one["fall"]),
                str(one["sites"]),
            ]
            for one in sets
        ),
    ]
    fall = sets[-1]["fall"]
    bound = "MORE" if fall["change"] < -SMALL_FALL else "no more"
    told = f"worst step over all sites {_say_step(fall)}: falls by {bound} than {SMALL_FALL}"
    yield [*align(rows), told]


def _say_step(fall: Figures) -> str:
    return f"{fall['change']:+.3f} ({fall['from']} to {fall['to']})"


def _format_alone(alone: Figures) -> Iterator[Sequence[str]]:
    for figure in ("f1", "precision", "recall"):
        title = "F1" if figure == "f1" else figure
        yield _tabulate(f"alone: {title}", alone["sets"], figure)
    yield [_say_behind(alone, "every set, by F1")]
    if alone["kinds"]:
        yield _tabulate("alone: F1", alone["kinds"], "f1", "kind")


def _format_scrambled(scrambled: Figures) -> Iterator[Sequence[str]]:
    sets = scrambled["sets"]
    rows = [["names scrambled", *(one["set"] for one in sets)]]
    for entry in sets[-1]["losses"]:
        losses = [one["losses"][entry] for one in sets]
        rows.append([f"{entry}: F1", *(f"{loss['after']:.3f}" for loss in losses)])
        rows.append([f"{entry}: loses", *(f"{loss['loss']:+.3f}" for loss in losses)])
    yield align(rows)


def _tabulate(title: str, groups: Sequence[Figures], figure: str, name: str = "set") -> list[str]:
    """A row an entry, a column a group."""
    rows = [[title, *(group[name] for group in groups)]]
    for what in ("sites", "pages"):
        if what == "pages" or any(group["sites"] < group["pages"] for group in groups):
            rows.append([what, *(str(group[what]) for group in groups)])
    for entry in groups[-1]["scores"]:
        rows.append([entry, *(f"{group['scores'][entry][figure]:.3f}" for group in groups)])
    return align(rows)


_WRITERS = {
    "main": _format_main,
    "languages": _format_languages,
    "pages": _format_pages,
    "alone": _format_alone,
    "scrambled": _format_scrambled,
}
