"""A report for machines: every figure in full, every text whole."""

import json
from dataclasses import fields, is_dataclass

from dehusk.evaluate.report import Report


def write_json(report: Report) -> str:
    """The report as JSON; scores by the names of their parts."""
    return json.dumps(_make_plain(report), ensure_ascii=False, indent=1) + "\n"


def _make_plain(value: object) -> object:
    if is_dataclass(value):
        return {one.name: _make_plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return value._asdict()
    return list(map(_make_plain, value)) if isinstance(value, tuple) else value
