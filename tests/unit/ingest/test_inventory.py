import json
from pathlib import Path

import pytest

from dehusk.errors import BadSetting
from dehusk.ingest import Columns, Inventory, Order, SourceSettings
from dehusk.model import PageRef, Rejected
from tests.archives import make_body, make_record, make_response
from tests.unit.pages import find_pages

ADDRESSES = ["https://www.a.example/1", "https://shop.a.example/2", "https://b.example/3"]


def write_captures(path: Path, *captures: tuple[str, str]) -> str:
    records = [
        make_record(url, make_response(make_body(number)), WARC_Date=when)
        for number, (url, when) in enumerate(captures)
    ]
    path.write_bytes(b"".join(records))
    return str(path)


def write_table(path: Path, *urls: str) -> str:
    rows = ({"url": url, "html": "<p>x"} for url in urls)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.mark.parametrize(
    ("by", "sites"),
    [
        ("domain", ["a.example", "a.example", "b.example"]),
        ("host", ["www.a.example", "shop.a.example", "b.example"]),
        ("folder", ["crawl", "crawl", "crawl"]),
    ],
)
@pytest.mark.parametrize("ending", ["warc", "jsonl"])
def test_a_site_is_told_by_what_the_user_wants(
    tmp_path: Path, by: str, sites: list[str], ending: str
) -> None:
    path = tmp_path / f"crawl.{ending}"
    if ending == "warc":
        write_captures(path, *((url, "2024-01-01T00:00:00Z") for url in ADDRESSES))
    else:
        write_table(path, *ADDRESSES)
    refs = find_pages([str(path)], SourceSettings(site_by=by))
    assert [ref.site for ref in refs] == sites


def test_an_unknown_way_to_tell_sites_is_refused() -> None:
    with pytest.raises(BadSetting, match="domain, host, folder"):
        SourceSettings(site_by="magic")


def test_a_column_without_a_name_is_refused() -> None:
    with pytest.raises(BadSetting, match="html = ''"):
        Columns(html="")


CAPTURES = [
    ("https://a.example/", "2024-01-02T00:00:00Z"),
    ("https://a.example/", "2024-01-03T00:00:00Z"),
    ("https://a.example/other", "2023-01-01T00:00:00Z"),
    ("https://a.example/", "2024-01-01T00:00:00Z"),
]


def test_captures_of_one_address_are_pages_of_their_own(tmp_path: Path) -> None:
    refs = find_pages([write_captures(tmp_path / "a.warc", *CAPTURES)])
    assert len({(ref.key, ref.copy) for ref in refs}) == 4


def test_only_the_latest_capture_is_taken_on_demand(tmp_path: Path) -> None:
    source = write_captures(tmp_path / "a.warc", *CAPTURES)
    refs = find_pages([source], SourceSettings(latest=True))
    assert [ref.captured for ref in refs] == ["2024-01-03T00:00:00Z", "2023-01-01T00:00:00Z"]


def test_the_latest_of_captures_in_two_files_is_taken(tmp_path: Path) -> None:
    old = write_captures(tmp_path / "a.warc", *CAPTURES[:1])
    new = write_captures(tmp_path / "b.warc", *CAPTURES[1:2])
    for sources in ([old, new], [new, old]):
        refs = find_pages(sources, SourceSettings(latest=True))
        assert [ref.path for ref in refs] == [new]


def test_the_same_page_twice_is_numbered(tmp_path: Path) -> None:
    refs = find_pages([write_captures(tmp_path / "a.warc", *[CAPTURES[0]] * 3)])
    assert [ref.copy for ref in refs] == [0, 1, 2]
    assert len({ref.key for ref in refs}) == 1


def test_a_page_whose_address_ends_as_if_it_were_captured_is_told_from_one_that_was(
    tmp_path: Path,
) -> None:
    url, when = "https://a.example/b", "2024-05-06T07:08:09Z"
    table = write_table(tmp_path / "a.jsonl", f"{url} {when}")
    refs = find_pages([table, write_captures(tmp_path / "b.warc", (url, when))])
    assert len({ref.key for ref in refs}) == 1
    assert [ref.copy for ref in refs] == [0, 1]


def test_pages_can_be_listed_by_site_each_in_its_order(tmp_path: Path) -> None:
    source = write_table(
        tmp_path / "a.jsonl", *(f"https://{name}.example/{n}" for n, name in enumerate("bababc"))
    )
    with Inventory() as inventory:
        assert len(list(inventory.take_sources([source]))) == 6
        urls = [str(ref.url) for ref in inventory.pages(Order.BY_SITE)]
    assert [url[8] + url[-1] for url in urls] == ["a1", "a3", "b0", "b2", "b4", "c5"]


def test_what_is_rejected_keeps_its_place_among_the_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"html": "<p>1"}\n{broken\n{"html": "<p>3"}\n')
    with Inventory() as inventory:
        told = list(inventory.take_sources([str(path)]))
        listed = list(inventory.everything())
    assert [type(item) for item in listed] == [PageRef, Rejected, PageRef]
    assert listed == told


def test_sources_of_all_kinds_are_listed_in_one_run(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.html").write_text("<p>x")
    sources = [
        str(tmp_path / "site"),
        write_captures(tmp_path / "b.warc", CAPTURES[0]),
        write_table(tmp_path / "c.jsonl", "https://c.example/"),
    ]
    assert sorted(ref.site for ref in find_pages(sources)) == ["a.example", "c.example", "site"]
