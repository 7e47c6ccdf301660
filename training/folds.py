"""Sites dealt out into folds by whom they belong to: nobody's pages are on both sides."""

import re
from collections import Counter

from dehusk.evaluate.truth import TruthSite
from dehusk.ingest.identity import site_of
from dehusk.model import stable_hash

N_FOLDS = 5

_YEAR = re.compile(r"-\d{4}$")


def fold_of(site: TruthSite) -> int:
    """The fold of a site, the same wherever and whenever it is asked."""
    return stable_hash(owner_of(site)) % N_FOLDS


def owner_of(site: TruthSite) -> str:
    """Whose site it is: the first word of its registrable domain, or else its name without a year.

    The word alone, so that `example.com` and a set's `example-2005` are the same owner's.
    """
    domains = Counter(filter(None, (site_of(page.url) for page in site.pages if page.url)))
    named = site_of(f"http://{site.name}") if "." in site.name else None
    domain = min(domains, key=lambda one: (-domains[one], one), default=named)
    return (domain or _YEAR.sub("", site.name)).partition(".")[0].lower()
