"""Features are gathered one group after another, and stay in that order."""

import numpy as np
import pytest

from dehusk.learn.site.columns import Columns
from dehusk.learn.site.reading import Floats


def rows_of(*rows: list[float]) -> Floats:
    return np.array(rows, dtype=np.float32)


def test_features_are_in_the_order_they_were_noted_in() -> None:
    columns = Columns(2)
    columns.note(("one", "two"), rows_of([5, 6], [0.5, 1]))
    columns.note(("three",), rows_of([1, 2]))
    features = columns.join()
    assert features.names == ("one", "two", "three")
    assert features.rows.tolist() == [[5, 6], [0.5, 1], [1, 2]]
    assert {name: row.tolist() for name, row in features.to_mapping().items()} == {
        "one": [5, 6],
        "two": [0.5, 1],
        "three": [1, 2],
    }


@pytest.mark.parametrize("rows", [rows_of([1, 2, 3]), rows_of([1, 2], [3, 4]), rows_of([1])])
def test_rows_that_do_not_fit_are_refused(rows: Floats) -> None:
    with pytest.raises(ValueError, match="1 names for rows"):
        Columns(2).note(("one",), rows)


@pytest.mark.parametrize("n_blocks", [0, 1, 3])
def test_a_page_of_any_size_has_all_features(n_blocks: int) -> None:
    columns = Columns(n_blocks)
    columns.note(("one", "two"), np.zeros((2, n_blocks), dtype=np.float32))
    assert columns.join().rows.shape == (2, n_blocks)
    assert Columns(n_blocks).join().rows.shape == (0, n_blocks)


def test_pages_do_not_share_what_is_noted_of_them() -> None:
    one, other = Columns(1), Columns(1)
    one.note(("one",), rows_of([1]))
    assert other.join().names == ()
