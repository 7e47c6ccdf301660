"""Extracts and rejections as JSON rows of one schema (docs/reference/rows.md)."""

import json
from dataclasses import asdict

from dehusk.model import Extract, Rejected


def to_json_line(row: Extract | Rejected) -> str:
    """One line of JSONL, its end included."""
    return json.dumps(asdict(row), ensure_ascii=False) + "\n"
