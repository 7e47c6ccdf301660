"""Why a block was kept or not, in words: what the decision would have lost most without.

Features that tell of one thing are taken away together, everywhere on the page, and the network
decides anew: what changes the odds most was the strongest reason.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.memory import Known
from dehusk.learn.site.network import Network, to_likelihood
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.threads import one_thread
from dehusk.learn.site.view import View
from dehusk.model import Reason

MOST_REASONS = 3
_FAINT = 0.1
"""A smaller change of the log odds is no reason."""

_MANY, _SOME, _FEW = 0.8, 0.3, 0.05

Row = dict[str, float]


def give_reasons(view: View, known: Known, network: Network) -> list[Reason]:
    """One reason a leaf: the three strongest, the first one first."""
    tree = view.page.tree
    described = describe_blocks(view, known, network.lexicon)
    columns, low, high = described.features.to_mapping(), described.low, described.high
    features = described.stack(network.features)
    with one_thread():
        odds = network.decide(features, low, high)
        effects = _take_away(
            features, network, lambda changed: odds - network.decide(changed, low, high)
        )
    why = [_tell(block, columns, effects[:, block], odds[block]) for block in range(len(view))]
    likely = np.round(to_likelihood(odds), 4)
    return [
        Reason(tree.path(node), text, float(1 - likely[block]), why[block])
        for node, text, block in zip(
            tree.leaves.tolist(), tree.leaf_texts(), view.reading.block.tolist(), strict=True
        )
    ]


def _take_away(features: Floats, network: Network, change: Callable[[Floats], Floats]) -> Floats:
    """How much each theme moved the odds of each block: its features are made as usual as any."""
    effects = np.zeros((len(THEMES), len(features)), dtype=np.float32)
    for number, theme in enumerate(THEMES):
        of_theme = [name.startswith(theme.features) for name in network.features]
        without = np.where(of_theme, network.mean, features)
        effects[number] = change(without)
    return effects


def _tell(block: int, columns: Mapping[str, Floats], effects: Floats, odds: float) -> str:
    """The strongest reasons for the decision, in words."""
    sign = 1.0 if odds > 0 else -1.0
    row = {name: float(values[block]) for name, values in columns.items()}
    order = np.argsort(-effects * sign, kind="stable")
    strong = [int(number) for number in order if effects[number] * sign >= _FAINT]
    told = (THEMES[number].tell(row) for number in strong)
    reasons = [reason for reason in told if reason][:MOST_REASONS]
    return "; ".join(reasons) or "like what is around it"


def _count(logged: float) -> int:
    return round(float(np.expm1(logged)))


def _tell_repeats(row: Row) -> str:
    others, pages = _count(row["cluster pages"]), _count(row["same loose"])
    if not others:
        return ""
    if pages:
        exact = _count(row["same exact"])
        what = "says the same" if exact == pages else "says the same but for numbers"
        return f"{what} on {pages} of {others} other pages"
    if not row["text words"]:
        share = row["image targets"]
        return f"its image is on {share:.0%} of other pages" if share else "its image is new"
    known = row["known words"]
    if known >= _SOME:
        return f"{known:.0%} of its words in a row are on other pages too"
    # The same words may be part of a longer block there.
    return f"by itself on none of {others} other pages"


def _tell_slot(row: Row) -> str:
    support = row["slot support"]
    if not _count(row["cluster pages"]):
        return ""
    if support < _FEW:
        return "hardly another page has anything in its place"
    fills = "new text" if row["slot known"] < _SOME else "known text"
    if row["slot linked"] >= _MANY:
        fills = "links"
    return f"{support:.0%} of other pages have {fills} in its place"


def _tell_part(row: Row) -> str:
    novel = row["around novel share"]
    if row["around usual share"] >= _SOME:
        return "inside the part where the site's new text is"
    if novel >= _SOME:
        return f"beside {novel:.0%} of the page's new text"
    if row["around known"] >= _MANY:
        return "among text that other pages have too"
    return "outside the parts with new text"


def _tell_titles(row: Row) -> str:
    if row["is title elsewhere"]:
        return "its text is another page's title"
    if row["around titles"] >= _SOME:
        return "inside a list of links whose texts are other pages' titles"
    return ""


def _tell_links(row: Row) -> str:
    if row["link share"] >= _MANY:
        return "all of it is linked" if row["link whole"] else "nearly all of it is linked"
    if row["around link share"] >= _SOME:
        return f"{row['around link share']:.0%} of the words around it are linked"
    return "" if row["link share"] else "nothing in it is linked"


def _tell_text(row: Row) -> str:
    words = _count(row["text words"])
    if not words:
        return "an image"
    size = "one word" if words == 1 else f"{words} words"
    return f"{size}, whole sentences" if row["text ends sentence"] and words > 3 else size


def _tell_around(row: Row) -> str:
    words = _count(row["around words a block"])
    return f"among {_count(row['around blocks'])} blocks of about {words} words"


def _tell_known_around(row: Row) -> str:
    known = row["around known"]
    return f"{known:.0%} of the words around it are on other pages too" if known >= _FEW else ""


def _tell_place(row: Row) -> str:
    if row["place words before"] <= _FEW:
        return "at the top of the page"
    return "at the end of the page" if row["place words after"] <= _FEW else "amid the page"


def _tell_tags(row: Row) -> str:
    inside = [name.removeprefix("in ") for name in row if name.startswith("in ") and row[name]]
    own = [name.removeprefix("tag ") for name in row if name.startswith("tag ") and row[name]]
    return f"a {own[0]}" + (f" in {', '.join(inside)}" if inside else "") if own else ""


def _tell_title(row: Row) -> str:
    if row["title same"]:
        return "says the page's title"
    if row["title after"]:
        return "after the headline"
    return "before the headline" if row["title before"] else ""


def _tell_names(row: Row) -> str:
    balance = row["names for"] + row["names against"]
    if not row["names for"] and not row["names against"]:
        return ""
    return (
        "classes and ids around it name content"
        if balance > 0
        else ("classes and ids around it name something else than content")
    )


def _tell_wording(row: Row) -> str:
    said = row["wording"] or row["wording of heading"]
    whose = "its words" if row["wording"] else "the words of its heading"
    if not said:
        return ""
    return f"{whose} are such as content has" if said > 0 else f"{whose} are seldom content"


def _tell_likes(row: Row) -> str:
    likes = max(_count(row[f"repeat {what}"]) for what in ("element", "around 0", "around 1"))
    if _count(row["repeat copies"]):
        return "said more than once on the page"
    return f"one of {likes + 1} parts alike" if likes else "nothing beside it is like it"


def _tell_hidden(row: Row) -> str:
    return "hidden" if row["hidden"] else ""


def _tell_page(row: Row) -> str:
    return f"on a page of {_count(row['page words']):,} words"


@dataclass(frozen=True, slots=True)
class Theme:
    """Features that tell of one thing, by how their names begin, and words for it."""

    features: tuple[str, ...]
    tell: Callable[[Row], str]


def _name_parts(*features: str) -> tuple[str, ...]:
    return tuple(f"around {name}" for name in features)


THEMES: Sequence[Theme] = (
    Theme(("same ", "known ", "link targets", "image targets"), _tell_repeats),
    Theme(("slot ", "numbered "), _tell_slot),
    Theme(
        ("half ", "usual ", "varied ", *_name_parts("novel", "varied", "usual", "support")),
        _tell_part,
    ),
    Theme(("is title elsewhere", *_name_parts("titles")), _tell_titles),
    Theme(("link ", *_name_parts("link")), _tell_links),
    Theme(("text ",), _tell_text),
    Theme(_name_parts("blocks", "words", "share", "stops", "commas"), _tell_around),
    Theme(_name_parts("known", "here", "fixed"), _tell_known_around),
    Theme(("place ", "heading "), _tell_place),
    Theme(("tag ", "in ", "inline "), _tell_tags),
    Theme(("title ",), _tell_title),
    Theme(("names ", "near names"), _tell_names),
    Theme(("wording",), _tell_wording),
    Theme(("repeat ",), _tell_likes),
    Theme(("hidden",), _tell_hidden),
    Theme(("page ",), _tell_page),
)
