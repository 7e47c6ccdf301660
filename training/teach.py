"""One network from all examples but those of a fold, and what it makes of those held out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dehusk.learn.site.network import Network, to_likelihood
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.threads import one_thread
from training.calibrate import HeldOut
from training.examples import Example, Examples, Look, describe_by
from training.fit import Plan, train
from training.lexicon import N_GROUPS, Said, group_of, make_lexicon


@dataclass(frozen=True, slots=True)
class Lesson:
    """All examples, and what the pages of each owner say of words."""

    examples: Examples
    said: Mapping[str, Said]


def teach(lesson: Lesson, held_out: int | None = None) -> Network:
    """Train without the pages of a fold."""
    pages = [page for page in lesson.examples.pages if page.fold != held_out]
    with one_thread():
        named = _describe_words(pages, lesson.said)
        network = train(pages, named, lesson.examples.features, Plan())
    return replace(network, lexicon=make_lexicon(lesson.said, _list_owners(pages)))


def judge_held_out(lesson: Lesson, network: Network, fold: int | None) -> Iterator[HeldOut]:
    """The pages of a fold, each by itself and with all that its site tells."""
    with one_thread():
        for page in lesson.examples.pages:
            if page.fold == fold:
                for level in sorted({min(page.looks), max(page.looks)}):
                    likely = _judge(network, page, page.looks[level])
                    yield HeldOut(likely, page.content, page.words)


def _describe_words(pages: Sequence[Example], said: Mapping[str, Said]) -> list[Floats]:
    """The features of words, each page's by a lexicon that its owner had no say in."""
    owners = _list_owners(pages)
    lexicons = [
        make_lexicon(said, {owner for owner in owners if group_of(owner) != group})
        for group in range(N_GROUPS)
    ]
    return [describe_by(page, lexicons[group_of(page.owner)]) for page in pages]


def _list_owners(pages: Sequence[Example]) -> set[str]:
    return {page.owner for page in pages}


def _judge(network: Network, page: Example, look: Look) -> Floats:
    named = describe_by(page, network.lexicon)
    values = np.concatenate((look.features.astype(np.float32), named), axis=1)
    return to_likelihood(network.decide(values, look.low, look.high))
