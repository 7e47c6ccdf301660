"""What the words of blocks say; what nobody knows says nothing."""

import itertools

import numpy as np
import pytest

from dehusk.learn.site.lexicon import Lexicon, describe_words
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.view import View
from dehusk.learn.site.wording import Wording, describe_wording
from tests.unit.learn.site.sites import hash_words, note, view_of

SAYS = {"subscribe": -2.0, "share": -1.0, "otters": 1.5, "river": 0.5}


def make_wording() -> Wording:
    by_hash = sorted((int(hash_words(word)[0]), says) for word, says in SAYS.items())
    keys, says = zip(*by_hash, strict=True)
    return Wording(np.array(keys, dtype=np.uint64), np.array(says, dtype=np.float32))


def describe_slowly(view: View) -> dict[str, list[float]]:
    """The same as a loop over texts."""
    known = {int(hash_words(word)[0]): says for word, says in SAYS.items()}
    first, tags = view.reading.first_word.tolist(), view.page.tree.tag[view.places.element]
    told: dict[str, list[float]] = {name: [] for name in note(describe_wording, view, Wording())}
    heading = 0.0
    for block, (low, high) in enumerate(itertools.pairwise(first)):
        said = [known.get(word, 0.0) for word in view.reading.word[low:high].tolist()]
        mean = sum(said) / max(len(said), 1)
        if view.page.tree.tag_names[tags[block]] in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            heading = mean
        told["wording"].append(mean)
        told["wording against"].append(min([0.0, *said]))
        told["wording for"].append(max([0.0, *said]))
        told["wording of heading"].append(heading)
    return told


@pytest.mark.parametrize(
    "body",
    [
        "<p>Subscribe and share!</p><h2>Otters, river</h2><p>Nothing else</p><h3>Share</h3><p>x",
        "<div><img src=a></div><p>Otters</p><div><img src=b></div>",
        "<h1><img src=a></h1><p>River of otters</p>",
        "<p>...</p><p>Subscribe</p>",
        "<p>Otters</p><p>Otters</p><div><img src=c></div><div><img src=d></div>",
        f"<p>Share</p><h2>{'otters swim ' * 40}</h2><p>River</p><p>{'rain ' * 99} share</p>",
    ],
)
def test_words_are_weighed_as_in_a_loop(body: str) -> None:
    view = view_of(body)
    told = note(describe_wording, view, make_wording())
    for name, values in describe_slowly(view).items():
        assert told[name].tolist() == pytest.approx(values), name


def weigh(wording: Wording, words: Hashes) -> list[float]:
    """What each word says: of blocks of one word, on average."""
    first, heading = np.arange(len(words) + 1), np.full(len(words), -1, dtype=np.int32)
    said: list[float] = wording.describe(words, first, heading)[0].tolist()
    return said


def test_known_words_are_weighed_and_unknown_ones_are_not() -> None:
    reading = view_of("<p>Otters SUBSCRIBE, never rivers.</p>").reading
    assert weigh(make_wording(), reading.word) == [1.5, -2, 0, 0]


def test_of_words_whose_hashes_begin_alike_one_is_known() -> None:
    """The other says nothing, and never what the first one says."""
    keys = np.array([7, 2**63 + 1, 2**63 + 9, 2**64 - 1], dtype=np.uint64)
    wording = Wording(keys, np.array([1, 2, 3, 4], dtype=np.float32))
    first, *alike, last = weigh(wording, keys)
    assert (first, last) == (1, 4)
    assert alike in ([2, 0], [0, 3])
    strangers = np.array([0, 8, 2**63, 2**63 + 5, 2**62, 2**64 - 2], dtype=np.uint64)
    assert not any(weigh(wording, strangers))


def test_nearly_all_of_many_words_are_known() -> None:
    chance = np.random.default_rng(0)
    keys = np.unique(chance.integers(0, 2**64, 5000, dtype=np.uint64))
    says = chance.random(len(keys)).astype(np.float32) + 1
    found = np.array(weigh(Wording(keys, says), keys))
    assert ((found == says) | (found == 0)).all()
    assert (found > 0).mean() > 0.98


def test_an_empty_lexicon_says_nothing() -> None:
    view = view_of("<div class=story><h1>Otters</h1><p>Subscribe</p></div>")
    told: dict[str, Floats] = note(describe_words, view, Lexicon())
    assert len(told) == 8
    assert not any(column.any() for column in told.values())


def test_a_page_without_words_is_told_nothing() -> None:
    for body in ("", "<img src=a>"):
        view = view_of(body)
        told = note(describe_words, view, Lexicon(wording=make_wording()))
        assert all(column.tolist() == [0] * len(view) for column in told.values())
