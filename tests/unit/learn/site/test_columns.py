"""Features are gathered one after another, worked out together, and in an order that stays."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dehusk.learn.site.columns import Columns, ratio

counts = st.lists(st.integers(-5, 10**6), min_size=3, max_size=3)


def test_features_are_in_the_order_of_their_kinds() -> None:
    columns = Columns(2)
    columns.note("plain one", np.array([5, 6]))
    columns.note_share("share", np.array([1, 2]), np.array([2, 2]))
    columns.note_log("log one", np.array([0, 1]))
    columns.note_page(page_links=0.5)
    columns.note_all(("plain two", "plain three"), np.array([[1, 2], [3, 4]]))
    columns.note_log("log two", np.array([2, 3]))
    columns.note_page(alone=1.0)
    features = columns.work_out()
    assert features.names == (
        *("page links", "alone", "log one", "log two", "share"),
        *("plain one", "plain two", "plain three"),
    )
    pages, shares, plain = [[0.5, 0.5], [1, 1]], [[0.5, 1]], [[5, 6], [1, 2], [3, 4]]
    logs = np.log([[1, 2], [3, 4]]).tolist()
    wanted = np.array([*pages, *logs, *shares, *plain])
    assert np.allclose(features.rows, wanted)
    assert features.rows.dtype == np.float32


def test_every_feature_is_found_by_its_name() -> None:
    columns = Columns(2)
    columns.note("b", np.array([1, 2]))
    columns.note_log("a", np.array([0, 0]))
    found = columns.work_out().to_mapping()
    assert {name: row.tolist() for name, row in found.items()} == {"a": [0, 0], "b": [1, 2]}


@given(counts)
@example([-5, -1, 0])
def test_a_count_is_taken_on_a_scale_where_large_ones_differ_less(values: list[int]) -> None:
    columns = Columns(3)
    columns.note_log("log", np.array(values))
    (row,) = columns.work_out().rows
    assert row.tolist() == pytest.approx(np.log1p(np.maximum(values, 0)).tolist(), rel=1e-5)


@given(counts, counts)
@example([0, 0, 3], [0, 1, 4])
def test_of_nothing_the_share_is_none(parts: list[int], wholes: list[int]) -> None:
    whole = np.abs(np.array(wholes))
    part = np.minimum(np.abs(np.array(parts)), whole)
    columns = Columns(3)
    columns.note_share("share", part, whole)
    (row,) = columns.work_out().rows
    wanted = [
        one / all_of_it if all_of_it else 0 for one, all_of_it in zip(part, whole, strict=True)
    ]
    assert row.tolist() == pytest.approx(wanted, rel=1e-5)
    assert ratio(part, whole).tolist() == pytest.approx(wanted, rel=1e-5)


def test_flags_and_whole_numbers_become_numbers() -> None:
    columns = Columns(2)
    columns.note("flag", np.array([True, False]))
    columns.note_share("of flags", np.array([True, True]), np.array([4, 0], dtype=np.int32))
    columns.note_log("of wide ones", np.array([2.0**40, 0], dtype=np.float64))
    of_wide, shares, flags = columns.work_out().rows.tolist()
    assert flags == [1, 0]
    assert shares == [0.25, 1]
    assert of_wide == pytest.approx([40 * np.log(2), 0], rel=1e-6)


def test_what_was_noted_is_left_as_it_is() -> None:
    noted = np.array([3, 4], dtype=np.float32)
    columns = Columns(2)
    columns.note_log("log", noted)
    columns.note_share("share", noted, noted * 2)
    first = columns.work_out().rows
    assert noted.tolist() == [3, 4]
    assert columns.work_out().rows.tolist() == first.tolist()


@pytest.mark.parametrize("n_blocks", [0, 1, 3])
def test_a_page_of_any_size_has_all_features(n_blocks: int) -> None:
    none = np.zeros(n_blocks)
    columns = Columns(n_blocks)
    columns.note_page(alone=1.0)
    columns.note_log("log", none)
    columns.note_share("share", none, none)
    columns.note("plain", none)
    assert columns.work_out().rows.shape == (4, n_blocks)
    assert Columns(n_blocks).work_out().rows.shape == (0, n_blocks)


def test_pages_do_not_share_what_is_noted_of_them() -> None:
    one, other = Columns(1), Columns(1)
    one.note_log("log", np.zeros(1))
    one.note_share("share", np.zeros(1), np.zeros(1))
    assert other.work_out().names == ()
