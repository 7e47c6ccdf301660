"""A web server that says what it is told to, well or badly, and remembers what it was asked.

It runs in a thread, on as many loopback addresses as a test wants, all with one port. Requests are
answered by the host they name, so that one server can be many sites.
"""

import asyncio
import ssl
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from socket import SO_REUSEADDR, SOL_SOCKET, AddressFamily, socket

from aiohttp.abc import AbstractResolver, ResolveResult

HTML = {"Content-Type": "text/html; charset=utf-8"}
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Asked:
    """A request, and when it was heard."""

    at: float
    host: str
    path: str
    headers: Mapping[str, str]
    ip: str

    @property
    def url(self) -> str:
        return f"http://{self.host}{self.path}"


@dataclass(frozen=True)
class Answer:
    """A proper answer."""

    body: bytes | str = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: dict(HTML))

    def write(self) -> bytes:
        body = self.body.encode() if isinstance(self.body, str) else self.body
        lines = [f"HTTP/1.1 {self.status} Whatever", f"Date: {formatdate(usegmt=True)}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        if "content-length" not in {name.lower() for name in self.headers}:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


Raw = Callable[[asyncio.StreamWriter], Awaitable[None]]
"""A server that does as it likes; the connection is closed afterwards."""

Respond = Callable[[Asked], "Answer | Raw | None"]


def redirect(target: str, status: int = 302) -> Answer:
    return Answer(status=status, headers={"Location": target})


def page(text: str, *links: str) -> Answer:
    """A page with some text and some links."""
    anchors = "".join(f'<a href="{link}">{link}</a>\n' for link in links)
    return Answer(f"<!DOCTYPE html><title>{text}</title><p>{text}</p>\n{anchors}")


class Site(dict[str, "Answer | Raw | Respond"]):
    """Paths to what is answered; `respond` may be given instead of an answer."""

    def respond(self, asked: Asked) -> "Answer | Raw | None":
        found = self.get(asked.path)
        if isinstance(found, Answer) or found is None:
            return found
        if asyncio.iscoroutinefunction(found):
            return found  # type: ignore[return-value]
        return found(asked)  # type: ignore[arg-type, return-value]


NOT_FOUND = Answer("<p>nothing here", 404)


class Server:
    """A server that runs; `log` is all it was asked, in order."""

    def __init__(self, sites: Mapping[str, Respond] | Respond) -> None:
        self._sites = sites
        self.log: list[Asked] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []

    def url(self, path: str = "/", host: str = LOOPBACK, scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def paths(self, host: str | None = None) -> list[str]:
        """What was asked for, but for robots.txt."""
        asked = (one for one in self.log if host is None or one.host.startswith(host))
        return [one.path for one in asked if one.path != "/robots.txt"]

    def answer(self, asked: Asked) -> "Answer | Raw":
        sites = self._sites
        if callable(sites):
            return sites(asked) or NOT_FOUND
        respond = sites.get(asked.host.partition(":")[0])
        return (respond(asked) if respond else None) or NOT_FOUND

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                asked = _read_request(head, writer.get_extra_info("sockname")[0])
                self.log.append(asked)
                answer = self.answer(asked)
                if not isinstance(answer, Answer):
                    await answer(writer)
                    break
                writer.write(answer.write())
                await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            pass
        finally:
            writer.close()

    async def _start(self, addresses: tuple[str, ...], tls: ssl.SSLContext | None) -> None:
        for address in addresses:
            listening = socket()
            listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            listening.bind((address, self.port))
            self.port = listening.getsockname()[1]
            self._servers.append(await asyncio.start_server(self._serve, sock=listening, ssl=tls))

    async def _stop(self) -> None:
        for server in self._servers:
            server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def _read_request(head: bytes, ip: str) -> Asked:
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines if line)
    headers = {name.lower(): value for name, _, value in pairs}
    return Asked(time.monotonic(), headers.get("host", ""), first.split(" ")[1], headers, ip)


@contextmanager
def serving(
    sites: Mapping[str, Respond] | Respond,
    addresses: tuple[str, ...] = (LOOPBACK,),
    tls: ssl.SSLContext | None = None,
) -> Iterator[Server]:
    """A server for as long as it is needed."""
    server = Server(sites)
    loop = server._loop
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(server._start(addresses, tls), loop).result(10)
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server._stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


class Names(AbstractResolver):
    """A resolver that knows what it is told; all other names lead nowhere.

    A name with several answers gives one after the other, the last for ever.
    """

    def __init__(self, names: Mapping[str, "str | list[str]"]) -> None:
        self._names = {
            name: [ip] if isinstance(ip, str) else list(ip) for name, ip in names.items()
        }
        self.asked: list[str] = []

    async def resolve(
        self, host: str, port: int = 0, family: AddressFamily = AddressFamily.AF_UNSPEC
    ) -> list[ResolveResult]:
        self.asked.append(host)
        if host not in self._names:
            raise OSError(f"no such name: {host}")
        answers = self._names[host]
        ip = answers.pop(0) if len(answers) > 1 else answers[0]
        kind = AddressFamily.AF_INET6 if ":" in ip else AddressFamily.AF_INET
        return [ResolveResult(hostname=host, host=ip, port=port, family=kind, proto=0, flags=0)]

    async def close(self) -> None:
        pass
