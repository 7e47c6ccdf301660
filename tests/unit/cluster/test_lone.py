"""The cluster of a page that stands alone."""

import numpy as np
import pytest

from dehusk.cluster.auto import Auto
from dehusk.cluster.lone import LoneClustering, cluster_alone
from dehusk.cluster.marks import Marks
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.templates import make_clusters
from dehusk.model import Membership, Page
from tests.conftest import parse

MARKUP = "<title>Rain</title><p class='a b'>x</p><p class=a>y</p><ul><li>z</ul>"


def make_page(markup: str = MARKUP) -> Page:
    """A page that stands alone."""
    return parse(markup, "page")


def test_a_page_alone_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    page = make_page()

    def read(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Marks, "read", read)
    (cluster,), clustering = Auto().cluster([page])
    assert isinstance(clustering, LoneClustering)
    assert cluster.keys == (page.ref.key,)
    assert clustering.assign(page) == Membership("1", "1")
    assert list(clustering.list_templates()) == ["1"]
    with pytest.raises(AssertionError):
        clustering.assign(make_page())


def test_its_cluster_is_the_one_that_any_pages_would_have() -> None:
    page = make_page()
    (lone,), clustering = cluster_alone(page, Marks())
    matrix = PathMatrix.read([page], Marks())
    (usual,), usual_clustering = make_clusters([page], matrix, np.zeros(1, np.intp), Marks())
    assert lone == usual
    assert "p.a twice" in lone.paths
    assert clustering.state() == usual_clustering.state()
    for other in (page, make_page(), make_page("<p class=a>x"), make_page("<table><td>x")):
        assert clustering.assign(other) == usual_clustering.assign(other)


def test_another_page_may_not_fit() -> None:
    _, clustering = cluster_alone(make_page(), Marks())
    assert clustering.assign(make_page("<form><input></form>")) == Membership(None, "1")
