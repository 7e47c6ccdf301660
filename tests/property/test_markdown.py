"""Whatever the page, its Markdown is read back as the words of its text, in their order."""

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from dehusk.parse.html import build_tree
from dehusk.write.markdown import render_markdown
from dehusk.write.text import render_text

TAGS = """
    div p span a b i em strong code del table tr td th caption thead ul ol li dl dt dd br hr img pre
    h1 h2 h6 blockquote sup figure textarea button
""".split()
ATTRIBUTES = [
    "",
    "",
    "",
    " href=/x",
    " href='a b(c'",
    " href=#",
    " src=i.png alt='q]['",
    " start=7",
]
ATTRIBUTES += [" colspan=2", " rowspan=3", " class=language-x"]
SCRAPS = """
    word 漢字 é a*b *c* _d_ e_f __g__ ` `` ``` ~~ ~~~ # ## > < <x> & &amp;lt; &lt; [ ] ( ) [a](b) ![
    ! \\ \\\\ \\* | - + * = === --- -- 1. 2) 10 . : [x] [^1] [a]: | :- a|b http://x/y_z_ € “ ” 。 😀
    \u200b \u0301 <- _ $ ^ ' " {
""".split()
SCRAPS += [" ", "\n", "\u00a0", "    ", "- a", "1. b", "# c", "\t"]

tags = st.builds(
    "<{}{}{}>".format,
    st.sampled_from(["", "", "/"]),
    st.sampled_from(TAGS),
    st.sampled_from(ATTRIBUTES),
)
texts = st.sampled_from(SCRAPS).map(lambda text: text.replace("<", "&lt;"))
markup = st.lists(tags | texts | texts | st.text(max_size=3), max_size=40).map("".join)
reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@given(markup, st.randoms(use_true_random=False))
@settings(max_examples=1500, deadline=None)
def test_markdown_reads_back_as_the_words_of_the_text(html: str, random: Random) -> None:
    tree = build_tree(b"<body>" + html.encode("utf-8", "replace"), max_depth=5_000)
    is_kept = np.array([random.random() < 0.9 for _ in tree.leaves], dtype=np.bool_)
    assert read_words(render_markdown(tree, is_kept)) == render_text(tree, is_kept).split()


def read_words(markdown: str) -> list[str]:
    """The words a reader of CommonMark sees, but for the alternative texts of images."""
    read: list[str] = []
    for token in reader.parse(markdown):
        read += (token.content if token.type in ("fence", "code_block") else "", " ")
        for child in token.children or ():
            is_text = child.type in ("text", "text_special", "code_inline", "html_inline")
            is_space = child.type in ("softbreak", "hardbreak", "image")
            read.append(child.content if is_text else " " * is_space)
    return "".join(read).split()
