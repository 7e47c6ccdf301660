"""Reasons tell what recurs at a leaf's place, and when its line or section outweighs that."""

from dehusk.learn.tree import TreeTemplate, TreeTemplates
from dehusk.model import Page
from tests.conftest import parse
from tests.unit.learn.tree.sites import kept, learn, pages_of

STORIES = (
    "Otters were seen at the old mill again this morning",
    "Rain fell on the market and nobody stayed to buy bread",
    "A new bridge is planned where the ferry used to cross",
    "The school choir won the prize for the third time",
    "Trains run late because the signals froze in the night",
)
NAV = "<nav>Home</nav>"


def why(template: TreeTemplate, page: Page) -> dict[str, str]:
    return {reason.text.strip(): reason.why for reason in template.explain(page)}


def test_reasons_tell_on_how_many_pages_a_place_says_so() -> None:
    pages = pages_of(*(f"{NAV}<p>{story}</p>" for story in STORIES))
    template = learn(pages)
    told = why(template, pages[0])
    assert told["Home"] == "its place has this text on 5 of 5 pages"
    assert told[STORIES[0]] == "its place is on 5 of 5 pages, with something else on the others"
    table = parse(f"<body>{NAV}<table><tr><td>odd</table>")
    assert why(template, table)["odd"] == "the template has no place for it"


def test_a_link_or_an_image_that_recurs_is_called_so() -> None:
    pages = pages_of(
        *(f"<p>{s}</p><h6><a href=/up>{s[:5]}</a></h6><div><img src=i.png></div>" for s in STORIES)
    )
    told = why(learn(pages), pages[0])
    assert told[STORIES[0][:5]] == "its place has this link on 5 of 5 pages"
    assert told[""] == "its place has this image on 5 of 5 pages"


def test_a_place_on_few_pages_tells_nothing_and_so_does_a_leaf_without_words() -> None:
    bodies = [f"{'<aside>Ad</aside>' if n < 2 else '<img>'}<p>{s}" for n, s in enumerate(STORIES)]
    pages = pages_of(*bodies)
    template = learn(pages, TreeTemplates(min_support=0.5))
    assert why(template, pages[0])["Ad"] == "its place is on 2 of 5 pages, too few to tell"
    assert why(template, pages[4])[""] == "it has no text, link or image to compare"


def test_a_long_text_is_told_from_chance() -> None:
    plea = "Please give to the otters"
    pages = pages_of(*(f"<h4>{plea if n < 2 else s[::-1]}</h4>" for n, s in enumerate(STORIES)))
    assert why(learn(pages), pages[0])[plea] == (
        "its place has this text on 2 of 5 pages, and it is too long to recur by chance"
    )


def test_a_leaf_that_is_dropped_for_its_company_says_so() -> None:
    foot = "Printed and published by the Daily Otter of Riverside in"
    pages = pages_of(*(f"<p>{s}</p><footer>{foot} <b>{n}x</b>" for n, s in enumerate(STORIES)))
    template = learn(pages)
    assert "0x" not in kept(template, pages[0])
    assert why(template, pages[0])["0x"] == (
        "its place is on 5 of 5 pages, with something else on the others, "
        "but its line is 97% template, its section 97%"
    )


def test_a_leaf_that_is_kept_for_its_company_says_so() -> None:
    pages = pages_of(*(f"<p>{s} <a href=/x>more</a></p>" for s in STORIES))
    template = learn(pages)
    assert "more" in kept(template, pages[0])
    told = why(template, pages[0])["more"]
    assert told.startswith("its place has this text on 5 of 5 pages, but its line is 7% template")
