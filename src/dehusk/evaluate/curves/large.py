"""The sites that have pages enough for every point of a curve: the same ones at each of them."""

from collections.abc import Sequence

from dehusk.evaluate.curves.curve import SiteLines
from dehusk.evaluate.truth import SINGLES, TruthSite

SIZES = (20, 10, 5)
"""A site is large when it has so many pages; where few sites are, fewer pages will do."""

FEWEST_SITES = 5


def choose_large(sites: Sequence[TruthSite], sizes: Sequence[int] = SIZES) -> Sequence[TruthSite]:
    """The sites of the first of these sizes that enough sites have, or else of the last."""
    real = [site for site in sites if site.name != SINGLES and site.scored]
    large: list[TruthSite] = []
    for size in sizes:
        large = [site for site in real if len(site.pages) >= size]
        if len(large) >= FEWEST_SITES:
            break
    return large


def describe_sites(measured: Sequence[SiteLines]) -> str:
    """How many sites and pages a mean is over, as the end of a sentence."""
    fewest = min((site.n_pages for site in measured), default=0)
    scored = sum(site.n_scored for site in measured)
    sites = "1 site" if len(measured) == 1 else f"{len(measured)} sites"
    return f"{sites} with {fewest} or more pages ({scored:,} pages scored)"


def describe_lack(sizes: Sequence[int] = SIZES) -> str:
    """Why there is nothing to average."""
    return f"it needs a site with truth and at least {sizes[-1]} pages"
