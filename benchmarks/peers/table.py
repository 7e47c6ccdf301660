"""The values of a measurement as the tables that are read: quality, then cost, then what lacks."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from benchmarks.peers.scores import LARGE

State = Mapping[str, Any]
NAME_WIDTH = 16


def format_table(state: State) -> str:
    """All of it, for people; whatever is left out is told at the end."""
    parts = [[_format_head(state)]]
    if state["tools"]:
        parts += [_format_quality(state), _format_cost(state)]
    parts += [_list_growth_problems(state), _list_missing(state)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _format_head(state: State) -> str:
    corpus = state["corpus"]
    part = ", a fixed part of them" if corpus["is_part"] else ""
    return f"{corpus['pages']:,} pages of {corpus['sites']:,} {corpus['kind']} sites{part}"


def _format_quality(state: State) -> list[str]:
    tools, yardstick = state["tools"], state["yardstick"]
    groups = list(tools[0]["scores"])
    main = LARGE if LARGE in groups else groups[0]
    counts = [str(tools[0]["scores"][name]["sites"]) for name in groups]
    rows = [["F1", *groups, "difference"], ["sites", *counts, ""]]
    for tool in tools:
        differences = tool["f1_differences"]
        difference = f"{differences[main]:+.3f}" if differences else "-"
        scores = (f"{tool['scores'][name]['f1']:.3f}" for name in groups)
        rows.append([tool["name"], *scores, difference])
    return [*align(rows), f"difference: of F1 from that of {yardstick}, {main}"]


def _format_cost(state: State) -> list[str]:
    tools = state["tools"]
    sizes = [f"s, {grown['pages']} pages" for grown in tools[0]["growth"]]
    head = ["cost", "speed", "pages/s", "memory", "MiB", "failed", *sizes, "growth"]
    return [
        *align([head, *map(_format_tool, tools)]),
        f"speed: pages a second of one core, memory: the most it had; {state['yardstick']} = 1",
        "growth: what each doubling of the pages multiplies the time by; linear = 2",
    ]


def _format_tool(tool: Mapping[str, Any]) -> list[str]:
    return [
        tool["name"],
        _format_ratio(tool["speed_ratio"]),
        f"{tool['pages_per_s']:.0f}",
        _format_ratio(tool["memory_ratio"]),
        f"{tool['peak_mib']:.0f}",
        str(tool["failed_pages"]),
        *map(_format_seconds, tool["growth"]),
        " ".join(_format_ratio(ratio) for ratio in list_ratios(tool["growth"])),
    ]


def _format_seconds(grown: Mapping[str, Any]) -> str:
    if grown["failed_pages"]:
        return "failed"
    return "-" if grown["problem"] else f"{grown['seconds']:.2f}"


def _format_ratio(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.2f}"


def list_ratios(growth: Sequence[Mapping[str, Any]]) -> list[float | None]:
    """What each doubling multiplies the time by; None where a size was not done in full."""
    return [
        after["seconds"] / before["seconds"]
        if before["seconds"] and not before["problem"] and not after["problem"]
        else None
        for before, after in pairwise(growth)
    ]


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Names to the left, figures to the right under their heads."""
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)][1:]
    name_width = max(NAME_WIDTH, *(len(row[0]) for row in rows))
    lines = []
    for first, *cells in rows:
        padded = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append((f"{first:{name_width}}" + "".join(padded)).rstrip())
    return lines


def _list_growth_problems(state: State) -> list[str]:
    return [
        f"{tool['name']}, growing site of {one['pages']} pages: {_describe_problem(one)}"
        for tool in state["tools"]
        for one in tool["growth"]
        if one["problem"]
    ]


def _describe_problem(grown: Mapping[str, Any]) -> str:
    if grown["failed_pages"]:
        return f"{grown['failed_pages']} failed, the first by {grown['problem']}"
    return f"not measured: {grown['problem']}"


def _list_missing(state: State) -> list[str]:
    return [f"{one['name']} not measured: {one['reason']}" for one in state["not_measured"]]
