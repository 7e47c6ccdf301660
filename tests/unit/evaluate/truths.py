"""Sample sites with truth, small and made ready, for tests of what is measured on them."""

from pathlib import Path

from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.ground import prepare
from dehusk.evaluate.truth import TruthSite, open_truth
from dehusk.run.local import Job
from examples import write_site


def make_truth(folder: Path, *names: str, pages: int) -> list[TruthSite]:
    """The named sample sites as sites with truth."""
    for name in names:
        write_site(name, folder / "samples" / name, pages=pages)
    with open_truth([folder / "samples"]) as sites:
        return sites


def make_trials(folder: Path, name: str, pages: int) -> Trials:
    """A sample site ready for trials."""
    (site,) = make_truth(folder, name, pages=pages)
    return Trials(prepare(site, Job()))
