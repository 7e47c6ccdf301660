"""Where links and images lead, written so that Markdown takes it for an address."""

import re
from dataclasses import dataclass
from urllib.parse import urljoin

from dehusk.model import Tree
from dehusk.write.addresses import find_base, is_harmless

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_PLAIN = re.compile(r"(?:https?://)?[\w./?=,;~%+-][\w./?=,;~%+#-]*")
_BASE_PARTS = re.compile(r"(https?://[^/?#]+)(/(?:[^?#]*/)?)?", re.I)
_IGNORED = re.compile(r"[\t\n\r]+")
_UNSAFE = re.compile(r"[\x00-\x20\x7f\xa0<>`\\|^\u2028\u2029\u3000]")
_ENTITY = re.compile(r"&(?=#?[0-9A-Za-z]{1,31};)")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses of a page, seen from its base; without one they stay as they are."""

    base: str = ""
    origin: str = ""
    folder: str = ""

    def resolve(self, address: str) -> str:
        """An address as a Markdown destination; nothing where it leads nowhere.

        >>> seen_from("https://a.example/b/c.html").resolve("../d e (1)")
        'https://a.example/d%20e%20(1)'
        """
        if _PLAIN.fullmatch(address):
            return self._join(address)
        address = _IGNORED.sub("", address).strip()
        if address in ("", "#") or not is_harmless(address):
            return ""
        return _make_destination(self._join(address))

    def _join(self, address: str) -> str:
        if not self.base or _SCHEME.match(address):
            return address
        # Most links of a page are plain, and the library's join takes ten times as long.
        if "/." not in address and address[0] not in "./?#":
            return self.folder + address
        if "/." not in address and address[0] == "/" and address[1:2] != "/":
            return self.origin + address
        try:
            return urljoin(self.base, address)
        except ValueError:
            return address


def find_addresses(tree: Tree, url: str | None) -> Addresses:
    """The addresses of a page with this URL, which may name another base itself."""
    return seen_from(find_base(tree, url))


def seen_from(base: str) -> Addresses:
    """The addresses of a page at this one."""
    found = _BASE_PARTS.match(base)
    return Addresses(base, found[1], found[1] + (found[2] or "/")) if found else Addresses()


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
