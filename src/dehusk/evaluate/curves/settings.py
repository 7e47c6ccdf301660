"""What is drawn: which curves, and of whom."""

from dataclasses import dataclass, field

from dehusk.cluster import DEFAULT_CLUSTER_METHOD
from dehusk.evaluate.contest import Choice, Entry, choose_entries
from dehusk.evaluate.curves.by_pages import QualityByPages
from dehusk.evaluate.curves.by_purity import QualityByPurity
from dehusk.evaluate.curves.by_sample import QualityBySample
from dehusk.evaluate.curves.by_setting import SWEEPS, QualityBySetting, Sweep
from dehusk.evaluate.curves.curve import Curve
from dehusk.evaluate.curves.duration import TimeByPages, Work
from dehusk.evaluate.curves.noise import NoiseBySite
from dehusk.evaluate.curves.quality import Quality
from dehusk.learn import METHODS


def every_method() -> tuple[Entry, ...]:
    """All methods of the catalogue, each with the default clusters."""
    methods = [Choice(name) for name in METHODS.names()]
    return tuple(choose_entries(methods, [Choice(DEFAULT_CLUSTER_METHOD)]))


@dataclass(frozen=True, slots=True)
class CurveSettings:
    """Whose curves are drawn, and which settings are swept over."""

    entries: tuple[Entry, ...] = field(default_factory=every_method)
    sweeps: tuple[Sweep, ...] = SWEEPS


def list_curves(settings: CurveSettings) -> list[Curve]:
    """All curves there are, in the order they are shown."""
    entries = settings.entries
    return [
        QualityByPages(entries),
        *(QualityBySample(entries, quality) for quality in Quality),
        *(QualityBySetting(entries, sweep) for sweep in settings.sweeps),
        QualityByPurity(entries),
        NoiseBySite(entries),
        *(TimeByPages(entries, work) for work in Work),
    ]
