"""Sets of pages as whole numbers, a bit a page: quick to join and count, however many pages."""

from collections.abc import Iterable, Iterator

PageSet = int


def make_pages(numbers: Iterable[int]) -> PageSet:
    """The set of these pages.

    >>> list(list_pages(make_pages([5, 0, 5])))
    [0, 5]
    """
    pages = 0
    for number in numbers:
        pages |= 1 << number
    return pages


def list_pages(pages: PageSet) -> Iterator[int]:
    """The numbers of the pages, in order."""
    while pages:
        lowest = pages & -pages
        yield lowest.bit_length() - 1
        pages ^= lowest
