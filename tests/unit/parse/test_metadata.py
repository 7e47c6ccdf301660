import pytest

from tests.conftest import parse


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Rain</title>", "Rain"),
        ("<title lang=en>\n Rain &amp;\n\t Sun </title>", "Rain & Sun"),
        ("<title>a &lt;b&gt; <i>c</title>", "a <b> <i>c"),
        ("<title>first</title><title>second</title>", "first"),
        ("<p>late</p><title>in the body</title>", "in the body"),
        ("<title>Grüße\xa0aus Ōsaka</title>", "Grüße aus Ōsaka"),
        ("<!-- <title>old</title> --><title>new</title>", "new"),
        ("<script>'<title>no</title>'</script><title>yes</title>", "yes"),
    ],
)
def test_the_title_reads_as_one_line_of_plain_text(html: str, title: str) -> None:
    assert parse(html).title == title


@pytest.mark.parametrize("html", ["<p>none", "<title></title>", "<title> \n&nbsp;</title>"])
def test_a_page_without_a_title_has_none(html: str) -> None:
    assert parse(html).title is None


def test_the_title_of_a_drawing_is_not_the_pages() -> None:
    drawing = "<body><svg><g><title>Menu</title></g></svg>"
    assert parse(drawing).title is None
    assert parse(f"{drawing}<title>Rain</title>").title == "Rain"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=de-AT><p>x", "de-AT"),
        ("<html xml:lang='fr'><p>x", "fr"),
        ("<html class=a lang=' ru ' dir=ltr><p>x", "ru"),
        ("<html><body lang=it><p>x", "it"),
        ("<html lang=en><body lang=it><p>x", "en"),
    ],
)
def test_the_language_is_the_roots_or_else_the_bodys(html: str, language: str) -> None:
    assert parse(html).language == language


@pytest.mark.parametrize(
    "html",
    [
        "<p lang=de>x",
        "<html data-lang=de><p>x",
        "<html lang=''><p>x",
        "<html><head lang=de><p>x",
        "<p> lang=&quot;de&quot; ",
    ],
)
def test_a_language_said_elsewhere_is_not_the_pages(html: str) -> None:
    assert parse(html).language is None
