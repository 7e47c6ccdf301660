"""Bytes to UTF-8, in the order browsers use: byte-order mark, HTTP charset, meta, detection.

Two departures, both where a browser would show garbage: bytes that are valid UTF-8 beyond ASCII are
UTF-8 whatever single-byte charset is declared, and a declaration that cannot decode the page is
passed over in favour of detection.
"""

import re

from resiliparse.parse.encoding import bytes_to_str, detect_encoding, map_encoding_to_html5

from dehusk.errors import NotHtml

META_PRESCAN_BYTES = 1024
BINARY_PRESCAN_BYTES = 4096

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_META_CHARSET = re.compile(rb"<meta[^>]{0,500}?charset\s*=\s*[\"']?\s*([^\s\"'/>;]{1,40})", re.I)
_COMMENT = re.compile(rb"<!--.*?-->", re.S)


def decode_html(body: bytes, http_charset: str | None = None) -> tuple[bytes, str]:
    """The page in UTF-8 and the name of the encoding it came in.

    >>> decode_html("<p>каша".encode("cp1251"), "windows-1251")[0].decode()
    '<p>каша'
    """
    if not body or body.isspace():
        raise NotHtml("empty")
    encoding = _marked_encoding(body)
    if encoding is None:
        _refuse_binary(body)
        if (body.isascii() or _is_utf8(body)) and b"\x1b" not in body:
            return body, "utf-8"
        encoding = _declared_encoding(body, http_charset) or _detected_encoding(body)
    html = _to_utf8(body, encoding)
    if not html or html.isspace():
        raise NotHtml("empty")
    return html, encoding


def _marked_encoding(body: bytes) -> str | None:
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return encoding
    # UTF-16 without its mark: "<" is then followed or preceded by a zero byte.
    if body[:2] == b"<\0":
        return "utf-16-le"
    return "utf-16-be" if body[:2] == b"\0<" else None


def _refuse_binary(body: bytes) -> None:
    head = body[:BINARY_PRESCAN_BYTES]
    # Two zero bytes in a row, or one among other control characters, are no text in any charset.
    if b"\0" in head and sum(byte < 9 or 13 < byte < 27 for byte in head) > len(head) // 100:
        raise NotHtml("binary data")


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _declared_encoding(body: bytes, http_charset: str | None) -> str | None:
    head = _COMMENT.sub(b"", body[:META_PRESCAN_BYTES])
    meta = _META_CHARSET.search(head)
    labels = [http_charset, meta and meta[1].decode("ascii", "replace")]
    for label in labels:
        encoding = label and map_encoding_to_html5(label, fallback_utf8=False)
        # A page whose meta could be read as ASCII is not UTF-16, whatever it says.
        if encoding and not encoding.startswith("utf-16") and _can_decode(body, encoding):
            return str(encoding)
    return None


def _can_decode(body: bytes, encoding: str) -> bool:
    """Whether a declared encoding fits, a handful of stray bytes aside."""
    bad = body.decode(encoding, "replace").count("\ufffd")
    return bad * 1000 <= len(body)


def _detected_encoding(body: bytes) -> str:
    return str(detect_encoding(body) or "cp1252")


def _to_utf8(body: bytes, encoding: str) -> bytes:
    text: str = bytes_to_str(body, encoding, errors="replace", fallback_encodings=())
    return text.encode("utf-8", "replace")
