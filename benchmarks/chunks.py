"""Which settings of `chunks` do best on the gold sites: how its defaults were chosen.

Each page is parsed once; every combination then learns a site from its pages and is scored by the
scorer of the gold data, macro over the sites with five scored pages or more.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import mean
from types import ModuleType

from benchmarks.corpus import (
    DEFAULT_GOLD,
    GoldSite,
    list_gold_sites,
    list_refs,
    load_scorer,
    scratch_folder,
    unpack_gold,
)
from dehusk.learn.chunks import CONTAINERS, TABLES
from dehusk.run.pipeline import Recipe, learn_site, take_pages

FINER = (*CONTAINERS, "td", "p", "li", "h1", "h2", "h3", "h4", "h5", "h6")
MIN_SCORED = 5


def main() -> None:
    """Print a table of settings and their scores."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    arguments = options.parse_args()
    scorer = load_scorer(arguments.gold)
    scores: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    with scratch_folder() as folder:
        unpack_gold(arguments.gold, Path(folder))
        for site in list_gold_sites(Path(folder)):
            if site.name != "_single" and _count_scored(site) >= MIN_SCORED:
                for setting, score in _score_settings(site, scorer):
                    scores[setting, site.set_name].append(score)
                    scores[setting, "ALL"].append(score)
    _print_table(scores)


def _settings() -> Iterator[tuple[str, Mapping[str, object]]]:
    wholes = {"table": TABLES, "default": CONTAINERS, "finer": FINER}
    for name, containers in wholes.items():
        for threshold in (2, 3, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9):
            yield f"{name} {threshold}", {"containers": containers, "threshold": threshold}
    for threshold in (0.1, 0.2):
        yield f"default path {threshold}", {"threshold": threshold, "key": "path"}


def _score_settings(site: GoldSite, scorer: ModuleType) -> Iterator[tuple[str, float]]:
    pages = take_pages(list_refs(site.pages))
    for name, settings in _settings():
        learned = learn_site(site.name, pages, Recipe("chunks", settings))
        texts = {Path(page.ref.source).stem: learned.extract(page).text for page in pages}
        yield name, _score(site, texts, scorer)


def _score(site: GoldSite, texts: Mapping[str, str], scorer: ModuleType) -> float:
    results = []
    optional = _read_optional(site, scorer)
    for row in site.rows():
        if row.get("scored", True):
            comments = row.get("comments") or ""
            comments = comments if isinstance(comments, str) else "\n".join(map(str, comments))  # type: ignore[call-overload]
            ignored = scorer.shingles(comments)
            text = texts.get(str(row["id"]), "")
            results.append(scorer.page_score(row["text"], text, ignored, optional)[2])
    return float(mean(results))


def _read_optional(site: GoldSite, scorer: ModuleType) -> "Counter[tuple[str, ...]]":
    optional: Counter[tuple[str, ...]] = Counter()
    path = site.folder / "optional_lines.txt"
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            optional.update(dict.fromkeys(scorer.shingles(line), 99))
    return optional


def _count_scored(site: GoldSite) -> int:
    return sum(bool(row.get("scored", True)) for row in site.rows())


def _print_table(scores: Mapping[tuple[str, str], list[float]]) -> None:
    sets = sorted({set_name for _, set_name in scores}, key=lambda name: (name == "ALL", name))
    print(f"{'containers, threshold':22}" + "".join(f"{name:>10}" for name in sets))
    for setting in dict.fromkeys(setting for setting, _ in scores):
        row = "".join(f"{mean(scores[setting, set_name]):10.3f}" for set_name in sets)
        print(f"{setting:22}{row}")


if __name__ == "__main__":
    main()
