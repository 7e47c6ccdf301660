"""Methods of a third party, installed for a test: worker processes find them as well."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from dehusk.learn.chunks import Chunks, ChunkTemplate
from dehusk.learn.evidence import SiteEvidence
from dehusk.model import Page, Scores
from tests.unit.evaluate.methods import Constant

_POINTS = {
    "constant": "tests.unit.evaluate.methods:Constant",
    "spoilt": "tests.unit.evaluate.methods:Spoilt",
    "generous": "tests.unit.evaluate.installed:Generous",
    "deadly": "tests.unit.evaluate.installed:Deadly",
    "faulty": "tests.unit.evaluate.installed:Faulty",
}


def install_methods(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """As a package of the folder would, for the time of a test."""
    info = folder / "installed" / "known_methods-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: known-methods\nVersion: 1.0\n")
    points = "\n".join(f"{name} = {where}" for name, where in _POINTS.items())
    (info / "entry_points.txt").write_text(f"[dehusk.methods]\n{points}\n")
    monkeypatch.syspath_prepend(str(folder / "installed"))


@dataclass(frozen=True, slots=True)
class Generous(Constant):
    """Removes every page, until the site holds more texts than `texts`: then keeps all."""

    name: ClassVar[str] = "generous"

    texts: int = 0

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> Constant:
        return Constant(float(len(site.text_pages) <= self.texts))


@dataclass(frozen=True)
class Deadly(Chunks):
    """Chunks, but learning from a page that says END ME ends the process."""

    name: ClassVar[str] = "deadly"

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> ChunkTemplate:
        if any(b"END ME" in page.tree.markup for page in pages):
            os._exit(9)
        return super().learn(pages, site)


@dataclass(frozen=True)
class Faulty(Constant):
    """Has a fault that shows on pages that say FAULT, while learning or while scoring."""

    name: ClassVar[str] = "faulty"

    when: str = "learning"

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "Faulty":
        if self.when == "learning" and any(b"FAULT" in page.tree.markup for page in pages):
            raise KeyError("a fault")
        return self

    def load(self, state: object) -> "Faulty":
        return self

    def score(self, page: Page) -> Scores:
        if self.when == "scoring" and b"FAULT" in page.tree.markup:
            raise KeyError("a fault")
        if self.when == "killing" and b"FAULT" in page.tree.markup:
            os._exit(9)
        return super().score(page)
