"""A site with truth through every entry."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dehusk.evaluate.contest import (
    ALL_TEXT,
    CEILING,
    NOTHING,
    Entry,
    Outcome,
    PageKey,
    PageResult,
    Problem,
    SiteResult,
)
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.ground import Ground, prepare
from dehusk.evaluate.metrics import score_bag
from dehusk.evaluate.rouge import score_rouge
from dehusk.evaluate.shares import Shares, measure_shares
from dehusk.evaluate.truth import TruthSite
from dehusk.model import Mask
from dehusk.run.local import Job
from dehusk.run.pipeline import learn_site
from dehusk.section.choose import keep_all
from dehusk.write.text import render_text

Chooser = Callable[[Exhibit], Mask]
"""Which leaves of a page are kept."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is measured, and of whom: our own entries, and texts that others made of the pages."""

    entries: Sequence[Entry]
    others: Mapping[str, Mapping[PageKey, str]] = field(default_factory=dict)
    with_rouge: bool = False


def judge_site(site: TruthSite, rules: Rules, job: Job) -> Outcome:
    """How every entry does on one site."""
    ground = prepare(site, job)
    results = [
        judge(ground, CEILING, lambda exhibit: exhibit.leaves.is_content, rules),
        judge(ground, ALL_TEXT, lambda exhibit: keep_all(exhibit.page.tree), rules),
        *(judge_entry(ground, entry, rules) for entry in rules.entries),
        *(_judge_texts(ground, name, texts, rules) for name, texts in rules.others.items()),
    ]
    return Outcome(tuple(results), tuple(ground.problems))


def judge_entry(ground: Ground, entry: Entry, rules: Rules) -> SiteResult:
    """How one entry does, learning from the ground's pages or the first of them."""
    start = time.perf_counter()
    pages = ground.pages[: entry.most_pages]
    learned = learn_site(ground.site.name, pages, entry.recipe)
    kept = {one.truth.id: learned.judge(one.page).is_kept for one in ground.exhibits}
    seconds = time.perf_counter() - start
    result = judge(ground, entry.name, lambda exhibit: kept[exhibit.truth.id], rules)
    return replace(result, learned_from=len(pages), seconds=seconds)


def judge(ground: Ground, name: str, choose: Chooser, rules: Rules) -> SiteResult:
    """How a choice of leaves does on the site's scored pages."""
    kept = [choose(exhibit) for exhibit in ground.exhibits]
    pages = []
    for exhibit, is_kept in zip(ground.exhibits, kept, strict=True):
        page = _judge_text(exhibit, render_text(exhibit.page.tree, is_kept), rules)
        leaves, blocks = (
            exhibit.leaves.score_leaves(is_kept),
            exhibit.leaves.score_blocks(is_kept),
        )
        pages.append(replace(page, leaves=leaves, blocks=blocks))
    shares = measure_shares(ground.exhibits, kept)
    return _gather(ground, name, pages, shares)


def _judge_texts(
    ground: Ground, name: str, texts: Mapping[PageKey, str], rules: Rules
) -> SiteResult:
    """How texts from elsewhere do; a page without one scores nothing."""
    pages = []
    for exhibit in ground.exhibits:
        key = (ground.site.set_name, ground.site.name, exhibit.truth.id)
        pages.append(_judge_text(exhibit, texts.get(key, ""), rules))
    return _gather(ground, name, pages, Shares())


def _judge_text(exhibit: Exhibit, text: str, rules: Rules) -> PageResult:
    wanted = exhibit.truth.text
    return PageResult(
        id=exhibit.truth.id,
        text=text,
        grams=exhibit.wanted.score(text),
        bag=score_bag(wanted, text),
        rouge=score_rouge(wanted, text) if rules.with_rouge else None,
    )


def _gather(ground: Ground, name: str, pages: Sequence[PageResult], shares: Shares) -> SiteResult:
    """The site's result; its pages that could not be judged score nothing."""
    lost = [PageResult(problem.page, "", NOTHING, NOTHING) for problem in ground.problems]
    order = {page.id: place for place, page in enumerate(ground.site.pages)}
    ordered = sorted([*pages, *lost], key=lambda page: order[page.id])
    return SiteResult(ground.site.set_name, ground.site.name, name, tuple(ordered), shares)


def lose_pages(site: TruthSite, outcome: Outcome, problems: Sequence[Problem]) -> Outcome:
    """The outcome of a site with pages that could not even be tried: nothing for anybody."""
    ground = Ground(site, (), (), problems)
    results = [
        _gather(ground, result.entry, result.pages, result.shares) for result in outcome.results
    ]
    timed = [
        replace(result, learned_from=before.learned_from, seconds=before.seconds)
        for result, before in zip(results, outcome.results, strict=True)
    ]
    return Outcome(tuple(timed), (*outcome.problems, *problems))


def lose_site(site: TruthSite, rules: Rules, why: str) -> Outcome:
    """The outcome of a site that could not be judged."""
    names = [CEILING, ALL_TEXT, *(entry.name for entry in rules.entries), *rules.others]
    empty = [SiteResult(site.set_name, site.name, name, ()) for name in names]
    problems = [Problem(site.set_name, site.name, page.id, why) for page in site.scored]
    return lose_pages(site, Outcome(tuple(empty)), problems)
