"""What an evaluation was made on, told by a digest that changes with any page or truth."""

from collections.abc import Sequence
from dataclasses import dataclass

import xxhash

from dehusk.evaluate.truth import TruthSite


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sites with truth, in numbers; pages are those that are scored.

    `is_scrambled` where their class and id names were made to mean nothing.
    """

    sets: int
    sites: int
    pages: int
    digest: str
    is_scrambled: bool = False

    @property
    def names_told(self) -> str:
        """What is to be known of the pages' names."""
        return ", class and id names scrambled" if self.is_scrambled else ""


def describe_corpus(sites: Sequence[TruthSite]) -> Corpus:
    """What the sites are; reads their pages, so they must still be there."""
    digest = xxhash.xxh64()
    rows = sorted(
        (
            (site.set_name, page.path.parts[-3:], page, site)
            for site in sites
            for page in site.pages
        ),
        key=lambda row: row[:2],
    )
    for set_name, path, page, site in rows:
        known = (set_name, path, site.optional_lines, page.text, page.comments, page.is_scored)
        digest.update(ascii(known).encode())
        digest.update(page.path.read_bytes())
    return Corpus(
        sets=len({site.set_name for site in sites}),
        sites=len(sites),
        pages=sum(len(site.scored) for site in sites),
        digest=digest.hexdigest(),
    )
