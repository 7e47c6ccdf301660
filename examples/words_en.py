"""English word lists and dates for the newspaper, and the names that the other sites share."""

from __future__ import annotations

from datetime import date

from .prose import combine_stems, split_words

WEEKDAYS = split_words("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday")
MONTHS = split_words(
    "January, February, March, April, May, June, July, August, September, October, November,"
    "December"
)


def write_date(day: date) -> str:
    """Write a date as English readers do.

    >>> write_date(date(2026, 3, 3))
    '3 March 2026'
    """
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def write_long_date(day: date) -> str:
    """Write a date with its weekday."""
    return f"{WEEKDAYS[day.weekday()]}, {write_date(day)}"


WORDS = {
    "number": tuple(str(number) for number in range(3, 98)),
    "first": split_words(
        """Anna, Tom, Priya, Oskar, Grace, Henry, Leila, Marcus, Nora, Felix, Ruth, Samuel, Ivy,
        Dominic, Clara, Joel, Amira, Victor, Hazel, Stefan, Moira, Callum, Esther, Rafael, Wendy,
        Gareth, Yasmin, Piotr, Lucy, Edmund, Bridget, Kofi, Sylvia, Angus, Naomi, Desmond"""
    ),
    "last": combine_stems(
        """Hart, Whit, Pen, Marsh, Tre, Ash, Ketter, Bell, Fer, Rain, Hal, Cres, Drum, Elle,
        Fair, Gor, Hollo, Ing, Jes, Kirk, Lang, Mer, Nor, Os, Pick, Rad, Sel, Thack, Under, Wex,
        Yar, Brom, Clif, Dal, Eger, Frob, Gal, Hern""",
        "ley, lock, rose, gar, down, ing, amy, ris, ford, dane, well, mond, bank, man, way, wood",
    ),
    "place": combine_stems(
        """Alder, Brack, Caw, Dun, East, Fen, Gars, Holme, Inver, Jarrow, Kel, Lark, Mar, Nether,
        Ox, Pell, Quarren, Rush, Salt, Thorn, Ulver, Venn, Wester, Yeld, Birch, Cold, Den, Elms,
        Farrow, Grey, Hex, Kings, Mill, North, Penn, Raven, Stoke, Tide, Upper, Wharf, Winter""",
        """mere, ton, ston, low, by, wick, dale, bridge, lay, field, stone, moor, cote, ley,
        worth, don, marsh, over, holm, combe, gate, well, ferry, bourne, scar""",
    ),
    "org": split_words(
        """council, harbour board, school board, water company, transport office, museum trust,
        fire brigade, housing committee, farmers' union, orchestra, bus operator, planning panel,
        hospital board, rowing club, library service, port authority, archive, bakery guild,
        ferry company, energy regulator, bicycle workshop, parish, university, coastguard,
        allotment society, film festival, magistrate, chamber of trade, weather station, brewery,
        railway inspectorate, tenants' group, youth theatre, market committee, lifeboat crew,
        observatory, timber merchant, choir, dairy co-operative, newspaper archive, sailing
        school, tax office, botanical garden, cricket club, night shelter, court, quarry owner,
        shipyard"""
    ),
    "things": split_words(
        """bridges, ticket prices, orchards, school kitchens, timetables, streetlights, flood
        gates, rents, footpaths, allotments, archives, ferries, wind turbines, market stalls,
        warehouses, bus lanes, hospital beds, water meters, chimneys, reservoirs, tram lines,
        beehives, piers, playgrounds, leases, parking bays, repair bills, lighthouses, swimming
        pools, choir books, cattle sheds, shop fronts, cellars, canal locks, milk quotas, night
        trains, paintings, pension funds, radio masts, roof tiles, sea walls, seed banks, sewers,
        signal boxes, stone barns, tax letters, telescopes, towpaths, tunnels, vineyards,
        volunteers, windmills, workshops, greenhouses, ballot papers, badger setts, boathouses,
        clock towers, fish stocks, fuel pumps, harvest loans, hedgerows, ice rinks, village
        halls, wool prices, youth clubs"""
    ),
    "adj": split_words(
        """ageing, ambitious, battered, borrowed, brick-built, cautious, cheerful, contested,
        costly, crowded, damaged, delayed, disputed, draughty, early, elderly, empty, expensive,
        familiar, flooded, forgotten, fragile, half-built, hard-won, hidden, historic,
        improvised, insured, iron, leaking, listed, local, long-awaited, low-lying, modest,
        muddy, narrow, neglected, noisy, northern, obsolete, outdated, overgrown, painted,
        patched, popular, private, prized, quiet, rebuilt, remote, rented, restored, ruined,
        rural, rusting, salvaged, seasonal, second-hand, sheltered, shuttered, southern, spare,
        stalled, steep, stubborn, subsidised, sunken, temporary, threatened, timber, unlit,
        unpopular, untested, vacant, wealthy, weathered, wooden"""
    ),
    "past": split_words(
        """approved, audited, bought back, cancelled, catalogued, closed, condemned, counted,
        defended, demolished, doubled, examined, extended, financed, fenced off, halved,
        inherited, inspected, insured, leased, measured, mended, mislaid, moved, opened, ordered,
        photographed, postponed, promised, published, questioned, rebuilt, recommended, refused,
        rejected, renamed, repainted, replaced, reviewed, rescued, reversed, sold, surveyed,
        suspended, tested, traced, unveiled, valued, welcomed, widened"""
    ),
    "present": split_words(
        """approves, audits, backs, bans, blames, cancels, closes, counts, defends, delays,
        doubles, examines, fears, finances, halves, inherits, inspects, keeps, leases, maps,
        mends, moves, opens, orders, postpones, promises, questions, rebuilds, refuses, rejects,
        renames, repaints, replaces, rescues, reviews, saves, sells, suspends, tests, unveils,
        values, welcomes"""
    ),
    "mod": split_words(
        """harbour, village, school, river, railway, market, hospital, canal, county, winter,
        summer, parish, coastal, factory, library, museum, garden, valley, hillside, roadside,
        island, university, chapel, station, park, forest, farm, prison, airport, theatre,
        quarry, castle, council, suburban, cathedral, brewery, shipyard, orchard, army, night,
        weekend, family, tourist, tram, prize, festival, border, lakeside, rooftop, cellar,
        workshop, backstreet, cliff-top, dockside, high-street, inner-city, moorland, riverside,
        seafront, upland"""
    ),
    "state": split_words(
        """vanished, collapsed, reopened, multiplied, faded, flooded, sold, survived, stalled,
        sank, returned, closed, rusted, froze, burned, improved, leaked, doubled, halved,
        flourished, crumbled, drifted, waited, failed, recovered, expanded, shrank, rattled,
        overflowed, cracked, suffered, thrived, lingered, disappeared, resurfaced, tilted,
        shifted, dwindled, stopped, fell"""
    ),
    "said": split_words(
        "said, argued, admitted, explained, insisted, recalled, warned, wrote, joked, repeated"
    ),
    "since": split_words("after, before, during, since, until, despite, following, throughout"),
    "event": split_words(
        """strike, flood, election, harvest, festival, frost, storm, regatta, auction, fire,
        census, drought, audit, jubilee, blackout, heatwave, inquest, merger, parade, protest,
        referendum, restoration, robbery, centenary, thaw, trial, eclipse, landslip, marathon,
        siege, shortage, boycott, carnival, curfew, derby, epidemic, fair, hearing, inquiry,
        lockout"""
    ),
    "how": split_words(
        """quietly, suddenly, twice, reluctantly, unevenly, overnight, cheaply, publicly, slowly,
        again, briefly, together, elsewhere, unexpectedly, profitably, badly, cheerfully, early,
        gradually, honestly, indoors, jointly, lately, mysteriously, narrowly, openly, painfully,
        quickly, rarely, safely, secretly, sharply, steadily, strangely, upriver, voluntarily,
        wholesale, alone, abroad, anyway"""
    ),
    "trade": split_words(
        """pilot, teacher, mayor, butcher, porter, engineer, treasurer, nurse, solicitor,
        gardener, signaller, beekeeper, captain, clockmaker, caretaker, biologist, postman,
        organist, roofer, cellist, baker, historian, plumber, surveyor, welder, librarian,
        farmer, architect, diver, printer, tailor, magistrate, chemist, referee, sculptor, vet,
        potter, banker, drummer"""
    ),
    "user": split_words(
        """anna, tom_b, priya84, oskar, gracie, hal9, leila.m, marcus, nora-k, felix, ruthless,
        samwise, ivy, dom, clarabell, joel77, amira, vic, hazelnut, stef"""
    ),
}
