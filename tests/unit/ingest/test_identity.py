import pytest

from dehusk.ingest.identity import site_of


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://example.com/", "example.com"),
        ("https://www.a.b.example.com/x?y#z", "example.com"),
        ("http://news.bbc.co.uk/a", "bbc.co.uk"),
        ("https://user:word@WWW.Example.COM:8080/x", "example.com"),
        ("https://www.example.com./x", "example.com"),
        ("https://one.github.io/two", "one.github.io"),
        ("https://a.one.blogspot.com/", "one.blogspot.com"),
    ],
)
def test_the_site_is_the_registrable_domain(url: str, site: str) -> None:
    assert site_of(url) == site


def test_pages_of_two_owners_under_a_private_suffix_are_two_sites() -> None:
    assert site_of("https://one.github.io/") != site_of("https://two.github.io/")


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://localhost:8000/a", "localhost"),
        ("http://192.168.0.1/a", "192.168.0.1"),
        ("http://[2001:db8::1]:80/a", "2001:db8::1"),
        ("http://co.uk/", "co.uk"),
        ("http://github.io/", "github.io"),
    ],
)
def test_a_host_without_a_registrable_domain_is_its_own_site(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize(
    "url", ["", "page.html", "mailto:a@b.example", "http://[bad/", "file:///a"]
)
def test_an_address_without_a_host_has_no_site(url: str) -> None:
    assert site_of(url) is None


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://WWW.Example.COM:8080/x", "www.example.com"),
        ("https://example.com./", "example.com"),
        ("http://[2001:db8::1]:80/a", "2001:db8::1"),
    ],
)
def test_a_site_may_be_a_host(url: str, host: str) -> None:
    assert site_of(url, "host") == host


def test_a_site_may_be_no_matter_of_addresses() -> None:
    assert site_of("https://example.com/", "folder") is None


@pytest.mark.parametrize(
    "url", ["http://./", "http://../", "http://a..b/", "http:// /", "x://\x00/"]
)
@pytest.mark.parametrize("by", ["domain", "host"])
def test_no_address_is_too_odd_to_be_asked_for_its_site(url: str, by: str) -> None:
    site = site_of(url, by)
    assert site is None or site
