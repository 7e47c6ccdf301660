"""The body of an HTTP message as its sender meant it: transfer and content encodings undone.

Archives hold bodies whose headers lie, because some crawlers undo an encoding and keep its header:
what cannot be undone is taken as it is.
"""

import zlib
from collections.abc import Callable
from io import BytesIO

from fastwarc.stream_io import BrotliReader, ChunkedReader, FastWARCError, WarcReader, ZstdReader

from dehusk.errors import OverCap

_ZLIB_OR_GZIP, _BARE_DEFLATE = 47, -15
_PIECE_BYTES = 2048
_MOST_ENCODINGS = 4
"""Nobody wraps a page more often, but for doing harm."""


def decode_body(body: bytes, transfer: bytes, content: bytes, max_bytes: int) -> bytes:
    """The body decoded, or OverCap as soon as it grows past the cap; never more is held.

    >>> decode_body(zlib.compress(b"<p>"), b"", b"deflate", 100)
    b'<p>'
    """
    if b"chunked" in transfer.lower():
        body = _read_through(ChunkedReader, body, max_bytes)
    names = [name.strip() for name in content.lower().split(b",")]
    for name in reversed(names[-_MOST_ENCODINGS:]):
        if name in _DECODERS:
            body = _DECODERS[name](body, max_bytes)
    if len(body) > max_bytes:
        raise OverCap("bytes", len(body), max_bytes)
    return body


def _read_through(reader: Callable[[BytesIO], WarcReader], body: bytes, max_bytes: int) -> bytes:
    """What can be decoded, even of a body that was cut."""
    pieces: list[bytes] = []
    left = max_bytes + 1
    try:
        stream = reader(BytesIO(body))
        while left > 0 and (piece := stream.read(min(left, _PIECE_BYTES))):
            pieces.append(piece)
            left -= len(piece)
    except (OSError, ValueError, FastWARCError):
        if not pieces:
            return body
    return b"".join(pieces)


def _inflate(body: bytes, max_bytes: int) -> bytes:
    """What can be decompressed, even of a body that was cut; gzip may have several members."""
    pieces: list[bytes] = []
    left, rest = max_bytes + 1, body
    is_known = False
    while rest and left > 0:
        inflater = zlib.decompressobj(_ZLIB_OR_GZIP)
        try:
            pieces.append(inflater.decompress(rest, left))
        except zlib.error:
            break
        is_known = is_known or inflater.eof or bool(pieces[-1])
        left -= len(pieces[-1])
        rest = inflater.unused_data
    return b"".join(pieces) if is_known else body


def _inflate_any(body: bytes, max_bytes: int) -> bytes:
    """Deflate with the wrapping that the standard asks for, or without, as many send it."""
    inflated = _inflate(body, max_bytes)
    if inflated is not body:
        return inflated
    inflater = zlib.decompressobj(_BARE_DEFLATE)
    try:
        inflated = inflater.decompress(body, max_bytes + 1)
    except zlib.error:
        return body
    # Without a mark of its own, a few bytes of anything may pass for it.
    return inflated if len(inflated) > len(body) or inflater.eof else body


def _unbrotli(body: bytes, max_bytes: int) -> bytes:
    return _read_through(BrotliReader, body, max_bytes) or body


def _unzstd(body: bytes, max_bytes: int) -> bytes:
    return _read_through(ZstdReader, body, max_bytes)


_DECODERS: dict[bytes, Callable[[bytes, int], bytes]] = {
    b"gzip": _inflate,
    b"x-gzip": _inflate,
    b"deflate": _inflate_any,
    b"br": _unbrotli,
    b"zstd": _unzstd,
}
