"""Pages whose class and id names mean nothing: what is good without names does not lean on English.

The bytes of a page are cut into tags, comments and texts as the HTML standard does, and only the
values of attributes that hold such names are written anew. Attributes that refer to ids follow
them; addresses (`href="#top"`), scripts and style sheets stay as they are.
"""

import codecs
import html as entities
import re
from functools import partial

import xxhash

from dehusk.errors import NotHtml
from dehusk.parse.encoding import decode_html

NAMING = frozenset(
    b"""
    class id for headers aria-activedescendant aria-controls aria-describedby aria-details
    aria-errormessage aria-flowto aria-labelledby aria-owns
    """.split()
)
"""The attributes that are written anew: lists of names, with white space between them."""

NAME_LENGTH = 10
_LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")
"""Without vowels, so that hardly any word comes of it."""

_NO_ASCII = ("utf-16-le", "utf-16-be", "iso2022_jp", "iso-2022-jp")
"""Encodings, as they are told, in which a byte may look like ASCII and be none."""

_ATTRIBUTE = re.compile(
    rb"""
    (?P<name> [^ \t\n\f\r/>][^ \t\n\f\r/>=]*+ )
    (?: (?P<equals> [ \t\n\f\r]*+ = [ \t\n\f\r]*+ )
        (?P<value> "[^"]*+" | '[^']*+' | [^ \t\n\f\r>"'][^ \t\n\f\r>]*+ ) )?+
    """,
    re.VERBOSE,
)
_MARKUP = re.compile(
    rb"""
    <!-- (?: -?> | .*? (?: --!?> | \Z ) )  # a comment
    | < (?: [!?] | /[^a-z>] ) [^>]*+       # what is taken for one
    | <plaintext (?= [ \t\n\f\r/>] ) .*+  # the end of all markup
    | < (?: (?P<raw> script | style | textarea | title | xmp | iframe | noembed | noframes )
            (?= [ \t\n\f\r/>] )
          | /? [a-z][^ \t\n\f\r/>]*+ )
      (?P<attributes> (?: [ \t\n\f\r/]++ | %b )*+ )
      >? (?(raw) .*? (?= </(?P=raw) [ \t\n\f\r/>] | \Z ) )
    """
    % re.sub(rb"\?P<\w+>", b"?:", _ATTRIBUTE.pattern),
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def scramble_names(html: bytes, salt: str) -> bytes:
    """The page with each name changed for the one that it has wherever the salt is the same.

    It says the same in the same encoding; where that cannot be, in UTF-8 with a byte-order mark.

    >>> scramble_names(b'<p class="lead nav" id=nav>class="nav"', "a site")
    b'<p class="bfdcqcljjt kqgdrmmlcr" id=kqgdrmmlcr>class="nav"'
    """
    try:
        decoded, encoding = decode_html(html)
        if encoding not in _NO_ASCII:
            scrambled = _scramble(html, salt)
            # Encodings are looked for near the start, and names that are shorter move it.
            if decode_html(scrambled)[1] == encoding:
                return scrambled
    except NotHtml:
        return html
    return codecs.BOM_UTF8 + _scramble(decoded, salt)


def scramble_name(name: str, salt: str) -> str:
    """A name that tells nothing of the one it stands for."""
    digest = xxhash.xxh64_hexdigest(f"{salt}\0{name}".encode("utf-8", "surrogateescape"))
    return digest[:NAME_LENGTH].translate(_LETTERS)


def _scramble(html: bytes, salt: str) -> bytes:
    return _MARKUP.sub(partial(_scramble_tag, salt=salt), html)


def _scramble_tag(found: re.Match[bytes], salt: str) -> bytes:
    attributes = found["attributes"]
    if not attributes:
        return found[0]
    scrambled = _ATTRIBUTE.sub(partial(_scramble_attribute, salt=salt), attributes)
    start, end = (place - found.start() for place in found.span("attributes"))
    return found[0][:start] + scrambled + found[0][end:]


def _scramble_attribute(found: re.Match[bytes], salt: str) -> bytes:
    if not found["value"] or found["name"].lower() not in NAMING:
        return found[0]
    value, before = found["value"], found["name"] + found["equals"]
    if value[:1] in (b'"', b"'"):
        return before + value[:1] + _scramble_value(value[1:-1], salt) + value[-1:]
    # Parsers do not agree whether the slash of `<br class=a/>` belongs to the name.
    bare = value.removesuffix(b"/")
    scrambled = _scramble_value(bare, salt)
    if len(scrambled.split()) > 1:
        # White space that was written as an entity.
        scrambled = b'"%b"' % scrambled
    return before + scrambled + value[len(bare) :]


def _scramble_value(value: bytes, salt: str) -> bytes:
    names = entities.unescape(value.decode("utf-8", "surrogateescape"))
    scrambled = re.sub(r"[^ \t\n\f\r]+", lambda name: scramble_name(name[0], salt), names)
    return scrambled.encode("utf-8", "surrogateescape")
