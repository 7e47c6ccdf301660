"""What the second level of template strings saves: sites learned alone, in pairs, all together.

Every page's whole text is cleaned as plain text. Recall is the share of the wanted words' runs of
four that is still there: what is lost of it are figures of speech taken for template. Precision
tells what it costs, template that is taken for a figure of speech.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from benchmarks.corpus import DEFAULT_GOLD, list_refs, open_sites
from dehusk.evaluate.contest import MANY_PAGES
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.metrics import Score, Wanted
from dehusk.evaluate.truth import TruthSite
from dehusk.learn.strings import Strings
from dehusk.learn.strings.cleaner import Cleaner
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.idioms import drop_idioms
from dehusk.learn.strings.mine import StringSet
from dehusk.learn.strings.tokens import split_tokens
from dehusk.model import Page
from dehusk.run.pipeline import take_page
from dehusk.section.choose import keep_all
from dehusk.write.text import render_text

METHOD = Strings()


@dataclass(frozen=True, slots=True)
class Studied:
    """A site's texts that are scored, with what is wanted of them, and its strings."""

    name: str
    texts: tuple[tuple[bytes, Wanted], ...]
    strings: StringSet

    def score(self, strings: StringSet) -> Score:
        """The mean over the texts, cleaned with these strings."""
        cleaner = Cleaner(strings.strings, METHOD.known_patterns, METHOD.locality, is_markup=False)
        scores = [wanted.score(cleaner.clean(text).text.decode()) for text, wanted in self.texts]
        return Score(*(mean(column) for column in zip(*scores, strict=True)))


def main() -> None:
    """Print a line each for sites alone, with one other, with all others."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    arguments = options.parse_args()
    with open_sites(arguments.gold) as (kind, sites):
        chosen = [site for site in split_singles(sites) if len(site.scored) >= MANY_PAGES]
        studied = [_study(site) for site in chosen]
    print(f"{len(studied)} {kind} sites, mean over sites")
    print(f"{'learned':24}{'recall':>8}{'precision':>11}{'F1':>8}{'strings':>10}")
    for name, group in _GROUPINGS.items():
        _print_line(name, studied, group(studied))


def _study(site: TruthSite) -> Studied:
    print(f"  {site.set_name}/{site.name}", file=sys.stderr)
    texts = {}
    for ref in list_refs(site):
        page = take_page(ref)
        if isinstance(page, Page):
            texts[Path(ref.path).name] = render_text(page.tree, keep_all(page.tree)).encode()
    pages = Pages()
    for text in dict.fromkeys(texts.values()):
        pages.add(split_tokens(text, is_markup=False))
    scored = ((texts.get(page.path.name), site.wanted(page)) for page in site.scored)
    pairs = tuple((text, wanted) for text, wanted in scored if text is not None)
    return Studied(site.name, pairs, METHOD.mining.mine(pages))


def _alone(sites: Sequence[Studied]) -> list[StringSet]:
    return [site.strings for site in sites]


def _in_pairs(sites: Sequence[Studied]) -> list[StringSet]:
    """Each site with the one that comes next."""
    return [
        drop_idioms([site.strings, sites[(number + 1) % len(sites)].strings])[0]
        for number, site in enumerate(sites)
    ]


def _together(sites: Sequence[Studied]) -> list[StringSet]:
    return drop_idioms(_alone(sites))


_GROUPINGS: dict[str, Callable[[Sequence[Studied]], list[StringSet]]] = {
    "alone": _alone,
    "with one other site": _in_pairs,
    "with all other sites": _together,
}


def _print_line(name: str, sites: Sequence[Studied], sets: Sequence[StringSet]) -> None:
    scores = [site.score(strings) for site, strings in zip(sites, sets, strict=True)]
    precision, recall, f1 = (mean(column) for column in zip(*scores, strict=True))
    n_strings = sum(len(one.strings) for one in sets)
    print(f"{name:24}{recall:8.4f}{precision:11.4f}{f1:8.4f}{n_strings:10,}")


if __name__ == "__main__":
    main()
