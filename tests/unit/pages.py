"""Small pages for tests: parsed from a string, and read the way a reader would."""

from collections.abc import Sequence

import numpy as np

from dehusk.ingest import Inventory, SourceSettings
from dehusk.model import Mask, PageRef, Tree
from dehusk.write.text import render_text
from tests.conftest import parse


def parse_tree(html: str | bytes) -> Tree:
    return parse(html).tree


def keep_all_but(tree: Tree, *removed: str) -> Mask:
    """The mask that drops the leaves with just these texts."""
    return np.array([text.strip() not in removed for text in tree.leaf_texts()], dtype=np.bool_)


def read(html: str, *removed: str) -> str:
    """What a reader sees of this piece of a page that goes on after it, without these leaves."""
    tree = parse_tree(f"{html}<p>the end</p>")
    return render_text(tree, keep_all_but(tree, *removed)).removesuffix("\n\nthe end")


def make_ref(source: str, n_bytes: int = 1000, url: str | None = None) -> PageRef:
    return PageRef(source=source, site="site", path=source, n_bytes=n_bytes, url=url)


def find_pages(sources: Sequence[str], settings: SourceSettings | None = None) -> list[PageRef]:
    """The pages of files and folders, as a job lists them."""
    with Inventory(settings) as inventory:
        inventory.take_all(sources)
        return list(inventory.pages())
