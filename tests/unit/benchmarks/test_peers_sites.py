"""Which sites are compared on, and which of them quickly."""

from collections.abc import Iterable
from pathlib import Path

from benchmarks.corpus import draw_pages, open_sites
from benchmarks.peers.sites import (
    QUICK_BYTES,
    QUICK_SINGLES,
    QUICK_SITES,
    choose_quick,
    find_large_sets,
    is_light,
    kind_of,
    list_addresses,
    write_growing,
)
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.summary import FEW, MANY, SINGLE
from dehusk.evaluate.truth import SINGLES, TruthPage, TruthSite
from examples import SITES


def make_page(number: int, url: str | None = None, *, is_scored: bool = True) -> TruthPage:
    return TruthPage(str(number), Path(f"{number}.html"), "text", is_scored=is_scored, url=url)


def make_site(name: str, pages: Iterable[TruthPage], set_name: str = "set") -> TruthSite:
    return TruthSite(set_name, name, tuple(pages))


def make_sites(set_name: str, n_pages: int, n_sites: int) -> list[TruthSite]:
    pages = [make_page(number) for number in range(n_pages)]
    return [make_site(f"{n_pages}-{number}", pages, set_name) for number in range(n_sites)]


def test_context_pages_do_not_make_a_site_large_enough() -> None:
    pages = [make_page(number, is_scored=number < 4) for number in range(9)]
    assert kind_of(make_site("few", pages)) == FEW
    assert kind_of(make_site("enough", [*pages, make_page(9)])) == MANY


def test_pages_go_by_their_address_only_where_each_has_its_own() -> None:
    own = make_site("own", [make_page(0, "u/2"), make_page(1, "u/1")])
    same = make_site("same", [make_page(0, "u"), make_page(1, "u")])
    some = make_site("some", [make_page(0, "u"), make_page(1)])
    assert list_addresses(own) == ["u/2", "u/1"]
    assert list_addresses(same) == list_addresses(some) == ["0", "1"]


def test_sets_of_few_sites_stay_out_of_the_mean() -> None:
    sites = make_sites("large", 5, 5) + make_sites("small", 5, 4)
    assert find_large_sets(sites + make_sites("small", 4, 50)) == ("large",)


def test_the_quick_choice_takes_some_of_each_and_ignores_order() -> None:
    singles = make_site(SINGLES, map(make_page, range(99)), "b")
    sites = [*make_sites("a", 9, 9), *make_sites("a", 2, 1), *split_singles([singles])]
    chosen = choose_quick(sites)
    assert chosen == choose_quick(reversed(sites))
    kinds = [kind_of(site) for site in chosen]
    assert kinds == [FEW] + [MANY] * QUICK_SITES + [SINGLE] * QUICK_SINGLES
    unchosen = [site for site in sites if site not in chosen]
    assert choose_quick([*chosen, *unchosen[::2]]) == chosen


def test_heavy_sites_are_not_for_a_quick_look(tmp_path: Path) -> None:
    pages = [TruthPage(name, tmp_path / name, "text") for name in "ab"]
    pages[0].path.write_bytes(b"x" * QUICK_BYTES)
    pages[1].path.write_bytes(b"x")
    assert is_light(make_site("light", pages[:1]))
    assert not is_light(make_site("heavy", pages))


def test_without_gold_the_sample_sites_are_compared_on(tmp_path: Path) -> None:
    with open_sites(tmp_path / "nowhere") as (kind, sites):
        assert kind == "sample"
        assert {site.name for site in sites} == set(SITES)
        drawn = draw_pages(sites, 20)
        assert len(set(drawn)) == 20
        assert drawn == draw_pages(reversed(sites), 20)
        assert all(path.exists() for path in drawn)


def test_a_growing_site_has_as_many_pages_as_wanted(tmp_path: Path) -> None:
    site = write_growing(tmp_path, "news", 12)
    assert len(site.pages) == 12
    assert all(page.path.exists() for page in site.pages)
