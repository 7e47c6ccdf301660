"""What tests of several folders share: parsed pages, sample sites, and the command itself."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from examples import make_site, write_site

# A gate must not depend on luck: it tries the same examples each time; elsewhere luck finds bugs.
settings.register_profile("gate", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("gate")

Run = Callable[..., subprocess.CompletedProcess[str]]


def parse(html: str | bytes, name: str = "page.html", charset: str | None = None) -> Page:
    """A page from its markup; fails where it is rejected."""
    body = html.encode() if isinstance(html, str) else html
    page = parse_page(RawPage(PageRef(name, "site", name, len(body), charset=charset), body))
    assert isinstance(page, Page), page
    return page


@pytest.fixture(scope="session")
def sample_pages() -> Callable[[str, int], list[Page]]:
    """Parsed pages of a sample site."""

    def make(site: str, pages: int) -> list[Page]:
        return [parse(page.html, page.id) for page in make_site(site, pages)]

    return make


@pytest.fixture(scope="session")
def news_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small newspaper's HTML."""
    folder = tmp_path_factory.mktemp("news")
    write_site("news", folder, pages=24)
    return folder / "pages"


@pytest.fixture
def dehusk(tmp_path: Path) -> Run:
    """The command line, run in a folder of its own."""

    def run(*arguments: str | Path, timeout_s: float = 60) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "dehusk", *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=timeout_s,
            check=False,
        )

    return run
