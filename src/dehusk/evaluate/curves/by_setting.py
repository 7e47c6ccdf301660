"""What is found against a setting of a method, above all its threshold.

After Ma, Goharian, Chowdhury and Chung (CIKM 2003), Figure 3: the template discovery ratio against
the document frequency from which a chunk is template.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dehusk.evaluate.contest import Entry
from dehusk.evaluate.curves.average import plot_means
from dehusk.evaluate.curves.curve import LeftOut, Lines, Point, SiteLines
from dehusk.evaluate.curves.large import choose_large, describe_lack, describe_sites
from dehusk.evaluate.curves.quality import Quality
from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.plot import Plot, Series
from dehusk.evaluate.truth import TruthSite
from dehusk.run.pipeline import Recipe

_OF, _ALONE = ": ", "all"
"""Stands between an entry's name and the quality; the group of an entry without others."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The values that a setting of a method is tried with.

    `label` says what they are, `spelling` how they are written below an axis; `kind` tells two
    sweeps over one setting apart.
    """

    method: str
    setting: str
    values: tuple[float, ...]
    label: str
    spelling: str = "g"
    kind: str = ""


SWEEPS = (
    Sweep(
        "chunks",
        "threshold",
        (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
        "share of the pages that a chunk must stand on",
        spelling=".0%",
        kind="share",
    ),
    Sweep(
        "chunks",
        "threshold",
        (2, 3, 4, 5, 6, 8, 10, 12, 16, 20),
        "number of pages that a chunk must stand on",
        kind="number",
    ),
    Sweep(
        "content-blocks",
        "threshold",
        (0.05, 0.1, 0.2, 0.25, 0.34, 0.5),
        "inverse number of pages (IBDF) that a block of content must exceed",
    ),
    Sweep(
        "content-blocks",
        "share",
        (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7),
        "share of the pages that a block of the template must be on, too",
        spelling=".0%",
    ),
    Sweep(
        "content-blocks",
        "similarity",
        (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99),
        "cosine above which two blocks are the same",
    ),
    Sweep(
        "strings",
        "share",
        (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
        "share of the pages that a template string must stand on",
        spelling=".0%",
    ),
    Sweep(
        "tree",
        "noise",
        (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
        "confidence from which a leaf is noise",
    ),
    Sweep(
        "tree",
        "pages",
        (1, 2, 3, 5, 8, 15, 25, 40),
        "pages that the tree is made from",
    ),
)
"""What methods were tuned by. A whole number and a fraction may differ in kind."""


@dataclass(frozen=True, slots=True)
class QualityBySetting:
    """How well the entries of one method do with each value of a setting."""

    entries: tuple[Entry, ...]
    sweep: Sweep

    @property
    def name(self) -> str:
        """One file a sweep."""
        words = ["quality-by", self.sweep.method, self.sweep.setting, self.sweep.kind]
        return "-".join(filter(None, words)).replace("_", "-")

    @property
    def title(self) -> str:
        """One picture a sweep."""
        kind = f", as a {self.sweep.kind}" if self.sweep.kind else ""
        return f"Quality by the {self.sweep.setting} of {self.sweep.method}{kind}"

    def choose(self, sites: Sequence[TruthSite]) -> Sequence[TruthSite]:
        """Sites where one value can differ from the next."""
        return choose_large(sites) if self._concerned() else ()

    def measure(self, trials: Trials) -> Lines:
        """A line an entry and quality."""
        lines = {}
        concerned = self._concerned()
        for entry in concerned:
            for quality in Quality:
                line = self._measure_entry(trials, entry, quality)
                if line:
                    of_entry = entry.name + _OF if len(concerned) > 1 else ""
                    lines[of_entry + quality.short] = line
        return lines

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """Both qualities in one picture: what finds more template may cost content."""
        if not self._concerned():
            return LeftOut(self.name, self.title, f"{self.sweep.method} is not among the methods")
        empty = Plot(
            name=self.name,
            title=self.title,
            x_label=self.sweep.label,
            y_label="F1, and share of template found",
            note=(
                f"The mean over {describe_sites(measured)}, learned from all pages. "
                f"{Quality.F1.meaning} {Quality.TEMPLATE_FOUND.meaning}"
            ),
        )
        plot = plot_means(measured, empty, describe_lack())
        return plot if isinstance(plot, LeftOut) else replace(plot, series=_pair(plot.series))

    def _concerned(self) -> list[Entry]:
        """The entries of the method, those that differ in nothing but the setting as one."""
        merged: dict[str, Entry] = {}
        for entry in self.entries:
            if entry.recipe.method == self.sweep.method:
                recipe = self._set(entry.recipe, self.sweep.values[0])
                name = re.sub(rf" {re.escape(self.sweep.setting)}=\S+", "", entry.name)
                merged.setdefault(repr(recipe), Entry(name, recipe))
        return list(merged.values())

    def _set(self, recipe: Recipe, value: float) -> Recipe:
        settings = {**recipe.method_settings, self.sweep.setting: value}
        return replace(recipe, method_settings=settings)

    def _measure_entry(self, trials: Trials, entry: Entry, quality: Quality) -> list[Point]:
        line = []
        for value in self.sweep.values:
            recipe = self._set(entry.recipe, value)
            found = quality.read(trials.run(recipe, len(trials.pages)))
            if found is not None:
                line.append(Point(format(value, self.sweep.spelling), value, found))
        return line


def _pair(series: Sequence[Series]) -> tuple[Series, ...]:
    """Both qualities of an entry as one group."""
    return tuple(replace(one, group=one.name.rpartition(_OF)[0] or _ALONE) for one in series)
