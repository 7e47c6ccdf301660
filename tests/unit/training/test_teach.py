"""Networks from lessons: nothing of what is held out reaches a network."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.evaluate.truths import make_truth
from tests.unit.training.examples_of import learn_little
from training.calibrate import HeldOut
from training.examples import OF_WORDS, Example, Examples, make_examples
from training.lexicon import count_words
from training.teach import Lesson, judge_held_out, teach

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


def test_what_is_held_out_teaches_nothing(lesson: Lesson) -> None:
    found, unmoved, moved = (
        teach(given, 0).layers["in.weight"].tolist()
        for given in (lesson, contradict(lesson, 0), contradict(lesson, 1))
    )
    assert found == unmoved != moved


def test_a_network_judges_what_was_held_out(lesson: Lesson) -> None:
    network = teach(lesson, 1)
    assert network.features == (*lesson.examples.features, *OF_WORDS)
    held = list(judge_held_out(lesson, network, 1))
    # Each page alone, and with all that its site taught.
    assert len(held) == 2 * (N_PAGES // 2)
    for page in held:
        assert isinstance(page, HeldOut)
        assert ((page.likely >= 0) & (page.likely <= 1)).all()
        assert page.likely.shape == page.content.shape == page.words.shape
    assert not list(judge_held_out(lesson, network, None))
