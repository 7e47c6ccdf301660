"""Words that change from page to page where a template says the same: dates, counts, prices, …

The strictest comes first: a word is what the first pattern makes of it that matches all of it.
Written in a way that every engine reads alike: groups, explicit classes, counted repetition. They
go into exported expressions, where engines that go back have limits: no word is to be read in two
ways, long groups are not repeated without end, and words that begin alike share their beginning.
"""

from collections.abc import Iterable

# Everyday words of one language that are short for something in another are left out, or only taken
# with a capital: "ago", "an", "do", "mes", "set", "so".
_MONTHS = """
    January February March April May June July August September October November December
    jan feb Mar apr jun jul aug sep sept oct nov dec
    Januar Jänner Februar März Mai Juni Juli Oktober Dezember Jän Mär okt dez
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    janv févr avr juil déc
    enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre
    diciembre ene abr Ago dic
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen Mag giu lug Set ott
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro fev
    januari februari maart mei augustus mrt
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
    янв фев мар апр июн июл авг сен сент окт ноя дек
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada
    grudnia styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad
    grudzień
"""
_WEEKDAYS = """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun
    Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag
    lundi mardi mercredi jeudi vendredi samedi dimanche
    lunes martes miércoles jueves viernes sábado domingo
    lunedì martedì mercoledì giovedì venerdì sabato domenica
    segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
    понедельник вторник среда четверг пятница суббота воскресенье
    понедельника вторника среды четверга пятницы субботы воскресенья пн вт ср чт пт сб вс
    poniedziałek wtorek środa czwartek piątek sobota niedziela
    środę sobotę niedzielę
    星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天
    周一 周二 周三 周四 周五 周六 周日
"""
_WEEKDAYS_IN_TWO = "Mo|Di|Mi|Do|Fr|Sa|So"
"""Everyday words, too, unless something is put behind them."""

_SPANS = """
    sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks
    month months year years
    Sekunde Sekunden Minute Minuten Stunde Stunden Tag Tage Tagen Woche Wochen Monat Monate Monaten
    Jahr Jahre Jahren
    seconde secondes heure heures jour jours semaine semaines mois ans
    segundos minuto minutos hora horas día días semana semanas meses año años
    dia dias mês ano anos
    secondi minuti ora ore giorno giorni settimana settimane mese mesi anno anni
    seconden minuut minuten uur uren dag dagen weken maand maanden jaar
    sekund sekundy minutę minuty minut godzinę godziny godzin dzień dni tydzień tygodnie tygodni
    miesiąc miesiące miesięcy rok lata lat
    сек секунд секунды минуту минут минуты час часа часов день дня дней неделю недели недель
    месяц месяца месяцев год года лет
"""
_BY = "by von par por от автор"

_BEFORE = r"""["'(\[«“„]*"""
_CLOSING = r"""\])"'.,:;!?»”“|…，。：；）"""
_AFTER = f"[{_CLOSING}]*"
_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĢĪĮİĶĹĽŁŃŇŅŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽΑ-ΡΣ-ΫА-ЯЁЄІЇҐ"
_LOWER = "a-zß-öø-ÿāăąćčďđēęěğģīįıķĺľłńňņōőœŕřśşšţťūůűųźżžα-ωа-яёєіїґ"
_CURRENCY = "US[$]|[$€£¥₹₽₩￥]|EUR|USD|GBP|CHF|RUB|CNY|kr|zł|руб|元"
_AMOUNT = "[0-9][0-9.,'’]*"


def _any_of(words: str, after: str = _AFTER) -> str:
    """Any of the words, small or with a capital, with punctuation around it."""
    endings: dict[str, set[str]] = {}
    for word in words.split():
        small, capital = word[:1], word[:1].upper()
        first = small if small == capital else f"[{capital}{small}]"
        endings.setdefault(first, set()).add(word[1:])
    branches = [first + _share_beginnings(rests) for first, rests in sorted(endings.items())]
    return f"{_BEFORE}(?:{'|'.join(branches)}){after}"


def _share_beginnings(words: Iterable[str]) -> str:
    """An expression for just these words, each letter of a common beginning only once.

    >>> _share_beginnings(["May", "Mai", "Mar", "March"])
    'Ma(?:i|r(?:ch)?|y)'
    """
    endings: dict[str, set[str]] = {}
    for word in words:
        endings.setdefault(word[:1], set()).add(word[1:])
    is_optional = endings.pop("", None) is not None
    branches = [first + _share_beginnings(rests) for first, rests in sorted(endings.items())]
    if not is_optional and len(branches) == 1:
        return branches[0]
    return f"(?:{'|'.join(branches)}){'?' if is_optional else ''}" if branches else ""


def _around(core: str) -> str:
    return f"{_BEFORE}(?:{core}){_AFTER}"


def _close(run: str) -> str:
    """The punctuation after a run that may have some of it itself: none of the run's comes first.

    >>> import re
    >>> re.fullmatch("[0-9.,]*" + _close(".,"), "1.,:.").group()
    '1.,:.'
    """
    left = "".join(sign for sign in _CLOSING.replace("\\", "") if sign not in run)
    return f"(?:[{left.replace(']', chr(92) + ']')}]{_AFTER})?"


DEFAULT_PATTERNS: tuple[tuple[str, str], ...] = (
    ("ordinal", _around("[0-9]{1,4}(?:st|nd|rd|th|er|ère|e|ème|[ºª°])")),
    (
        "time",
        _around(
            "(?:[上下]午)?[0-9]{1,2}[:h][0-9]{2}(?::[0-9]{2})?(?:[.][0-9]+)?(?:[AaPp][.]?[Mm][.]?|Z|h)?"
            "|[0-9]{1,2}[AaPp][.]?[Mm][.]?"
        ),
    ),
    # Not a time: where there is no pm, am stays the word that it is in German.
    ("am-pm", _around("[AaPp][.]?[Mm]")),
    (
        "date",
        f"{_BEFORE}(?:[0-9]{{1,4}}[-/.][0-9]{{1,2}}[-/.][0-9]{{1,4}}(?:{_AFTER}|"
        f"T[0-9:.]+(?:Z{_AFTER}|[-+][0-9:]+{_close(':')}|{_close('.:')}))|"
        f"(?:[0-9]{{4}}年(?:[0-9]{{1,2}}月(?:[0-9]{{1,2}}日)?)?|[0-9]{{1,2}}月(?:[0-9]{{1,2}}日)?){_AFTER})",
    ),
    (
        "price",
        f"{_BEFORE}[-+]?(?:(?:{_CURRENCY}){_AMOUNT}" + _close(".,'") + "|"
        f"{_AMOUNT}(?:{_CURRENCY}){_AFTER})",
    ),
    ("number", f"{_BEFORE}[-+−#№]?[0-9][0-9.,]*(?:[%KkMm]{_AFTER}|{_close('.,')})"),
    ("digits", r"""(?:[-+()\[\]0-9/:.,#]*#)?[-+()\[\]/:.,]*[0-9][-+()\[\]0-9/:.,x×~]*"""),
    ("month", _any_of(_MONTHS)),
    ("weekday", f"(?:{_any_of(_WEEKDAYS)}|{_BEFORE}(?:{_WEEKDAYS_IN_TWO})[.,:]{_AFTER})"),
    ("span", _any_of(_SPANS)),
    (
        "email",
        _around(f"[{_UPPER}{_LOWER}0-9._%+-]+@[{_UPPER}{_LOWER}0-9-]+(?:[.][A-Za-z0-9-]+){{1,9}}"),
    ),
    ("url", f"{_BEFORE}(?:https?://|www[.])[^<>\"']+(?:[\"']{_AFTER})?"),
    ("initials", _around(f"(?:[{_UPPER}][.]){{2,6}}")),
    ("upper", _around(f"[{_UPPER}][{_UPPER}0-9&_-]+")),
    ("short", f"[{_UPPER}][{_LOWER}]{{1,4}}[.]"),
    ("by", _any_of(_BY, after=":?")),
    ("dashes", "[-–—]+"),
    # Of raw markup: where a link leads, what an image is, whatever is numbered.
    (
        "link",
        """(?:href|src|srcset|action|data-src|data-url|content|value)=(?:"[^"<>]*(?:"/?)?|'[^'<>]*(?:'/?)?|[^"'<>]+)>?""",
    ),
    ("numbered", """[a-zA-Z_:-]+=["']?[^"'<>0-9]*[0-9][^"'<>]*(?:["']/?)?>?"""),
)
