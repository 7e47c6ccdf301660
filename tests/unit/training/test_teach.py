"""Teachers and who learns from them: nothing of what is held out reaches a network."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dehusk.learn.site.reading import Floats
from tests.unit.evaluate.truths import make_truth
from tests.unit.training.examples_of import learn_little, make_example
from training.calibrate import HeldOut
from training.examples import OF_WORDS, Example, Examples, make_examples
from training.folds import N_FOLDS
from training.lexicon import count_words
from training.teach import (
    Lesson,
    _mix,
    choose_opinions,
    form_opinions,
    judge_held_out,
    list_teachers,
    teach,
)

N_PAGES = 6


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    """Pages dealt out into two folds."""
    folder: Path = tmp_path_factory.mktemp("truth")
    (site,) = make_truth(folder, "news", pages=N_PAGES)
    made = make_examples(site)
    return Examples(made.features, [replace(one, fold=n % 2) for n, one in enumerate(made.pages)])


@pytest.fixture
def lesson(pages: Examples, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    learn_little(monkeypatch)
    return Lesson(pages, count_words(pages.pages))


def contradict(lesson: Lesson, fold: int) -> Lesson:
    """The same with the contrary of the truth in a fold."""
    found = lesson.examples
    changed = [turn(one) if one.fold == fold else one for one in found.pages]
    return replace(lesson, examples=Examples(found.features, changed))


def turn(example: Example) -> Example:
    return replace(example, content=1 - example.content)


def agree(lesson: Lesson) -> Mapping[int, Floats]:
    """Opinions that are the truth."""
    return {number: page.content for number, page in enumerate(lesson.examples.pages)}


def test_there_is_a_teacher_for_every_fold_and_for_every_two() -> None:
    teachers = list_teachers()
    assert len(set(teachers)) == len(teachers) == N_FOLDS + N_FOLDS * (N_FOLDS - 1) // 2
    assert {len(unseen) for unseen in teachers} == {1, 2}


@pytest.mark.parametrize("held_out", [None, *range(N_FOLDS)])
def test_no_opinion_is_of_a_teacher_that_saw_the_page_or_what_is_held_out(
    held_out: int | None,
) -> None:
    # Page n is in fold n; an opinion tells by its bits which folds its teacher did not see.
    opinions = {
        unseen: {fold: np.array([sum(1 << one for one in unseen)], np.float32) for fold in unseen}
        for unseen in list_teachers()
    }
    chosen = choose_opinions(held_out, opinions)
    assert chosen.keys() >= set(range(N_FOLDS)) - {held_out}
    for fold, opinion in chosen.items():
        unseen = {one for one in range(N_FOLDS) if int(opinion[0]) >> one & 1}
        assert {fold} <= unseen
        assert held_out is None or held_out in unseen
        assert len(unseen) <= 2


def test_truth_that_is_mixed_stays_between_truth_and_opinion() -> None:
    page = make_example("me", "<p>a</p><p>b</p><p>c</p><p>d</p>", (0, 1, 0.5, 1))
    opinion = np.array([0.8, 0.1, 0.5, 1], dtype=np.float32)
    mixed = _mix(page, opinion)
    low, high = np.minimum(page.content, opinion), np.maximum(page.content, opinion)
    assert ((low <= mixed.content) & (mixed.content <= high)).all()
    assert (low < mixed.content)[:2].all()
    assert (mixed.content < high)[:2].all()
    assert mixed.content.dtype == np.float32
    assert page.content.tolist() == [0, 1, 0.5, 1]


def test_a_teacher_has_an_opinion_of_each_page_it_never_saw(lesson: Lesson) -> None:
    opinions = form_opinions(lesson, frozenset({1, 4}))
    assert sorted(opinions) == [1, 3, 5]
    for number, likely in opinions.items():
        assert likely.shape == lesson.examples.pages[number].content.shape
        assert ((likely >= 0) & (likely <= 1)).all()


def test_the_truth_of_what_a_teacher_never_saw_is_not_in_its_opinion(lesson: Lesson) -> None:
    unseen = frozenset({1})
    found, unmoved, moved = (
        form_opinions(one, unseen)[1].tolist()
        for one in (lesson, contradict(lesson, 1), contradict(lesson, 0))
    )
    assert found == unmoved != moved


def test_what_is_held_out_teaches_nothing(lesson: Lesson) -> None:
    opinions = agree(lesson)
    odd = {number: opinions[number] for number in (1, 3, 5)}
    found, unmoved, moved = (
        teach(*given).layers["in.weight"].tolist()
        for given in (
            (lesson, 0, opinions),
            (contradict(lesson, 0), 0, odd),
            (contradict(lesson, 1), 0, odd),
        )
    )
    assert found == unmoved != moved


def test_opinions_are_learned_from(lesson: Lesson) -> None:
    contrary = {number: 1 - opinion for number, opinion in agree(lesson).items()}
    one, other = (teach(lesson, None, some).layers for some in (agree(lesson), contrary))
    assert not np.array_equal(one["in.weight"], other["in.weight"])


def test_a_network_judges_what_was_held_out(lesson: Lesson) -> None:
    network = teach(lesson, 1, agree(lesson))
    assert network.features == (*lesson.examples.features, *OF_WORDS)
    held = list(judge_held_out(lesson, network, 1))
    # Each page alone, and with all that its site taught.
    assert len(held) == 2 * (N_PAGES // 2)
    for page in held:
        assert isinstance(page, HeldOut)
        assert ((page.likely >= 0) & (page.likely <= 1)).all()
        assert page.likely.shape == page.content.shape == page.words.shape
    assert not list(judge_held_out(lesson, network, None))
