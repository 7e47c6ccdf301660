"""Essential paths: the paper's example, thresholds that pages set, and settings that cannot be."""

import numpy as np
import pytest

from dehusk.cluster.cosine import Cosine
from dehusk.cluster.dice import Dice
from dehusk.cluster.essential import find_thresholds, keep_essential, list_attributes
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.mdl import Mdl
from dehusk.cluster.minhash import MinHash
from dehusk.cluster.paths import TagPaths
from dehusk.errors import BadSetting
from dehusk.model import Page
from tests.conftest import parse
from tests.unit.cluster.matrices import list_rows, make_matrix

EXAMPLE = (
    "<h1>word</h1><br>",
    "<h1>Local</h1><br>List",
    "<h1>Global</h1><br>List",
    "List",
)
"""d1 … d4 of the paper's Figure 4; its d4 says "hello", which contradicts its own supports."""

P1_TO_P8 = (
    "/html",
    "/html/body",
    "/html/body/h1",
    "/html/body/br",
    '/html/body/"List"',
    '/html/body/h1/"word"',
    '/html/body/h1/"Local"',
    '/html/body/h1/"Global"',
)


def parse_example() -> list[Page]:
    return [
        parse(f"<html><body>{body}</body></html>", f"d{number}.html")
        for number, body in enumerate(EXAMPLE, start=1)
    ]


def columns_of_example(matrix: PathMatrix) -> list[int]:
    numbers = matrix.paths.tolist()
    return [numbers.index(TagPaths().hash_spelled(path)) for path in P1_TO_P8]


def test_the_papers_pages_have_its_eight_paths_with_its_supports() -> None:
    matrix = PathMatrix.read(parse_example(), TagPaths())
    assert len(matrix.paths) == 8
    assert matrix.supports()[columns_of_example(matrix)].tolist() == [4, 4, 3, 3, 3, 1, 1, 1]


def test_the_papers_pages_have_its_essential_paths() -> None:
    matrix = PathMatrix.read(parse_example(), TagPaths())
    columns = columns_of_example(matrix)
    essential = keep_essential(matrix)
    told = [{f"p{columns.index(column) + 1}" for column in row} for row in list_rows(essential)]
    assert told == [
        {"p1", "p2", "p3", "p4"},
        {"p1", "p2", "p3", "p4", "p5"},
        {"p1", "p2", "p3", "p4", "p5"},
        {"p1", "p2"},
    ]


def test_paths_that_are_essential_nowhere_keep_their_rows() -> None:
    essential = keep_essential(PathMatrix.read(parse_example(), TagPaths()))
    assert len(essential.paths) == 8
    assert essential.supports()[columns_of_example(essential)].tolist() == [4, 4, 3, 3, 2, 0, 0, 0]


def test_a_pages_threshold_is_the_support_that_most_of_its_paths_have() -> None:
    # Path 0 is on three pages; 1, 2 and 3 on two; 4 and 5 on one.
    matrix = make_matrix({0, 1, 2, 3}, {0, 1, 2, 3, 4}, {0, 5})
    assert find_thresholds(matrix).tolist() == [2, 2, 3]


def test_the_smallest_support_counts_where_several_are_as_frequent() -> None:
    matrix = make_matrix({0, 1}, {0, 1}, {0})
    assert find_thresholds(matrix).tolist() == [2, 2, 3]


def test_paths_of_no_other_page_do_not_count() -> None:
    matrix = make_matrix({0, 1, 2, 3}, {0}, {0, 4, 5})
    assert find_thresholds(matrix).tolist() == [3, 3, 3]


def test_a_page_that_shares_nothing_keeps_all_it_has() -> None:
    matrix = make_matrix({0, 1}, {0, 1}, {2, 3})
    assert list_rows(keep_essential(matrix)) == [{0, 1}, {0, 1}, {2, 3}]


def test_a_page_without_paths_has_no_essential_ones() -> None:
    matrix = make_matrix({0, 1}, set(), {0})
    assert list_rows(keep_essential(matrix)) == [{0}, set(), {0}]


def test_a_page_alone_keeps_all_it_has() -> None:
    matrix = PathMatrix.read(parse_example()[:1], TagPaths())
    assert keep_essential(matrix).columns.tolist() == matrix.columns.tolist()


def test_no_pages_have_no_thresholds() -> None:
    matrix = PathMatrix.read([], TagPaths())
    assert len(find_thresholds(matrix)) == 0
    assert keep_essential(matrix).n_pages == 0


def test_thresholds_are_those_of_counting_page_by_page() -> None:
    draw = np.random.default_rng(4)
    matrix = make_matrix(*(set(draw.integers(0, 9, 5).tolist()) for _ in range(30)))
    supports = matrix.supports()
    for row, threshold in zip(list_rows(matrix), find_thresholds(matrix), strict=True):
        values = [int(supports[path]) for path in row if supports[path] > 1]
        most = max(map(values.count, values))
        assert threshold == min(value for value in values if values.count(value) == most)


@pytest.mark.parametrize("method", [Mdl, MinHash, Cosine, Dice])
def test_attributes_are_named_as_text_or_one_by_one(
    method: type[Mdl | MinHash | Cosine | Dice],
) -> None:
    assert method(attributes="class, id").attributes == ("class", "id")
    assert method(attributes=["class", "id"]).attributes == ("class", "id")
    assert method(attributes="").attributes == method().attributes == ()


@pytest.mark.parametrize("method", [Mdl, MinHash, Cosine, Dice])
@pytest.mark.parametrize("value", [3, None, ["class", 4], ["a b"], " , ", {"class": 1}])
def test_what_names_no_attributes_cannot_be(
    method: type[Mdl | MinHash | Cosine | Dice], value: object
) -> None:
    with pytest.raises(BadSetting, match=rf"{method.name}: attributes .* such as class,id,src"):
        method(attributes=value)  # type: ignore[arg-type]


def test_an_attribute_tells_pages_apart_that_have_the_same_tags() -> None:
    pages = [
        parse(f"<body><p class='{kind} {kind}-main {kind}-text'>", f"{kind}{number}.html")
        for kind in ("news", "shop")
        for number in range(5)
    ]
    assert [len(cluster.keys) for cluster in Cosine().cluster(pages)[0]] == [10]
    assert [len(c.keys) for c in Cosine(attributes="class").cluster(pages)[0]] == [5, 5]


def test_attributes_are_known_by_owner_in_errors() -> None:
    with pytest.raises(BadSetting, match="mine"):
        list_attributes("mine", 3)
