"""What is wanted of a page, said on the command line."""

import json
from pathlib import Path

import pytest

from examples import write_site
from tests.conftest import Run


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    write_site("shop", folder, pages=20)
    return folder / "pages"


def test_wanting_images_keeps_blocks_of_images(dehusk: Run, shop: Path, tmp_path: Path) -> None:
    for want in ("text", "images"):
        done = dehusk("run", shop, "-o", f"{want}.jsonl", "--want", want)
        assert done.returncode == 0, done.stderr
    text = {want: (tmp_path / f"{want}.jsonl").read_text("utf-8") for want in ("text", "images")}
    rows = {want: list(map(json.loads, lines.splitlines())) for want, lines in text.items()}
    with_images = [row for row in rows["images"] if "![" in row["markdown"]]
    assert len(with_images) == len(rows["images"]) == 20
    shorter = zip(rows["images"], rows["text"], strict=True)
    assert all(len(image["text"]) < len(text["text"]) for image, text in shorter)


def test_a_site_learned_for_one_thing_gives_another(
    dehusk: Run, shop: Path, tmp_path: Path
) -> None:
    assert dehusk("learn", shop, "-o", "t.husk", "--want", "text").returncode == 0
    assert dehusk("learn", shop, "-o", "i.husk", "--want", "images").returncode == 0
    changed = dehusk("extract", shop, "--site", "t.husk", "--want", "image", "--jobs", "1")
    learned = dehusk("extract", shop, "--site", "i.husk", "--jobs", "2")
    assert changed.returncode == learned.returncode == 0, changed.stderr
    assert changed.stdout == learned.stdout != ""
    done = dehusk("extract", shop, "--site", "t.husk", "--want", "images", "-o", "out")
    assert done.returncode == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["recipe"]["method"] == "k-feature-blocks"
    assert summary["recipe"]["method_settings"]["want"] == ["images"]


def test_a_method_that_keeps_what_is_rare_cannot_be_told(dehusk: Run, shop: Path) -> None:
    assert dehusk("learn", shop, "-o", "c.husk", "--method", "chunks").returncode == 0
    assert dehusk("learn", shop, "-o", "s.husk").returncode == 0
    for done in (
        dehusk("extract", shop, "--site", "c.husk", "--want", "images"),
        dehusk("extract", shop, "--site", "s.husk", "--want", "images"),
        dehusk("run", shop, "-o", "out", "--method", "chunks", "--want", "images"),
    ):
        assert done.returncode == 2
        assert done.stdout == ""
        assert "learn the site with feature-blocks or k-feature-blocks" in done.stderr


def test_a_feature_that_does_not_exist_is_refused_with_those_that_do(
    dehusk: Run, shop: Path
) -> None:
    done = dehusk("run", shop, "-o", "out", "--want", "pictures")
    assert done.returncode == 2
    assert "text, headings, images, links, lists, tables, forms" in done.stderr
    assert dehusk("run", shop, "-o", "out", "--want", "").returncode == 2
    done = dehusk("run", shop, "-o", "out", "--want", "images", "--set", "want=text")
    assert done.returncode == 2
