"""One network from all examples but those of a fold, and what it makes of those held out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.network import Network
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.threads import one_thread
from training.calibrate import HeldOut
from training.examples import Example, Examples, describe_by
from training.fit import Plan, train
from training.lexicon import N_GROUPS, Said, group_of, make_lexicon


@dataclass(frozen=True, slots=True)
class Lesson:
    """All examples, and what the pages of each owner say of words."""

    examples: Examples
    said: Mapping[str, Said]


def teach(lesson: Lesson, without: int | None = None) -> tuple[Network, Sequence[HeldOut]]:
    """Train without the pages of a fold, then judge these."""
    pages = [page for page in lesson.examples.pages if page.fold != without]
    held = [page for page in lesson.examples.pages if page.fold == without]
    with one_thread():
        named = describe_words(pages, lesson.said)
        network = train(pages, named, lesson.examples.features, Plan())
        network = replace(network, lexicon=make_lexicon(lesson.said, _list_owners(pages)))
        return network, [judged for page in held for judged in _judge(network, page)]


def describe_words(pages: Sequence[Example], said: Mapping[str, Said]) -> list[Floats]:
    """The features of words, each page's by a lexicon that its owner had no say in."""
    owners = _list_owners(pages)
    lexicons: list[Lexicon] = [
        make_lexicon(said, {owner for owner in owners if group_of(owner) != group})
        for group in range(N_GROUPS)
    ]
    return [describe_by(page, lexicons[group_of(page.owner)]) for page in pages]


def _list_owners(pages: Sequence[Example]) -> set[str]:
    return {page.owner for page in pages}


def _judge(network: Network, page: Example) -> Sequence[HeldOut]:
    """A page by itself, and with all that its site taught."""
    named = describe_by(page, network.lexicon)
    found = []
    for level in sorted({min(page.looks), max(page.looks)}):
        look = page.looks[level]
        values = np.concatenate((look.features.astype(np.float32), named), axis=1)
        odds = network.decide(network.normalize(values), look.low, look.high)
        likely: Floats = (1 / (1 + np.exp(-odds))).astype(np.float32)
        found.append(HeldOut(likely, page.content, page.words))
    return found
