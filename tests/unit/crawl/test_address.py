"""One spelling for every address, and none for what is no page's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.crawl.address import MOST_CHARS, Address, Refusal, read_address, read_link


def spell(text: str, base: str | None = None) -> str:
    address = read_address(text, base)
    assert isinstance(address, Address), address
    return address.url


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HTTP://A.Example/", "http://a.example"),
        ("http://a.example:80/x", "http://a.example/x"),
        ("https://a.example:443/x", "https://a.example/x"),
        ("http://a.example./x", "http://a.example/x"),
        ("http://a.example/x#part", "http://a.example/x"),
        ("http://a.example/x?", "http://a.example/x"),
        ("http://a.example/a/../b/./c", "http://a.example/b/c"),
        ("http://a.example/%7Eme", "http://a.example/~me"),
        ("http://a.example/%c3%bc", "http://a.example/ü"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://a.example/x?utm_source=y&id=3", "http://a.example/x?id=3"),
        ("http://a.example/x?id=3&fbclid=abc&gclid=z", "http://a.example/x?id=3"),
        ("http://a.example/x;jsessionid=0A1B2C?id=3", "http://a.example/x?id=3"),
        ("http://a.example/x?PHPSESSID=d3adb33f&id=3", "http://a.example/x?id=3"),
        ("http://a.example/x?sid=0123456789abcdef01&id=3", "http://a.example/x?id=3"),
        (" http://a.example/x\n", "http://a.example/x"),
        ("http://a.example\\x", "http://a.example/x"),
    ],
)
def test_two_spellings_of_a_page_are_one_address(one: str, other: str) -> None:
    assert spell(one) == spell(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.example/x", "http://a.example/x/"),
        ("http://a.example/x", "https://a.example/x"),
        ("http://a.example/X", "http://a.example/x"),
        ("http://a.example/x?a=1&b=2", "http://a.example/x?b=2&a=1"),
        ("http://a.example/?sid=3", "http://a.example/"),
        ("http://a.example/?s=words", "http://a.example/"),
        ("http://a.example/a%2Fb", "http://a.example/a/b"),
        ("http://a.example:8080/", "http://a.example/"),
    ],
)
def test_what_may_be_two_pages_is_two_addresses(one: str, other: str) -> None:
    assert spell(one) != spell(other)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mailto:a@b.example", Refusal.NOT_HTTP),
        ("javascript:alert(1)", Refusal.NOT_HTTP),
        ("file:///etc/passwd", Refusal.NOT_HTTP),
        ("http://", Refusal.UNREADABLE),
        ("http://./", Refusal.UNREADABLE),
        ("http://a b.example/", Refusal.UNREADABLE),
        ("http://a.example:99999/", Refusal.UNREADABLE),
        ("http://me@a.example/", Refusal.PASSWORD),
        ("http://me:pass@a.example/", Refusal.PASSWORD),
        ("http://a.example:25/", Refusal.PORT),
        ("http://a.example/" + "x" * MOST_CHARS, Refusal.TOO_LONG),
        ("/x", Refusal.UNREADABLE),
    ],
)
def test_what_is_no_page_is_refused_with_a_reason(text: str, why: Refusal) -> None:
    assert read_address(text) is why


def test_an_address_is_taken_apart() -> None:
    found = read_address("https://A.example:8443/x/y?q=1#z")
    assert found == (
        "https://a.example:8443/x/y?q=1",
        "a.example",
        "https://a.example:8443",
        "/x/y",
        "q=1",
    )
    six = read_address("http://[2001:DB8::1]:8080/x")
    assert isinstance(six, Address)
    assert (six.host, six.origin) == ("[2001:db8::1]", "http://[2001:db8::1]:8080")


@given(st.text(max_size=60), st.sampled_from(["http://a.example/x/y?z", "https://b.example:81/"]))
def test_any_text_is_an_address_or_refused_and_reading_it_again_changes_nothing(
    text: str, base: str
) -> None:
    found = read_address(text, base)
    if isinstance(found, Address):
        assert found.url.startswith(("http://", "https://"))
        assert "#" not in found.url
        assert "@" not in found.origin
        assert read_address(found.url) == found


@given(st.text(alphabet="/\\.?#abc:@%20", max_size=12))
def test_a_link_means_the_same_with_the_cache_and_without(text: str) -> None:
    base = read_address("http://a.example/x/y")
    assert isinstance(base, Address)
    assert read_link(text, base) == read_address(text, base.url)
