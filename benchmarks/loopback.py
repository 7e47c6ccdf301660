"""Sample sites served on loopback, by their own names, from a thread of the benchmark."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from socket import AddressFamily
from urllib.parse import urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult


class Loopback(AbstractResolver):
    """Every name is this machine."""

    async def resolve(
        self, host: str, port: int = 0, family: AddressFamily = AddressFamily.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The one address there is."""
        inet = AddressFamily.AF_INET
        found = {"hostname": host, "host": "127.0.0.1", "port": port, "family": inet}
        return [ResolveResult(**found, proto=0, flags=0)]  # type: ignore[typeddict-item]

    async def close(self) -> None:
        """Nothing to close."""


@contextmanager
def serve_pages(bodies: Mapping[str, bytes], origin: str) -> Iterator[int]:
    """The pages by their paths, with links to their origin led here; the port."""
    loop = asyncio.new_event_loop()
    site = _Site(bodies, origin)
    server = loop.run_until_complete(asyncio.start_server(site.answer, "127.0.0.1", 0))
    site.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield site.port
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.run_until_complete(_end_all())
        loop.close()


async def _end_all() -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@dataclass(slots=True)
class _Site:
    """What is served."""

    bodies: Mapping[str, bytes]
    origin: str
    port: int = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request after another."""
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                writer.write(self._write(head.split(b" ", 2)[1].decode()))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _write(self, path: str) -> bytes:
        here = f"http://{urlsplit(self.origin).hostname}:{self.port}"
        body = self.bodies.get(path, b"").replace(self.origin.encode(), here.encode())
        status = "200 OK" if body else "404 Not Found"
        head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}"
        return head.encode() + b"\r\n\r\n" + body
