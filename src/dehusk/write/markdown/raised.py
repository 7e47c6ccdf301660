"""Raised and lowered numbers, which Markdown has no marks for, in characters of their own."""

from collections.abc import Sequence

from dehusk.model import Tree
from dehusk.parse.tags import TAG_IDS
from dehusk.write.layout import Run

_RAISED = dict(zip("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ", strict=True))
_LOWERED = dict(zip("0123456789", "₀₁₂₃₄₅₆₇₈₉", strict=True))
_SUP, _SUB = TAG_IDS["sup"], TAG_IDS["sub"]
_CHARACTERS = {_SUP: _RAISED, _SUB: _LOWERED}


def raise_numbers(tree: Tree, runs: Sequence[Run]) -> Sequence[Run]:
    """The runs, those raised or lowered in other characters where all of theirs have one."""
    if not ((tree.tag == _SUP) | (tree.tag == _SUB)).any():
        return runs
    return [_raise_run(run, int(tree.tag[tree.parent[run.node]])) for run in runs]


def _raise_run(run: Run, tag: int) -> Run:
    characters = _CHARACTERS.get(tag, {})
    if run.is_verbatim or not characters.keys() >= set(run.text):
        return run
    return run._replace(text="".join([characters[char] for char in run.text]))
