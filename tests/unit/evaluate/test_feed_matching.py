from dehusk.evaluate.feed.items import FeedItem
from dehusk.evaluate.feed.matching import FeedPage, match_items, read_item_place
from dehusk.model import Extract


def make_page(url: str, captured: str | None = None) -> FeedPage:
    return FeedPage(Extract(f"{captured}.html", url, captured, "site", None, None, ""), "")


def test_of_several_captures_of_a_page_the_newest_is_taken() -> None:
    captures = [make_page("https://a.example/x", day) for day in ("2024", "2026", "2025")]
    ((_, page),) = match_items([FeedItem("https://a.example/x", "", "", "")], captures)
    assert page.row.captured == "2026"


def test_of_several_items_about_a_page_the_first_is_taken() -> None:
    items = [FeedItem(f"https://a.example/x?utm_id={n}", str(n), "", "") for n in range(3)]
    assert match_items(items, [page := make_page("https://a.example/x")]) == [(items[0], page)]


def test_addresses_are_compared_without_their_spelling() -> None:
    place = read_item_place("https://A.example/x?id=3")
    assert read_item_place("http://www.a.example/x/?utm_source=rss&id=3&utm_term=x#top") == place
    assert read_item_place("https://a.example/x?id=4") != place
