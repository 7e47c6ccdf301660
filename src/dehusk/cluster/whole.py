"""The cluster method `none`: a site is one cluster."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dehusk.cluster.method import State
from dehusk.model import Cluster, Membership, Page

WHOLE_SITE = "all"


@dataclass(frozen=True, slots=True)
class WholeClustering:
    """Every page belongs to the one cluster."""

    def assign(self, page: Page) -> Membership:
        """The one cluster."""
        return Membership(WHOLE_SITE, WHOLE_SITE)

    def list_templates(self) -> Sequence[str]:
        """That of the one cluster."""
        return (WHOLE_SITE,)

    def state(self) -> State:
        """Nothing was learned."""
        return {}


@dataclass(frozen=True, slots=True)
class Whole:
    """Puts all pages of a site together."""

    name: ClassVar[str] = "none"

    def cluster(self, pages: Sequence[Page]) -> tuple[Sequence[Cluster], WholeClustering]:
        """One cluster with all pages."""
        keys = tuple(sorted(page.ref.key for page in pages))
        return (Cluster(WHOLE_SITE, keys, WHOLE_SITE),), WholeClustering()

    def load(self, state: State) -> WholeClustering:
        """The same for every site."""
        return WholeClustering()
