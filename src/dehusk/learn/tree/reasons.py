"""Why a leaf is noise or not, in words: what its place says, then what its line and section change.

A leaf may be dropped though what it says is its own, and kept though that recurs, because of the
company it is in. Then that is told, too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dehusk.learn.tree.matcher import NOWHERE
from dehusk.learn.tree.noise import Judged
from dehusk.learn.tree.support import Support

_FEATURES = ("text", "link", "image")


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What is known of a template's places on its `pages`.

    Those on `fewest` or more tell something; from `border` on a leaf is noise.
    """

    support: Sequence[Support]
    pages: int
    fewest: float
    border: float

    def explain(self, judged: Judged) -> Iterator[str]:
        """The reason of each leaf."""
        rows = zip(judged.nodes, judged.values, judged.own.tolist(), strict=True)
        noise = judged.company.blend().tolist()
        line, section = judged.company.line.tolist(), judged.company.section.tolist()
        for leaf, (node, said, own) in enumerate(rows):
            why = self._say_own(node, said, own)
            if (own >= self.border) is (noise[leaf] >= self.border):
                yield why
            else:
                yield (
                    f"{why}, but its line is {line[leaf]:.0%} template, "
                    f"its section {section[leaf]:.0%}"
                )

    def _say_own(self, node: int, said: Sequence[str], own: float) -> str:
        if node == NOWHERE:
            return "the template has no place for it"
        if not any(said):
            return "it has no text, link or image to compare"
        known = self.support[node]
        place = f"on {known.pages} of {self.pages} pages"
        if known.pages < self.fewest:
            return f"its place is {place}, too few to tell"
        recurs, feature = max(
            (known.values[at].get(value, 0) if value else 0, -at) for at, value in enumerate(said)
        )
        if not recurs:
            return f"its place is {place}, with something else on the others"
        why = f"its place has this {_FEATURES[-feature]} on {recurs} of {known.pages} pages"
        if recurs < self.border * known.pages and own >= self.border:
            return f"{why}, and it is too long to recur by chance"
        return why
