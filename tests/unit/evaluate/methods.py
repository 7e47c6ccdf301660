"""Methods that do something known, to see whether an evaluation shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.model import Page, Reason, Scores


@dataclass(frozen=True, slots=True)
class Constant:
    """One score for every leaf of every page."""

    name: ClassVar[str] = "constant"

    value: float = 0.0

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "Constant":
        return self

    def load(self, state: State) -> "Constant":
        return self

    def score(self, page: Page) -> Scores:
        return np.full(len(page.tree.leaves), self.value, dtype=np.float32)

    def explain(self, page: Page) -> Sequence[Reason]:
        return []

    def state(self) -> State:
        return {}


@dataclass(frozen=True, slots=True)
class Spoilt:
    """Keeps every page, until the site holds more texts than `texts`: then removes all."""

    name: ClassVar[str] = "spoilt"

    texts: int = 0

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> Constant:
        return Constant(float(len(site.text_pages) > self.texts))

    def load(self, state: State) -> Constant:
        return Constant()
