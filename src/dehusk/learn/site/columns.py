"""Features by name, each a number a block: gathered one after another, worked out together.

A page has some two hundred blocks, so a call to numpy costs as much as what it works out.
Logarithms and shares are therefore only noted where they are described, and taken of all columns
in one go.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from dehusk.learn.site.reading import Floats

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Worked out: a row a feature, a column a block."""

    names: tuple[str, ...]
    rows: Floats

    def to_mapping(self) -> dict[str, Floats]:
        """The numbers of each feature by its name."""
        return dict(zip(self.names, self.rows, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What was noted of a page of so many blocks."""

    n_blocks: int
    _names: dict[str, list[str]] = field(
        default_factory=lambda: {kind: [] for kind in ("page", "log", "share", "plain")}
    )
    _values: dict[str, list[Any]] = field(
        default_factory=lambda: {kind: [] for kind in ("page", "log", "share", "plain", "whole")}
    )

    def note_page(self, **numbers: float) -> None:
        """What is the same for all blocks; an underscore stands for a space."""
        self._names["page"] += [name.replace("_", " ") for name in numbers]
        self._values["page"] += numbers.values()

    def note(self, name: str, values: Numbers) -> None:
        """As it is."""
        self._names["plain"].append(name)
        self._values["plain"].append(values)

    def note_all(self, names: Sequence[str], rows: Iterable[Numbers]) -> None:
        """Several as they are, a row each."""
        self._names["plain"] += names
        self._values["plain"].extend(rows)

    def note_log(self, name: str, values: Numbers) -> None:
        """A count, on a scale where large ones differ less."""
        self._names["log"].append(name)
        self._values["log"].append(values)

    def note_share(self, name: str, part: Numbers, whole: Numbers) -> None:
        """The share that a part is of the whole; of nothing, none."""
        self._names["share"].append(name)
        self._values["share"].append(part)
        self._values["whole"].append(whole)

    def work_out(self) -> Features:
        """All of them, by kind and in the order they were noted in; last what is as it was."""
        names = tuple(name for of_kind in self._names.values() for name in of_kind)
        page, log, share, plain, whole = self._values.values()
        rows = np.concatenate(
            (np.repeat(np.array(page, dtype=np.float32), self.n_blocks), *log, *share, *plain),
            dtype=np.float32,
            casting="unsafe",
        ).reshape(len(names), self.n_blocks)
        logged, shares = np.split(rows[len(page) : len(rows) - len(plain)], [len(log)])
        np.log1p(np.maximum(logged, 0, out=logged), out=logged)
        if whole:
            wholes = np.concatenate(whole, dtype=np.float32, casting="unsafe")
            shares /= np.maximum(wholes, 1).reshape(shares.shape)
        return Features(names, rows)


def ratio(part: Numbers, whole: Numbers) -> Floats:
    """The share that a part is of the whole; of nothing, none."""
    share: Floats = (part / np.maximum(whole, 1)).astype(np.float32)
    return share
