"""The network once more, block by block and number by number, as its words describe it."""

from collections.abc import Sequence

from dehusk.learn.site.network import POOLED, REACH, Network
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints

Numbers = list[float]


def decide_slowly(network: Network, normal: Floats, low: Ints, high: Ints) -> Numbers:
    """The log odds of each block."""
    rows: list[Numbers] = []
    for block in normal.tolist():
        first = rectify(apply(network, "in", climb(network, block)))
        rows.append(add(first, rectify(apply(network, "mid", first))))
    shared = apply(
        network, "page", average(rows) + [max(column) for column in zip(*rows, strict=True)]
    )
    joined = []
    for block, row in enumerate(rows):
        pooled: Numbers = []
        for part in POOLED:
            inside = rows[low[block, part] : high[block, part]]
            pooled += average(inside) if inside else [0.0] * len(row)
        joined.append(rectify(add(add(row, shared), apply(network, "tree", pooled))))
    for step, reach in enumerate(REACH):
        joined = look_around(network, f"row{step}", joined, reach)
    last = [rectify(apply(network, "last", row)) for row in joined]
    return [apply(network, "out", row)[0] for row in last]


def look_around(network: Network, layer: str, rows: list[Numbers], reach: int) -> list[Numbers]:
    nothing = [0.0] * len(rows[0])
    found = []
    for block, row in enumerate(rows):
        before = rows[block - reach] if block >= reach else nothing
        after = rows[block + reach] if block + reach < len(rows) else nothing
        found.append(add(row, rectify(apply(network, layer, before + row + after))))
    return found


def climb(network: Network, row: Numbers) -> Numbers:
    steps = network.steps
    climbed = []
    for feature, start, slope in zip(
        steps.feature.tolist(), steps.start.tolist(), steps.slope.tolist(), strict=True
    ):
        climbed.append(min(max((row[feature] - start) * slope, 0.0), 1.0) - 0.5)
    return row + climbed


def apply(network: Network, layer: str, row: Numbers) -> Numbers:
    weight = network.layers[f"{layer}.weight"].tolist()
    bias = network.layers[f"{layer}.bias"].tolist()
    columns = zip(*weight, strict=True)
    return [
        sum(value * one for value, one in zip(row, column, strict=True)) + added
        for column, added in zip(columns, bias, strict=True)
    ]


def average(rows: Sequence[Numbers]) -> Numbers:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def add(one: Numbers, other: Numbers) -> Numbers:
    return [left + right for left, right in zip(one, other, strict=True)]


def rectify(row: Numbers) -> Numbers:
    return [max(value, 0.0) for value in row]
