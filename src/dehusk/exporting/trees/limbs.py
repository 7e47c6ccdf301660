"""A tree template made small enough to read.

Elements with a single child are joined with it; running text that differs from page to page is one
limb, whatever it is marked up with; what is on too few pages to tell anything is only counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dehusk.exporting.trees.labels import TEXT_LABEL, Saying, label_kind, list_sayings
from dehusk.learn.tree import TreeTemplate
from dehusk.learn.tree.induce import INLINE
from dehusk.learn.tree.matcher import Node

LONGEST_CHAIN = 72
"""Letters of elements joined on one line."""

_PROSE = INLINE - {"img"}
_CHOICES = {"": "one of", "?": "one of?", "*": "any of*"}


@dataclass(frozen=True, slots=True)
class Limb:
    """An element, or several each of which is all there is in the one before.

    `steps` are their labels with their marks, `mark` is that of the first. The last may be a choice
    of what is `below`; a choice alone has no pages. `size` is how many nodes of the template it
    stands for, `rare` how many of them are left out.
    """

    steps: tuple[str, ...]
    pages: int
    size: int = 1
    mark: str = ""
    below: tuple["Limb", ...] = ()
    sayings: tuple[Saying, ...] = ()
    rare: int = 0
    is_prose: bool = False
    is_choice: bool = False
    is_repeated: bool = False

    @property
    def label(self) -> str:
        """All its elements."""
        return " > ".join(self.steps)

    @property
    def is_leaf(self) -> bool:
        """Whether it ends in something to read, or to see."""
        return not self.below and not self.is_repeated

    @property
    def share(self) -> float:
        """How constant it is: the largest share of its pages that say the same."""
        return max((saying.share for saying in self.sayings), default=0.0)


def grow_limbs(template: TreeTemplate) -> Limb | None:
    """The root of the template as limbs; none, if there is nothing to read on its pages."""
    fewest = _find_fewest(template)
    limbs: dict[int, Limb] = {}
    # Children have higher numbers than their parents: no recursion, however deep the tree is.
    for number in reversed(range(len(template.nodes))):
        node, known = template.nodes[number], template.support[number]
        children = [limbs.pop(child) for child in node.children]
        limb = Limb(
            (label_kind(node.kind),),
            known.pages,
            1 + sum(child.size for child in children),
            sayings=list_sayings(known),
        )
        limbs[number] = _join_chain(_add_children(limb, node, children, fewest))
    return limbs.get(0)


def _find_fewest(template: TreeTemplate) -> float:
    """A place on fewer pages tells nothing; one page alone does not, either, if there are more."""
    return max(min(2, template.pages), template.method.min_support * template.pages)


def _add_children(limb: Limb, node: Node, children: Sequence[Limb], fewest: float) -> Limb:
    shown = {kind for kind, child in enumerate(children) if child.pages >= fewest}
    hidden = [child for kind, child in enumerate(children) if kind not in shown]
    if all(children[kind].is_prose for kind in shown) and not limb.sayings:
        rare = sum(child.size for child in hidden if not child.is_prose)
        return replace(limb, rare=rare, is_prose=node.kind.tag in _PROSE and not rare)
    rare = sum(child.size for child in hidden)
    rows: list[Limb] = []
    known: set[int] = set()
    for item in node.expression:
        kinds = sorted(item.kinds & shown)
        choice = list(_list_choice(kinds, children, known))
        known.update(kinds)
        rows += _set_mark(choice, item.mark)
    return replace(limb, below=tuple(rows), rare=rare)


def _list_choice(kinds: Sequence[int], children: Sequence[Limb], known: set[int]) -> Iterator[Limb]:
    """What may stand at one place; of what stood at one before, only its name."""
    for kind in kinds:
        child = children[kind]
        if kind not in known:
            yield child
        elif child.steps != (TEXT_LABEL,):
            yield Limb(child.steps[:1], child.pages, 0, is_repeated=True)


def _set_mark(choice: Sequence[Limb], mark: str) -> list[Limb]:
    if len(choice) > 1:
        size = sum(limb.size for limb in choice)
        below = tuple(choice)
        return [Limb((_CHOICES[mark],), 0, size, mark=mark, below=below, is_choice=True)]
    return [
        replace(limb, steps=(f"{limb.steps[0]}{mark}", *limb.steps[1:]), mark=mark)
        for limb in choice
    ]


def _join_chain(limb: Limb) -> Limb:
    """The limb with the only one below it, if both are on the same pages."""
    if len(limb.below) != 1 or limb.sayings:
        return limb
    (only,) = limb.below
    is_long = len(limb.steps[0]) + len(only.label) > LONGEST_CHAIN
    if only.is_repeated or only.pages not in (0, limb.pages) or is_long:
        return limb
    is_text = only.steps == (f"{TEXT_LABEL}{only.mark}",)
    return replace(
        limb,
        steps=limb.steps if is_text else limb.steps + only.steps,
        below=only.below,
        sayings=only.sayings,
        rare=limb.rare + only.rare,
        is_choice=only.is_choice,
    )
