"""What a node of a tree template is called, and what its leaves say, in words safe to show."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from dehusk.evaluate.show.clean import clean_text
from dehusk.learn.tree.kinds import Kind
from dehusk.learn.tree.support import Support

TEXT_LABEL = "text"
GAP = "…"

LONGEST_LABEL, LONGEST_VALUE = 40, 44

LONGEST_LIST = 80
"""Letters of the values of one feature at one leaf; those on fewer pages are only counted."""

_LOOSE = f" {GAP}"
_TEXT_TAG = "-text"
_NOTATION = re.compile(r'[\\*?|>#."]')
"""Signs that would read as part of the notation."""


class Saying(NamedTuple):
    """What recurs at a leaf in words, and the largest share of its pages that say the same."""

    words: str
    share: float


def label_kind(kind: Kind) -> str:
    r"""Tag, id and classes as in a style sheet; of many only the first.

    >>> print(label_kind(Kind("div", frozenset(("post", "#main", "a>b")), frozenset(), ())))
    div#main.a\>b.post
    """
    if kind.tag == _TEXT_TAG:
        return TEXT_LABEL
    label = cut_end(_escape(kind.tag), LONGEST_LABEL)
    for name in sorted(kind.names, key=lambda name: (not name.startswith("#"), name)):
        sign = "#" if name.startswith("#") else "."
        shown = _escape(name.removeprefix("#"))
        if len(label) + 1 + len(shown) > LONGEST_LABEL:
            return f"{label}{GAP}"
        label += f"{sign}{shown}" if shown else ""
    return label


def list_sayings(known: Support) -> tuple[Saying, ...]:
    """What recurs at a leaf: its texts, then links, then images, those on most pages first."""
    texts, links, images = known.values
    features: tuple[tuple[str, Mapping[str, int], Callable[[str], str]], ...] = (
        ("", texts, _quote),
        ("link ", links, _shorten_address),
        ("image ", images, _shorten_address),
    )
    return tuple(
        Saying(
            f"{kind}{_list_values(values, known.pages, write)}",
            min(max(values.values()) / max(known.pages, 1), 1.0),
        )
        for kind, values, write in features
        if values
    )


def _list_values(values: Mapping[str, int], of: int, write: Callable[[str], str]) -> str:
    """Values with their pages, those on as many pages together."""
    ordered = sorted(values, key=lambda value: (-values[value], value))
    shown = _take_first((value, write(value)) for value in ordered)
    groups = "; ".join(
        f"{', '.join(words for _, words in group)} {pages}/{of}"
        for pages, group in groupby(shown, key=lambda one: values[one[0]])
    )
    n_more = len(values) - len(shown)
    return f"{groups} {GAP} and {n_more:,} more" if n_more else groups


def _take_first(written: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """As many as there is room for, and at least one."""
    shown: list[tuple[str, str]] = []
    n_letters = 0
    for value, words in written:
        n_letters += len(words) + 2
        if shown and n_letters > LONGEST_LIST:
            break
        shown.append((value, words))
    return shown


def _quote(text: str) -> str:
    r"""A text in quotes, short enough for a line.

    >>> print(_quote('say "so"'))
    "say \"so\""
    """
    quoted = cut_end(clean_line(text), LONGEST_VALUE).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


def _shorten_address(address: str) -> str:
    """An address without its middle: the ends tell more."""
    clean = "".join(clean_line(address).split())
    if len(clean) <= LONGEST_VALUE:
        return clean
    half = (LONGEST_VALUE - 1) // 3
    return f"{clean[:half]}{GAP}{clean[half + 1 - LONGEST_VALUE :]}"


def clean_line(text: str) -> str:
    """A text of strangers in one line, without what would steer a terminal or turn the reading."""
    return " ".join(clean_text(text).split())


def cut_end(text: str, longest: int) -> str:
    """The text without its end, if it is longer.

    >>> cut_end("a long text", 7)
    'a long…'
    """
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip(_LOOSE)}{GAP}"


def _escape(name: str) -> str:
    return _NOTATION.sub(r"\\\g<0>", "".join(clean_line(name).split()))


def sort_names(names: Mapping[str, object]) -> Iterator[str]:
    """Names of clusters, numbers in their order.

    >>> list(sort_names({"10": 0, "2": 0}))
    ['2', '10']
    """
    return iter(sorted(names, key=lambda name: (len(name) if name.isdecimal() else 0, name)))
