"""Answers as WARC 1.1 records (ISO 28500:2017), each a gzip member of its own.

Bodies stand as they were sent, but for the division into chunks; the header that told of it is kept
under another name, so that no reader undoes it twice.
"""

import hashlib
import zlib
from base64 import b32encode
from datetime import datetime
from importlib.metadata import version
from uuid import uuid4

from dehusk.crawl.response import Response

GZIP_LEVEL = 6

SAME_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

_RESPONSE, _REQUEST = (f"application/http; msgtype={kind}" for kind in ("response", "request"))
_TRANSFER = b"transfer-encoding"


def write_info(captured: datetime, user_agent: str, robots: str) -> bytes:
    """The record an archive begins with: who wrote it, and how."""
    fields = {
        "software": f"dehusk/{version('dehusk')}",
        "format": "WARC File Format 1.1",
        "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "http-header-user-agent": user_agent,
        "robots": robots,
    }
    block = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()
    return _pack(
        {
            "WARC-Type": "warcinfo",
            "WARC-Record-ID": _make_id(),
            "WARC-Date": write_date(captured),
            "Content-Type": "application/warc-fields",
        },
        block,
    )


def write_exchange(response: Response, digest: str) -> bytes:
    """What was answered, and what was asked."""
    head = {**_name(response, "response"), "WARC-Payload-Digest": digest}
    if response.is_cut:
        head["WARC-Truncated"] = "length"
    block = _write_head(response) + response.body
    answered = _pack({**head, "Content-Type": _RESPONSE}, block)
    return answered + _write_request(response, head["WARC-Record-ID"])


def write_revisit(response: Response, digest: str, profile: str, former: str) -> bytes:
    """An answer that says no more than a former one of the same address, captured then."""
    head = {
        **_name(response, "revisit"),
        "WARC-Profile": profile,
        "WARC-Payload-Digest": digest,
        "WARC-Refers-To-Target-URI": response.url,
        "WARC-Refers-To-Date": former,
    }
    answered = _pack({**head, "Content-Type": _RESPONSE}, _write_head(response))
    return answered + _write_request(response, head["WARC-Record-ID"])


def write_built(url: str, html: bytes, captured: datetime) -> bytes:
    """A page as its scripts left it: what a browser made, not what a server sent."""
    digest = digest_bytes(html)
    head = {
        "WARC-Type": "resource",
        "WARC-Record-ID": _make_id(),
        "WARC-Target-URI": url,
        "WARC-Date": write_date(captured),
        "WARC-Payload-Digest": digest,
        "Content-Type": "text/html; charset=utf-8",
    }
    return _pack(head, html)


def write_date(when: datetime) -> str:
    """A point of time as archives write it, to the millisecond."""
    return when.strftime("%Y-%m-%dT%H:%M:%S.") + f"{when.microsecond // 1000:03}Z"


def digest_bytes(content: bytes) -> str:
    """The digest that tells whether two bodies are the same, as archives usually have it."""
    return "sha1:" + b32encode(hashlib.sha1(content, usedforsecurity=False).digest()).decode()


def _make_id() -> str:
    return f"<{uuid4().urn}>"


def _name(response: Response, kind: str) -> dict[str, str]:
    head = {
        "WARC-Type": kind,
        "WARC-Record-ID": _make_id(),
        "WARC-Target-URI": response.url,
        "WARC-Date": write_date(response.captured),
    }
    return {**head, "WARC-IP-Address": response.ip} if response.ip else head


def _write_request(response: Response, answer: str) -> bytes:
    head = {**_name(response, "request"), "WARC-Concurrent-To": answer, "Content-Type": _REQUEST}
    return _pack(head, response.request)


def _write_head(response: Response) -> bytes:
    reason = response.reason.encode("latin-1", "replace").replace(b"\n", b" ")
    lines = [b"HTTP/%s %d %s" % (response.version.encode(), response.status, reason)]
    for name, value in response.headers:
        shown = b"X-Orig-Transfer-Encoding" if name.lower() == _TRANSFER else name
        lines.append(shown + b": " + value)
    return b"\r\n".join(lines) + b"\r\n\r\n"


def _pack(head: dict[str, str], block: bytes) -> bytes:
    fields = {
        **head,
        "WARC-Block-Digest": digest_bytes(block),
        "Content-Length": str(len(block)),
    }
    lines = ["WARC/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    record = "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"
    packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, 31)
    return packer.compress(record) + packer.flush()
