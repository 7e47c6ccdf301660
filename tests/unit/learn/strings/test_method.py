"""The method `strings` on pages: what is template of their leaves, and what is said of it."""

import json
from collections.abc import Sequence

import pytest

from dehusk.errors import BadSetting
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.strings import Strings, StringsTemplate
from dehusk.model import TEMPLATE_SCORE, Page
from tests.conftest import parse

STORIES = (
    "All night long it rained upon those hills above town, and nobody slept a wink until morning.",
    "Bright weather came from southern valleys with that early train, to everybody's surprise.",
    "Children built one castle before noon; by evening not even its gate was left standing there.",
    "Ships waited outside our harbour three days while their captains slowly lost all patience.",
)
FOOTER = (
    "Corrections are published weekly. Our newsletter is in your inbox before the first ferry "
    "leaves. © {} Harbour Press. Contact the newsroom"
)

HALF = Strings(share=0.5)
"""Sites so small have no modes to tell apart."""


def pages_of(*bodies: str) -> list[Page]:
    return [parse(f"<body>{body}</body>", f"{number}.html") for number, body in enumerate(bodies)]


def news(*parts: str) -> list[Page]:
    rest = "".join(f"<p>{part}</p>" for part in parts)
    return pages_of(
        *(
            f"<p>Home page</p><p>{story}</p>{rest.replace('{}', str(2001 + number))}"
            for number, story in enumerate(STORIES)
        )
    )


def learn(pages: Sequence[Page], method: Strings | None = None) -> StringsTemplate:
    return (method or Strings()).learn(pages, gather_evidence(pages))


def why(template: StringsTemplate, page: Page) -> dict[str, str]:
    return {reason.text.strip(): reason.why for reason in template.explain(page)}


def kept(template: StringsTemplate, page: Page) -> list[str]:
    texts = zip(page.tree.leaf_texts(), template.score(page), strict=True)
    return [text for text, score in texts if score < TEMPLATE_SCORE]


def test_what_recurs_word_by_word_is_template_and_stories_are_not() -> None:
    pages = news("Read more")
    template = learn(pages)
    assert [kept(template, page) for page in pages] == [[story] for story in STORIES]
    assert template.score(pages[0]).tolist() == [1.0, 0.0, 1.0]


def test_a_reason_names_the_string_and_the_pages_that_carry_it() -> None:
    pages = news("Read more")
    pages[3] = parse(f"<body><p>Home page</p><p>{STORIES[3]}</p></body>", "3.html")
    reasons = why(learn(pages, HALF), pages[0])
    assert reasons["Home page"] == "“Home page” is on 4 of 4 pages"
    assert reasons["Read more"] == "“Read more” is on 3 of 4 pages"
    assert reasons[STORIES[0]] == "no template string covers it"


def test_a_string_is_told_with_the_names_of_its_patterns() -> None:
    pages = news("Printed on Monday, 5 May {}")
    reasons = why(learn(pages), pages[1])
    assert reasons["Printed on Monday, 5 May 2002"] == (
        "“Printed on {weekday} {number} {month} {number}” is on 4 of 4 pages"
    )


def test_of_a_long_string_the_part_about_the_leaf_is_told() -> None:
    pages = news(*FOOTER.split(". "))
    reasons = why(learn(pages), pages[0])
    assert reasons["Corrections are published weekly"] == (
        "“Corrections are published weekly Our newsletter is in your inbox before the fir…” "
        "is on 4 of 4 pages"
    )
    assert reasons["Contact the newsroom"] == (
        "“… {number} Harbour Press Contact the newsroom” is on 4 of 4 pages"
    )


def test_of_strings_that_cover_as_much_the_most_common_and_shortest_is_told() -> None:
    bodies = [
        f"<p>Add to basket</p><p>Come back soon</p><p>{STORIES[0]}</p>",
        f"<p>Add to basket</p><p>Come back soon</p><p>{STORIES[1]}</p>",
        f"<p>Add to basket</p><p>Come back soon</p><p>{STORIES[2]}</p>",
        f"<p>{STORIES[3]}</p><p>Add to basket</p>",
    ]
    pages = pages_of(*bodies)
    reasons = why(learn(pages, HALF), pages[0])
    assert reasons["Add to basket"] == "“Add to basket” is on 4 of 4 pages"
    assert reasons["Come back soon"] == "“Add to basket Come back soon” is on 3 of 4 pages"


def test_a_figure_of_speech_is_kept_and_says_so() -> None:
    speech = [f"{story[:-1]} as much as ever, {story}" for story in STORIES]
    pages = pages_of(*(f"<p>Home page</p><p>{text}</p>" for text in speech))
    template = learn(pages)
    assert [kept(template, page) for page in pages] == [[text] for text in speech]
    assert why(template, pages[2])[speech[2]] == (
        "“as much as ever,” is on 4 of 4 pages, but stands in running text"
    )


def test_a_string_that_covers_a_small_part_leaves_the_leaf() -> None:
    pages = pages_of(*(f"<p>Previous story: {story}</p>" for story in STORIES))
    reason = learn(pages).explain(pages[0])[0]
    assert reason.why == "“Previous story:” is on 4 of 4 pages, but covers little of it"
    assert reason.score == pytest.approx(2 / (2 + len(STORIES[0].split())))


def test_a_crumb_between_long_strings_goes_with_them() -> None:
    footer = FOOTER.format(2009)
    page = parse(f"<p>{footer}</p><p>Own words</p><p>{footer}</p>")
    told = why(learn(news(FOOTER, FOOTER)), page)
    assert told["Own words"] == "it lies between template strings"
    alone = parse(f"<p>{footer}</p><p>Own words</p>")
    assert kept(learn(news(FOOTER, FOOTER)), alone) == ["Own words"]


def test_an_image_without_words_goes_with_what_is_around_it() -> None:
    bodies = [f"<p>Home page</p><img src=a.png><p>Read more</p><p>{story}" for story in STORIES]
    pages = pages_of(*(f"{body}</p><img src=b.png><p>{body[-9:]}</p>" for body in bodies))
    reasons = learn(pages).explain(pages[0])
    assert [(reason.score, reason.why) for reason in reasons if not reason.text] == [
        (1.0, "it has no words, and stands among template strings"),
        (0.0, "it has no words"),
    ]


def test_what_is_template_of_the_site_is_template_of_its_clusters() -> None:
    pages = news("Read more")
    template = Strings().learn(pages[:1], gather_evidence(pages))
    assert kept(template, pages[0]) == [STORIES[0]]
    assert why(template, pages[0])["Read more"] == "“Read more” is on 4 of 4 pages of the site"
    assert Strings().load(json.loads(json.dumps(template.state()))) == template


def test_a_string_that_is_taken_out_of_the_file_is_content() -> None:
    pages = news("Read more")
    state = json.loads(json.dumps(learn(pages).state()))
    state["strings"] = [row for row in state["strings"] if row["tokens"] != ["Read", "more"]]
    assert kept(Strings().load(state), pages[0]) == [STORIES[0], "Read more"]


@pytest.mark.parametrize(("share", "is_template"), [(0.5, True), (0.51, False)])
def test_a_share_that_is_given_is_the_border(share: float, is_template: bool) -> None:
    bodies = [f"<p>{'Read more' if n < 2 else n}</p><p>{STORIES[n]}</p>" for n in range(4)]
    pages = pages_of(*bodies)
    template = learn(pages, Strings(share=share))
    assert ("Read more" not in kept(template, pages[0])) is is_template


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"share": 0.0}, "share"),
        ({"share": 1}, "share"),
        ({"share": 1.01}, "share"),
        ({"share": float("nan")}, "share"),
        ({"share": "half"}, "share"),
        ({"min_share": 0.0}, "min_share"),
        ({"min_share": None}, "min_share"),
        ({"min_tokens": 1}, "min_tokens"),
        ({"min_tokens": 33}, "min_tokens"),
        ({"min_tokens": True}, "min_tokens"),
        ({"max_strings": 0}, "max_strings"),
        ({"gap": -1}, "gap"),
        ({"few": 2.5}, "few"),
        ({"long": "x"}, "long"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(
    settings: dict[str, object], named: str
) -> None:
    with pytest.raises(BadSetting, match=named):
        Strings(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"pages": -1},
        {"border": 101},
        {"cutoff": "many"},
        {"strings": [{"pages": 1, "tokens": []}]},
        {"strings": [{"pages": 1, "tokens": [7]}]},
        {"strings": [{"pages": 9, "tokens": ["a", "b"]}]},
        {"strings": [{"pages": 1, "tokens": [{"any": 7}]}]},
        {"strings": [{"pages": 1, "tokens": [{"any": "colour"}]}]},
        {"strings": [{"pages": 1, "tokens": ["Read more"]}]},
        {"strings": [{"pages": 1, "tokens": ["\ud800"]}]},
        {"strings": [{"tokens": ["a", "b"]}]},
        {"of_site": 7},
    ],
    ids=str,
)
def test_a_file_that_cannot_be_is_refused(change: dict[str, object]) -> None:
    state = json.loads(json.dumps(learn(news("Read more")).state()))
    with pytest.raises((TypeError, ValueError, KeyError)):
        Strings().load(state | change)
