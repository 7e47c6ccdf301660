"""The values a sample page is made of: pieces of markup that carry their own truth.

A piece holds the HTML it prints and the text a careful reader would keep of it, so a page's truth
is the joined text of the very pieces printed and no page is ever parsed to learn it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class SamplePage:
    """One generated page: the bytes a server would send, and what a careful reader would keep."""

    id: str
    url: str
    page_kind: str
    title: str
    language: str
    html: bytes
    text: str
    comments: str
    description: str
    author: str | None = None
    published: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of HTML; `text` is its share of the truth, `comment` its share of the comments."""

    html: str
    text: str = ""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A page before its shell: what it is, its pieces in order, and the other slots to fill."""

    id: str
    path: str
    kind: str
    title: str
    summary: str
    body: tuple[Piece, ...]
    slots: Mapping[str, str]
    encoding: str = "utf-8"
    author: str | None = None
    published: str | None = None


def print_element(tag: str, text: str, attributes: str = "") -> Piece:
    """Print content as one element.

    >>> print_element("p", "Salt & pepper")
    Piece(html='<p>Salt &amp; pepper</p>\\n', text='Salt & pepper', comment='')
    """
    space = " " if attributes else ""
    return Piece(f"<{tag}{space}{attributes}>{escape_text(text)}</{tag}>\n", text)


def print_linked(text: str, word: int, href: str) -> Piece:
    """Print a paragraph in which two words, from the given one on, are a link.

    >>> print_linked("It rained again today", 2, "rain.html").html
    '<p>It rained <a href="rain.html">again today</a></p>\\n'
    """
    words = escape_text(text).split(" ")
    start = word % max(1, len(words) - 1)
    words[start] = f'<a href="{href}">{words[start]}'
    last = min(start + 1, len(words) - 1)
    words[last] += "</a>"
    return Piece(f"<p>{' '.join(words)}</p>\n", text)


def print_comment(text: str, attributes: str = "") -> Piece:
    """Print a reader's words: they belong to the comments, not to the page's own text."""
    space = " " if attributes else ""
    return Piece(f"<p{space}{attributes}>{escape_text(text)}</p>\n", comment=text)


def print_list(tag: str, items: Iterable[str], attributes: str = "") -> Piece:
    """Print a flat list, one line of truth an item."""
    lines = list(items)
    space = " " if attributes else ""
    rows = "".join(f"<li>{escape_text(line)}</li>\n" for line in lines)
    return Piece(f"<{tag}{space}{attributes}>\n{rows}</{tag}>\n", "\n".join(lines))


def print_figure(source: str, alt: str, caption: str) -> Piece:
    """Print an image with its caption; the alternative text is not part of the truth."""
    image = f'<img src="{source}" alt="{escape(alt)}" width="720" height="405" loading="lazy">'
    return Piece(
        f"<figure>\n{image}\n<figcaption>{escape_text(caption)}</figcaption>\n</figure>\n", caption
    )


def print_rows(rows: Iterable[tuple[str, ...]], attributes: str = "") -> Piece:
    """Print a table whose first cell of a row heads it; a row is one line of truth."""
    table = list(rows)
    space = " " if attributes else ""
    body = "".join(print_row(row) for row in table)
    return Piece(
        f"<table{space}{attributes}>\n<tbody>\n{body}</tbody>\n</table>\n",
        "\n".join(" ".join(row) for row in table),
    )


def print_row(row: tuple[str, ...]) -> str:
    """Print one table row, its first cell as the row's header."""
    head, *cells = map(escape_text, row)
    return f"<tr><th>{head}</th>" + "".join(f" <td>{cell}</td>" for cell in cells) + "</tr>\n"


def escape_text(text: str) -> str:
    """Escape text between tags, leaving quotation marks as a human would type them."""
    return escape(text, quote=False)


def join_truth(body: Iterable[Piece]) -> tuple[str, str]:
    """Gather the text and the comments that the pieces printed, a block a line."""
    pieces = list(body)
    return (
        "\n".join(piece.text for piece in pieces if piece.text),
        "\n".join(piece.comment for piece in pieces if piece.comment),
    )
