"""Addresses as the WHATWG URL standard reads them, in one spelling each.

Two spellings of one page are one address: the fragment, tracking parameters and session ids are
dropped, percent-encodings are written alike. What is not http(s) or carries a password is refused.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from ada_url import join_url, normalize_url

MOST_CHARS = 2_000
"""Longer addresses are hardly ever pages; servers and proxies refuse them, too."""


class Refusal(StrEnum):
    """Why something is no address that we fetch."""

    UNREADABLE = "not an address"
    NOT_HTTP = "not http or https"
    PASSWORD = "an address with a user name or password"  # noqa: S105
    PORT = "a port of other services"
    TOO_LONG = "too long an address"


class Address(NamedTuple):
    """An address, canonical; the host is a name, or an IP address with brackets for IPv6."""

    url: str
    host: str
    origin: str
    path: str
    query: str


_BAD_PORTS = frozenset(
    map(
        str,
        (
            *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87),
            *(95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143),
            *(161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556),
            *(563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190),
            *(5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
        ),
    )
)
"""The "bad ports" of the WHATWG Fetch standard, where HTTP could be taken for something else."""


def read_address(text: str, base: str | None = None) -> Address | Refusal:
    """The address that a text means, seen from another; or why there is none.

    >>> read_address("../b/?utm_source=x&q=1#top", "HTTP://A.example:80/x/").url
    'http://a.example/b/?q=1'
    >>> read_address("http://0x7f.1/").host, read_address("mailto:me@a.example").value
    ('127.0.0.1', 'not http or https')
    """
    try:
        whole = join_url(base, text.strip()) if base else normalize_url(text.strip())
    except ValueError:
        return Refusal.UNREADABLE
    # In one spelling already, so that it can be taken apart where its marks are.
    scheme, _, rest = whole.partition("://")
    if scheme not in ("http", "https"):
        return Refusal.NOT_HTTP
    authority, _, tail = rest.partition("/")
    if "@" in authority:
        return Refusal.PASSWORD
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        return Refusal.UNREADABLE
    if found[2] in _BAD_PORTS:
        return Refusal.PORT
    host = found[1].rstrip(".")
    port = f":{found[2]}" if found[2] else ""
    return _spell(f"{scheme}://{host}{port}", host, "/" + tail.partition("#")[0])


_AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]*[^:\[\].][^:\[\]]*)(?::(\d+))?")


def _spell(origin: str, host: str, tail: str) -> Address | Refusal:
    path, _, query = tail.partition("?")
    if ";" in path:
        path = _SESSION_IN_PATH.sub("", path)
    path = _spell_encoded(path)
    query = _clean_query(query) if query else ""
    whole = f"{origin}{path}{'?' + query if query else ''}"
    if len(whole) > MOST_CHARS:
        return Refusal.TOO_LONG
    return Address(whole, host, origin, path, query)


_LONG_LINK = 300
"""Longer ones are seldom on every page, and would fill the memory."""


@lru_cache(maxsize=16_384)
def _read_link(text: str, base: str) -> Address | Refusal:
    return read_address(text, base)


def read_link(text: str, base: Address) -> Address | Refusal:
    """The address that a link of a page means; most links are on every page of a site.

    >>> home = read_address("https://a.example/x/")
    >>> [read_link(text, home).url for text in ("/y", "y")]
    ['https://a.example/y', 'https://a.example/x/y']
    """
    if len(text) > _LONG_LINK:
        return read_address(text, base.url) if len(text) <= 2 * MOST_CHARS else Refusal.TOO_LONG
    is_from_root = text[:1] == "/" and text[1:2] not in ("/", "\\")
    return _read_link(text, base.origin if is_from_root else base.url)


_ENCODED = re.compile("%([0-9a-fA-F]{2})")
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def _spell_encoded(text: str) -> str:
    """Percent-encodings in capitals, and only where they are needed (RFC 3986, 6.2.2).

    >>> _spell_encoded("/%7euser/%c3%bc")
    '/~user/%C3%BC'
    """
    return _ENCODED.sub(_spell_byte, text) if "%" in text else text


def _spell_byte(found: re.Match[str]) -> str:
    char = chr(int(found[1], 16))
    return char if char in _PLAIN else found[0].upper()


_SESSION_IN_PATH = re.compile(r";(?:jsessionid|sessionid|phpsessid|sid)=[^/;?]*", re.I)
_TRACKING = re.compile(
    r"utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi"
    r"|phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sessionid|session_id",
    re.I,
)
_SHORT_SESSION = re.compile(r"s|sid|sess|session|osCsid|zenid", re.I)
_TOKEN = re.compile(r"(?=.*\d)[0-9a-zA-Z]{16,}")
"""What a session id looks like: long, and no word; `sid=3` is the number of something."""


def _clean_query(query: str) -> str:
    """The parameters that decide which page it is, in their order."""
    pairs = (pair for pair in query.split("&") if pair and not _is_idle(pair))
    return _spell_encoded("&".join(pairs))


def _is_idle(pair: str) -> bool:
    name, _, value = pair.partition("=")
    if _TRACKING.fullmatch(name):
        return True
    return bool(_SHORT_SESSION.fullmatch(name) and _TOKEN.fullmatch(value))
