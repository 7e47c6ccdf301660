"""What a template was saved as, read back with care: people may have changed it by hand."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

LARGEST_COUNT = 2**31 - 1


def read_text(row: Mapping[str, object], name: str) -> str:
    """A text."""
    given = _find(row, name)
    if not isinstance(given, str):
        raise TypeError(f"{name} is not a text")
    return given


def read_texts(row: Mapping[str, object], name: str) -> tuple[str, ...]:
    """A list of texts."""
    given = _find(row, name)
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise ValueError(f"{name} is not a list of texts")
    return tuple(given)


def read_numbers(row: Mapping[str, object], name: str, below: int) -> tuple[int, ...]:
    """A list of whole numbers from 0, below a limit."""
    given = _find(row, name)
    if not isinstance(given, list | tuple) or not all(_is_count(one, below - 1) for one in given):
        raise ValueError(f"{name} is not a list of numbers from 0 to {below - 1}")
    return tuple(given)


def read_count(row: Mapping[str, object], name: str, most: int = LARGEST_COUNT) -> int:
    """A whole number from 0."""
    given = _find(row, name)
    if not _is_count(given, most):
        raise ValueError(f"{name} is not a whole number from 0 to {most}")
    return given


def read_counts(row: Mapping[str, object], name: str, keys: Sequence[str]) -> tuple[int, ...]:
    """A whole number for each key; those that are not named are 0."""
    given = read_mapping(row, name)
    return tuple(read_count(given, key) if key in given else 0 for key in keys)


def read_share(row: Mapping[str, object], name: str) -> float:
    """A fraction from 0 to 1."""
    given = _find(row, name)
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= 1:
        raise ValueError(f"{name} is not a fraction from 0 to 1")
    return float(given)


def read_mapping(row: Mapping[str, object], name: str) -> Mapping[str, object]:
    """Values by name."""
    given = _find(row, name)
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} is not a mapping")
    return given


def read_rows(row: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    """A list of mappings."""
    given = _find(row, name)
    if not isinstance(given, list | tuple) or not all(isinstance(one, Mapping) for one in given):
        raise ValueError(f"{name} is not a list of mappings")
    return list(given)


def _find(row: Mapping[str, object], name: str) -> object:
    if name not in row:
        raise ValueError(f"{name} is missing")
    return row[name]


def _is_count(given: object, most: int) -> TypeGuard[int]:
    return type(given) is int and 0 <= given <= most
