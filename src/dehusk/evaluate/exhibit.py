"""A page on show: itself, what is wanted of it, and what is true of its leaves."""

from dataclasses import dataclass

from dehusk.evaluate.leaves import LeafTruth
from dehusk.evaluate.metrics import Wanted
from dehusk.evaluate.truth import TruthPage
from dehusk.model import Page


@dataclass(frozen=True, slots=True, eq=False)
class Exhibit:
    """A page, what is wanted of it, and what is true of its leaves."""

    page: Page
    truth: TruthPage
    wanted: Wanted
    leaves: LeafTruth
