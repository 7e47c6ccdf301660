"""Folds: whoever owns a site, all of it is on one side, on every run."""

from pathlib import Path

import pytest

from dehusk.evaluate.truth import TruthPage, TruthSite
from training.folds import N_FOLDS, fold_of, owner_of


def make_site(name: str, *urls: str | None) -> TruthSite:
    pages = tuple(
        TruthPage(str(number), Path(f"{number}.html"), "text", url=url)
        for number, url in enumerate(urls)
    )
    return TruthSite("set", name, pages)


@pytest.mark.parametrize(
    ("site", "owner"),
    [
        (make_site("a", "http://www.example.co.uk/1"), "example"),
        (make_site("a", "http://one.example.com", "http://two.example.com"), "example"),
        (make_site("a", "http://b.com", "http://b.com/2", "http://a.com"), "b"),
        (make_site("a", "http://b.com", "http://a.com"), "a"),
        (make_site("www.Example.org", None), "example"),
        (make_site("Example-2005", None), "example"),
        (make_site("example-20055"), "example-20055"),
        (make_site("example", None, "no address"), "example"),
    ],
)
def test_the_owner_of_a_site_is_known_by_its_domain_or_name(site: TruthSite, owner: str) -> None:
    assert owner_of(site) == owner


def test_addresses_go_before_the_name() -> None:
    assert owner_of(make_site("mirror.net", "https://example.com/")) == "example"


def test_sites_of_one_owner_are_in_one_fold() -> None:
    sites = (
        make_site("a", "https://www.example.com/a"),
        make_site("example-1999"),
        make_site("news.example.co.uk"),
    )
    assert len({fold_of(site) for site in sites}) == 1


def test_a_fold_is_the_same_on_every_run_and_machine() -> None:
    assert [fold_of(make_site(name)) for name in ("a", "b", "c", "d", "e", "f")] == FOLDS


FOLDS = [0, 0, 4, 0, 2, 1]
"""As they were once, and have to be ever after: weights of folds are judged by them."""


def test_many_owners_fill_all_folds() -> None:
    found = [fold_of(make_site(f"owner{number}")) for number in range(300)]
    assert set(found) == set(range(N_FOLDS))
    assert max(map(found.count, range(N_FOLDS))) < 90
