"""Draws what a site prints about the visit itself: the day, the crowd, the user logged in.

Such facts sit inside the template and differ on every page, which is what makes templates hard.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from .prose import Words, has_luck, pick

FIRST_VISIT = date(2026, 3, 3)
# A slow crawl, so that even the default site of 40 pages was visited on several days.
PAGES_PER_DAY, DAYS = 7, 60
LOGGED_IN_SHARE = 0.3
AD_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Visit:
    """The circumstances in which a page was fetched; `user` is empty for a guest."""

    day: date
    online: int
    user: str
    has_ad: bool


def draw_visit(rng: Random, index: int, users: Words) -> Visit:
    """Draw the circumstances of fetching one page."""
    return Visit(
        day=FIRST_VISIT + timedelta(days=index // PAGES_PER_DAY % DAYS),
        online=rng.randrange(180, 4200),
        user=pick(rng, users) if has_luck(rng, LOGGED_IN_SHARE) else "",
        has_ad=has_luck(rng, AD_SHARE),
    )
