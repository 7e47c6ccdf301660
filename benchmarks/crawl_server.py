"""A web server for crawl benchmarks: as little of it as HTTP needs, so that it is never the brake.

    python -m benchmarks.crawl_server PAGES HOSTS

serves as many pages on each of 127.0.0.1 … 127.0.0.HOSTS, and prints the port.
"""

import asyncio
import sys
from functools import partial
from random import Random
from socket import SO_REUSEADDR, SOL_SOCKET, socket

from examples.words_en import WORDS

MENU = 30
PARAGRAPHS = 24
_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n"
_NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n"


def main() -> None:
    """Serve until somebody ends it."""
    asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2])))


async def _serve(n_pages: int, n_hosts: int) -> None:
    port = 0
    for number in range(1, n_hosts + 1):
        listening = socket()
        listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        listening.bind((f"127.0.0.{number}", port))
        port = listening.getsockname()[1]
        await asyncio.start_server(partial(_answer, n_pages), sock=listening)
    print(port, flush=True)
    await asyncio.Event().wait()


async def _answer(n_pages: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            path = head.split(b" ", 2)[1].decode()
            name = path.removeprefix("/page/")
            is_page = name.isdecimal() and int(name) < n_pages
            writer.write(_write_page(int(name), n_pages) if is_page else _NOT_FOUND)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


def _write_page(number: int, n_pages: int) -> bytes:
    """About ten kilobytes: a menu that all pages have, some prose, and two links of its own."""
    children = [n for n in (2 * number + 1, 2 * number + 2) if n < n_pages]
    links = "".join(f'<a href="/page/{n}">Page {n}</a>\n' for n in children)
    start = number * 7 % len(_PROSE)
    prose = "".join(_PROSE[(start + n) % len(_PROSE)] for n in range(PARAGRAPHS))
    title = f"Page {number}"
    html = f"<!DOCTYPE html><title>{title}</title>{_menu(n_pages)}<h1>{title}</h1>{prose}{links}"
    body = html.encode()
    return _HEAD.format(len(body)).encode() + body


def _menu(n_pages: int) -> str:
    items = (f'<li><a href="/page/{n}">Part {n}</a>' for n in range(min(MENU, n_pages)))
    return f"<ul>{''.join(items)}</ul>"


def _make_prose() -> list[str]:
    chance = Random(0)
    words = sorted({word for one in WORDS.values() for word in one})
    texts = (" ".join(chance.choices(words, k=50)) for _ in range(200))
    return [f"<p>{text}.</p>\n" for text in texts]


_PROSE = _make_prose()

if __name__ == "__main__":
    main()
