"""Expressions as lines, or as JSON with the pages that each is on."""

import json

from dehusk.exporting.learned_strings import ExportedStrings


def list_lines(learned: ExportedStrings) -> str:
    """An expression a line. None has a line feed in it, or any other end of a line in ASCII."""
    return "".join(f"{one.expression}\n" for one, _ in learned.spell())


def list_json(learned: ExportedStrings) -> str:
    """The same with their pages, and those that they were learned from."""
    rows = [
        {"expression": one.expression, "pages": one.pages, "of": of} for one, of in learned.spell()
    ]
    listing = {"site": learned.site, "pages": learned.pages, "expressions": rows}
    return json.dumps(listing, ensure_ascii=False, indent=1) + "\n"
