"""What a page's site is called."""

from functools import lru_cache
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList


def site_of(url: str) -> str | None:
    """The registrable domain, private suffixes included, or the bare host where there is none.

    >>> site_of("https://www.news.example.co.uk/a"), site_of("http://me.github.io/x")
    ('example.co.uk', 'me.github.io')
    """
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return _site_of_host(host) if host else None


@lru_cache(maxsize=65_536)
def _site_of_host(host: str) -> str:
    host = host.rstrip(".")
    if host.replace(".", "").isdigit() or ":" in host:
        return host
    return _suffixes().privatesuffix(host) or host


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
