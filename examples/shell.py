"""Turns a draft into the bytes of a page: fills a shell, breaks some pages, encodes.

Shells are files in `shells/`, one for each site and `plain.html` for a mirror of any of them;
`${name}` in them is a slot. A mirror has the content only, and around it a template of its own.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path

from .page import Draft, Piece, SamplePage, join_truth
from .plan import Plan

SHELLS = Path(__file__).parent / "shells"
SLOT = re.compile(r"\$\{(\w+)\}")
OWN, PLAIN = "own", "plain"
SHELL_NAMES = (OWN, PLAIN)
LANGUAGES = {"news": "en", "blog": "ru", "shop": "en", "forum": "de", "docs": "en"}

# Hand-broken pages: one in 25, so that the default site of 40 pages has two of them.
BROKEN_CYCLE, BROKEN_SLOT = 25, 7
OMITTED_END_TAG = re.compile(r"</(?:p|li|tr|td|option|dd|dt|article)>")
QUOTED_VALUE = re.compile(r'(class|rel|width|height|loading|id)="([\w-]+)"')
LAST_LINK_QUOTE = re.compile(r'(.*)(<a href="[^"]*)">(?=.*<a href=")', re.DOTALL)
BLOCK_START = re.compile(r"\s*<(?:p|h\d|ul|ol|dl|table|figure|blockquote|pre|div)\b")
CLOSING_TAIL = re.compile(r"(?:</div>\s*)*</body>\s*</html>\s*$")


def render_page(plan: Plan, index: int, draft: Draft, shell: str = OWN) -> SamplePage:
    """Put a draft into its site's shell, or into that of a mirror."""
    site = plan.site if shell == OWN else f"{plan.site}-{shell}"
    url = f"https://{site}.example/{draft.path}"
    slots = {
        **draft.slots,
        "title": escape(draft.title),
        "description": escape(draft.summary),
        "canonical": url,
        "charset": draft.encoding,
        "root": climb_to_root(draft.path),
        "jsonld": describe_as_json(draft, url),
        "published": draft.published or "",
        "language": LANGUAGES[plan.site],
        "number": str(index + 1),
        "main": "".join(map(print_piece if shell == OWN else copy_piece, draft.body)),
    }
    html = fill_shell(plan.site if shell == OWN else shell, slots)
    if index % BROKEN_CYCLE == BROKEN_SLOT:
        html = break_markup(html, index // BROKEN_CYCLE)
    text, comments = join_truth(draft.body)
    return SamplePage(
        id=draft.id,
        url=url,
        page_kind=draft.kind,
        title=draft.title,
        language=LANGUAGES[plan.site],
        html=html.encode(draft.encoding, "xmlcharrefreplace"),
        text=text,
        comments=comments,
        description=draft.summary,
        author=draft.author,
        published=draft.published,
    )


def print_piece(piece: Piece) -> str:
    """Print a piece as the site does."""
    return piece.html


def copy_piece(piece: Piece) -> str:
    """Print a piece as a mirror does: content only, each piece a block of its own."""
    if not piece.text and not piece.comment:
        return ""
    return piece.html if BLOCK_START.match(piece.html) else f"<p>{piece.html}</p>\n"


def climb_to_root(path: str) -> str:
    """Give the relative prefix from a page to its site's root.

    >>> climb_to_root("index.html"), climb_to_root("world/0001-a.html")
    ('', '../')
    """
    return "../" * path.count("/")


def fill_shell(shell: str, slots: dict[str, str]) -> str:
    """Fill every slot of a shell; a slot the page does not mention stays empty."""
    literals, names = cut_shell(shell)
    filled = [slots.get(name, "") for name in names]
    woven = [text for pair in zip(literals, filled, strict=False) for text in pair]
    return "".join(woven) + literals[-1]


@cache
def cut_shell(shell: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cut a shell at its slots, once: literals (one more than slots) and slot names."""
    parts = SLOT.split((SHELLS / f"{shell}.html").read_text(encoding="utf-8"))
    return tuple(parts[::2]), tuple(parts[1::2])


def describe_as_json(draft: Draft, url: str) -> str:
    """Write the page's JSON-LD, as today's sites do for search engines."""
    kind = {"product": "Product", "article": "NewsArticle"}.get(draft.kind, "WebPage")
    facts: dict[str, object] = {"@context": "https://schema.org", "@type": kind}
    facts |= {"name": draft.title, "url": url, "description": draft.summary}
    if draft.author:
        author = {"@type": "Person", "name": draft.author}
        facts |= {"author": author, "datePublished": draft.published}
    return json.dumps(facts, ensure_ascii=False)


def break_markup(html: str, turn: int) -> str:
    """Break a page's markup as hands do, in ways that browsers repair without losing text."""
    if turn % 2 == 0:
        html = OMITTED_END_TAG.sub("", html)
        return CLOSING_TAIL.sub("", html)
    html = QUOTED_VALUE.sub(r"\1=\2", html)
    # The quote goes missing in the footer, whose links are the last ones: template is lost there,
    # content never.
    return LAST_LINK_QUOTE.sub(r"\1\2>", html, count=1)
