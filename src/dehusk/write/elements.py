"""Which elements of a page are written, under which name, and with which of their attributes.

Nothing that is written acts or hides: no scripts, styles, frames, forms or media, and only
attributes that say something. A link's address must have a scheme that only leads somewhere.
"""

import re
from html import escape

import numpy as np

from dehusk.markup import unescape
from dehusk.model import Tags
from dehusk.parse.tags import MOST_TAGS, TAG_IDS, TAG_NAMES, tag_ids
from dehusk.write.addresses import is_harmless, is_harmless_image
from dehusk.write.images import choose_source

NO_TAG = MOST_TAGS - 1
"""In place of a tag's number: the element is not written, what it holds is."""

_KEPT = tag_ids(
    "-text html body article section nav aside header footer main address hgroup search h1 h2 h3 h4"
    " h5 h6 p hr pre blockquote ol ul menu li dl dt dd figure figcaption div a em strong small s"
    " cite q dfn abbr ruby rt rp time code var samp kbd sub sup i b u mark bdi bdo br ins del img"
    " area map table caption tbody thead tfoot tr td th details summary textarea"
)
_RENAMED = {
    "center": "div",
    "dialog": "div",
    "fieldset": "div",
    "form": "div",
    "legend": "div",
    "optgroup": "div",
    "option": "div",
    "select": "div",
    "dir": "ul",
    "listing": "pre",
    "plaintext": "pre",
    "xmp": "pre",
    "acronym": "abbr",
    "strike": "s",
    "tt": "code",
}


def _make_table(otherwise: int) -> Tags:
    table = np.full(MOST_TAGS, otherwise, dtype=np.uint8)
    table[list(_KEPT)] = list(_KEPT)
    for name, written in _RENAMED.items():
        table[TAG_IDS[name]] = TAG_IDS[written]
    return table


CLEAN_TAGS = _make_table(NO_TAG)
"""The tag each tag is written as, where only those are wanted that say something."""

WHOLE_TAGS = _make_table(TAG_IDS["span"])
"""The same where every element is wanted."""

_ANY = frozenset(TAG_NAMES)
_TAKERS = {
    b"href": frozenset({"a", "area"}),
    b"src": frozenset({"img"}),
    b"alt": frozenset({"img", "area"}),
    b"title": _ANY,
    b"lang": _ANY,
    b"dir": _ANY,
    b"id": _ANY,
    b"colspan": frozenset({"td", "th"}),
    b"rowspan": frozenset({"td", "th"}),
    b"start": frozenset({"ol"}),
    b"reversed": frozenset({"ol"}),
    b"value": frozenset({"li"}),
    b"datetime": frozenset({"time", "ins", "del"}),
    b"cite": frozenset({"blockquote", "q", "ins", "del"}),
    b"class": frozenset({"code", "pre"}),
}
_ADDRESSES = frozenset({b"href", b"src", b"cite"})
_PLAIN_STARTS = (b"http://", b"https://", b"/", b"#", b"?")
_GIVEN = {"details": b" open", "textarea": b" readonly"}
"""What they must have for all to be seen, and for none to be changed."""

_ATTRIBUTE = re.compile(rb' (=?[^ =>]*)="([^"]*)"')
_MAY_STAY = re.compile(rb' (?:%b|class="(?:[^"]*\s)?lang)' % b"|".join(_TAKERS.keys() - {b"class"}))
_LANGUAGE = re.compile(rb"(?:^|\s)(lang(?:uage)?-[^\s]+)")


def write_tag(raw: bytes, name: str) -> bytes:
    """The opening tag under its new name, with such attributes of the canonical tag as may stay.

    >>> write_tag(b'<div class="x" onclick="go()" title="a">', "div")
    b'<div title="a">'
    """
    written = [b"<", name.encode(), _GIVEN.get(name, b"")]
    # Attributes are passed one by one: what looks like one may stand in the value of another.
    found = _ATTRIBUTE.findall(raw) if name == "img" or _MAY_STAY.search(raw) else []
    for key, value in _settle_source(found) if name == "img" else found:
        if name in _TAKERS.get(key, ()):
            written += _write_attribute(key, value)
    return b"".join((*written, b">"))


def _settle_source(attributes: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """An image's attributes with the source it is shown from, once loaded, as its first."""
    values = {key.decode(): unescape(value.decode()) for key, value in attributes}
    source = choose_source(lambda name: values.get(name, ""))
    if source == values.get("src", ""):
        return attributes
    others = [(key, value) for key, value in attributes if key != b"src"]
    return [(b"src", escape(source).encode()), *others]


def _write_attribute(key: bytes, value: bytes) -> tuple[bytes, ...]:
    if key == b"class":
        languages = b" ".join(_LANGUAGE.findall(value))
        return (b' class="', languages, b'"') if languages else ()
    if key not in _ADDRESSES or _is_harmless_value(key, value):
        return (b" ", key, b'="', value, b'"')
    return ()


def _is_harmless_value(key: bytes, value: bytes) -> bool:
    # Most addresses show at once that they are.
    if value.startswith(_PLAIN_STARTS):
        return True
    address = unescape(value.decode())
    return is_harmless_image(address) if key == b"src" else is_harmless(address)
