"""Where a page's addresses start from, and which of them only lead somewhere."""

import re
from urllib.parse import urljoin

import numpy as np

from dehusk.model import Tree
from dehusk.parse.tags import TAG_IDS

_BASE = TAG_IDS["base"]
_WEB_ADDRESS = re.compile(r"https?://[^\s/]", re.I)
_HARMLESS_SCHEMES = frozenset("http https ftp mailto tel sms geo xmpp irc ircs news magnet".split())
_SCHEME = re.compile(r"([^/?#:]*):")
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\ufeff]")
"""White space and control characters, of which browsers pass over some in an address."""

_IMAGE = re.compile(r"data:image/(?:avif|bmp|gif|jpe?g|png|webp|x-icon)[;,]", re.I)
"""Images within an address; drawings are none, as they may hold scripts."""


def find_base(tree: Tree, url: str | None) -> str:
    """What relative addresses start from: the first base a page names, or its own address.

    Nothing at all where that is not known.
    """
    url = url or ""
    declared = ""
    if b"<base " in tree.markup:
        hrefs = tree.attribute("href")
        bases = np.flatnonzero(tree.tag == _BASE).tolist()
        declared = next((hrefs[node] for node in bases if node in hrefs), "")
    for address in (_join(url, declared.strip()), url):
        if _WEB_ADDRESS.match(address):
            return address
    return ""


def _join(url: str, address: str) -> str:
    try:
        return urljoin(url, address)
    except ValueError:
        return url


def is_harmless(address: str) -> bool:
    """Whether an address only leads somewhere, and runs nothing.

    >>> is_harmless("/a:b"), is_harmless(" java\\nscript:go()"), is_harmless("blob:x")
    (True, False, False)
    """
    scheme = _SCHEME.match(_UNSEEN.sub("", address))
    return scheme is None or scheme[1].lower() in _HARMLESS_SCHEMES


def is_harmless_image(address: str) -> bool:
    """The same of an image, which may be its own address.

    >>> is_harmless_image("data:image/png;base64,AA=="), is_harmless_image("data:image/svg+xml,x")
    (True, False)
    """
    return is_harmless(address) or _IMAGE.match(_UNSEEN.sub("", address[:64])) is not None
