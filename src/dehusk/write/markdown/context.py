"""What a piece of a page stands in: quotes, lists, a heading, a table's cell, a link, emphasis.

A context never changes: an element that means something makes a new one from its parent's.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from dehusk.model import Tree
from dehusk.parse.tags import PREFORMATTED, TAG_IDS, table_of, tag_ids
from dehusk.write.markdown.inline import CODE, EMPHASIS, LINK, STRONG, STRUCK, Mark, Marks, has_kind
from dehusk.write.markdown.links import Addresses
from dehusk.write.markdown.notes import NO_NOTES, Notes

MOST_NESTED = 8
"""Quotes and items; readers of CommonMark may give up at 20 levels, and an item counts for two."""

_MOST_NUMBER = 999_999_999
"""CommonMark takes no more digits, and no sign."""


@dataclass(slots=True, eq=False)
class ListState:
    """A list being written: how far it has come, and whether its items stand apart."""

    is_ordered: bool = False
    start: int = 1
    length: int = 0
    is_loose: bool = False
    delimiter: str = ""
    last: "Chain" = ()
    """The chain of containers of its last item."""
    part: "ListState | None" = None
    """Where numbers jump: the list that goes on in its place."""

    def choose_part(self, number: int | None) -> "ListState":
        """The list an item goes to: readers see its first number, and count on from there."""
        part = self.part or self
        can_be_written = number is not None and 0 <= number <= _MOST_NUMBER
        is_next = not part.is_ordered or number == part.start + part.length
        if number is None or (is_next and can_be_written == part.is_ordered):
            return part
        self.part = ListState(can_be_written, number)
        return self.part


@dataclass(slots=True, eq=False)
class Container:
    """A quote, an item or a footnote that blocks stand in: each line of theirs starts with it."""

    marker: str
    items: ListState | None = None
    note: int = -1
    is_opened: bool = False
    last_list: ListState | None = None
    last_child: object = None

    @property
    def is_quote(self) -> bool:
        """Quotes mark every line, the others the first."""
        return self.marker == "> "


Chain = tuple[Container, ...]
"""All that a block stands in, from the outermost in."""


class Context(NamedTuple):
    """What a node stands in; a node that is -1 is none."""

    containers: Chain = ()
    marks: Marks = ()
    heading: int = -1
    pre: int = -1
    table: int = -1
    cell: int = -1
    items: ListState | None = None


@dataclass(slots=True)
class Contexts:
    """Makes the contexts of a page's elements."""

    tree: Tree
    addresses: Addresses
    tables: Set[int] = frozenset()
    notes: Notes = NO_NOTES
    numbers: Mapping[int, int] = field(default_factory=dict)
    strays: dict[int, ListState] = field(default_factory=dict)

    def enter(self, context: Context, node: int, tag: int) -> Context:
        """The context within an element."""
        if node in self.notes.labels:
            note = Container(f"[^{self.notes.labels[node]}]: ", note=node)
            return _contain(context, (note,), None)
        handler = _HANDLERS.get(tag)
        if handler is None or (context.cell >= 0 and tag in _UNSEEN_IN_CELLS):
            return context
        return handler(self, context, node)

    def enter_link(self, context: Context, node: int) -> Context:
        """Links do not nest, and references to notes are none."""
        if node in self.notes.links:
            return context
        url = self.addresses.resolve(self.tree.attribute("href").get(node, ""))
        return _add_mark(context, Mark(LINK, node, url)) if url else context

    def enter_heading(self, context: Context, node: int) -> Context:
        """The innermost heading counts."""
        return context._replace(heading=node)

    def enter_quote(self, context: Context, node: int) -> Context:
        """Quotes may nest, up to a depth."""
        return _contain(context, _nest(context.containers, Container("> ")), None)

    def enter_list(self, context: Context, node: int) -> Context:
        """A list right in a list belongs to the item before it."""
        outer = context.items.last if context.items else ()
        items = ListState(bool(self.tree.tag[node] == _OL))
        return _contain(context, outer or context.containers, items)

    def enter_item(self, context: Context, node: int) -> Context:
        """An item outside any list starts one that its siblings share."""
        items = context.items
        if items is None:
            items = self.strays.setdefault(int(self.tree.parent[node]), ListState())
        part = items.choose_part(self.numbers.get(node))
        marker = f"{part.start + part.length}" if part.is_ordered else ""
        part.length += 1
        items.last = _nest(context.containers, Container(marker, part))
        return _contain(context, items.last, None)

    def enter_term(self, context: Context, node: int) -> Context:
        """Markdown has no terms: they are bold."""
        return _add_mark(context, Mark(STRONG))

    def enter_code(self, context: Context, node: int) -> Context:
        """Code within preformatted text is nothing new."""
        return context if context.pre >= 0 else _add_mark(context, Mark(CODE, node))

    def enter_preformatted(self, context: Context, node: int) -> Context:
        """The outermost counts; in a cell it is code in a line."""
        if context.cell >= 0:
            return _add_mark(context, Mark(CODE, node))
        return context if context.pre >= 0 else context._replace(pre=node)

    def enter_table(self, context: Context, node: int) -> Context:
        """Only tables of data are tables here."""
        return context._replace(table=node if node in self.tables else -1, cell=-1, items=None)

    def enter_cell(self, context: Context, node: int) -> Context:
        """A cell of a table that only lays out a page means nothing."""
        return context._replace(cell=node) if context.table >= 0 else context


def _enter_mark(kind: str) -> Callable[[Contexts, Context, int], Context]:
    mark = Mark(kind)
    return lambda contexts, context, node: _add_mark(context, mark)


def _contain(context: Context, containers: Chain, items: ListState | None) -> Context:
    # Written out, as these are made by the hundred and `_replace` takes three times as long.
    _, marks, heading, pre, table, cell, _ = context
    return Context(containers, marks, heading, pre, table, cell, items)


def _add_mark(context: Context, mark: Mark) -> Context:
    """Each kind of mark once, and code innermost: it takes no marks within."""
    containers, marks, heading, pre, table, cell, items = context
    if has_kind(marks, mark.kind):
        return context
    is_code = bool(marks) and marks[-1].kind == CODE
    marks = (*marks[:-1], mark, marks[-1]) if is_code else (*marks, mark)
    return Context(containers, marks, heading, pre, table, cell, items)


def _nest(containers: Chain, inner: Container) -> Chain:
    return containers if len(containers) >= MOST_NESTED else (*containers, inner)


_OL = TAG_IDS["ol"]
_UNSEEN_IN_CELLS = tag_ids("blockquote ul ol menu dir dl li dd")
"""A cell of a pipe table holds but one line."""

_HANDLERS: dict[int, Callable[[Contexts, Context, int], Context]] = {
    tag: handler
    for names, handler in (
        ("a", Contexts.enter_link),
        ("h1 h2 h3 h4 h5 h6", Contexts.enter_heading),
        ("blockquote", Contexts.enter_quote),
        ("ul ol menu dir dl", Contexts.enter_list),
        ("li dd", Contexts.enter_item),
        ("dt", Contexts.enter_term),
        ("code tt samp kbd", Contexts.enter_code),
        ("table", Contexts.enter_table),
        ("td th", Contexts.enter_cell),
        ("b strong", _enter_mark(STRONG)),
        ("i em", _enter_mark(EMPHASIS)),
        ("s del strike", _enter_mark(STRUCK)),
    )
    for tag in tag_ids(names)
} | dict.fromkeys(PREFORMATTED, Contexts.enter_preformatted)
IS_MEANT = table_of(frozenset(_HANDLERS))
"""Of each tag, whether its elements make a context of their own."""
