"""The network once more, block by block and number by number, as its words describe it."""

from collections.abc import Sequence

from dehusk.learn.site.network import FARTHEST, N_ROUNDS, REACH, Network
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints

Numbers = list[float]


def decide_slowly(network: Network, features: Floats, low: Ints, high: Ints) -> Numbers:
    """The log odds of each block."""
    rows: list[Numbers] = []
    for block in features.tolist():
        first = rectify(apply(network, "in", climb(network, normalize(network, block))))
        rows.append(add(first, rectify(apply(network, "mid", first))))
    for number in range(N_ROUNDS):
        rows = join(network, number, rows, (low, high))
        for reach in REACH:
            rows = look_around(network, f"row{reach}-{number}", rows, reach)
    last = [rectify(apply(network, "last", row)) for row in rows]
    return [apply(network, "out", row)[0] for row in last]


def join(
    network: Network, number: int, rows: list[Numbers], parts: tuple[Ints, Ints]
) -> list[Numbers]:
    """Each block with what its page and the parts around it are."""
    low, high = parts
    shared = apply(
        network,
        f"page{number}",
        average(rows) + [max(column) for column in zip(*rows, strict=True)],
    )
    joined = []
    for block, row in enumerate(rows):
        pooled: Numbers = []
        for first, last in zip(low[block], high[block], strict=True):
            inside = rows[first:last]
            pooled += average(inside) if inside else [0.0] * len(row)
        joined.append(rectify(add(add(row, shared), apply(network, f"tree{number}", pooled))))
    return joined


def normalize(network: Network, row: Numbers) -> Numbers:
    return [
        min(max((value - mean) * scale, -FARTHEST), FARTHEST)
        for value, mean, scale in zip(
            row, network.mean.tolist(), network.scale.tolist(), strict=True
        )
    ]


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
