"""An English shop: product pages and category pages.

Truth of a product: name, price, article number, description, variants, features, specification
rows, caption. Reviews are comments. Stock, delivery terms and "bought together" are template.
"""

from __future__ import annotations

from random import Random

from .cards import Card, Voice, make_card, make_cards, make_listing, print_neighbours
from .page import (
    Draft,
    Piece,
    escape_text,
    print_comment,
    print_element,
    print_figure,
    print_list,
    print_rows,
)
from .plan import Plan, is_special, to_special_rank
from .prose import compile_phrases, has_luck, pick, say, say_several
from .visit import draw_visit
from .words_shop import WORDS

NAMES = compile_phrases(
    WORDS,
    "{brand} {style} {material} {good}",
    "{brand} {material} {good} No. {number}",
    "{brand} {style} {good} in {material}",
)
SENTENCES = compile_phrases(
    WORDS,
    "The {quality} {zone} {part} {holds} {firmly}, suiting {small} {kitchens}.",
    "{first} {last} of {place} pairs {quality} {material} with {quality} {material}.",
    "Its {zone} {part} {holds} {firmly} while {quality} {material} {holds} {firmly}.",
    "{quality} {material} meets {quality} {material}; every {part} {holds} {firmly}.",
    "{first} {last} tested {number} {quality} {part}s in {small} {kitchens}.",
    "Choose {quality} {material} for {small} {kitchens} & {small} {kitchens}.",
)
FEATURES = compile_phrases(
    WORDS,
    "{quality} {zone} {part} for {small} {kitchens}",
    "{number} cm {quality} {part}",
    "{quality} {zone} {part} {holds} {firmly}",
)
CARE = compile_phrases(WORDS, "{zone} {part} {holds} {firmly}")
CAPTIONS = compile_phrases(WORDS, "The {quality} {zone} {part}, photographed by {first} {last}")
REVIEWS = compile_phrases(
    WORDS,
    "{who} {felt} its {quality} {part}.",
    "Our {zone} {part} {holds} {firmly}, says {first} {last}.",
    "I {felt} {colour} {material} in {small} {kitchens}.",
    "Sadly {who} {felt} the {quality} {zone} {part}.",
)
VOICE = Voice(
    sections=(
        ("kitchen", "Kitchen"),
        ("living", "Living room"),
        ("garden", "Garden"),
        ("travel", "Travel"),
    ),
    titles=NAMES,
    summaries=SENTENCES,
    authors=(WORDS["brand"],),
)
TERSE_SHARE, REVIEWED_SHARE, SALE_SHARE = 0.12, 0.75, 0.25
DELIVERY = '<p class="free">Free delivery on orders over £40</p>\n'
TERMS = (
    '<section class="terms"><h2>Delivery and returns</h2>\n'
    "<p>Orders placed before two o'clock leave our warehouse the same day. Send anything back "
    "within sixty days, even if the parcel has been opened.</p></section>\n"
)


def draft_shop(plan: Plan, index: int) -> Draft:
    """Draft the shop's page at an index."""
    if is_special(index):
        return draft_category(plan, index, to_special_rank(index))
    return draft_product(plan, index)


def price_card(card: Card) -> str:
    """Price a product from its card, so that every page quoting it agrees."""
    return f"£{card.index * 37 % 190 + 6}.{(95, 50, 0)[card.index % 3]:02d}"


def draft_product(plan: Plan, index: int) -> Draft:
    """Draft one product page."""
    rng = plan.seed_page(index, ":body")
    card = make_card(plan, VOICE, index)
    others = make_cards(plan, VOICE, plan.draw_others(rng, index, 4))
    body = (
        Piece('<article class="product">\n'),
        *print_offer(rng, card),
        *describe_product(rng),
        Piece(TERMS + "</article>\n"),
        *print_reviews(rng),
        Piece(f'<section class="also"><h2>Bought together</h2>\n{print_shelf(others)}</section>\n'),
        Piece(print_neighbours(plan, VOICE, card, ("Previous item:", "Next item:"))),
    )
    slots = frame_page(plan, rng, index) | {"crumbs": VOICE.sections[card.section][1]}
    return Draft(card.id, card.path, "product", card.title, card.summary, body, slots)


def print_offer(rng: Random, card: Card) -> list[Piece]:
    """Print the top of the page: picture, name, price, variants and the buy button."""
    number = f"Item {rng.randrange(10_000, 99_999)}-{card.index}"
    picture = print_figure(f"../img/{card.index % 90}.jpg", card.title, say(rng, CAPTIONS))
    stock = f'<p class="stock">In stock: {rng.randrange(2, 60)} left</p>\n'
    return [
        print_element("h1", card.title),
        picture,
        print_element("p", price_card(card), 'class="price"'),
        print_element("p", number, 'class="sku"'),
        print_element("p", card.summary, 'class="lead"'),
        print_variants("Colour", rng.sample(WORDS["colour"], rng.randrange(2, 5))),
        Piece(f"{stock}<button>Add to basket</button>\n{DELIVERY}"),
    ]


def print_variants(label: str, choices: list[str]) -> Piece:
    """Print the versions a product comes in, as one line."""
    links = " ".join(f'<a href="?v={choice.lower()}">{choice}</a>' for choice in choices)
    return Piece(
        f'<p class="variants"><span>{label}</span> {links}</p>\n', " ".join([label, *choices])
    )


def describe_product(rng: Random) -> list[Piece]:
    """Print description, features and specification; some products have a table and no more."""
    table = [Piece("<h2>Specification</h2>\n"), print_rows(draw_specification(rng), 'class="spec"')]
    if has_luck(rng, TERSE_SHARE):
        return table
    paragraphs = [
        print_element("p", say_several(rng, SENTENCES, 2, 5)) for _ in range(rng.randrange(1, 6))
    ]
    features = print_list("ul", [say(rng, FEATURES) for _ in range(rng.randrange(3, 7))])
    return [Piece("<h2>Description</h2>\n"), *paragraphs, features, *table]


def draw_specification(rng: Random) -> list[tuple[str, ...]]:
    """Draw the rows of the specification table; which rows there are differs by product."""
    rows: list[tuple[str, ...]] = [
        ("Width", f"{rng.randrange(40, 900)} mm"),
        ("Height", f"{rng.randrange(40, 900)} mm"),
        ("Weight", f"{rng.randrange(90, 9000)} g"),
        ("Material", f"{pick(rng, WORDS['quality'])} {pick(rng, WORDS['material'])}"),
        ("Made in", pick(rng, WORDS["place"])),
        ("Care", say(rng, CARE)),
        ("Guarantee", f"{rng.randrange(2, 26)} years"),
    ]
    return [row for row in rows if has_luck(rng, 0.8)] or rows[:1]


def print_reviews(rng: Random) -> list[Piece]:
    """Print the buyers' reviews with their stars."""
    if not has_luck(rng, REVIEWED_SHARE):
        return [Piece('<p class="none">Be the first to review this item.</p>\n')]
    count = rng.randrange(1, 7)
    pieces = [Piece(f'<section class="reviews"><h2>Reviews ({count})</h2>\n')]
    for _ in range(count):
        stars, user = rng.randrange(1, 6), pick(rng, WORDS["first"])
        rating = f'<span title="{stars} out of 5">{"★" * stars}{"☆" * (5 - stars)}</span>'
        pieces.append(Piece(f'<p class="who">{rating} {user}, verified buyer</p>\n'))
        pieces.append(print_comment(say_several(rng, REVIEWS, 1, 3)))
    return [*pieces, Piece("</section>\n")]


def print_shelf(cards: list[Card]) -> str:
    """Print a strip of other products with their prices."""
    return "".join(print_tile(card, "").html for card in cards)


def print_tile(card: Card, summary: str) -> Piece:
    """Print a product in a grid; on category pages name, price and summary are the truth."""
    price = price_card(card)
    line = f"<p>{escape_text(summary)}</p>\n" if summary else ""
    html = (
        f'<div class="tile"><a href="../{card.path}"><img src="../img/{card.index % 90}-s.jpg" '
        f'alt="" width="160" height="120"> <b>{escape_text(card.title)}</b></a>\n'
        f'<p class="price">{price}</p>\n{line}<button>Add to basket</button></div>\n'
    )
    return Piece(html, "\n".join([card.title, price, *([summary] if summary else [])]))


def draft_category(plan: Plan, index: int, number: int) -> Draft:
    """Draft one page of a category with its filters, which only categories have."""
    rng = plan.seed_page(index, ":body")
    listing = make_listing(plan, VOICE, number, 12)
    cards = make_cards(plan, VOICE, listing.indices)
    body = (
        print_element("h1", listing.label),
        Piece(f'<p class="count">Showing {len(cards)} items, page {listing.page}</p>\n'),
        *(print_tile(card, card.summary) for card in cards),
        Piece(f'<nav class="pager"><a href="page-{listing.page + 1}.html">Next page</a></nav>\n'),
    )
    slots = frame_page(plan, rng, index) | {
        "crumbs": listing.label,
        "filters": print_filters(rng),
    }
    title = f"{listing.label}, page {listing.page}" if listing.page > 1 else listing.label
    return Draft(listing.id, listing.path, "category", title, title, body, slots)


def print_filters(rng: Random) -> str:
    """Print the filter column: labels of the template with counters that change."""
    items = "".join(
        f'<li><label><input type="checkbox"> {colour} ({rng.randrange(1, 80)})</label></li>\n'
        for colour in WORDS["colour"][:9]
    )
    return f'<aside class="filters"><h2>Filter by colour</h2>\n<ul>\n{items}</ul></aside>\n'


def frame_page(plan: Plan, rng: Random, index: int) -> dict[str, str]:
    """Fill the slots that every page has."""
    visit = draw_visit(rng, index, WORDS["user"])
    seen = make_cards(plan, VOICE, plan.draw_others(rng, index, 3))
    sale = f'<div class="sale">Spring sale: {pick(rng, WORDS["number"])}% off {{}}</div>\n'
    ad = '<div class="ad">Sponsored: <a href="#">Kestral stoves, now on finance</a></div>\n'
    return {
        "online": f"{visit.online:,}",
        "basket": str(visit.online % 6),
        "account": f"Hello, {visit.user}" if visit.user else "Log in",
        "seen": print_shelf(seen),
        "sale": sale.format(pick(rng, WORDS["good"])) if has_luck(rng, SALE_SHARE) else "",
        "ad": ad if visit.has_ad else "",
    }
