"""Addresses as pages write them, made whole and comparable."""

from urllib.parse import urljoin, urlsplit


def join_address(start: str | None, address: str | None) -> str:
    """Where an address leads from another one; as it stands where that cannot be told."""
    if not start or not address:
        return address or start or ""
    try:
        return urljoin(start, address)
    except ValueError:
        return address or ""


def read_address(start: str, address: str) -> str | None:
    """The same, if that is a page of the web.

    >>> read_address("https://a.example/y/", "x"), read_address("", "/x")
    ('https://a.example/y/x', None)
    """
    whole = join_address(start, address)
    try:
        parts = urlsplit(whole)
    except ValueError:
        return None
    return whole if parts.scheme in ("http", "https") and "." in parts.netloc else None


def read_place(address: str) -> str:
    """Where an address leads, without what differs between its spellings.

    >>> read_place("http://www.a.example/x/#top") == read_place("https://A.example/x")
    True
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    return f"{parts.netloc.lower().removeprefix('www.')}{parts.path.rstrip('/')}?{parts.query}"
