"""The rounds that are judged: sites as they are, pages each taken alone, sites without names."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmarks.peers.sites import kind_of
from benchmarks.unseen.method import Method
from benchmarks.unseen.peer_texts import Texts
from dehusk.bars import Bars
from dehusk.evaluate.contest import Entry, SiteResult
from dehusk.evaluate.in_processes import judge_sites
from dehusk.evaluate.judge import Rules
from dehusk.evaluate.summary import MANY
from dehusk.evaluate.truth import SINGLES, TruthSite
from dehusk.run.local import Job

MOST_PAGES = 25
"""What a site is learned from at most."""

Subject = tuple[int, TruthSite]
"""A site, and the fold whose weights never saw it."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges the method in some processes, telling how far it is."""

    method: Method
    jobs: int
    bars: Bars

    def judge(
        self, subjects: Sequence[Subject], sizes: Sequence[int], others: Texts, what: str
    ) -> list[SiteResult]:
        """The method on every subject, learning from so many pages at most, beside the others."""
        steps = self._judge_folds(subjects, sizes, others)
        return [
            result for results in self.bars.track(steps, what, len(subjects)) for result in results
        ]

    def _judge_folds(
        self, subjects: Sequence[Subject], sizes: Sequence[int], others: Texts
    ) -> Iterator[Sequence[SiteResult]]:
        folds: defaultdict[int, list[TruthSite]] = defaultdict(list)
        for fold, site in subjects:
            folds[fold].append(site)
        for fold, sites in sorted(folds.items()):
            recipe = self.method.recipe(fold)
            entries = [Entry(name_entry(self.method, size), recipe, size) for size in sizes]
            rules = Rules(entries, _pick_texts(others, sites))
            for outcome in judge_sites(sites, rules, Job(jobs=self.jobs)):
                yield outcome.results


def name_entry(method: Method, n_pages: int) -> str:
    """What the method is called that learns from so many pages."""
    return f"{method.name}, {n_pages} page{'s' if n_pages > 1 else ''}"


def choose_many(sites: Sequence[TruthSite], method: Method) -> list[Subject]:
    """The sites with enough scored pages to be learned."""
    return [(method.fold_of(site), site) for site in sites if kind_of(site) == MANY]


def take_alone(sites: Sequence[TruthSite], method: Method) -> list[Subject]:
    """Every scored page as a site of its own, of the fold that its site is in."""
    return [
        (method.fold_of(site), replace(site, name=_name_alone(site.name, page.id), pages=(page,)))
        for site in sites
        for page in site.scored
    ]


def rename_alone(texts: Texts) -> Texts:
    """Texts of pages, as those of pages taken alone."""
    return {
        peer: {
            (set_name, _name_alone(site, page), page): text
            for (set_name, site, page), text in found.items()
        }
        for peer, found in texts.items()
    }


def _name_alone(site: str, page: str) -> str:
    return f"{SINGLES}/{site.removeprefix(f'{SINGLES}/')}/{page}"


def _pick_texts(texts: Texts, sites: Sequence[TruthSite]) -> Texts:
    """Only what these sites need: it goes to every process."""
    needed = {(site.set_name, site.name) for site in sites}
    return {
        peer: {key: text for key, text in found.items() if key[:2] in needed}
        for peer, found in texts.items()
    }
