"""Which sites are compared on, and which of them quickly."""

import json
from pathlib import Path

from benchmarks.corpus import GoldSite
from benchmarks.peers.sites import (
    QUICK_SINGLES,
    QUICK_SITES,
    BenchSite,
    choose_quick,
    find_large_sets,
    list_sites,
    read_sites,
)
from examples import SITES


def write_gold(folder: Path, name: str, rows: list[dict[str, object]]) -> GoldSite:
    target = folder / "set" / name
    target.mkdir(parents=True)
    lines = [json.dumps({"id": str(number), "text": "", **row}) for number, row in enumerate(rows)]
    (target / "gold.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return GoldSite("set", name, target)


def make_sites(set_name: str, kind: str, n_sites: int) -> list[BenchSite]:
    return [BenchSite(set_name, f"{kind}{number}", kind, (), ()) for number in range(n_sites)]


def test_context_pages_do_not_make_a_site_large_enough(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"scored": number < 4} for number in range(9)]
    (few,) = read_sites(write_gold(tmp_path, "few", rows))
    (enough,) = read_sites(write_gold(tmp_path, "enough", [*rows, {}]))
    assert (few.kind, enough.kind) == ("few", "site")
    assert [page.is_scored for page in enough.pages] == [True] * 4 + [False] * 5 + [True]


def test_pages_without_a_site_are_sites_of_their_own(tmp_path: Path) -> None:
    singles = read_sites(write_gold(tmp_path, "_single", [{}, {}]))
    assert [(site.name, site.kind, len(site.pages)) for site in singles] == [
        ("0", "single", 1),
        ("1", "single", 1),
    ]


def test_pages_go_by_their_address_only_where_each_has_its_own(tmp_path: Path) -> None:
    (own,) = read_sites(write_gold(tmp_path, "own", [{"url": "u/1"}, {"url": "u/2"}]))
    (same,) = read_sites(write_gold(tmp_path, "same", [{"url": "u"}, {"url": "u"}]))
    (some,) = read_sites(write_gold(tmp_path, "some", [{"url": "u"}, {}]))
    assert [page.name for page in own.pages] == ["u/1", "u/2"]
    assert [page.name for page in same.pages] == [page.name for page in some.pages] == ["0", "1"]


def test_comments_may_be_one_text_or_several(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"comments": "a b"}, {"comments": ["a", "b"]}, {}]
    (site,) = read_sites(write_gold(tmp_path, "site", rows))
    assert [page.comments for page in site.pages] == ["a b", "a\nb", ""]


def test_sets_of_few_sites_stay_out_of_the_mean() -> None:
    sites = make_sites("large", "site", 5) + make_sites("small", "site", 4)
    assert find_large_sets(sites + make_sites("small", "few", 50)) == ("large",)


def test_the_quick_choice_takes_some_of_each_and_ignores_order() -> None:
    sites = make_sites("a", "site", 9) + make_sites("a", "few", 1) + make_sites("b", "single", 99)
    chosen = choose_quick(sites)
    assert chosen == choose_quick(reversed(sites))
    kinds = [site.kind for site in chosen]
    assert kinds == ["few"] + ["site"] * QUICK_SITES + ["single"] * QUICK_SINGLES
    unchosen = [site for site in sites if site not in chosen]
    assert choose_quick([*chosen, *unchosen[::2]]) == chosen


def test_without_gold_the_sample_sites_are_compared_on(tmp_path: Path) -> None:
    kind, sites = list_sites(tmp_path / "nowhere", tmp_path)
    assert kind == "sample"
    assert {site.name for site in sites} == set(SITES)
    assert all(page.path.exists() and page.text for site in sites for page in site.pages)
