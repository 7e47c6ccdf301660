import numpy as np
import pytest

from dehusk.learn.strings import Strings
from dehusk.learn.strings.locality import cut_out
from dehusk.learn.strings.tokens import find_tokens


@pytest.mark.parametrize(
    ("text", "removed", "left"),
    [
        (b"one</p><p>two", {1, 2}, b"one two"),
        (b"one </p><p>two", {1, 2}, b"one two"),
        (b"<p>one</p>", {0, 2}, b"one"),
        (b"<p>one<b>", {0}, b"one<b>"),
    ],
)
def test_words_do_not_run_together_where_tags_go(
    text: bytes, removed: set[int], left: bytes
) -> None:
    tokens = find_tokens(text, is_markup=True)
    is_removed = np.array([number in removed for number in range(len(tokens))])
    assert cut_out(text, tokens, is_removed) == left


def test_settings_read_from_a_file_are_those_that_were_saved() -> None:
    assert Strings(patterns=["default"]) == Strings()
    assert hash(Strings(patterns=["default"])) == hash(Strings())
