"""Turns word lists and sentence frames into seeded prose that reads plausibly.

A frame names its word lists in braces ("The {adjective} {noun} fell."); it is compiled once to a
%-format and a tuple of lists, because filling frames is most of the work of making a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

Words = tuple[str, ...]

SLOT = re.compile(r"\{(\w+)\}")
SLUG_WORD = re.compile(r"[a-z0-9]+")
SLUG_WORDS = 5
QUOTATION_MARKS = "“«"
CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
LATIN = "a,b,v,g,d,e,e,zh,z,i,y,k,l,m,n,o,p,r,s,t,u,f,kh,ts,ch,sh,sch,,y,,e,yu,ya"
TO_ASCII = str.maketrans(
    {
        **dict(zip(CYRILLIC, re.split(",", LATIN), strict=True)),
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "_": "-",
    }
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence frame ready to be filled."""

    frame: str
    lists: tuple[Words, ...]


def split_words(text: str) -> Words:
    """Split a comma-separated block of words; lists are written so to stay readable.

    >>> split_words("old mill, new\\n   bridge")
    ('old mill', 'new bridge')
    """
    return tuple(" ".join(word.split()) for word in text.split(",") if word.strip())


def combine_stems(heads: str, tails: str) -> Words:
    """Combine two lists into all their compounds: few stems, thousands of words.

    >>> combine_stems("Alder, Brack", "mere, ton")
    ('Aldermere', 'Alderton', 'Brackmere', 'Brackton')
    """
    return tuple(head + tail for head in split_words(heads) for tail in split_words(tails))


def compile_phrases(words: Mapping[str, Words], *frames: str) -> tuple[Phrase, ...]:
    """Compile frames against the word lists they name; an unknown name fails at once."""
    return tuple(
        Phrase(
            SLOT.sub("%s", frame.replace("%", "%%")),
            tuple(words[name] for name in SLOT.findall(frame)),
        )
        for frame in frames
    )


def pick(rng: Random, words: Words) -> str:
    """Pick one word; a third of the price of `rng.choice`, which counts here."""
    return words[int(rng.random() * len(words))]


def has_luck(rng: Random, share: float) -> bool:
    """Tell whether an event of this probability happens."""
    return rng.random() < share


def say(rng: Random, phrases: tuple[Phrase, ...]) -> str:
    """Fill one of the phrases, its first letter in upper case, also behind a quotation mark."""
    draw = rng.random
    phrase = phrases[int(draw() * len(phrases))]
    text = phrase.frame % tuple([words[int(draw() * len(words))] for words in phrase.lists])
    start = 1 if text[0] in QUOTATION_MARKS else 0
    return text[:start] + text[start].upper() + text[start + 1 :]


def say_several(rng: Random, phrases: tuple[Phrase, ...], low: int, high: int) -> str:
    """Say between `low` and `high` sentences, as one paragraph."""
    count = low + int(rng.random() * (high - low + 1))
    return " ".join([say(rng, phrases) for _ in range(count)])


def slugify(title: str) -> str:
    """Turn a title into file-name-safe words.

    >>> slugify("Тихие мосты у реки"), slugify("Größe?")
    ('tikhie-mosty-u-reki', 'groesse')
    """
    return "-".join(SLUG_WORD.findall(title.lower().translate(TO_ASCII))[:SLUG_WORDS])
