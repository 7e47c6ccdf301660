"""Cases whose whole result is kept beside their input.

A case is a folder with `input/*.html`, `recipe.json` (method, settings) and `expected.json`: every
row that learning from the input and extracting it gives. `make golden` writes them anew; read the
diff.
"""

import json
from dataclasses import asdict
from pathlib import Path

import dehusk

CASES = sorted(path.parent for path in Path(__file__).parent.glob("*/input"))


def run_case(case: Path) -> str:
    """The rows of a case as the text of its expected.json."""
    recipe = json.loads((case / "recipe.json").read_text(encoding="utf-8"))
    site = dehusk.learn(case / "input", **recipe)
    rows = [asdict(row) for row in site.extract_all(case / "input")]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
