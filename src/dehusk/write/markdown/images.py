"""Images of a page in Markdown: those that show something, and the words of the others."""

from collections.abc import Sequence
from typing import NamedTuple

from dehusk.model import Tree
from dehusk.write.images import find_sources
from dehusk.write.markdown.escape import escape_label
from dehusk.write.markdown.links import Addresses


class Images(NamedTuple):
    """What to write for each image that can be shown, and the words of those that cannot."""

    shown: dict[int, str]
    words: dict[int, str]


def render_images(tree: Tree, nodes: Sequence[int], addresses: Addresses) -> Images:
    """What to write for each of these images; those that show nothing are left out."""
    sources = find_sources(tree, nodes)
    images = Images({}, {})
    alt = tree.attribute("alt") if sources else {}
    for node, source in sources.items():
        words = " ".join(alt.get(node, "").split())
        address = addresses.resolve(source)
        if address:
            images.shown[node] = f"![{escape_label(words)}]({address})"
        elif words:
            images.words[node] = words
    return images
