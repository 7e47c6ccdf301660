"""Small sites by chance: pages that share parts, some of them but for a word or a number."""

from hypothesis import strategies as st

from dehusk.learn.blocks.cut import DEFAULT_TAGS, PAPER_TAGS
from dehusk.model import Page
from tests.conftest import parse

PHRASES = (
    "home news sport weather travel money",
    "home news sport weather travel money arts shop",
    "all rights reserved by the daily post",
    "the weather of the day is rain and more rain",
    "a story of money and travel by the post",
    "read more",
    "news",
    "rain",
    "---",
)
SLOT = "@"
"""Where each page fills in something of its own."""

FILLERS = (
    *("", "", "7", "12", "2005", "rain", "story day", "shop 7", "mail 2005 login 12"),
    *("<hr>", "<img src=7.png>", "<a href=/7>more</a>", "<b>12</b>", "<ul><li>7</ul>"),
)
IMAGES = (
    *("<img src=logo.png alt='the daily post'>", "<img src=logo.png>", "<img src=a.png alt=rain>"),
    *("<img alt=news>", "<img>", "<img src='' alt=''>", "<map><area alt=day href=/x></map>"),
)
EMPTY = (
    *("<div></div>", "<hr>", "<br>", "<p></p>", "<script>rain()</script>", "<a name=x></a>"),
    *("<input value=7>", "<svg><path/></svg>", "<style>p{}</style>", "<iframe></iframe>"),
    *("<video></video>", "<noscript>rain</noscript>", "<td>", "<embed src=x>", "<link href=x>"),
)
WRAPPERS = (
    *("<div>{}</div>", "<div>{}</div>", "<p>{}</p>", "<h2>{}</h2>", "<b>{}</b>", "<x-y>{}</x-y>"),
    *("<a href=/x>{}</a>", "<a>{}</a>", "<form>{}<button>read</button></form>"),
    *("<ul><li>{}</ul>", "<ol><li>{}<li>more</ol>", "<nav>{}</nav>", "<button>{}</button>"),
    *("<table><tr><td>{}</table>", "<table><tr><td>news<td>{}<tr><td>rain</table>"),
    "<table><caption>the day</caption><col><tr><td>{}<tbody><tr><th>{}</table>",
)
LENGTHS = range(1, 15)
LINKS = ("", "", "<a href=/>day</a>")
MEETING = (
    *("table", "tr", "td", "tbody", "caption", "col", "div", "p", "hr", "br", "ul", "li", "a"),
    *("img", "form", "b", "h2", "x-y", "nothing"),
)
CUTTING = ("table", "tr", "td", "div", "p", "hr", "ul", "form", "x-y")

SCRAPS = (*PHRASES, *(f"{phrase} {SLOT}" for phrase in PHRASES)) * 3 + (*IMAGES, *EMPTY, SLOT)

scraps = st.sampled_from(SCRAPS)


def _wrap(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3).map(" ".join)
    return st.builds(
        lambda wrapper, html: wrapper.replace("{}", html), st.sampled_from(WRAPPERS), several
    )


fragments = _wrap(scraps | scraps | _wrap(scraps | _wrap(scraps)))
ordered_tags = st.sampled_from([DEFAULT_TAGS, PAPER_TAGS]) | st.lists(
    st.sampled_from(MEETING), min_size=1, max_size=6, unique=True
).map(tuple)
cutting_tags = st.sampled_from([DEFAULT_TAGS, PAPER_TAGS]) | st.lists(
    st.sampled_from(CUTTING), min_size=1, max_size=5, unique=True
).map(tuple)


@st.composite
def sites(draw: st.DrawFn) -> list[str]:
    """Pages made of a few parts, each part with what the page says there."""
    parts = draw(st.lists(fragments, min_size=1, max_size=4))
    filled = dict.fromkeys(part.replace(SLOT, filler) for part in parts for filler in FILLERS)
    bodies = st.lists(st.sampled_from(list(filled)), min_size=1, max_size=4).map("\n".join)
    return draw(st.lists(bodies, min_size=2, max_size=6))


@st.composite
def wide_sites(draw: st.DrawFn) -> list[str]:
    """Pages with many blocks of text, of many lengths, some with links."""
    parts = st.sampled_from([f"<div>{'rain ' * n}{link}</div>" for n in LENGTHS for link in LINKS])
    bodies = st.lists(parts | fragments, min_size=1, max_size=14).map("".join)
    return draw(st.lists(bodies, min_size=1, max_size=2))


def parse_site(htmls: list[str]) -> list[Page]:
    return [parse(f"<body>{html}", f"{number}.html") for number, html in enumerate(htmls)]
