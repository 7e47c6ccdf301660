"""Paths that are spelled only if somebody reads them: clusters are found and pages assigned by
hashes alone, and spelling takes longer than both."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import overload


class LatePaths(Sequence[str]):
    """Paths that are found when they are first asked for; a tuple to everybody else."""

    def __init__(self, find: Callable[[], Sequence[str]]) -> None:
        self._find = find
        self._found: tuple[str, ...] | None = None

    def _read(self) -> tuple[str, ...]:
        if self._found is None:
            self._found = tuple(self._find())
        return self._found

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...

    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return self._read()[at]

    def __len__(self) -> int:
        return len(self._read())

    def __eq__(self, other: object) -> bool:
        return self._read() == (other._read() if isinstance(other, LatePaths) else other)

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return repr(self._read())

    def __reduce__(self) -> tuple[type[tuple[str, ...]], tuple[tuple[str, ...]]]:
        # Another process has not the pages to find them in.
        return tuple, (self._read(),)


class LateCounts(Mapping[str, int]):
    """Counts of paths, made when they are first asked for."""

    def __init__(self, count: Callable[[], Mapping[str, int]]) -> None:
        self._count = count
        self._counted: Mapping[str, int] | None = None

    def _read(self) -> Mapping[str, int]:
        if self._counted is None:
            self._counted = self._count()
        return self._counted

    def __getitem__(self, path: str) -> int:
        return self._read()[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return repr(self._read())

    def __reduce__(self) -> tuple[type[dict[str, int]], tuple[dict[str, int]]]:
        return dict, (dict(self._read()),)
