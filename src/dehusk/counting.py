"""Figures as a person says them."""


def say_count(number: int, noun: str) -> str:
    """A number of things, in the singular where it is one.

    >>> say_count(1, "page"), say_count(1200, "page")
    ('1 page', '1,200 pages')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def say_share(part: int, whole: int) -> str:
    """A share in percent; a little is not nothing.

    >>> say_share(1, 2), say_share(1, 1000), say_share(0, 9)
    ('50%', '<1%', '0%')
    """
    if part and part * 100 < whole:
        return "<1%"
    return f"{part / max(whole, 1):.0%}"
