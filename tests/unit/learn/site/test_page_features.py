"""What a page by itself tells of its blocks."""

from dehusk.learn.site.page_features import describe_tags
from tests.unit.learn.site.sites import note, view_of


def test_what_is_said_not_to_be_hidden_is_not() -> None:
    view = view_of('<p aria-hidden="false">x</p><p data-hidden="no">y</p><p hidden>z</p>')
    assert note(describe_tags, view)["hidden"].tolist() == [0, 0, 1]


def test_what_is_in_something_hidden_is_hidden() -> None:
    view = view_of(
        '<div aria-hidden="true"><p>a</p><p>b</p></div><p>c</p>'
        '<div style="color:red;display:none"><p>d</p></div><p style="display: none">e</p>'
    )
    assert note(describe_tags, view)["hidden"].tolist() == [1, 1, 0, 1, 1]


def test_who_writes_of_hiding_is_not_hidden() -> None:
    view = view_of("<p>Say display:none or hidden.</p>")
    assert note(describe_tags, view)["hidden"].tolist() == [0]
