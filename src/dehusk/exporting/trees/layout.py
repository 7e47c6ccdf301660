"""Where the limbs of a tree are in its picture: from left to right, each leaf in a row of its own.

An element is in the row of the first that is below it, so nothing crosses.
"""

import heapq
from dataclasses import dataclass
from itertools import count
from unicodedata import east_asian_width

from dehusk.exporting.trees.labels import GAP, cut_end
from dehusk.exporting.trees.limbs import Limb

MOST_ROWS = 160
"""Of one template; what would need more is drawn closed, with its number of nodes."""

LETTER = 6.1
"""The width of a letter of the picture's type, which has letters of one width."""

BETWEEN = 26.0
"""From an element to those below it."""

_PADDING = 12.0
_LONGEST_LABEL, _LONGEST_STEP = 40, 26
_WIDE = frozenset("WF")


@dataclass(frozen=True, slots=True)
class Box:
    """A limb in the picture: its row, where it begins and how wide it is; -1 has no parent."""

    limb: Limb
    label: str
    row: int
    left: float
    width: float
    parent: int
    is_closed: bool

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.left + self.width


def lay_out(root: Limb) -> list[Box]:
    """The boxes of a tree, parents before their children."""
    opened = _choose_opened(root)
    boxes: list[Box] = []
    waiting = [(root, -1)]
    row = -1
    while waiting:
        limb, parent = waiting.pop()
        is_first = parent == len(boxes) - 1 and parent >= 0
        row += not is_first
        left = boxes[parent].right + BETWEEN if parent >= 0 else 0.0
        is_closed = bool(limb.below) and id(limb) not in opened
        label = _write_label(limb, is_closed=is_closed)
        boxes.append(Box(limb, label, row, left, measure(label) + _PADDING, parent, is_closed))
        if not is_closed:
            waiting += [(child, len(boxes) - 1) for child in reversed(limb.below)]
    return boxes


def measure(text: str) -> float:
    """How wide a text is; letters of East Asia are twice as wide."""
    return LETTER * sum(2 if east_asian_width(letter) in _WIDE else 1 for letter in text)


def _choose_opened(root: Limb) -> set[int]:
    """The limbs that are drawn with what is below them: what is on most pages, and large, first."""
    opened: set[int] = set()
    order = count()
    waiting = [(0, next(order), root)]
    n_rows = 1
    while waiting:
        _, _, limb = heapq.heappop(waiting)
        n_more = len(limb.below) - 1
        if n_more < 0 or n_rows + n_more > MOST_ROWS:
            continue
        opened.add(id(limb))
        n_rows += n_more
        for child in limb.below:
            heapq.heappush(waiting, (-_weigh(child), next(order), child))
    return opened


def _weigh(limb: Limb) -> int:
    return (limb.pages or max(child.pages for child in limb.below)) * limb.size


def _write_label(limb: Limb, *, is_closed: bool) -> str:
    """Its elements, those in the middle left out where there are too many for a box."""
    steps = [cut_end(step, _LONGEST_STEP) for step in limb.steps]
    label = " > ".join(steps)
    if len(label) > _LONGEST_LABEL and len(steps) > 2:
        label = " > ".join((steps[0], GAP, steps[-1]))
    n_shown = len(steps) - limb.is_choice
    n_hidden = limb.size - n_shown if is_closed else limb.rare
    return f"{label}  +{n_hidden:,}" if n_hidden > 0 else label
