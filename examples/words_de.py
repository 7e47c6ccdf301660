"""German word lists and dates for the forum.

Things stand in the plural, where nominative and accusative are one form and adjectives take one
ending with an article and one without.
"""

from __future__ import annotations

from datetime import date

from .prose import combine_stems, split_words

WEEKDAYS = split_words("Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonntag")
MONTHS = split_words(
    "Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember"
)


def write_date(day: date) -> str:
    """Write a date as German boards did.

    >>> write_date(date(2008, 3, 3))
    '03.03.2008'
    """
    return f"{day.day:02d}.{day.month:02d}.{day.year}"


def write_long_date(day: date) -> str:
    """Write a date with its weekday."""
    return f"{WEEKDAYS[day.weekday()]}, {day.day}. {MONTHS[day.month - 1]} {day.year}"


STEMS = split_words(
    """alt, neu, gebraucht, verrostet, selten, gut, klein, groß, billig, verstaubt, lackiert,
    undicht, stumm, laut, verbogen, poliert, sauber, defekt, original, robust, schwer, leicht,
    wasserdicht, russisch, französisch, verzinkt, gelötet, gefräst, geschweißt, kurz, lang,
    locker, verkratzt, empfindlich, eingelaufen, überholt, blau, grün, rot, grau, vergoldet,
    zweifarbig, unbekannt, seltsam, hübsch, nachgebaut, passend, geölt, hart, weich"""
)

WORDS = {
    "number": tuple(str(number) for number in range(3, 98)),
    "bare": tuple(stem + "e" for stem in STEMS),
    "the": tuple(f"{article} {stem}en" for article in ("die", "meine") for stem in STEMS),
    "things": combine_stems(
        """Vergaser, Motor, Tank, Rahmen, Rad, Lenker, Ketten, Kupplungs, Brems, Zünd, Öl, Luft,
        Gas, Licht, Sattel, Gabel, Kolben, Ventil, Getriebe, Auspuff, Feder, Achs, Schwingen,
        Kardan, Tacho, Batterie, Anlasser, Kurbel, Nocken, Blinker, Heck, Front, Seiten, Ersatz,
        Spezial""",
        """dichtungen, schrauben, deckel, züge, lager, federn, bleche, halter, bolzen, schläuche,
        kabel, düsen, filter, ringe, scheiben, muttern, pumpen, regler, schalter, gehäuse,
        wellen, hebel, rohre, spiegel, stutzen, buchsen, klemmen, platten, kappen, spulen""",
    ),
    "town": combine_stems(
        """Ober, Unter, Nieder, Alt, Neu, Groß, Klein, Linden, Buchen, Eichen, Stein, Wolfs,
        Hirsch, Königs, Bischofs, Mühl, Wald, Berg, Wiesen, Rosen, Schwarz, Weißen, Gold, Silber,
        Sommer, Winter, Fischer, Schäfer, Burg, Kirch, Münster, Sand, Moor, Heide""",
        """hausen, berg, bach, feld, dorf, heim, stedt, rode, tal, furt, brück, walde, born,
        leben, kirchen, au, hagen, stein, weiler, see""",
    ),
    "done": split_words(
        """ausgebaut, poliert, bestellt, verkauft, gefunden, getauscht, gereinigt, verloren,
        lackiert, zerlegt, vermessen, abgedichtet, gelötet, eingestellt, repariert, geschenkt,
        fotografiert, verglichen, entrostet, nachgezogen, eingebaut, geprüft, versteigert,
        beschriftet, vergessen, umgebaut, geölt, ersetzt, angepasst, abgeholt"""
    ),
    "do": split_words(
        """klappern, lecken, passen, rosten, halten, quietschen, fehlen, klemmen, vibrieren,
        glänzen, brechen, reichen, verschleißen, wackeln, verstopfen, überhitzen, tropfen,
        stören, laufen, streiken, rutschen, verstauben, funktionieren, versagen"""
    ),
    "when": split_words(
        """gestern, heute, neulich, samstags, vorgestern, kürzlich, endlich, zweimal, früher,
        abends, nachts, sonntags, damals, zuletzt, wieder, mittags, anfangs, vorhin, unterwegs,
        daheim"""
    ),
    "how": split_words(
        """geduldig, vorsichtig, billig, mühsam, blind, sauber, schnell, gründlich, halbwegs,
        heimlich, komplett, mehrfach, notdürftig, ordentlich, problemlos, provisorisch,
        sorgfältig, langsam, teilweise, umsonst, versehentlich, vollständig, warm, kalt,
        fachgerecht, mutig, nachlässig, pünktlich, ratlos, selbst, stundenlang, trocken, nass,
        kostenlos, eigenhändig, gemeinsam"""
    ),
    "model": tuple(
        f"{name}-{size}"
        for name in split_words(
            """Adler, Wanderfalke, Rhönblitz, Kolibri, Steinbock, Nordwind, Taunus, Elbe, Dachs,
            Marder, Habicht, Silberpfeil, Komet, Luchs, Zephir, Iltis, Sperber, Havel, Bussard"""
        )
        for size in range(50, 655, 5)
    ),
    "user": split_words(
        """Schrauber61, oelfinger, Hannes_K, zweitakt-uli, BirgitS, moppedfan, alterHase,
        Ritzelrudi, kolbenfresser, DieterL, Svenja, funkenflug, rostlaube, Egon, TankWart,
        nordlicht, Kickstarter, petra_m, Bastelbernd, wolle, luftgekuehlt, Jochen75"""
    ),
    "rank": split_words("Neuling, Mitglied, Stammgast, Meister, Urgestein, Moderator"),
    "home": split_words(
        "Kassel, Jena, Bremen, Passau, Lübeck, Siegen, Ulm, Görlitz, Fulda, Emden, Trier, Hof"
    ),
}
