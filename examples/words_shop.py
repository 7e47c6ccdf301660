"""Word lists for the shop: invented brands, goods, materials and what buyers say of them."""

from __future__ import annotations

from .prose import combine_stems, split_words
from .words_en import WORDS as ENGLISH

WORDS = {
    "number": ENGLISH["number"],
    "brand": split_words(
        """Alder & Co, Brightwell, Corran, Dapple, Ember Lane, Fjordis, Greyhen, Hollin,
        Isbourne, Juniper Works, Kestral, Lowfield, Merrow, Nettle, Oakhanger, Pavane, Quillon,
        Rowantree, Skerry, Tamsin, Umberhaus, Velloe, Wickham, Yarn & Tin"""
    ),
    "style": split_words(
        """Classic, Compact, Folding, Heritage, Insulated, Large, Lightweight, Mini, Nested,
        Padded, Quilted, Ribbed, Round, Slim, Stackable, Striped, Tall, Travel, Twin,
        Weatherproof, Wide, Winter, Everyday, Hanging, Portable, Reversible, Two-Tone,
        Hand-Finished"""
    ),
    "material": split_words(
        """Ash, Bamboo, Brass, Canvas, Cast-Iron, Ceramic, Copper, Cork, Cotton, Enamel, Felt,
        Glass, Jute, Leather, Linen, Maple, Marble, Nylon, Oak, Recycled-Steel, Slate, Stoneware,
        Walnut, Wicker, Wool"""
    ),
    "good": split_words(
        """Kettle, Lantern, Blanket, Rucksack, Bookend, Chopping Board, Coat Rack, Colander,
        Cushion, Desk Lamp, Doormat, Flask, Fruit Bowl, Garden Stool, Hammock, Ladle, Log Basket,
        Mirror, Mixing Bowl, Mug, Notebook, Oven Glove, Pepper Mill, Picnic Hamper, Plant Pot,
        Rug, Saucepan, Scarf, Shelf, Soap Dish, Spice Rack, Storage Jar, Teapot, Toolbox, Towel,
        Trivet, Tray, Umbrella, Vase, Wall Clock, Watering Can, Wine Cooler"""
    ),
    "zone": split_words(
        """upper, lower, front, rear, inner, outer, left, right, main, second, hidden, central,
        side, spare, narrow, broad, single, twin, curved, straight, raised, sunken, short, long"""
    ),
    "part": split_words(
        """handle, base, rim, lining, hinge, strap, lid, seam, spout, clasp, wheel, zip, edge,
        joint, frame, cord, pocket, hook, surface, corner, grip, seal, shoulder, buckle, stand,
        cover, panel, band, spring, bracket"""
    ),
    "quality": combine_stems(
        """softly, fully, finely, doubly, evenly, lightly, neatly, newly, partly, richly, simply,
        smoothly, subtly, thickly, thinly, twice""",
        """-softened, -reinforced, -sewn, -brushed, -waxed, -bevelled, -tapered, -padded, -oiled,
        -rounded, -riveted, -bonded, -washed, -weighted, -textured, -polished, -woven, -treated,
        -lacquered, -vented, -folded, -glazed, -dyed, -carved, -turned""",
    ),
    "holds": split_words(
        """holds, folds, dries, locks, ages, stacks, stands, opens, closes, hangs, packs,
        swivels, bends, slides, clips, drains, fits, glides, grips, heats, lasts, lifts, pours,
        rests, rolls, seals, settles, stretches, tilts, turns, warms, wears, balances, cools,
        carries, unfolds"""
    ),
    "firmly": split_words(
        """firmly, flat, overnight, neatly, upright, quietly, level, straight, small, well,
        gently, slowly, evenly, securely, smoothly, tightly, easily, cleanly, quickly, softly,
        instantly, properly, reliably, safely, outdoors, sideways, perfectly, gracefully,
        steadily, forever, indoors, daily, beautifully, silently, anywhere, comfortably"""
    ),
    "small": split_words(
        """small, draughty, shared, wet, narrow, busy, cold, rented, crowded, steep, sunny, open,
        quiet, cluttered, tidy, tiled, panelled, whitewashed, basement, rooftop, seaside,
        country, city, student, family, summer, winter, north-facing, holiday, converted, old,
        modern, tiny, long, dark, bright"""
    ),
    "kitchens": split_words(
        """kitchens, halls, desks, gardens, trains, evenings, boats, rooms, mornings, sills,
        tables, bedrooms, corners, flats, stalls, stairs, trips, sheds, suppers, shelves,
        porches, cabins, picnics, studios, larders, balconies, attics, cottages, caravans,
        cupboards, terraces, bathrooms, offices, barns, lofts, nurseries"""
    ),
    "place": ENGLISH["place"],
    "colour": split_words(
        """Moss, Slate, Plum, Oatmeal, Rust, Ink, Chalk, Sage, Clay, Mustard, Teal, Charcoal,
        Rose, Sand, Fern, Cobalt, Walnut, Pearl"""
    ),
    "felt": split_words(
        """loved, returned, recommended, reordered, broke, photographed, dropped, admired,
        compared, measured, repaired, underestimated, washed, borrowed, wrapped, gifted, tested,
        hid"""
    ),
    "who": split_words(
        """Mother, Grandad, everyone, Dad, nobody, Auntie, somebody, Nan, neighbours, guests,
        friends, flatmates, colleagues, children, builders, visitors"""
    ),
    "first": ENGLISH["first"],
    "last": ENGLISH["last"],
    "user": ENGLISH["user"],
}
