from pathlib import Path

import pytest

from dehusk.errors import CorpusChanged
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.floors import (
    Fall,
    Floors,
    find_falls,
    load_floors,
    raise_floors,
    save_floors,
)
from dehusk.evaluate.truth import open_truth
from examples import write_site

OLD = Floors("c", {"chunks": {"news": 0.8, "blog": 0.7}})


def test_a_mark_below_its_floor_is_named() -> None:
    marks = {"chunks": {"news": 0.7999, "blog": 0.7}}
    assert find_falls(OLD, "c", marks) == [Fall("chunks", "news", 0.8, 0.7999)]


def test_a_method_that_is_gone_has_fallen() -> None:
    assert [fall.reached for fall in find_falls(OLD, "c", {})] == [0, 0]


def test_floors_say_nothing_of_another_corpus() -> None:
    with pytest.raises(CorpusChanged, match="make floors"):
        find_falls(OLD, "d", OLD.marks)
    with pytest.raises(CorpusChanged):
        raise_floors(OLD, "d", OLD.marks, lower=False)


def test_floors_rise_and_do_not_fall_by_themselves() -> None:
    reached = {"chunks": {"news": 0.9129, "blog": 0.6}, "new": {"news": 0.5}}
    raised = raise_floors(OLD, "c", reached, lower=False)
    assert raised.marks == {"chunks": {"news": 0.912, "blog": 0.7}, "new": {"news": 0.5}}
    assert raise_floors(OLD, "d", reached, lower=True).marks["chunks"]["blog"] == 0.6


def test_floors_outlive_their_file(tmp_path: Path) -> None:
    save_floors(tmp_path / "f.json", {"samples": OLD})
    assert load_floors(tmp_path / "f.json") == {"samples": OLD}
    assert load_floors(tmp_path / "none.json") == {}


def test_the_hash_sees_every_change_of_pages_and_truth(tmp_path: Path) -> None:
    write_site("news", tmp_path / "news", pages=3)

    def take_hash() -> str:
        with open_truth([tmp_path / "news"]) as sites:
            return describe_corpus(sites).digest

    before = take_hash()
    assert take_hash() == before
    page = next(iter((tmp_path / "news" / "pages").iterdir()))
    page.write_bytes(page.read_bytes() + b" ")
    changed = take_hash()
    assert changed != before
    (tmp_path / "news" / "optional_lines.txt").write_text("Share")
    assert take_hash() not in (before, changed)
