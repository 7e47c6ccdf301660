"""The table of cluster methods in the reference is that of the catalogue."""

from dataclasses import fields
from pathlib import Path

from dehusk.cluster import CLUSTER_METHODS, DEFAULT_CLUSTER_METHOD

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "cli.md"


def read_table() -> set[tuple[str, str, str]]:
    section = REFERENCE.read_text(encoding="utf-8").partition("## Cluster methods")[2]
    lines = section.partition("\n## ")[0].splitlines()
    rows, name = set(), ""
    for line in [line for line in lines if line.startswith("|")][2:]:
        method, setting, default, _ = (cell.strip() for cell in line.strip("|").split("|"))
        name = method or name
        rows.add((name, setting.strip("`"), default))
    return rows


def test_the_reference_has_every_setting_with_its_default() -> None:
    known = set()
    for name, method in CLUSTER_METHODS.built_in.items():
        shown = f"`{name}`" + (" (the default)" if name == DEFAULT_CLUSTER_METHOD else "")
        made = method()
        settings = {field.name: getattr(made, field.name) for field in fields(made)}  # type: ignore[arg-type]
        for setting, default in settings.items() or [("no settings", ())]:
            told = "" if setting == "no settings" else str(default or "none")
            known.add((shown, setting, told))
    assert read_table() == known
