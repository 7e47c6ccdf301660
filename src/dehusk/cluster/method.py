"""What a cluster method is: it groups a site's pages, and says where a new page belongs."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from dehusk.model import Cluster, Membership, Page

State = Mapping[str, object]


class Clustering(Protocol):
    """Clusters that were found; holds all that assigning another page needs."""

    def assign(self, page: Page) -> Membership:
        """The page's cluster, or none, and the template to read it with."""

    def list_templates(self) -> Sequence[str]:
        """The clusters whose templates pages are read with."""

    def state(self) -> State:
        """The clustering as plain JSON values."""


class ClusterMethod(Protocol):
    """Settings that group pages; a frozen dataclass, so that they can be saved."""

    name: ClassVar[str]

    def cluster(self, pages: Sequence[Page]) -> tuple[Sequence[Cluster], Clustering]:
        """The clusters of these pages, in any order of the pages the same."""

    def load(self, state: State) -> Clustering:
        """The clustering that gave this state."""
