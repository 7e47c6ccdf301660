"""From pages to clusters of pages that share a template."""

from dehusk.catalogue import Catalogue
from dehusk.cluster.auto import Auto
from dehusk.cluster.cosine import Cosine
from dehusk.cluster.dice import Dice
from dehusk.cluster.mdl import Mdl
from dehusk.cluster.method import Clustering, ClusterMethod
from dehusk.cluster.minhash import MinHash
from dehusk.cluster.whole import Whole

__all__ = ["CLUSTER_METHODS", "DEFAULT_CLUSTER_METHOD", "ClusterMethod", "Clustering"]

CLUSTER_METHODS: Catalogue[ClusterMethod] = Catalogue(
    kind="cluster method",
    group="dehusk.cluster_methods",
    built_in={
        "mdl": Mdl,
        "minhash": MinHash,
        "cosine": Cosine,
        "dice": Dice,
        "auto": Auto,
        "none": Whole,
    },
)

DEFAULT_CLUSTER_METHOD = "auto"
