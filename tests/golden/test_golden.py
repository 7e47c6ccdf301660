"""Each case gives what it gave before, byte for byte."""

from pathlib import Path

import pytest

from tests.golden import CASES, run_case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_gives_what_is_expected(case: Path) -> None:
    assert run_case(case) == (case / "expected.json").read_text(encoding="utf-8")
