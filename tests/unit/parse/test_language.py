import pytest

from dehusk.parse.language import detect_language
from dehusk.parse.values import read_language_tag

TEXTS = {
    "en": "It had been raining since the morning, and nobody thought that the ferry would leave. "
    "When the clouds broke at last, there was only one passenger who was still waiting for it, "
    "and he said that he would rather walk along the shore than sit in the boat with wet feet.",
    "de": "Es hatte seit dem Morgen geregnet, und niemand glaubte, dass die Fähre noch abfahren "
    "würde. Als die Wolken endlich aufrissen, wartete nur noch ein einziger Fahrgast, und der "
    "sagte, er wolle lieber am Ufer entlang gehen als mit nassen Füßen im Boot sitzen.",
    "ru": "С утра шёл дождь, и никто не думал, что паром отправится. Когда тучи наконец разошлись, "
    "ждал только один пассажир, и он сказал, что лучше пойдёт пешком вдоль берега, чем будет "
    "сидеть в лодке с мокрыми ногами. Так он и сделал, хотя дорога была длинной и скользкой.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_of_a_text_is_detected(language: str) -> None:
    assert detect_language(TEXTS[language]) == language


@pytest.mark.parametrize("text", ["", "short", "12 34 56 " * 50, "xkcd qwrt zzyx " * 30])
def test_what_is_short_or_like_no_language_is_left_open(text: str) -> None:
    assert detect_language(text) is None


@pytest.mark.parametrize("tag", ["", "english", "utf-8", "und", "x", "*", "1", "C"])
def test_what_names_no_language_is_no_tag(tag: str) -> None:
    assert read_language_tag(tag) is None
