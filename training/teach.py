"""Networks from examples: first teachers, then the one that learns from truth and from them.

Truth is uneven: what one site's annotators took for content, another's left out. What networks make
of pages that they never saw is more even; so each page's truth is mixed with that, and the network
that learns from the mixture does better on new sites than its teachers. Nothing of a fold that is
held out reaches its network, not by way of a teacher either.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from dehusk.learn.site.network import Network, to_likelihood
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.threads import one_thread
from training.calibrate import HeldOut
from training.examples import Example, Examples, Look, describe_by
from training.fit import Plan, train
from training.folds import N_FOLDS
from training.lexicon import N_GROUPS, Said, group_of, make_lexicon

TAUGHT = 0.6
"""How much of a page's truth is what teachers say."""

TEACHERS = tuple(Plan(epochs=4.0, seed=seed) for seed in (1, 2))

Folds = frozenset[int]
Opinions = Mapping[int, Floats]
"""By the number of an example, how likely each block is content to one who never saw its fold."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """All examples, and what the pages of each owner say of words."""

    examples: Examples
    said: Mapping[str, Said]


def list_teachers() -> list[Folds]:
    """What each teacher must not see: a fold, or a fold and the one that is held out anyway."""
    return [frozenset(folds) for size in (1, 2) for folds in combinations(range(N_FOLDS), size)]


def form_opinions(lesson: Lesson, unseen: Folds) -> dict[int, Floats]:
    """What teachers make of the pages that they never saw, with all that their sites tell."""
    pages = [page for page in lesson.examples.pages if page.fold not in unseen]
    teachers = [_teach(lesson, pages, plan) for plan in TEACHERS]
    with one_thread():
        return {
            number: np.mean(
                [_judge(one, page, page.looks[max(page.looks)]) for one in teachers], axis=0
            ).astype(np.float32)
            for number, page in enumerate(lesson.examples.pages)
            if page.fold in unseen
        }


def teach(lesson: Lesson, held_out: int | None, opinions: Opinions) -> Network:
    """Train on truth mixed with opinions, without the pages of a fold."""
    pages = [
        _mix(page, opinions[number])
        for number, page in enumerate(lesson.examples.pages)
        if page.fold != held_out
    ]
    return _teach(lesson, pages, Plan())


def _teach(lesson: Lesson, pages: Sequence[Example], plan: Plan) -> Network:
    with one_thread():
        named = _describe_words(pages, lesson.said)
        network = train(pages, named, lesson.examples.features, plan)
    return replace(network, lexicon=make_lexicon(lesson.said, _list_owners(pages)))


def choose_opinions(held_out: int | None, opinions: Mapping[Folds, Opinions]) -> Opinions:
    """Of each page the opinion of the teacher that saw neither its fold nor the one held out."""
    chosen: dict[int, Floats] = {}
    for fold in range(N_FOLDS):
        if fold != held_out:
            unseen = frozenset({fold} if held_out is None else {fold, held_out})
            chosen |= opinions[unseen]
    return chosen


def judge_held_out(lesson: Lesson, network: Network, fold: int | None) -> Iterator[HeldOut]:
    """The pages of a fold, each by itself and with all that its site tells."""
    with one_thread():
        for page in lesson.examples.pages:
            if page.fold == fold:
                for level in sorted({min(page.looks), max(page.looks)}):
                    likely = _judge(network, page, page.looks[level])
                    yield HeldOut(likely, page.content, page.words)


def _mix(page: Example, opinion: Floats) -> Example:
    content = (1 - TAUGHT) * page.content + TAUGHT * opinion
    return replace(page, content=content.astype(np.float32))


def _describe_words(pages: Sequence[Example], said: Mapping[str, Said]) -> list[Floats]:
    """The features of words, each page's by a lexicon that its owner had no say in."""
    owners = _list_owners(pages)
    lexicons = [
        make_lexicon(said, {owner for owner in owners if group_of(owner) != group})
        for group in range(N_GROUPS)
    ]
    return [describe_by(page, lexicons[group_of(page.owner)]) for page in pages]


def _list_owners(pages: Iterable[Example]) -> set[str]:
    return {page.owner for page in pages}


def _judge(network: Network, page: Example, look: Look) -> Floats:
    named = describe_by(page, network.lexicon)
    values = np.concatenate((look.features.astype(np.float32), named), axis=1)
    odds = network.decide(network.normalize(values), look.low, look.high)
    return to_likelihood(odds)
