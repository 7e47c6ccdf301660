"""Features by name, each a number a block, gathered one group after another."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from dehusk.learn.site.reading import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """A row a feature, a column a block."""

    names: tuple[str, ...]
    rows: Floats

    def to_mapping(self) -> dict[str, Floats]:
        """The numbers of each feature by its name."""
        return dict(zip(self.names, self.rows, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What was noted of a page of so many blocks."""

    n_blocks: int
    _names: list[str] = field(default_factory=list)
    _rows: list[Floats] = field(default_factory=list)

    def note(self, names: Sequence[str], rows: Floats) -> None:
        """Some features, a row each."""
        if rows.shape != (len(names), self.n_blocks):
            raise ValueError(f"{len(names)} names for rows of {rows.shape}")
        self._names.extend(names)
        self._rows.append(rows)

    def join(self) -> Features:
        """All of them, in the order they were noted in."""
        nothing = np.zeros((0, self.n_blocks), dtype=np.float32)
        return Features(tuple(self._names), np.concatenate((nothing, *self._rows)))
