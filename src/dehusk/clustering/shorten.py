"""Long names made short: cut in the middle, and of paths that say the same only one."""

from collections.abc import Iterator, Sequence

from dehusk.evaluate.show.clean import clean_text

_GAP = "…"
_SHARE_OF_START = 1 / 3
"""Paths and addresses differ in their ends rather than in their starts."""


def shorten(name: str, longest: int) -> str:
    """A name of strangers in one line, its middle left out where it is too long.

    >>> shorten("https://shop.example/toys/wooden/red-car-12.html", 30)
    'https://s…oden/red-car-12.html'
    """
    clean = " ".join(clean_text(name).split())
    if len(clean) <= longest:
        return clean
    n_start = int((longest - 1) * _SHARE_OF_START)
    n_end = longest - 1 - n_start
    return clean[:n_start] + _GAP + clean[-n_end:]


def choose_paths(paths: Sequence[str], most: int) -> list[str]:
    """The first of the paths, without those that lie on the way to one before, or go on from it.

    >>> choose_paths(["/html/body/ul", "/html/body/ul/li", "li.item", "li.item twice"], 3)
    ['/html/body/ul', 'li.item']
    """
    chosen: list[str] = []
    for path in paths:
        if len(chosen) == most:
            break
        if not any(_is_on_way(path, other) for other in chosen):
            chosen.append(path)
    return chosen


def list_ends(paths: Sequence[str]) -> Iterator[str]:
    """Paths without what the parser puts on each page.

    >>> list(list_ends(["/html/body/main/p", "p.lead"]))
    ['/main/p', 'p.lead']
    """
    return (path.removeprefix("/html/body") or path for path in paths)


def _is_on_way(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long.startswith((f"{short}/", f"{short} "))
