"""Methods put through the four evaluations that do without truth, on gold and on sample sites.

Foschini proposes them (section 6.1): parts put into the pages, two presentations of one content,
pages grouped by topic, and the text of feeds. What the figures say: docs, "Evaluating without
truth". Feeds that sites do not have are made of their truth: text that is clean by definition.

    python -m benchmarks.without_truth --method chunks --method strings --json found.json
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from statistics import fmean

from benchmarks.addressed import find_feed, has_topics, write_feed, write_table, write_topics
from benchmarks.blocks import Table, write_markdown, write_text
from benchmarks.corpus import DEFAULT_GOLD, find_folder, has_gold, pick_sets, scratch_folder
from dehusk.errors import DehuskError
from dehusk.evaluate.contest import MANY_PAGES
from dehusk.evaluate.feed.comparison import evaluate_feed
from dehusk.evaluate.findings import Findings
from dehusk.evaluate.inject.injection import evaluate_injection
from dehusk.evaluate.inject.parts import KINDS
from dehusk.evaluate.mirror.comparison import evaluate_mirror
from dehusk.evaluate.truth import TruthSite, open_truth
from dehusk.ingest import SourceSettings
from dehusk.learn import METHODS
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe
from examples import SITES, write_site

DEFAULT_METHODS = ("chunks", "strings")
GOLD_SETS = ("big9", "debian", "dragnet", "l3s-gn1")
NEWS_SETS = ("big9", "dragnet", "l3s-gn1")
"""Sets whose sites are learned from many pages; and those of them with newspapers in them."""

SITES_A_SET, QUICK_SITES = 8, 1
SAMPLE_PAGES, QUICK_PAGES = 40, 12
FEWEST_GROUPED = 3
"""A newspaper with fewer pages teaches nothing, and looks the same before and after."""

SAMPLE, GOLD = "sample", "gold"
MIRROR_SHELL = "plain"
EVERYWHERE = "all sites: "
"""What is measured over all sites together is called so in the findings of a grouping."""

FOUND = tuple(f"found: {name}" for name, kind in KINDS.items() if not kind.is_content)
SHOWN = {
    "inject": ("sites", "pages", *FOUND, "kept: own", "lost", "gained", "kept"),
    "mirror": ("pairs", "alike", "edit", "kept of the first", "kept of the second"),
    "grouping": ("sites", "pages", "mutual information", "purity", "nearest page"),
    "feed": ("matched", "recall", "precision", "F1"),
}
"""The figures in the tables; most come as `before` and `after`."""

TITLES = {
    "inject": "Parts put into the pages: share found, own text kept, other text lost",
    "mirror": "Two presentations of one content, before → after (gold has no mirrors)",
    "grouping": "Pages grouped by topic, before → after (sample: by site; gold: all together)",
    "feed": "Pages against the text of feeds, before → after (gold: feeds made of truth)",
}


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sites with truth, their mirrors if they have any, and the sites whose pages are grouped."""

    name: str
    sites: Sequence[TruthSite]
    mirrors: Sequence[TruthSite]
    grouped: Sequence[TruthSite]


@dataclass(frozen=True, slots=True)
class Run:
    """What an evaluation of a method found on a corpus, or on one site of it."""

    evaluation: str
    corpus: str
    method: str
    site: str | None
    findings: Findings


def main() -> None:
    """Print the tables."""
    options = _read_options()
    runs: list[Run] = []
    with scratch_folder() as scratch, _open_corpora(options, Path(scratch)) as corpora:
        for number, (corpus, method) in enumerate(product(corpora, options.method)):
            folder = Path(scratch, str(number))
            folder.mkdir()
            runs += evaluate(corpus, method, folder, options.jobs)
    tables = list(make_tables(runs))
    print("\n\n".join(map(write_text, tables)))
    if options.markdown:
        options.markdown.write_text("\n".join(map(write_markdown, tables)), encoding="utf-8")
    if options.json:
        state = json.dumps([asdict(run) for run in runs], indent=1, ensure_ascii=False)
        options.json.write_text(f"{state}\n", encoding="utf-8", errors="backslashreplace")


def open_samples(folder: Path, pages: int) -> Corpus:
    """The sample sites, each with its mirror, written to the folder."""
    for site in SITES:
        write_site(site, folder / SAMPLE / site, pages)
        write_site(site, folder / "mirrors" / site, pages, shell=MIRROR_SHELL)
    with open_truth([folder / SAMPLE]) as sites, open_truth([folder / "mirrors"]) as mirrors:
        return Corpus(SAMPLE, sites, mirrors, sites)


def choose_gold(sites: Sequence[TruthSite], most: int) -> Corpus:
    """So many sites of each set, spread over it by name; and all newspapers with topics."""
    chosen: list[TruthSite] = []
    for name in GOLD_SETS:
        many = [one for one in sites if one.set_name == name and len(one.scored) >= MANY_PAGES]
        chosen += many if len(many) <= most else [many[n * len(many) // most] for n in range(most)]
    news = [
        one
        for one in sites
        if one.set_name in NEWS_SETS and len(one.pages) >= FEWEST_GROUPED and has_topics(one)
    ]
    return Corpus(GOLD, chosen, (), news)


def evaluate(corpus: Corpus, method: str, scratch: Path, jobs: int) -> Iterator[Run]:
    """All four evaluations of a method."""
    job = Job(Recipe(method=method), sources=SourceSettings(site_by="folder"), jobs=jobs)
    for evaluation, site, find in _plan(corpus, scratch, job):
        print(f"  {method}: {evaluation}, {site or corpus.name}", file=sys.stderr)
        try:
            yield Run(evaluation, corpus.name, method, site, find())
        except DehuskError as error:
            # One site that cannot be compared is told and left out.
            print(f"  {error}", file=sys.stderr)


def _plan(
    corpus: Corpus, scratch: Path, job: Job
) -> Iterator[tuple[str, str | None, Callable[[], Findings]]]:
    """What is evaluated on which site, or on all of them if findings are of several."""
    folders = [str(find_folder(site)) for site in corpus.sites]
    yield "inject", None, partial(evaluate_injection, folders, job)
    for folder, mirror in zip(folders, corpus.mirrors, strict=False):
        yield (
            "mirror",
            mirror.name,
            partial(evaluate_mirror, folder, str(find_folder(mirror)), job),
        )
    if corpus.grouped:
        yield "grouping", None, partial(_group, corpus, scratch, job)
    for name, sites in _group_by_feed(corpus.sites):
        yield "feed", name, partial(_compare_feed, name, sites, scratch, job)


def _group(corpus: Corpus, scratch: Path, job: Job) -> Findings:
    """By the topics that addresses name; sample sites have folders of their own."""
    # Only here: every process at work imports this file, and scikit-learn takes seconds.
    from dehusk.evaluate.grouping.comparison import GroupingSettings, evaluate_grouping

    tables = [write_table(site, scratch) for site in corpus.grouped]
    if corpus.name == SAMPLE:
        return evaluate_grouping(tables, job)
    topics = write_topics(corpus.grouped, scratch / "topics.jsonl")
    found = evaluate_grouping(tables, job, GroupingSettings(topics))
    together = [one for one in found.figures if one.name.startswith(EVERYWHERE)]
    counts = [one for one in found.figures if isinstance(one.value, int)]
    named = [replace(one, name=one.name.removeprefix(EVERYWHERE)) for one in together]
    return replace(found, figures=(*counts, *named))


def _group_by_feed(sites: Sequence[TruthSite]) -> Iterator[tuple[str, list[TruthSite]]]:
    """Sites with a feed of their own by themselves, the others set by set."""
    groups: dict[str, list[TruthSite]] = {}
    for site in sites:
        name = site.name if find_feed(site).exists() else f"truth of {site.set_name}"
        groups.setdefault(name, []).append(site)
    yield from groups.items()


def _compare_feed(name: str, sites: Sequence[TruthSite], scratch: Path, job: Job) -> Findings:
    feed = find_feed(sites[0])
    if not feed.exists():
        feed = write_feed(sites, scratch / f"{name}.xml")
    return evaluate_feed(feed, [write_table(site, scratch) for site in sites], job)


def make_tables(runs: Sequence[Run]) -> Iterator[Table]:
    """A table an evaluation, a column a corpus and method; of mirrors also the rows of sites."""
    columns = list(dict.fromkeys((run.corpus, run.method) for run in runs))
    headings = ("", *(f"{corpus} {method}" for corpus, method in columns))
    for evaluation, title in TITLES.items():
        of_it = [run for run in runs if run.evaluation == evaluation]
        groups = [[run for run in of_it if (run.corpus, run.method) == one] for one in columns]
        rows = [(name, *(_show(group, name) for group in groups)) for name in SHOWN[evaluation]]
        if evaluation == "mirror":
            rows += _list_site_rows(groups)
        yield Table(title, headings, tuple(rows), frozenset())


def _list_site_rows(groups: Sequence[Sequence[Run]]) -> Iterator[tuple[str, ...]]:
    for site in dict.fromkeys(run.site for group in groups for run in group):
        of_site = [[run for run in group if run.site == site] for group in groups]
        yield (f"{site}: alike", *(_show(group, "alike") for group in of_site))


def _show(runs: Sequence[Run], name: str) -> str:
    """The sum of a count, the mean of a share; before and after, if there is such a figure."""
    names = [name] if _list_values(runs, name) else [f"{name} before", f"{name} after"]
    found = [values for one in names if (values := _list_values(runs, one))]
    return " → ".join(map(_sum_up, found)) or "–"


def _list_values(runs: Sequence[Run], name: str) -> list[float]:
    return [one.value for run in runs for one in run.findings.figures if one.name == name]


def _sum_up(values: Sequence[float]) -> str:
    if all(isinstance(value, int) for value in values):
        return f"{sum(values):,}"
    return f"{fmean(values):.3f}".removeprefix("0")


@contextmanager
def _open_corpora(options: argparse.Namespace, scratch: Path) -> Iterator[list[Corpus]]:
    samples = open_samples(scratch / "samples", QUICK_PAGES if options.quick else SAMPLE_PAGES)
    if not has_gold(options.gold):
        print(f"no gold archives in {options.gold}: sample sites only", file=sys.stderr)
        yield [samples]
        return
    with open_truth([pick_sets(options.gold, GOLD_SETS, scratch / "sets")]) as sites:
        yield [samples, choose_gold(sites, QUICK_SITES if options.quick else SITES_A_SET)]


def _read_options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument(
        "--method", action="append", choices=METHODS.names(), help="may be repeated"
    )
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--jobs", type=int, default=2, help="processes at work")
    options.add_argument("--json", type=Path, help="write all findings to this file as well")
    options.add_argument("--markdown", type=Path, help="write the tables to this file as well")
    options.add_argument("--quick", action="store_true", help="few sites and pages")
    arguments = options.parse_args()
    arguments.method = arguments.method or list(DEFAULT_METHODS)
    return arguments


if __name__ == "__main__":
    main()
