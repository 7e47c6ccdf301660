"""Raw markup is cut at its joints."""

import numpy as np
import pytest

from dehusk.learn.strings.locality import cut_out
from dehusk.learn.strings.markup import settle_tags
from dehusk.learn.strings.tokens import find_tokens


def cut(text: str, *removed: str) -> str:
    """The text without these tokens, once tags are settled."""
    markup = text.encode()
    tokens = find_tokens(markup, is_markup=True)
    is_removed = np.array([word.decode() in removed for word in tokens.words], dtype=np.bool_)
    return cut_out(markup, tokens, settle_tags(markup, tokens, is_removed)).decode()


def test_a_tag_that_loses_its_smaller_part_stays() -> None:
    assert cut('<a class="headline" id="7">Rain</a>', "<a") == '<a class="headline" id="7">Rain</a>'


def test_a_tag_that_loses_its_greater_part_goes() -> None:
    assert cut('<a class="headline" id="7">Rain</a>', "<a", 'class="headline"') == "Rain</a>"


def test_words_are_not_drawn_along() -> None:
    assert cut("<p>Rain and wind</p>", "<p>", "</p>", "and") == "Rain wind"


@pytest.mark.parametrize("name", ["script", "STYLE", "title", "textarea", "noscript"])
def test_an_element_that_is_read_in_its_own_way_is_one_thing(name: str) -> None:
    element = f"<{name}> a < b one-after-another two-after-one-another </{name}>"
    assert cut(f"<p>Rain</p> {element}", f"<{name}>", f"</{name}>").endswith(element)
    assert (
        cut(f"<p>Rain</p> {element}", "one-after-another", "two-after-one-another", "a")
        == "<p>Rain</p>"
    )


def test_a_comment_is_one_thing() -> None:
    text = "<!-- whatever > something --> Rain"
    assert cut(text, "<!--", "-->") == text


@pytest.mark.parametrize("text", ["Rain <script> a b c", "Rain <!-- a b c", "Rain </script", "<"])
def test_what_has_no_end_goes_on_to_the_end(text: str) -> None:
    assert cut(text) == text
    assert cut(text, *text.split()) == ""


def test_after_a_script_with_brackets_tags_are_tags_again() -> None:
    text = "<script> if (a < b) { c > d } </script><p>Rain</p>"
    assert cut(text, "<p>", "</p>") == "<script> if (a < b) { c > d } </script>Rain"


def test_a_bracket_between_words_begins_no_tag() -> None:
    text = "<p>a < b and more-than-that share-this-page-with-everyone d > e</p>"
    cleaned = "<p>a < b and more-than-that d > e</p>"
    assert cut(text, "share-this-page-with-everyone") == cleaned


@pytest.mark.parametrize("comment", ["<!-->", "<!--->"])
def test_a_comment_may_end_with_the_dashes_it_begins_with(comment: str) -> None:
    text = f"{comment}<p>Rain-and-much-more</p> share <!-- x -->"
    assert cut(text, "share") == f"{comment}<p>Rain-and-much-more</p> <!-- x -->"


def test_elements_are_told_by_their_whole_name() -> None:
    text = "<title-bar/> share <p>Rain-and-much-more-of-it</p>"
    assert cut(text, "share") == "<title-bar/> <p>Rain-and-much-more-of-it</p>"
    text = "<template> a <template-card> b </template-card> Rain </template> share"
    assert cut(text, "b", "</template-card>", "share") == text.removesuffix(" share")


@pytest.mark.parametrize("more", ["", " title='a > b'", " id=7"])
def test_brackets_in_quotes_end_no_tag(more: str) -> None:
    tag = f'<img alt="<b>Photos:</b> rain"{more} width="9"/>'
    assert cut(f"{tag} Rain", "<img", "rain" + '"', "Rain") == tag
    assert cut(f"{tag} Rain", "<img", 'alt="', "<b>", "Photos:", "</b>", 'width="9"/>') == "Rain"


@pytest.mark.parametrize("text", ['He said x="<b>Rain</b>" twice', 'a < b ="<b>Rain</b>" twice'])
def test_quotes_in_the_text_are_no_part_of_a_tag(text: str) -> None:
    assert cut(text, "<b>", "twice") == text.replace("<b>", " ").removesuffix(" twice")


def test_a_tag_in_a_script_does_not_reach_beyond_it() -> None:
    text = '<script>w(\'<img alt="<b>\')</script><p>Rain</p><i title="a">wind</i>'
    assert cut(text, "<p>", "</p>") == text.replace("<p>", "").replace("</p>", "")
