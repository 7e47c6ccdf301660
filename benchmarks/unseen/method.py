"""The method that is measured, with weights that never saw the site."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dehusk.evaluate.truth import TruthSite
from dehusk.run.pipeline import Recipe
from training.folds import N_FOLDS, fold_of


@dataclass(frozen=True, slots=True)
class Method:
    """A method and its settings; `weights` is the folder of its weights, where it has any."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    weights: Path | None = None

    def __post_init__(self) -> None:
        missing = [
            path.name for path in map(self._find_weights, range(N_FOLDS)) if not path.exists()
        ]
        if self.weights and missing:
            sys.exit(f"no {', '.join(missing)} among the weights: training makes them")

    @property
    def is_folded(self) -> bool:
        """Are sites kept from weights that they are in?"""
        return self.weights is not None

    def fold_of(self, site: TruthSite) -> int:
        """Which recipe the site is read with."""
        return fold_of(site) if self.weights else 0

    def recipe(self, fold: int) -> Recipe:
        """How the sites of a fold are learned."""
        if self.weights is None:
            return Recipe(self.name, self.settings)
        return Recipe(self.name, {**self.settings, "weights": str(self._find_weights(fold))})

    def _find_weights(self, fold: int) -> Path:
        return (self.weights or Path()) / f"fold-{fold}.npz"
