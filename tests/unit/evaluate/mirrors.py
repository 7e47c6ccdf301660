"""A sample site and its mirror as folders and tables, and the figures of findings."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from dehusk.evaluate.findings import Findings
from examples import SamplePage, make_site

Name = Callable[[SamplePage, int], str]


def write_pages(folder: Path, pages: Sequence[SamplePage], name: Name) -> str:
    for number, page in enumerate(pages):
        path = folder / name(page, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.html)
    return str(folder)


def by_id(page: SamplePage, number: int) -> str:
    return f"{page.id}.html"


def write_mirror(
    tmp_path: Path, site: str, pages: int, name: Name = by_id, mirror_name: Name = by_id
) -> tuple[str, str]:
    """The folders of a site and of its mirror."""
    original = write_pages(tmp_path / "site", list(make_site(site, pages)), name)
    mirror = list(make_site(site, pages, shell="plain"))
    return original, write_pages(tmp_path / "mirror", mirror, mirror_name)


def figures_of(findings: Findings) -> dict[str, float]:
    return {figure.name: figure.value for figure in findings.figures}


def write_two_hosts(path: Path, shell: str) -> str:
    """Eight pages each of two hosts; two of the second are such that methods may fail of them."""
    rows = []
    for number, page in enumerate(make_site("news", 16, shell=shell)):
        host = "good" if number < 8 else "bad"
        html = page.html.decode() + ("<p>FAULT, END ME</p>" if number >= 14 else "")
        rows.append(json.dumps({"url": f"http://{host}.example/{page.id}", "html": html}))
    path.write_text("\n".join(rows), encoding="utf-8")
    return str(path)
