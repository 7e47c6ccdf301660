"""The parts of a template that are put into pages: what they are, where, on how many pages.

Their words are made up and on no page of the site: no list of words knows them, so that only their
coming back from page to page can give them away.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count

from dehusk.evaluate.inject.places import Places
from dehusk.model import stable_hash

Words = Sequence[str]
Write = Callable[[Words, str], str]
"""From words and the key of a page to canonical markup; what ignores the key is fixed."""

Choose = Callable[[Places, str], Iterable[int | None]]
"""From the places of a page and its key to those that the part goes to."""

N_WORDS = 80
_ONSETS = "b d f g k l m n p r s t v z br dr gl kr pl st tr".split()
_VOWELS = "a e i o u".split()
_FIRST_DAY = date(2026, 1, 5)
_MONTHS = "January February March April May June July August September October".split()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of part; `what` names it in a sentence, `share` is that of the pages that get it.

    One that is content should stay.
    """

    what: str
    write: Write
    choose: Choose
    share: float = 1.0
    is_content: bool = False


def make_words(taken: frozenset[str]) -> Words:
    """Words that are not taken, the same for the same ones taken."""
    words: dict[str, None] = {}
    for number in count():
        if len(words) == N_WORDS:
            break
        word = _make_word(str(number))
        if word not in taken:
            words[word] = None
    return tuple(words)


def _make_word(seed: str) -> str:
    """A word of two or three syllables.

    >>> _make_word("7")
    'tuviser'
    """
    state = stable_hash(seed)
    syllables = []
    for _ in range(2 + state % 2):
        state //= 7
        syllables.append(_ONSETS[state % len(_ONSETS)] + _VOWELS[state // 64 % len(_VOWELS)])
        state //= 512
    return "".join(syllables) + "nrsk"[state % 4]


def _say(words: Words) -> str:
    """A sentence of these words."""
    return " ".join(words).capitalize() + "."


def _make_own(key: str, n_words: int) -> Words:
    """Words of one page's own."""
    return [_make_word(f"{key} {number}") for number in range(n_words)]


def _write_block(words: Words, key: str) -> str:
    first, second = _say(words[1:13]), _say(words[13:30])
    return f'<div class="{words[0]}"><p>{first}</p><p>{second}</p></div>'


def _write_line(words: Words, key: str) -> str:
    return f'<div class="{words[0]}">{" ".join(words[1:4]).capitalize()}</div>'


def _write_links(words: Words, key: str) -> str:
    items = (f'<li><a href="/{word}">{word.capitalize()}</a></li>' for word in words[1:8])
    return f'<ul class="{words[0]}">{"".join(items)}</ul>'


def _write_varying(words: Words, key: str) -> str:
    """A date in the midst of a text, a number and a name in elements of their own."""
    turn = stable_hash(key)
    day = _FIRST_DAY + timedelta(days=turn % 270)
    today = f"{day.day} {_MONTHS[day.month - 1]} {day.year}, {turn % 24}:{turn % 49 + 10}"
    user = _make_word(key).capitalize()
    return (
        f'<div class="{words[0]}"><p>{_say(words[1:5])} {today}. {_say(words[5:9])}</p>'
        f"<p>{' '.join(words[9:13])} <b>{turn % 90_000 + 1_000:,}</b> {_say(words[13:17])}</p>"
        f"<p>{' '.join(words[17:21]).capitalize()} <b>{user}</b></p></div>"
    )


def _write_paragraph(words: Words, key: str) -> str:
    return f'<p class="{words[0]}">{_say(words[1:10])}</p>'


def _write_sentence(words: Words, key: str) -> str:
    return f' <span class="{words[0]}">{_say(words[1:10])}</span>'


def _write_own(words: Words, key: str) -> str:
    """A paragraph that no two pages have."""
    own = _make_own(key, 36)
    return f"<p>{_say(own[:12])} {_say(own[12:24])} {_say(own[24:])}</p>"


def _at_top(places: Places, key: str) -> Iterable[int | None]:
    return [places.top]


def _at_bottom(places: Places, key: str) -> Iterable[int | None]:
    return [places.bottom]


def _at_both_ends(places: Places, key: str) -> Iterable[int | None]:
    return [places.top, places.bottom]


def _before_any_own_block(places: Places, key: str) -> Iterable[int | None]:
    """Another place on each page."""
    blocks = places.before_own
    return [blocks[stable_hash(f"place {key}") % len(blocks)]] if blocks else [None]


def _before_longest_own(places: Places, key: str) -> Iterable[int | None]:
    """Before the block that the text stands in."""
    return [places.before_longest]


def _after_longest_own(places: Places, key: str) -> Iterable[int | None]:
    """In the element that the text stands in."""
    return [places.after_longest]


KINDS: Mapping[str, Kind] = {
    "everywhere": Kind("a block that every page ends with", _write_block, _at_bottom),
    "half": Kind("a block on half of the pages", _write_block, _at_top, share=0.5),
    "fifth": Kind("a block on a fifth of the pages", _write_block, _at_bottom, share=0.2),
    "line": Kind("a line of three words", _write_line, _at_top),
    "links": Kind("a list of seven links", _write_links, _at_top),
    "twice": Kind("a block that stands twice on each page", _write_block, _at_both_ends),
    "moving": Kind(
        "a block that moves about in the page's own text", _write_block, _before_any_own_block
    ),
    "varying": Kind("a block with a date, a number and a name", _write_varying, _at_top),
    "paragraph": Kind("a paragraph amid the page's own", _write_paragraph, _before_any_own_block),
    "sentence": Kind(
        "a sentence in a paragraph of the page's own", _write_sentence, _after_longest_own
    ),
    "own": Kind(
        "a paragraph that no two pages share", _write_own, _before_longest_own, is_content=True
    ),
}
"""The easy ones first; the last one must stay, for who removes everything finds everything."""
