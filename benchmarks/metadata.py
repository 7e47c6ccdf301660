"""Metadata against what pages declare, field by field, and titles against the site's suffix.

Gold pages: a page declares a field when its plain tags do (benchmarks/declared.py, which knows
nothing of dehusk); a value is right when it is one of those declared. Values on nine in ten pages
of a site are to be dropped: there no value, or one from another place, is right.

Titles of the set `built`: a string that ends (or begins) a fifth of a site's titles, set off by a
joint, is its suffix (or prefix), and so is its `og:site_name`. A title is right when it neither
ends nor begins so, and still holds the longest headline (or first line of the gold text) that the
title element holds: nothing of the page's own was cut. Titles that are nothing but the site's stay.

Sample sites: against their truth.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, has_gold, list_refs
from benchmarks.declared import FIELDS, Reading, find_constants, normalize, read_page
from dehusk.evaluate.truth import SINGLES, TruthSite, open_truth
from dehusk.learn.facts import Metadata, describe, gather_facts
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from dehusk.parse.language import detect_language
from dehusk.run.pipeline import take_pages
from examples import SITES, SamplePage, make_site

TITLE_FLOOR = 0.95
_SHARED_TAIL = 0.2
_BORDER = re.compile(r"\s+\W+\s+|\W*[|»«:,]\s*|\s+[(\[]")


@dataclass(frozen=True, slots=True)
class Case:
    """One page of a gold site: what dehusk says of it, and what it declares."""

    given: Metadata
    reading: Reading
    text: str


def main() -> None:
    """Print the tables; fail where titles keep their suffix."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    arguments = options.parse_args()
    print_samples()
    if not has_gold(arguments.gold):
        print(f"\nno gold archives in {arguments.gold}: gold pages are skipped")
        return
    with open_truth([arguments.gold]) as truths:
        sites = [(site, read_site(site)) for site in truths]
    print_fields([cases for _, cases in sites])
    print_languages([case for _, cases in sites for case in cases])
    share = print_titles([pair for pair in sites if pair[0].set_name == "built"])
    if share < TITLE_FLOOR:
        raise SystemExit(f"titles without suffix: {share:.3f} is below {TITLE_FLOOR}")


def read_site(site: TruthSite) -> list[Case]:
    """Every page of a site; pages that belong to no site are each a site of their own."""
    texts = {page.id: page.text for page in site.pages}
    pages = take_pages(list_refs(site))
    groups = [[page] for page in pages] if site.name == SINGLES else [pages]
    cases = []
    for group in groups:
        facts = gather_facts(group)
        for page in group:
            text = texts.get(Path(page.ref.source).stem, "")
            cases.append(Case(describe(page, facts, text), read_page(Path(page.ref.path)), text))
    return cases


def print_fields(sites: Sequence[Sequence[Case]]) -> None:
    """How many pages declare each field, of how many it is given, and rightly."""
    print("\ngold        declared  constant   given   right  right/given")
    for field in FIELDS:
        counts: Counter[str] = Counter()
        for cases in sites:
            counts.update(_count_field(cases, field))
        share = counts["right"] / max(1, counts["given"])
        row = [counts[name] for name in ("declared", "constant", "given", "right")]
        print(f"{field:11}" + "{:9}{:10}{:8}{:8}".format(*row) + f"{share:13.3f}")


def _count_field(cases: Sequence[Case], field: str) -> Iterator[str]:
    readings = [case.reading for case in cases]
    constants = find_constants(readings, field) - _allowed_constants(field, readings)
    for case in cases:
        declared = case.reading.fields[field] - {""}
        if not declared:
            continue
        if declared <= constants:
            yield "constant"
            continue
        yield "declared"
        value = getattr(case.given, field)
        if value is not None:
            yield "given"
            if normalize(field, value) in declared:
                yield "right"


def _allowed_constants(field: str, readings: Iterable[Reading]) -> frozenset[str]:
    """A site may well have one language and one name."""
    if field not in ("language", "site_name"):
        return frozenset()
    return frozenset(value for reading in readings for value in reading.fields[field])


def print_languages(cases: Sequence[Case]) -> None:
    """Detection on texts whose pages declare their language."""
    told = [
        (detect_language(case.text), case.reading.fields["language"])
        for case in cases
        if case.text and case.reading.fields["language"] - {""}
    ]
    detected = [(language, declared) for language, declared in told if language]
    right = sum(language in declared for language, declared in detected)
    print(f"\nlanguage detected on {len(detected)} of {len(told)} texts, as declared on {right}")


def print_titles(sites: Sequence[tuple[TruthSite, Sequence[Case]]]) -> float:
    """The share of right titles, by site and over all."""
    print("\nbuilt: titles without the site's suffix or prefix, and whole otherwise")
    right = total = 0
    for site, cases in sites:
        tails = find_ends([case.reading for case in cases])
        wrong = [case for case in cases if not is_right_title(case, tails)]
        print(f"{site.name:28}{len(cases) - len(wrong):4} of {len(cases)}")
        right, total = right + len(cases) - len(wrong), total + len(cases)
    print(f"all: {right / total:.3f}")
    return right / total


def find_ends(pages: Sequence[Reading]) -> frozenset[str]:
    """The site's suffixes and prefixes, as letters and digits."""
    titles = {page.title for page in pages if page.title}
    counts: Counter[tuple[str, str]] = Counter()
    for title in titles:
        for border in _BORDER.finditer(title):
            counts["end", letters(title[border.end() :])] += 1
            counts["start", letters(title[: border.start()])] += 1
    fewest = max(3, _SHARED_TAIL * len(titles))
    shared = {end for (_, end), n in counts.items() if n >= fewest and len(end) > 2}
    names = {letters(name) for page in pages for name in page.fields["site_name"]}
    return frozenset(shared | names) - {""}


def is_right_title(case: Case, ends: frozenset[str]) -> bool:
    """Is the site's part gone, and the page's own there?"""
    given, whole = letters(case.given.title or ""), letters(case.reading.title)
    if not whole or _is_all_ends(whole, ends):
        return True
    own = _find_headline(case, ends)
    if own and own not in given:
        return False
    return not any(
        (given.endswith(end) and not own.endswith(end))
        or (given.startswith(end) and not own.startswith(end))
        for end in ends
    )


def _is_all_ends(whole: str, ends: frozenset[str]) -> bool:
    for end in sorted(ends, key=len, reverse=True):
        whole = whole.replace(end, "")
    return not whole


def _find_headline(case: Case, ends: frozenset[str]) -> str:
    """The longest headline within the title element that is not the site's part itself."""
    first_line = case.text.partition("\n")[0]
    whole = letters(case.reading.title)
    keys = {letters(line) for line in (*case.reading.headlines, first_line)}
    inside = [key for key in keys if len(key) > 2 and key in whole and key not in ends]
    return max(inside, key=lambda key: (len(key), key), default="")


def letters(text: str) -> str:
    """Only what is neither space nor joint."""
    return "".join(char for char in text.casefold() if char.isalnum())


def print_samples() -> None:
    """Each field of each sample site: how many pages are told as they are."""
    fields = ("title", "description", "language", "author", "published", "canonical")
    print("sample     pages" + "".join(f"{field:>13}" for field in fields) + "  ms a page")
    for name in SITES:
        samples = list(make_site(name, 60))
        pages = [_parse(sample) for sample in samples]
        facts = gather_facts(pages)
        start = time.process_time()
        given = [
            describe(page, facts, sample.text) for page, sample in zip(pages, samples, strict=True)
        ]
        spent_ms = (time.process_time() - start) * 1000 / len(pages)
        right = [_count_right(field, given, samples) for field in fields]
        print(f"{name:11}{len(pages):5}" + "".join(f"{n:13}" for n in right) + f"{spent_ms:11.2f}")


def _count_right(field: str, given: Sequence[Metadata], samples: Sequence[SamplePage]) -> int:
    truth = {"canonical": "url"}.get(field, field)
    pairs = zip(given, samples, strict=True)
    told = [(getattr(page, field), getattr(sample, truth)) for page, sample in pairs]
    if field == "language":
        # The truth leaves the country out.
        told = [((value or "").partition("-")[0], true) for value, true in told]
    return sum(value == true for value, true in told)


def _parse(sample: SamplePage) -> Page:
    ref = PageRef(sample.id, sample.url, sample.id, len(sample.html))
    page = parse_page(RawPage(ref._replace(site="sample"), sample.html))
    assert isinstance(page, Page)
    return page


if __name__ == "__main__":
    main()
