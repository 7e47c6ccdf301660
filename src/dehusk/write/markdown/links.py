"""Where links and images lead, written so that Markdown takes it for an address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urljoin

from dehusk.model import Tree
from dehusk.write.markdown.escape import escape_label

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_UNTAKEN = re.compile(r"(?:javascript|vbscript|data|file):", re.I)
"""Schemes that lead nowhere, or that no Markdown reader takes for an address."""

_IGNORED = re.compile(r"[\t\n\r]+")
_UNSAFE = re.compile(r"[\x00-\x20\x7f\xa0<>`\\|^\u2028\u2029\u3000]")
_ENTITY = re.compile(r"&(?=#?[0-9A-Za-z]{1,31};)")
_DOTS = re.compile(r"(?:^|/)\.\.?(?:/|$)")
_LAZY_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-srcset", "srcset")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses of a page, seen from its base; without one they stay as they are."""

    base: str | None
    origin: str

    def resolve(self, address: str) -> str:
        """An address as a Markdown destination; nothing where it leads nowhere.

        >>> find_addresses(None, "https://a.example/b/c.html").resolve("../d e (1)")
        'https://a.example/d%20e%20(1)'
        """
        address = _IGNORED.sub("", address).strip()
        if address in ("", "#") or _UNTAKEN.match(address):
            return ""
        return _make_destination(self._join(address))

    def _join(self, address: str) -> str:
        if self.base is None or _SCHEME.match(address):
            return address
        if address[0] == "/" and address[1:2] != "/" and not _DOTS.search(address):
            return self.origin + address
        try:
            return urljoin(self.base, address)
        except ValueError:
            return address


def find_addresses(tree: Tree | None, url: str | None) -> Addresses:
    """The addresses of a page with this URL, which may name another base itself."""
    base = url
    if tree is not None and b"<base " in tree.markup:
        href = next((h for node, h in tree.attribute("href").items() if tree.name(node) == "base"), "")
        base = Addresses(url, "")._join(href.strip()) if href.strip() else url
    if base is None or not _SCHEME.match(base):
        return Addresses(None, "")
    return Addresses(base, _origin_of(base))


def _origin_of(base: str) -> str:
    scheme, _, rest = base.partition("://")
    return f"{scheme}://{re.split(r'[/?#]', rest, maxsplit=1)[0]}"


def _make_destination(address: str) -> str:
    if _UNSAFE.search(address):
        address = _UNSAFE.sub(_encode, address)
    if ("(" in address or ")" in address) and not _is_balanced(address):
        address = address.replace("(", "%28").replace(")", "%29")
    return _ENTITY.sub(r"\\&", address) if "&" in address else address


def _encode(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode())


def _is_balanced(address: str) -> bool:
    depth = 0
    for char in address:
        depth += (char == "(") - (char == ")")
        if not 0 <= depth < 8:
            return False
    return depth == 0


@dataclass(frozen=True, slots=True)
class Images:
    """The images of a page by their nodes."""

    alt: Mapping[int, str]
    sources: Mapping[int, str]
    addresses: Addresses

    def render(self, node: int) -> str:
        """An image in Markdown; nothing where nothing is known of it."""
        alt = " ".join(self.alt.get(node, "").split())
        source = self.addresses.resolve(self.sources.get(node, ""))
        return f"![{escape_label(alt)}]({source})" if alt or source else ""


def find_images(tree: Tree, images: list[int], addresses: Addresses) -> Images:
    """The sources of these images: what is shown once loaded, not what stands in for it."""
    sources = dict(tree.attribute("src"))
    waiting = [node for node in images if _is_stand_in(sources.get(node, ""))]
    for name in _LAZY_SOURCES:
        if not waiting:
            break
        values = tree.attribute(name)
        for node in waiting:
            sources[node] = _first_source(values.get(node, "")) or sources.get(node, "")
        waiting = [node for node in waiting if _is_stand_in(sources[node])]
    return Images(tree.attribute("alt"), sources, addresses)


def _is_stand_in(source: str) -> bool:
    return not source.strip() or source.lstrip()[:5].lower() == "data:"


def _first_source(value: str) -> str:
    """The first of a list of sources with their widths, or the only one."""
    parts = value.split()
    return parts[0].rstrip(",") if parts else ""
