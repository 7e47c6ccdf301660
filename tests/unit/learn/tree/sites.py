"""Small sites for tests of the method `tree`, and what it says of their pages."""

from collections.abc import Sequence

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.tree import TreeTemplate, TreeTemplates
from dehusk.learn.tree.matcher import Mapped
from dehusk.learn.tree.state import spell
from dehusk.model import TEMPLATE_SCORE, Page
from tests.conftest import parse


def pages_of(*bodies: str) -> list[Page]:
    return [parse(f"<body>{body}</body>", f"{number}.html") for number, body in enumerate(bodies)]


def learn(pages: Sequence[Page], method: TreeTemplates | None = None) -> TreeTemplate:
    return (method or TreeTemplates()).learn(pages, gather_evidence(pages))


def kept(template: TreeTemplate, page: Page) -> list[str]:
    scores = template.score(page).tolist()
    texts = page.tree.leaf_texts()
    return [t.strip() for t, s in zip(texts, scores, strict=True) if s < TEMPLATE_SCORE]


def spell_node(template: TreeTemplate, tag: str) -> str:
    """The rows below the first node of this tag, each kind by its tag."""
    node = next(node for node in template.nodes if node.kind.tag == tag)
    return spell(node.expression, [kind.tag for kind in node.kinds])


def names_of(template: TreeTemplate, mapped: Mapped) -> list[tuple[str, str]]:
    """The tag of each node in a page's outline, and that of the template's node that it is."""
    outline = mapped.outline
    return [
        (outline.tag_name(place), template.nodes[at].kind.tag if at >= 0 else "")
        for place, at in enumerate(mapped.template.tolist())
    ]
