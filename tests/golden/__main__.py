"""Write the expected results anew."""

from tests.golden import CASES, run_case

for case in CASES:
    (case / "expected.json").write_text(run_case(case), encoding="utf-8")
