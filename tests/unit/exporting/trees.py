"""Small tree templates to write and to draw."""

from collections.abc import Iterable

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.tree import TreeTemplate, TreeTemplates
from tests.conftest import parse


def learn_tree(bodies: Iterable[str]) -> TreeTemplate:
    """The template of pages with these bodies."""
    pages = [
        parse(f"<title>t</title><body>{body}</body>", f"{number}.html", "utf-8")
        for number, body in enumerate(bodies)
    ]
    return TreeTemplates().learn(pages, gather_evidence(pages))


def make_body(number: int) -> str:
    """A page of a small site: what a template may have, each once."""
    items = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in ("home", "news"))
    teaser = "<aside class='ad wide'><p>Buy now</p></aside>" if number % 2 else ""
    first = "<ul><li>one</li></ul>" if number < 2 else "<table><td>two</td></table>"
    rare = "<form><button>Vote</button></form>" if number == 3 else ""
    return (
        f"<div id=top7 class='bar'><ul>{items}</ul></div><img src=logo.png alt=Logo>{first}"
        f"<main class=post-{number}><h1>Title {number}</h1><p>Words <em>of</em> page {number}</p>"
        f"<p>More of {number}</p></main>{teaser}{rare}<footer>Imprint</footer>"
    )
