"""Blocks of Markdown within their quotes and lists, each line with all that it stands in."""

from collections.abc import Sequence
from dataclasses import dataclass

from dehusk.write.markdown.context import Chain, Container, ListState
from dehusk.write.markdown.notes import is_note_text

_BULLETS, _NUMBERS = ("-", "*"), (".", ")")
_NOTE_INDENT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A block in Markdown, and the containers it stands in, from the outermost in."""

    content: str
    chain: Chain


def find_misread_notes(blocks: Sequence[Written]) -> set[int]:
    """The notes that start with something that readers who know no notes could not show."""
    # The last to come counts, so that it is the first of each note.
    first = {block.chain[0].note: block for block in reversed(blocks) if block.chain}
    return {
        note
        for note, block in first.items()
        if note >= 0 and (len(block.chain) > 1 or not is_note_text(block.content))
    }


def nest_blocks(blocks: Sequence[Written]) -> str:
    """All blocks under each other."""
    _find_loose_lists(blocks)
    root = Container("")
    lines: list[str] = []
    last: Chain | None = None
    for block in blocks:
        if last is not None:
            lines.extend(_separate(last, block.chain))
        if block.chain:
            _choose_delimiters(block.chain, root)
            lines.extend(_indent(block))
        else:
            root.last_list = None
            lines.append(block.content)
        last = block.chain
    return "\n".join(lines)


def _find_loose_lists(blocks: Sequence[Written]) -> None:
    """A list is tight when its items hold a block each, and lists below it."""
    for block in blocks:
        if not block.chain:
            continue
        children: list[object] = [inner.items or inner for inner in block.chain[1:]]
        for container, child in zip(block.chain, [*children, block], strict=True):
            if container.items and container.last_child not in (None, child):
                is_below = isinstance(child, ListState) and isinstance(
                    container.last_child, Written
                )
                container.items.is_loose |= not (is_below and _can_follow(child))
            container.last_child = child


def _can_follow(child: object) -> bool:
    """A list that starts at another number than 1 is not seen right below a line of text."""
    return isinstance(child, ListState) and (not child.is_ordered or child.start == 1)


def _separate(last: Chain, chain: Chain) -> Sequence[str]:
    """The empty line between two blocks, if there is one."""
    if not chain or not last:
        return ("",)
    shared = _count_shared(last, chain)
    if _is_close(last, chain, shared):
        return ()
    return ("".join([_indent_of(container) for container in chain[:shared]]).rstrip(),)


def _count_shared(last: Chain, chain: Chain) -> int:
    shared = 0
    for one, other in zip(last, chain, strict=False):
        if one is not other:
            break
        shared += 1
    return shared


def _is_close(last: Chain, chain: Chain, shared: int) -> bool:
    """Whether an item follows the one before it, or its item's text, on the next line."""
    if shared == len(chain) or (items := chain[shared].items) is None:
        return False
    if shared < len(last):
        return last[shared].items is items and not items.is_loose
    outer = chain[shared - 1].items if shared else None
    return outer is not None and not outer.is_loose


def _choose_delimiters(chain: Chain, root: Container) -> None:
    """A list right after another of its kind needs another delimiter, or they would be one."""
    parent = root
    for container in chain:
        items, before = container.items, parent.last_list
        if items is not None and items is not before:
            one, other = _NUMBERS if items.is_ordered else _BULLETS
            is_like = before is not None and before.is_ordered == items.is_ordered
            items.delimiter = other if is_like and before and before.delimiter == one else one
        parent.last_list = items
        parent = container
    parent.last_list = None


def _indent(block: Written) -> list[str]:
    first = "".join([_open(container) for container in block.chain])
    line, *others = block.content.split("\n")
    if not others:
        return [first + line]
    rest = "".join([_indent_of(container) for container in block.chain])
    blank = rest.rstrip()
    return [first + line, *[rest + line if line else blank for line in others]]


def _open(container: Container) -> str:
    """What a container's line starts with, the first time its marker."""
    if container.is_opened:
        return _indent_of(container)
    container.is_opened = not container.is_quote
    if container.items is not None:
        container.marker += container.items.delimiter + " "
    return container.marker


def _indent_of(container: Container) -> str:
    if container.is_quote:
        return container.marker
    return " " * (len(container.marker) if container.items else _NOTE_INDENT)
