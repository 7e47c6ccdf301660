"""Paths that are spelled only if somebody reads them."""

import pickle
from collections.abc import Mapping

import pytest

from dehusk.cluster.auto import Auto
from dehusk.cluster.late import LateCounts, LatePaths
from dehusk.cluster.marks import Marks
from dehusk.model import Page, Tree
from tests.conftest import parse


def make_pages() -> list[Page]:
    """Pages of one template."""
    return [parse(f"<p class='all'>x</p><b>{n}</b>", str(n)) for n in range(4)]


def test_paths_are_found_once_and_read_like_a_tuple() -> None:
    asked: list[str] = []

    def find() -> list[str]:
        asked.append("once")
        return ["a", "b"]

    paths = LatePaths(find)
    assert not asked
    assert paths == ("a", "b")
    assert (paths[0], paths[1:], len(paths), list(paths)) == ("a", ("b",), 2, ["a", "b"])
    assert hash(paths) == hash(("a", "b"))
    assert paths == LatePaths(lambda: ("a", "b"))
    assert paths != LatePaths(lambda: ("a",))
    assert asked == ["once"]


def test_counts_are_made_once_and_read_like_a_dict() -> None:
    asked: list[str] = []

    def count() -> dict[str, int]:
        asked.append("once")
        return {"a": 2}

    counts = LateCounts(count)
    assert not asked
    assert counts == {"a": 2}
    assert (counts["a"], counts.get("b", 0), dict(counts)) == (2, 0, {"a": 2})
    assert asked == ["once"]


def test_what_leaves_the_process_is_spelled() -> None:
    assert type(pickle.loads(pickle.dumps(LatePaths(lambda: ["a"])))) is tuple
    assert type(pickle.loads(pickle.dumps(LateCounts(lambda: {"a": 1})))) is dict


def test_clustering_and_assigning_spell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = make_pages()

    def spell(self: Marks, tree: Tree, wanted: object) -> Mapping[int, str]:
        raise AssertionError

    monkeypatch.setattr(Marks, "spell", spell)
    (cluster,), clustering = Auto().cluster(pages)
    assert clustering.assign(pages[0]).cluster == cluster.name
    with pytest.raises(AssertionError):
        clustering.state()


def test_paths_can_be_spelled_when_the_pages_are_gone() -> None:
    pages = make_pages()
    (cluster,), clustering = Auto().cluster(pages)
    expected, state = tuple(cluster.paths), clustering.state()
    (cluster,), clustering = Auto().cluster(make_pages())
    pages.clear()
    assert "p.all" in cluster.paths
    assert cluster.paths == expected
    assert clustering.state() == state
