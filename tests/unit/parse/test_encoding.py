"""Bytes to text as browsers do it, and better where browsers show garbage."""

import pytest

from dehusk.errors import NotHtml
from dehusk.parse.encoding import decode_html

RUSSIAN = "Сегодня на рынке снова продавали свежую рыбу и много старых книг о море."


def page(text: str, charset: str | None = None) -> str:
    meta = f'<meta charset="{charset}">' if charset else ""
    return f"<html><head>{meta}</head><body><p>{text}</p></body></html>"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_marks_and_shapes_of_unicode_are_seen(encoding: str) -> None:
    decoded, _ = decode_html(page(RUSSIAN).encode(encoding))
    assert RUSSIAN in decoded.decode()


@pytest.mark.parametrize(
    ("charset", "encoding"),
    [
        ("windows-1251", "cp1251"),
        ("koi8-r", "koi8-r"),
        ("ISO-8859-5", "iso8859-5"),
        ("Windows-1251 ", "cp1251"),
    ],
)
def test_the_meta_charset_is_obeyed(charset: str, encoding: str) -> None:
    assert RUSSIAN in decode_html(page(RUSSIAN, charset).encode(encoding))[0].decode()


def test_the_old_meta_form_is_obeyed() -> None:
    head = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'
    decoded, encoding = decode_html((head + RUSSIAN).encode("cp1251"))
    assert (RUSSIAN in decoded.decode(), encoding) == (True, "cp1251")


def test_http_comes_before_meta() -> None:
    body = page(RUSSIAN, "koi8-r").encode("cp1251")
    assert RUSSIAN in decode_html(body, "windows-1251")[0].decode()


def test_a_meta_in_a_comment_says_nothing() -> None:
    body = b"<!-- <meta charset=koi8-r> -->" + page(RUSSIAN, "windows-1251").encode("cp1251")
    assert RUSSIAN in decode_html(body)[0].decode()


def test_latin1_is_read_as_browsers_read_it() -> None:
    decoded, _ = decode_html(b"<meta charset=iso-8859-1>\x93quoted\x94 caf\xe9")
    assert "“quoted” café" in decoded.decode()


def test_without_a_declaration_the_encoding_is_detected() -> None:
    assert RUSSIAN in decode_html(page(RUSSIAN * 3).encode("cp1251"))[0].decode()


def test_a_wrong_utf8_declaration_is_passed_over() -> None:
    text = "Ein älterer Bäcker überquerte die Brücke, während es früh dämmerte. " * 3
    decoded, encoding = decode_html(page(text, "utf-8").encode("cp1252"))
    assert text in decoded.decode(), encoding


def test_utf8_under_a_wrong_single_byte_declaration_is_utf8() -> None:
    assert RUSSIAN in decode_html(page(RUSSIAN, "iso-8859-1").encode(), "iso-8859-1")[0].decode()


def test_an_unknown_charset_is_passed_over() -> None:
    assert RUSSIAN in decode_html(page(RUSSIAN, "klingon").encode(), "x-nothing")[0].decode()


def test_a_few_broken_bytes_do_not_change_the_encoding() -> None:
    body = page(RUSSIAN * 50, "utf-8").encode().replace("море".encode(), b"\xff\xfe", 1)
    decoded, encoding = decode_html(body)
    assert encoding == "utf-8"
    assert RUSSIAN in decoded.decode()


@pytest.mark.parametrize("body", [b"", b"   \n\t ", b"\xef\xbb\xbf"])
def test_nothing_is_no_page(body: bytes) -> None:
    with pytest.raises(NotHtml, match="empty"):
        decode_html(body)


@pytest.mark.parametrize(
    "body", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", b"PK\x03\x04\x14\x00", bytes(range(256)) * 9]
)
def test_binary_data_is_no_page(body: bytes) -> None:
    with pytest.raises(NotHtml, match="binary"):
        decode_html(body)


def test_a_stray_zero_byte_is_no_reason_to_refuse() -> None:
    body = page(RUSSIAN * 20).encode() + b"\x00"
    assert RUSSIAN in decode_html(body)[0].decode()
