"""A page's kept leaves to Markdown: chosen, laid out, cut into blocks, written, nested."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from dehusk.model import Mask, Tree
from dehusk.parse.blocks import flag_preformatted
from dehusk.parse.tags import TAG_IDS
from dehusk.write.layout import choose_texts, keep_between, lay_out
from dehusk.write.markdown.blocks import Block, cut_blocks
from dehusk.write.markdown.code import render_code_block
from dehusk.write.markdown.context import Contexts
from dehusk.write.markdown.escape import escape_heading, escape_lines
from dehusk.write.markdown.images import render_images
from dehusk.write.markdown.inline import render_inline
from dehusk.write.markdown.links import Addresses, find_addresses
from dehusk.write.markdown.nesting import Written, find_misread_notes, nest_blocks
from dehusk.write.markdown.notes import Notes, find_notes
from dehusk.write.markdown.numbers import number_items
from dehusk.write.markdown.raised import raise_numbers
from dehusk.write.markdown.tables import Columns, find_data_tables, render_table

_IMG, _HR, _H1 = TAG_IDS["img"], TAG_IDS["hr"], TAG_IDS["h1"]


def render_markdown(tree: Tree, is_kept: Mask, base_url: str | None = None) -> str:
    """The leaves that are kept, images among them; links as seen from the page's address."""
    addresses = find_addresses(tree, base_url)
    written = _write_page(tree, is_kept, addresses, notes := find_notes(tree, is_kept))
    misread: set[int] = set()
    while notes.labels and (found := find_misread_notes(written)):
        misread |= found
        notes = find_notes(tree, is_kept, misread)
        written = _write_page(tree, is_kept, addresses, notes)
    return nest_blocks(written)


def _write_page(tree: Tree, is_kept: Mask, addresses: Addresses, notes: Notes) -> list[Written]:
    preformatted = flag_preformatted(tree)
    is_image = is_kept & (tree.tag[tree.leaves] == _IMG) & ~preformatted[tree.leaves]
    images = render_images(tree, tree.leaves[is_image].tolist(), addresses)
    rules = keep_between(tree, is_kept, np.flatnonzero((tree.tag == _HR) & ~preformatted))
    texts = choose_texts(tree, is_kept, preformatted)
    nodes = np.concatenate((texts, rules, np.array([*images.shown, *images.words], np.int32)))
    laid = lay_out(tree, np.setdiff1d(nodes, list(notes.silent)), preformatted)
    said = [run._replace(text=images.words.get(run.node, run.text)) for run in laid]
    runs = raise_numbers(tree, said)
    tables = find_data_tables(tree, runs)
    contexts = Contexts(tree, addresses, tables.keys(), notes, number_items(tree))
    blocks = cut_blocks(tree, runs, contexts, {**images.shown, **notes.references})
    return list(_write_blocks(tree, blocks, tables))


def _write_blocks(
    tree: Tree, blocks: Sequence[Block], tables: Mapping[int, Columns]
) -> Iterator[Written]:
    """Cells of one table make one block."""
    for table, group in groupby(blocks, _table_of):
        if table < 0:
            for block in group:
                yield Written(_write_block(tree, block), block.context.containers)
        else:
            cells = {block.context.cell: block for block in group}
            texts = {cell: render_inline(block.pieces) for cell, block in cells.items()}
            chain = next(iter(cells.values())).context.containers
            yield Written(render_table(tree, tables[table], texts), chain)


def _table_of(block: Block) -> int:
    """The table of data that a block is a cell of; a caption is none."""
    return block.context.table if block.context.cell >= 0 else -1


def _write_block(tree: Tree, block: Block) -> str:
    context = block.context
    if block.is_rule:
        # Among list markers a row of hyphens could be one of them.
        return "___" if context.containers else "---"
    if context.pre >= 0:
        return render_code_block(tree, context.pre, block.pieces)
    text = render_inline(block.pieces)
    if context.heading >= 0:
        level = int(tree.tag[context.heading]) - _H1 + 1
        return f"{'#' * level} {escape_heading(text)}"
    return escape_lines(text).replace("\n", "\\\n")
