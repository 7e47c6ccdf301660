import pytest

from dehusk.parse.canonical import COMMON_RAW_TEXT, RARE_RAW_TEXT, canonicalize
from tests.conftest import parse
from tests.unit.pages import parse_tree


def body_of(html: str) -> str:
    """What stands in the body of the page's canonical markup."""
    markup = canonicalize(html.encode(), COMMON_RAW_TEXT + RARE_RAW_TEXT).decode()
    return markup.partition("<body>")[2].removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<p>a<!-- gone -->b", "<p>ab</p>"),
        ("<p>a<!-- <b>gone</b> > --><p>c", "<p>a</p><p>c</p>"),
        ("<p>a<!---->b<!--->c<!-->d", "<p>abcd</p>"),
        ("<p>a<!-- x --!>b", "<p>ab</p>"),
        ("<p>a<!-- a -- b -->c", "<p>ac</p>"),
        ("<p>a<!-- never closed <p>b", "<p>a</p>"),
        ("<p>a<!bogus>b", "<p>ab</p>"),
        ("<p>a</p></body></html><!-- late -->", "<p>a</p>"),
    ],
)
def test_comments_are_gone(html: str, body: str) -> None:
    assert body_of(html) == body


def test_a_conditional_comment_around_a_body_leaves_the_body() -> None:
    html = "<html><!--[if gt IE 8]><!--> <body> <!--<![endif]--><p>a<!--[if IE]><p>b<![endif]-->"
    assert body_of(html) == " <p>a</p>"


def test_a_conditional_comment_around_the_root_leaves_its_attributes() -> None:
    html = "<!--[if IE]><html lang=fr><![endif]--><!--[if !IE]><!--><html lang=de><!--<![endif]-->"
    assert parse(html).language == "de"


@pytest.mark.parametrize(
    "html",
    [
        '<p title="<!-- x -->">a</p>',
        "<p>&lt;!-- a --&gt;</p>",
    ],
)
def test_what_only_reads_like_a_comment_is_kept(html: str) -> None:
    assert "&lt;!--" in body_of(html)


@pytest.mark.parametrize("tag", ["<p a<!--b=1>", "<p <!-->", "<p <!-- c --d>", "<p x=1<!-- y>"])
def test_a_broken_attribute_name_hides_nothing_that_follows(tag: str) -> None:
    tree = parse_tree(f"{tag}one</p><!-- gone --><p id=x>two</p>")
    assert tree.leaf_texts() == ["one", "two"]
    assert list(tree.attribute("id").values()) == ["x"]


@pytest.mark.parametrize(
    "script",
    [
        "if (a < b && c > d) go()",
        "var end = '</scrip' + 't>'",
        "document.write('<p>x</p><!-- ')",
        "<!--\nhide()\n//-->",
        "<!-- <script>nested()</script> -->",
        "var a = '</script-er>' ",
    ],
)
def test_a_scripts_code_is_taken_out_and_what_follows_is_kept(script: str) -> None:
    assert body_of(f"<body><script>{script}</script><p>a") == "<script></script><p>a</p>"


@pytest.mark.parametrize("tag", ["style", "iframe", "noembed", "noframes"])
def test_raw_text_that_nobody_reads_is_taken_out(tag: str) -> None:
    html = f"<body><{tag} id=x><p>a > b</{tag}><p>c"
    assert body_of(html) == f'<{tag} id="x"></{tag}><p>c</p>'


@pytest.mark.parametrize("kind", ["application/ld+json", " Application/LD+JSON "])
def test_linked_data_is_kept_as_text(kind: str) -> None:
    data = '{"name": "<b>A & B</b> &amp; <!-- c -->"}'
    tree = parse_tree(f'<script type="{kind}">{data}</script><p>a')
    script = [tree.name(node) for node in range(len(tree))].index("script")
    assert tree.text_of(script) == data
    assert tree.leaf_texts() == ["a"]


def test_linked_data_within_linked_data_does_not_grow() -> None:
    levels = 300
    script = '<script type="application/ld+json">'
    html = f"<svg>{script * levels}{'&amp;' * 20_000}{'</script>' * levels}</svg><p>a"
    tree = parse_tree(html)
    assert tree.leaf_texts() == ["a"]
    assert len(tree.markup) < len(html)


@pytest.mark.parametrize("tag", ["xmp", "plaintext"])
def test_old_preformatted_text_is_kept_as_it_reads(tag: str) -> None:
    tree = parse_tree(f"<p>a</p><{tag}><b>&amp;</b> <!-- x --> y")
    assert tree.leaf_texts() == ["a", "<b>&amp;</b> <!-- x --> y"]
    assert "b" not in [tree.name(node) for node in range(len(tree))]


def test_the_end_of_an_old_preformatted_element_is_found() -> None:
    assert parse_tree("<xmp><p>a</xmp><p>b").leaf_texts() == ["<p>a", "b"]


def test_frames_fallback_is_not_read() -> None:
    assert parse_tree("<noframes><p>get a browser</noframes><p>b").leaf_texts() == ["b"]


def test_markup_characters_stand_as_entities_in_texts_and_values() -> None:
    assert body_of("<p title='<a> & \"b\"'>1 < 2 > 0 & x") == (
        '<p title="&lt;a&gt; &amp; &quot;b&quot;">1 &lt; 2 &gt; 0 &amp; x</p>'
    )


def test_no_break_spaces_stand_as_entities() -> None:
    assert body_of("<p title='a&nbsp;b'>a&nbsp;b&amp;nbsp;") == (
        '<p title="a&nbsp;b">a&nbsp;b&amp;nbsp;</p>'
    )


def test_every_element_but_void_ones_is_closed() -> None:
    assert body_of("<ul><li>a<li>b<br><img src=x>") == (
        '<ul><li>a</li><li>b<br><img src="x"></li></ul>'
    )


@pytest.mark.parametrize(
    "html", ["<p>a<!-- b --><b>c<br>d", "<p <!-- =1>x<script>y</script>", "<xmp><i></xmp>&nbsp;"]
)
def test_canonical_markup_is_its_own_canonical_form(html: str) -> None:
    markup = canonicalize(html.encode(), COMMON_RAW_TEXT)
    assert canonicalize(markup, COMMON_RAW_TEXT) == markup
