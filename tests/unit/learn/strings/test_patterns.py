"""Which words are the same to a template, and which are none of its business, by language."""

import pytest

from dehusk.errors import BadSetting
from dehusk.learn import METHODS
from dehusk.learn.strings import Strings
from dehusk.learn.strings.patterns import MOST_PATTERNS, Patterns, read_patterns

DEFAULT = read_patterns("strings", "default")

TAKEN = {
    "ordinal": "27th 1st 2nd, 3rd. 1er 1ère 3ème 27e 5º 2ª",
    "time": "10:30 (9:05) 22:15:07 10:30am 7pm, 10h30 18h05 上午10:30 下午3:05",
    "am-pm": "am pm, AM P.M. a.m.",
    "date": "2007-02-27 27/02/2007 27.02.2007, 12/5/07 2007-02-27T10:30:00Z 2023年5月12日 5月12日",
    "price": "$12.50 US$5 12,50€ €5 £1 ¥100 100元 ￥100 12zł 50руб. 99kr CHF12 1.299,00EUR",
    "number": "7 1,234 1.234,56 12% 3K #12 −5 (12) 27. [3] №7",
    "digits": "+49(0)30/123-45 12x34 1/2 3-4",
    "email": "jo@example.org jörg@müller.de, (a.b+c@d-e.co.uk)",
    "url": "http://a.org/b?c=d https://a.org, www.a.org",
    "initials": "U.S. J.R.R. С.Ш.А.",
    "upper": "BBC UPPER, ÄÖ МИД COVID-19 A4 R&D",
    "short": "Mr. Dr. Prof.",
    "dashes": "- -- — –",
    "link": 'href="/a/b" src=x.png> value="7"',
    "numbered": "id=\"post-12\" data-x='7'>",
}

MONTHS = {
    "English": "January May Sept. Dec, (June)",
    "German": "Januar Jänner März Mai Dez. Oktober,",
    "French": "janvier février mars mai août déc. Décembre",
    "Spanish": "enero mayo setiembre ene. dic feb",
    "Italian": "gennaio maggio giu ott. luglio",
    "Portuguese": "janeiro março maio dezembro fev.",
    "Dutch": "januari maart mei augustus okt mrt.",
    "Polish": "stycznia maja września grudzień",
    "Russian": "января май мая дек. Сентябрь",
}
WEEKDAYS = {
    "English": "Monday Tue, Thurs. (Sunday)",
    "German": "Montag Sonnabend, Mo. Di, So.: Do.",
    "French": "lundi Mercredi dimanche,",
    "Spanish": "lunes miércoles sábado",
    "Italian": "lunedì venerdì domenica",
    "Portuguese": "segunda-feira sexta-feira, domingo",
    "Dutch": "maandag zaterdag",
    "Polish": "poniedziałek środę niedziela",
    "Russian": "понедельник среды, пт",
    "Chinese": "星期二 周日",
}
SPANS = {
    "English": "second mins hr hours day weeks months year",
    "German": "Minuten Stunde Tag Tagen Jahre",
    "French": "secondes heures jours mois ans",
    "Spanish": "minutos horas días semanas meses años",
    "Italian": "minuti ore giorni mesi anni",
    "Portuguese": "dias mês anos",
    "Dutch": "uur dagen weken maanden jaar",
    "Polish": "godzin dni tygodnie lat",
    "Russian": "минут часов дня лет",
}

UNTOUCHED = {
    "English": "may an do so ago set second-hand a I or but mon sat sun march to the So Do An is",
    "German": "so do an im So Do Mo Mi Di An mag und der die das ist tag mo fr sa war auf es",
    "French": "or mes an s mon sa ses de di un une le la les et à il ne pas est on en",
    "Spanish": "mes mi de di do so set el los y no una segundo que se su mar está hay",
    "Italian": "di mi do so set ago mag il lo la che non una si fa mo da è",
    "Portuguese": "do de mar set mes segundo o os a as um e não em se da no na out",
    "Dutch": "de door di do so het een en van is op te dat die in",
    "Polish": "do so mi o i w z na się nie to jest że sa",
    "Russian": "и в не на что он я с по до за из у",
    "Chinese": "的 是 我们 了 在 新闻 日 月",
}
"""Everyday words; many of them are short for a weekday, month or span somewhere else."""

TAKEN_ALL_THE_SAME = {
    "May": "month",
    "March": "month",
    "Mon": "weekday",
    "Sun": "weekday",
    "mai": "month",
    "marca": "month",
    "ora": "span",
    "day": "span",
}
"""Everyday words that dates are full of, and so are taken: it only makes them equal."""


def find_kind(word: str, patterns: Patterns = DEFAULT) -> str | None:
    kind = int(patterns.classify([word.encode()])[0])
    return patterns.names[kind] if kind >= 0 else None


def list_words(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(key, word) for key, words in table.items() for word in words.split()]


@pytest.mark.parametrize(("kind", "word"), list_words(TAKEN))
def test_a_word_is_what_the_strictest_pattern_makes_of_it(kind: str, word: str) -> None:
    assert find_kind(word) == kind


@pytest.mark.parametrize(
    ("kind", "table"), [("month", MONTHS), ("weekday", WEEKDAYS), ("span", SPANS)]
)
def test_calendars_are_known_in_many_languages(kind: str, table: dict[str, str]) -> None:
    others = [(language, word) for language, word in list_words(table) if find_kind(word) != kind]
    assert others == []


@pytest.mark.parametrize("language", UNTOUCHED)
def test_everyday_words_stay_what_they_are(language: str) -> None:
    kinds = {word: find_kind(word) for word in UNTOUCHED[language].split()}
    assert {word: kind for word, kind in kinds.items() if kind is not None} == {}


def test_everyday_words_that_dates_are_full_of_are_taken() -> None:
    assert {word: find_kind(word) for word in TAKEN_ALL_THE_SAME} == TAKEN_ALL_THE_SAME


def test_words_are_told_apart_together_as_they_are_alone() -> None:
    words = [word for table in (TAKEN, MONTHS, UNTOUCHED) for _, word in list_words(table)]
    together = DEFAULT.classify([word.encode() for word in words]).tolist()
    assert together == [int(DEFAULT.classify([word.encode()])[0]) for word in words]


def test_a_pattern_of_ones_own_is_added_to_the_default_ones() -> None:
    patterns = read_patterns("strings", "sku=[A-Z]{2}[0-9]{4} default")
    assert len(patterns) == len(DEFAULT) + 1
    assert find_kind("AB1234", patterns) == "sku"
    assert find_kind("AB123", patterns) == "upper"
    assert find_kind("Monday", patterns) == "weekday"


def test_of_two_patterns_that_match_the_first_counts() -> None:
    patterns = read_patterns("strings", "default sku=[A-Z]{2}[0-9]{4}")
    assert find_kind("AB1234", patterns) == "upper"


@pytest.mark.parametrize("given", ["month=[A-Z]brember default", "default month=[A-Z]brember"])
def test_a_pattern_of_ones_own_replaces_the_default_one_of_its_name(given: str) -> None:
    patterns = read_patterns("strings", given)
    assert len(patterns) == len(DEFAULT)
    assert find_kind("Xbrember", patterns) == "month"
    assert find_kind("January", patterns) is None


def test_patterns_of_ones_own_can_be_all_there_are() -> None:
    patterns = read_patterns("strings", ["year=[12]\\d{3}"])
    assert patterns.expressions == ("[12][0-9]{3}",)
    assert [find_kind(word, patterns) for word in ("1999", "3000", "May")] == ["year", None, None]


def test_no_patterns_leave_every_word_as_it_is() -> None:
    assert find_kind("12", read_patterns("strings", "")) is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (5, "name=expression"),
        ([5], "name=expression"),
        ("=a", "name=expression"),
        ("x=", "name=expression"),
        ("dates", "name=expression"),
        ("default,sku=[A-Z]{2}", "blanks between them"),
        (["x=a b"], "name=expression"),
        ("x=a x=b", "each name once"),
        ("default default", "each name once"),
        ("x=(a", "missing \\)"),
        ("x=[z-a]", "ends before it begins"),
        ("x=a*", "no empty word"),
        ("x=a|", "no empty word"),
        ("x=^a", "other engines"),
        ("x=a++", "other engines"),
        ("x=(?i)a", "other engines"),
        ("x=(?=a)b", "other engines"),
        (r"x=(a)\1", "other engines"),
        (r"x=\bby", "other engines"),
        ("x=[[:alpha:]]+", "other engines"),
        ("x=a\\", "other engines"),
        ("x=(?:a{1000}){1000}", "repetition"),
        ("x=\ud800", "an expression"),
        ("x=" + "a" * 10_001, "10,000 characters"),
        ([f"x{n}=a" for n in range(MOST_PATTERNS + 1)], "200 at most"),
        ([f"x{n}={n}[^a]{{900}}" for n in range(20)], "fewer of them, or shorter"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_pattern_is_refused_with_what_would_be(given: object, told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        METHODS.create("strings", {"patterns": given})


def test_settings_keep_patterns_as_they_were_given() -> None:
    method = Strings(patterns="default sku=[A-Z]{2}[0-9]+")
    assert method.patterns == ("default", "sku=[A-Z]{2}[0-9]+")
    assert Strings(patterns=method.patterns) == method
