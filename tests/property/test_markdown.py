"""Whatever the page, its Markdown is read back as the words of its text, in their order."""

import re
from random import Random
from unicodedata import normalize

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from dehusk.parse.html import build_tree
from dehusk.write.markdown import render_markdown
from dehusk.write.markdown.notes import find_notes
from dehusk.write.text import render_text

TAGS = """
    div p span a b i em strong code del table tr td th caption thead ul ol li dl dt dd br hr img pre
    h1 h2 h6 blockquote sup sub figure textarea button
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
ATTRIBUTES += [" colspan=2", " rowspan=3", " class=language-x", " id=n1", " id=n2"]
ATTRIBUTES += [" value=3", " reversed", " start=-1"]
REFERENCES = [f'<sup><a href="#n{number}">{number}</a></sup>' for number in (1, 2)]
SCRAPS = """
    word 漢字 é a*b *c* _d_ e_f __g__ ` `` ``` ~~ ~~~ # ## > < <x> & &amp;lt; &lt; [ ] ( ) [a](b) ![
    ! \\ \\\\ \\* | - + * = === --- -- 1. 2) 10 . : [x] [^1] [a]: | :- a|b http://x/y_z_ € “ ” 。 😀
    \u200b \u0301 <- _ $ ^ ' " {
""".split()
SCRAPS += [" ", "\n", "\u00a0", "    ", "- a", "1. b", "# c", "\t", "5", "-2"]

tags = st.builds(
    "<{}{}{}>".format,
    st.sampled_from(["", "", "/"]),
    st.sampled_from(TAGS),
    st.sampled_from(ATTRIBUTES),
)
texts = st.sampled_from(SCRAPS).map(lambda text: text.replace("<", "&lt;"))
references = st.sampled_from(REFERENCES)
markup = st.lists(tags | references | texts | texts | st.text(max_size=3), max_size=40).map("".join)
reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
REFERENCE = re.compile(r"\[\^(\w+)\]")
NOTE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$|^\[\^\w+\]: ", re.M | re.S)


def read_reference(state: StateInline, silent: bool) -> bool:
    """Footnotes are no part of CommonMark; of a reference only its label is a word."""
    found = REFERENCE.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("text", "", 0).content = found[1]
    state.pos = found.end()
    return True


noting_reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
noting_reader.inline.ruler.before("link", "reference", read_reference)


@given(markup, st.randoms(use_true_random=False))
@settings(max_examples=1500, deadline=None)
@example("<p>x" + REFERENCES[0] + "<div id=n1>a note<pre>[^1]: x\n\n&lt;b></pre></div>y", Random(7))
@example("<p>x" + REFERENCES[0] + "<p id=n1>javascript:alert(1)", Random(7))
def test_markdown_reads_back_as_the_words_of_the_text(html: str, random: Random) -> None:
    tree = build_tree(b"<body>" + html.encode("utf-8", "replace"), max_depth=5_000)
    is_kept = np.array([random.random() < 0.9 for _ in tree.leaves], dtype=np.bool_)
    # What only leads back from a note is not written.
    assume(not find_notes(tree, is_kept).silent)
    markdown = render_markdown(tree, is_kept)
    assert even_out(read_words(markdown)) == even_out(render_text(tree, is_kept).split())
    assert find_unwritten(markdown) == []


def even_out(words: list[str]) -> list[str]:
    """Raised and lowered characters as any others."""
    return [normalize("NFKC", word).replace("−", "-") for word in words]


def read_words(markdown: str) -> list[str]:
    """The words a reader sees who knows footnotes, but for the alternative texts of images."""
    # A note is read as an item: what belongs to either is as far indented.
    markdown = NOTE.sub(lambda found: found[0] if found[1] else "-   ", markdown)
    read: list[str] = []
    for token in noting_reader.parse(markdown):
        read += (token.content if token.type in ("fence", "code_block") else "", " ")
        for child in token.children or ():
            is_text = child.type in ("text", "text_special", "code_inline")
            is_space = child.type in ("softbreak", "hardbreak", "image")
            read.append(child.content if is_text else " " * is_space)
    return "".join(read).split()


def find_unwritten(markdown: str) -> list[str]:
    """What Markdown may hold, and ours never does: raw HTML, and addresses that links refer to."""
    environment: dict[str, dict[str, object]] = {}
    tokens = reader.parse(markdown, environment)
    inner = [child for token in tokens for child in token.children or ()]
    html = [token.content for token in tokens + inner if token.type.startswith("html_")]
    return html + list(environment.get("references", ()))
