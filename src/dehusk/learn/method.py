"""What a method is: it learns a template from the pages of a cluster, and a template scores leaves.

Pure functions that know nothing of files, workers or engines. Everything a page's score needs from
other pages is inside the template.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, runtime_checkable

from dehusk.learn.evidence import SiteEvidence
from dehusk.model import Ints, Page, Reason, Scores

State = Mapping[str, object]


class Template(Protocol):
    """What was learned from a cluster."""

    def score(self, page: Page) -> Scores:
        """One score a leaf: 0 = content … 1 = template."""

    def explain(self, page: Page) -> Sequence[Reason]:
        """One reason a leaf."""

    def state(self) -> State:
        """The template as plain JSON values, readable and correctable by a person."""


@runtime_checkable
class FindsStars(Protocol):
    """A template that knows which siblings repeat, better than one page can tell."""

    def find_stars(self, page: Page) -> Ints:
        """For each node the number of the uppermost run of like siblings it is in, or -1."""


@runtime_checkable
class RatesPages(Protocol):
    """A template that knows how sure it is of a page."""

    def rate(self, page: Page, scores: Scores) -> float:
        """How much of the page is likely to be judged right, from 0 to 1."""


class Method(Protocol):
    """Settings that learn; a frozen dataclass, so that they can be saved with what they taught."""

    name: ClassVar[str]

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> Template:
        """The template of these pages, the same in any order of the pages."""

    def load(self, state: State) -> Template:
        """The template that gave this state."""
