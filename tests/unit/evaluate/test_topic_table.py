"""Tables of topics as people write them."""

from pathlib import Path

import pytest

from dehusk.errors import BadTopics
from dehusk.evaluate.grouping.topic_table import read_topics
from dehusk.parse.addresses import read_place

URLS = ("https://a.example/tea", "http://www.a.example/rum/")
TEA, RUM = map(read_place, URLS)


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_text(text, encoding=encoding)
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", f"url,topic\n{URLS[0]},tea\n{URLS[1]},0\n"),
        ("t.CSV", f"Topic, URL\ntea,{URLS[0]}\n\n0,{URLS[1]}\n"),
        ("t.csv", f"url;topic\n{URLS[0]};tea\n{URLS[1]};0\n"),
        ("t.tsv", f"url\ttopic\n{URLS[0]}\ttea\n{URLS[1]}\t0\n"),
        (
            "t.jsonl",
            f'{{"url": "{URLS[0]}", "topic": "tea"}}\n{{"url": "{URLS[1]}", "topic": 0}}\n\n',
        ),
        (
            "t.json",
            f'[{{"url": "{URLS[0]}", "topic": "tea"}},\n{{"url": "{URLS[1]}", "topic": 0}}]',
        ),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_table_is_read_however_it_is_written(
    tmp_path: Path, name: str, text: str, encoding: str
) -> None:
    table = read_topics(write(tmp_path, name, text, encoding))
    assert table.topics == {TEA: "tea", RUM: "0"}


@pytest.mark.parametrize("text", ["", "{", "[1]\n", "[", '{"url": "https://a.example"}\n', "\xff"])
def test_a_broken_table_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadTopics, match=r"topics\.jsonl.*JSON lines"):
        read_topics(write(tmp_path, "topics.jsonl", text, "latin-1"))


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("t.csv", "address,subject\nx,y\n", "its columns are address, subject"),
        ("t.csv", "url,topic\n\na.example,\n", "row 3 has no topic"),
        ("t.jsonl", '{"url": "a", "topic": "b"}\n\n{"topic": "b"}', "row 3 has neither url nor"),
        ("t.jsonl", '{"url": "a", "topic": "b"}\n{', "row 2 is no JSON"),
        ("t.jsonl", '{"url": "a", "topic": true}', "row 1 has no topic"),
        ("t.csv", f"url,topic\n{URLS[0]},tea\n{URLS[0]}/,rum\n", "row 3 says rum of .*row 2 tea"),
    ],
)
def test_an_error_names_the_row_or_the_columns(
    tmp_path: Path, name: str, text: str, why: str
) -> None:
    with pytest.raises(BadTopics, match=why):
        read_topics(write(tmp_path, name, text))


def test_a_page_may_come_twice_with_one_topic(tmp_path: Path) -> None:
    text = f"url,topic\n{URLS[0]},tea\n{URLS[0]},tea\n"
    assert read_topics(write(tmp_path, "t.csv", text)).topics == {TEA: "tea"}
