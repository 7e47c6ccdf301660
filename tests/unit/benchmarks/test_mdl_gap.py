"""The options of the benchmark of description lengths."""

import sys

import pytest

from benchmarks.mdl_gap import main


@pytest.mark.parametrize("option", ["--trials", "--pages"])
@pytest.mark.parametrize("value", ["-1", "0", "x"])
def test_less_than_one_is_refused(
    option: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["mdl_gap", option, value])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "allowed: 1 or more" in capsys.readouterr().err
