"""The paper's own sample (section 5.2): articles that a careless parser left their frame on."""

from textwrap import fill
from typing import NamedTuple

import pytest

from dehusk.learn.strings.cleaner import Cleaner
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.locality import Locality
from dehusk.learn.strings.mine import Mining, StringSet
from dehusk.learn.strings.patterns import read_patterns
from dehusk.learn.strings.tokens import split_tokens

PATTERNS = read_patterns("strings", "default")


class Article(NamedTuple):
    """What an article says, and the headline of the one that it leads to."""

    published: str
    text: str
    teaser: str
    teased: str


ARTICLES = (
    Article(
        "Tuesday, 27th February, 2007",
        "Two bakers in Colchester have taught their ovens to speak. Every loaf now announces when "
        "its crust has turned golden, and neighbours gather before dawn to listen.",
        "Glass bridge opens above Norwich canal",
        "Thursday 22nd February",
    ),
    Article(
        "Monday, 5th March, 2007",
        "A retired sailor walked home from Bristol with nothing but maps and apples. He slept "
        "under hedges, drew each village twice, and gave his sketches away at markets.",
        "Chess club loses its oldest clock",
        "Friday 2nd March",
    ),
    Article(
        "Wednesday, 14th March, 2007",
        # A date in running text is put back: what is around it is long and stays.
        "Heavy snow on the pass kept forty lorries and their drivers waiting until Friday 9th at "
        "noon. They cooked soup, shared blankets, then sang old songs which few remembered.",
        "Why owls avoid new lighthouses",
        "Saturday 10th March",
    ),
    Article(
        "Sunday, 1st April, 2007",
        "Engineers repaired an organ whose pipes had been silent since wartime. Its lowest note "
        "shook dust out of rafters while children laughed, covering both ears tightly.",
        "School garden wins prize for pumpkins",
        "Tuesday 27th March",
    ),
    Article(
        "Thursday, 19th April, 2007",
        "Ferry fares will rise by a third next summer, according to minutes leaked yesterday. "
        "Islanders call this unfair; shopkeepers expect empty shelves again come October.",
        "Rare orchid found behind petrol station",
        "Monday 16th April",
    ),
    Article(
        "Friday, 4th May, 2007",
        "My grandmother never trusted banks, so she buried coins beneath roses. Gardeners digging "
        "there last week uncovered three jars plus one very angry badger.",
        "Night buses return after long dispute",
        "Wednesday 2nd May",
    ),
    Article(
        "Saturday, 23rd June, 2007",
        "Researchers counted swallows along every telegraph wire between Leeds and York. Numbers "
        "fell sharply, though nobody can yet explain what drove these birds elsewhere.",
        "Actor buys village pub without visiting",
        "Thursday 21st June",
    ),
    Article(
        "Monday, 30th July, 2007",
        "Rowers crossed our bay in bathtubs to raise money for hospital beds. Most sank quickly, "
        "yet donations doubled as soon as film of their rescue was broadcast.",
        "Museum returns stolen drum after century",
        "Sunday 29th July",
    ),
)
UNSEEN = Article(
    "Wednesday, 22nd August, 2007",
    "Potters say good clay is running out near Stoke. Several studios already import it from "
    "Portugal, where prices climb whenever British kilns are lit.",
    "Swimmers rescue hot-air balloon crew",
    "Tuesday 21st August",
)

HEADER = "# Permanent link | no responses | Published on: {weekday} {ordinal} {month} {number}"


def write(article: Article) -> bytes:
    """The article as it was found, its frame run together with it and broken into lines."""
    text = (
        f"# Permanent link | no responses | Published on: {article.published} {article.text} "
        f"Please login to leave a reply {article.teaser} read more {article.teased} read more"
    )
    return (fill(text, 66) + "\n").encode()


@pytest.fixture(scope="module")
def found() -> StringSet:
    """What the eight articles have in common."""
    pages = Pages()
    for article in ARTICLES:
        pages.add(split_tokens(write(article), is_markup=False))
    return Mining(PATTERNS).mine(pages)


def test_the_paper_s_three_strings_are_found(found: StringSet) -> None:
    strings = {str(string): string.pages for string in found.strings}
    assert strings[HEADER] == len(ARTICLES)
    assert strings["{weekday} {ordinal}"] == len(ARTICLES)
    assert strings["read more"] == len(ARTICLES)


@pytest.mark.parametrize("article", [*ARTICLES, UNSEEN], ids=lambda article: article.published)
def test_the_article_and_the_headline_it_leads_to_are_all_that_is_left(
    article: Article, found: StringSet
) -> None:
    cleaner = Cleaner(found.strings, PATTERNS, Locality(), is_markup=False)
    clean = cleaner.clean(write(article))
    assert clean.text.decode().split() == f"{article.text} {article.teaser}".split()
    assert 0.3 < clean.removed_share < 0.6


def test_without_patterns_the_header_breaks_off_at_its_date() -> None:
    pages = Pages()
    for article in ARTICLES:
        pages.add(split_tokens(write(article), is_markup=False))
    strings = Mining(read_patterns("strings", "")).mine(pages).strings
    assert "# Permanent link | no responses | Published on:" in map(str, strings)
