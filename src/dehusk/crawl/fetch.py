"""One request, one answer: guarded, capped in bytes and time, and never redirected.

Where an answer leads is for whoever asked to decide: every address is checked anew.
"""

import ssl
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NoReturn

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.connector import Connection
from yarl import URL

from dehusk.crawl.address import Address
from dehusk.crawl.failures import FetchFailed, Kind
from dehusk.crawl.guard import AddressRefused, Guard, GuardedResolver, Judge, is_any, is_public
from dehusk.crawl.response import Response
from dehusk.crawl.settings import CrawlSettings
from dehusk.errors import OverCap
from dehusk.ingest.archive import read_media_type
from dehusk.ingest.http import decode_body

_ZLIB_OR_GZIP = 47
_KEEP_ALIVE_S = 5.0
DNS_TTL_S = 60
_CONNECT_SHARE = 0.5
"""Of the time a request may take, so much may pass until there is a connection."""

ACCEPTED = "text/html, application/xhtml+xml;q=0.9, application/xml;q=0.7, */*;q=0.1"
ENCODINGS = "gzip, deflate"
"""What every reader of archives can undo."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: at most so many bytes, of these types (or any), with these headers.

    `cuts`: of a body with more bytes the first are taken; else it is refused.
    """

    max_bytes: int
    types: Collection[str] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    cuts: bool = False


@dataclass(frozen=True, slots=True)
class Network:
    """How names and addresses are judged and found; tests have their own."""

    judge: Judge
    resolver: AbstractResolver | None = None
    tls: ssl.SSLContext | bool = True

    @staticmethod
    def of(settings: CrawlSettings) -> "Network":
        """The world as it is."""
        return Network(is_any if settings.allow_private else is_public)


class Fetcher:
    """Asks servers; the only place of a crawl that opens connections."""

    def __init__(self, settings: CrawlSettings, network: Network) -> None:
        self._settings = settings
        limits = settings.limits
        self._guard = Guard(network.judge)
        connector = aiohttp.TCPConnector(
            resolver=GuardedResolver(self._guard, network.resolver or aiohttp.ThreadedResolver()),
            socket_factory=self._guard.make_socket,
            limit=0,
            ttl_dns_cache=DNS_TTL_S,
            keepalive_timeout=_KEEP_ALIVE_S,
            ssl=network.tls,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            response_class=_Answer,
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            max_line_size=limits.line_bytes,
            max_field_size=limits.line_bytes,
            max_headers=limits.header_lines,
            timeout=aiohttp.ClientTimeout(
                total=limits.timeout_s, sock_connect=limits.timeout_s * _CONNECT_SHARE
            ),
            headers={
                "User-Agent": settings.manners.user_agent,
                "Accept": ACCEPTED,
                "Accept-Encoding": ENCODINGS,
            },
        )

    async def close(self) -> None:
        """Shut all connections."""
        await self._session.close()

    async def fetch(self, address: Address, wanted: Wanted) -> Response:
        """The server's answer, or FetchFailed."""
        with _naming_failures():
            self._guard.check(address.host)
            # As it was judged: nothing is to be read into it a second time.
            url = URL(address.url, encoded=True)
            asking = self._session.get(url, headers=wanted.headers, allow_redirects=False)
            async with asking as answer:
                return await _read_answer(address, answer, wanted)


class _Answer(aiohttp.ClientResponse):
    """An answer that knows who gave it, even when the connection has gone on to others."""

    peer: str | None = None

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        """Take the connection that the answer comes by."""
        peer = connection.transport and connection.transport.get_extra_info("peername")
        self.peer = str(peer[0]) if peer else None
        return await super().start(connection)


async def _read_answer(
    address: Address, answer: aiohttp.ClientResponse, wanted: Wanted
) -> Response:
    peer = answer.peer if isinstance(answer, _Answer) else None
    media = read_media_type(answer.headers.get("Content-Type"))[0]
    is_wanted = wanted.types is None or media is None or media in wanted.types
    if answer.status < 300 and not is_wanted:
        answer.close()
        raise FetchFailed(Kind.OTHER_TYPE, media or "")
    body, is_cut = await _read_body(answer, wanted)
    encoding = answer.headers.get("Content-Encoding", "").encode("latin-1", "replace")
    version = answer.version
    return Response(
        url=address.url,
        request=_write_request(answer),
        captured=datetime.now(UTC),
        ip=peer,
        version=f"{version.major}.{version.minor}" if version else "1.1",
        status=answer.status,
        reason=answer.reason or "",
        headers=tuple(answer.raw_headers),
        body=body,
        content=_decode(body, encoding, wanted) if encoding else body,
        is_cut=is_cut,
    )


async def _read_body(answer: aiohttp.ClientResponse, wanted: Wanted) -> tuple[bytes, bool]:
    """The body, and whether there would have been more of it."""
    most = wanted.max_bytes
    declared = answer.content_length
    if declared is not None and declared > most and not wanted.cuts:
        answer.close()
        raise OverCap("bytes", declared, most)
    pieces: list[bytes] = []
    n_bytes = 0
    async for piece in answer.content.iter_any():
        n_bytes += len(piece)
        pieces.append(piece)
        if n_bytes > most:
            answer.close()
            if not wanted.cuts:
                raise OverCap("bytes", n_bytes, most)
            return b"".join(pieces)[:most], True
    return b"".join(pieces), False


def _decode(body: bytes, encoding: bytes, wanted: Wanted) -> bytes:
    try:
        return decode_body(body, b"", encoding, wanted.max_bytes)
    except OverCap:
        if not wanted.cuts or b"," in encoding:
            raise
        return _inflate_start(body, wanted.max_bytes)


def _inflate_start(body: bytes, most: int) -> bytes:
    """The first bytes of what is known to be more, as zlib or gzip; that may have members."""
    content, rest = b"", body
    while rest and len(content) < most:
        inflater = zlib.decompressobj(_ZLIB_OR_GZIP)
        content += inflater.decompress(rest, most - len(content))
        rest = inflater.unused_data
    return content


def _write_request(answer: aiohttp.ClientResponse) -> bytes:
    asked = answer.request_info
    lines = [f"{asked.method} {asked.url.raw_path_qs} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in asked.headers.items()]
    return "\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n"


@contextmanager
def _naming_failures() -> Iterator[None]:
    """What the libraries raise, as what it means."""
    try:
        yield
    except FetchFailed:
        raise
    except TimeoutError:
        raise FetchFailed(Kind.TIMEOUT) from None
    except OverCap as error:
        raise FetchFailed(Kind.TOO_LARGE, str(error)) from error
    except (aiohttp.ClientError, OSError, ValueError, zlib.error) as error:
        _name_failure(error)


def _name_failure(error: Exception) -> NoReturn:
    inner = getattr(error, "os_error", None) or error.__cause__ or error
    for fault in (error, inner):
        if isinstance(fault, AddressRefused):
            raise FetchFailed(Kind.PRIVATE, str(fault)) from error
    for kind_of_error, kind in _KINDS:
        if isinstance(error, kind_of_error):
            raise FetchFailed(kind, str(inner)[:200]) from error
    raise FetchFailed(Kind.BAD_ANSWER, str(error)[:200]) from error


_KINDS: tuple[tuple[type[Exception], Kind], ...] = (
    (aiohttp.ClientSSLError, Kind.TLS),
    (ssl.SSLError, Kind.TLS),
    (aiohttp.ClientConnectorDNSError, Kind.NAME),
    (aiohttp.ClientPayloadError, Kind.CUT_SHORT),
    (aiohttp.ServerDisconnectedError, Kind.DISCONNECTED),
    (aiohttp.ClientResponseError, Kind.BAD_ANSWER),
    (aiohttp.ClientConnectorError, Kind.UNREACHABLE),
    (aiohttp.ClientOSError, Kind.DISCONNECTED),
    (OSError, Kind.UNREACHABLE),
)
