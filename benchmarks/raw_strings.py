"""How good template strings are on raw markup, without a parser, by the tokens a string must have.

Each site's pages are cleaned as they are; what is left is then parsed, and all its text compared
with the wanted one.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from statistics import mean

from benchmarks.corpus import DEFAULT_GOLD, open_sites
from dehusk.errors import PageError
from dehusk.evaluate.contest import MANY_PAGES
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.truth import TruthSite
from dehusk.learn.strings import Strings
from dehusk.learn.strings.cleaner import Cleaner
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.tokens import split_tokens
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from dehusk.parse.encoding import decode_html
from dehusk.section.choose import keep_all
from dehusk.write.text import render_text

MIN_TOKENS = (2, 3, 4, 6, 8)


def main() -> None:
    """Print a line for each least length of a string."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    arguments = options.parse_args()
    scores: dict[int, list[Score]] = {least: [] for least in MIN_TOKENS}
    with open_sites(arguments.gold) as (kind, sites):
        chosen = [site for site in split_singles(sites) if len(site.scored) >= MANY_PAGES]
        for site in chosen:
            print(f"  {site.set_name}/{site.name}", file=sys.stderr)
            for least, score in score_site(site).items():
                scores[least].append(score)
    print(f"{len(chosen)} {kind} sites, raw markup, mean over sites")
    print(f"{'min_tokens':>10}{'precision':>11}{'recall':>8}{'F1':>8}")
    for least, of_sites in scores.items():
        precision, recall, f1 = (mean(column) for column in zip(*of_sites, strict=True))
        print(f"{least:10}{precision:11.4f}{recall:8.4f}{f1:8.4f}")


def score_site(site: TruthSite) -> dict[int, Score]:
    """The mean over the site's pages, for strings of so many tokens."""
    texts = {page.path: _read(page.path) for page in site.pages}
    pages = Pages()
    for text in dict.fromkeys(texts.values()):
        pages.add(split_tokens(text, is_markup=True))
    wanted = {page.path: site.wanted(page) for page in site.scored}
    scores = {}
    for least in MIN_TOKENS:
        method = replace(Strings(), min_tokens=least)
        cleaner = Cleaner(
            method.mining.mine(pages).strings,
            method.known_patterns,
            method.locality,
            is_markup=True,
        )
        rows = [
            one.score(_read_all(cleaner.clean(texts[path]).text)) for path, one in wanted.items()
        ]
        scores[least] = Score(*(mean(column) for column in zip(*rows, strict=True)))
    return scores


def _read(path: Path) -> bytes:
    try:
        return decode_html(path.read_bytes())[0]
    except PageError:
        return b""


def _read_all(markup: bytes) -> str:
    """All text of the markup, none if there is no page in it."""
    ref = PageRef("page", "site", "", len(markup), charset="utf-8")
    page = parse_page(RawPage(ref, markup))
    return render_text(page.tree, keep_all(page.tree)) if isinstance(page, Page) else ""


if __name__ == "__main__":
    main()
