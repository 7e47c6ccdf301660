"""The clusters of a site as a tree: which are joined first, and how many bits joining them costs.

Costs are of all clusters together, so a joint may lie left of the ones before it, where joining
saved bits; scipy's dendrograms cannot show that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dehusk.cluster.portrait import Portrait
from dehusk.clustering.shorten import shorten
from dehusk.counting import say_count
from dehusk.evaluate.draw import put_title
from dehusk.evaluate.draw_names import COLOURS
from dehusk.run.cluster_tally import SiteClusters

LONGEST_NAME = 34

_WIDTH, _ROW, _FRAME = 9.0, 0.34, 1.9
_UNITS = ((1e6, "million bits"), (1e3, "thousand bits"), (1.0, "bits"))


@dataclass(frozen=True, slots=True)
class Branch:
    """A cluster, or some that were joined: where it ends, the clusters in it, the next branches."""

    bits: float
    leaves: tuple[int, ...]
    parts: tuple["Branch", ...] = field(default=())


def grow_tree(portrait: Portrait, names: Sequence[str]) -> Branch:
    """The tree of all joinings; bits are counted from the clusters as they were found.

    Of two branches the one with the cluster that `names` has first is above.
    """
    place_of = {name: place for place, name in enumerate(names)}
    places = [place_of[name] for name in portrait.branches]
    branches = [Branch(0.0, (number,)) for number in range(len(portrait.branches))]
    for step, bits in zip(portrait.steps, _count_bits(portrait), strict=True):
        joined = (branches[step.one], branches[step.other])
        parts = sorted(joined, key=lambda part: places[part.leaves[0]])
        leaves = tuple(leaf for part in parts for leaf in part.leaves)
        branches.append(Branch(bits, leaves, tuple(parts)))
    return branches[-1]


def _count_bits(portrait: Portrait) -> list[float]:
    """What all joinings so far cost, after each."""
    # Rounded, so that what costs nothing is not drawn as a saving.
    return [round(step.cost_after - portrait.first_cost, 3) + 0.0 for step in portrait.steps]


def draw_tree(site: SiteClusters, portrait: Portrait) -> Figure:
    """Clusters below each other, joined to the right by what it costs."""
    root = grow_tree(portrait, [row.name for row in site.clusters if row.name])
    figure = Figure(figsize=(_WIDTH, _FRAME + _ROW * len(root.leaves)))
    axes = figure.add_subplot()
    rows = {leaf: row for row, leaf in enumerate(root.leaves)}
    bits = _count_bits(portrait)
    unit, name = _choose_unit(bits)
    _draw_branch(axes, root, rows, unit)
    axes.set_yticks(range(len(rows)), [_name_leaf(site, portrait, leaf) for leaf in root.leaves])
    axes.tick_params(axis="y", length=0, labelsize=10)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.axvline(0, color="#888888", lw=1)
    note = " (orange: fewer)" if min(bits) < 0 else ""
    # Below the figure, not the axes: names of clusters may leave these hardly any room.
    label = f"{name} more to describe all pages, if joined so far{note}"
    figure.supxlabel(label, x=0.99, ha="right", fontsize=11)
    left_out = len(set(portrait.clusters)) - len(portrait.branches)
    others = f", without {say_count(left_out, 'other')}" if left_out else ""
    put_title(figure, f"{shorten(site.site, 40)}: what joining clusters would cost{others}")
    return figure


def _choose_unit(bits: list[float]) -> tuple[float, str]:
    """The largest unit of which there are some."""
    most_bits = max(map(abs, bits))
    return next(((size, name) for size, name in _UNITS if most_bits >= size), _UNITS[-1])


def _draw_branch(axes: Axes, branch: Branch, rows: dict[int, int], unit: float) -> float:
    """Draw a branch with all on it; gives the height at which it goes on."""
    if not branch.parts:
        return float(rows[branch.leaves[0]])
    heights = [_draw_branch(axes, part, rows, unit) for part in branch.parts]
    x = branch.bits / unit
    colour = COLOURS[0] if branch.bits >= 0 else COLOURS[1]
    for part, height in zip(branch.parts, heights, strict=True):
        axes.plot([part.bits / unit, x], [height, height], color=colour, lw=1.8)
    axes.plot([x, x], heights, color=colour, lw=1.8, solid_capstyle="projecting")
    return sum(heights) / len(heights)


def _name_leaf(site: SiteClusters, portrait: Portrait, leaf: int) -> str:
    row = next(row for row in site.clusters if row.name == portrait.branches[leaf])
    pattern = f"{shorten(row.pattern, LONGEST_NAME)}  " if row.pattern else ""
    return f"{pattern}{row.name}: {say_count(row.pages, 'page')}"
