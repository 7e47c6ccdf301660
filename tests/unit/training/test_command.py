"""`python -m training`: what it needs to be told, and what it writes."""

import sys
from pathlib import Path

import pytest

from dehusk.learn.site.weights import SHIPPED, load_weights
from examples import write_site
from tests.unit.learn.site.sites import list_features
from tests.unit.training.examples_of import learn_little
from training.__main__ import main, parse_arguments


@pytest.fixture
def gold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sites of three folds: without two of them, there is still one to learn from."""
    learn_little(monkeypatch)
    for name in ("news", "shop", "forum"):
        write_site(name, tmp_path / "gold" / "samples" / name, pages=2)
    return tmp_path / "gold"


def run(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> None:
    monkeypatch.setattr(sys, "argv", ["training", "--jobs", "1", *map(str, words)])
    main()


def test_there_must_be_something_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        parse_arguments([])
    assert stopped.value.code == 2
    assert "nothing to write: give -o or --folds" in capsys.readouterr().err


def test_an_output_without_a_name_is_what_comes_with_dehusk() -> None:
    assert parse_arguments(["-o"]).output == SHIPPED
    assert parse_arguments(["-o", "x.npz"]).output == Path("x.npz")
    chosen = parse_arguments(["--folds", "f", "--jobs", "1"])
    assert (chosen.output, chosen.folds, chosen.jobs) == (None, Path("f"), 1)


def test_without_gold_sites_their_folder_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for gold in (tmp_path, tmp_path / "none"):
        with pytest.raises(SystemExit, match=r"no gold sites in .*: name their folder with --gold"):
            run(monkeypatch, "-o", tmp_path / "x.npz", "--gold", gold)
    assert not list(tmp_path.iterdir())


def test_weights_and_those_of_folds_are_written(
    tmp_path: Path, gold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, folds = tmp_path / "x.npz", tmp_path / "some" / "folds"
    # Truth is found wherever it may lie, not in sets alone.
    run(monkeypatch, "-o", output, "--folds", folds, "--gold", gold / "samples")
    assert sorted(path.name for path in folds.iterdir()) == [f"fold-{n}.npz" for n in range(5)]
    network = load_weights(str(output))
    assert set(network.features) == set(load_weights(str(folds / "fold-0.npz")).features)
    assert set(network.features) == set(list_features())


def test_weights_are_written_without_those_of_folds(
    tmp_path: Path, gold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(monkeypatch, "-o", tmp_path / "weights", "--gold", gold)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gold", "weights"]
    assert load_weights(str(tmp_path / "weights")).features
