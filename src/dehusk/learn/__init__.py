"""From the pages of a cluster to a template that scores leaves."""

from dehusk.catalogue import Catalogue
from dehusk.learn.block_entropy import BlockEntropy
from dehusk.learn.chunks import Chunks
from dehusk.learn.content_blocks import ContentBlocks
from dehusk.learn.feature_blocks import FeatureBlocks, KFeatureBlocks
from dehusk.learn.method import Method, Template

__all__ = ["DEFAULT_METHOD", "METHODS", "Method", "Template"]

METHODS: Catalogue[Method] = Catalogue(
    kind="method",
    group="dehusk.methods",
    built_in={
        "chunks": Chunks,
        "content-blocks": ContentBlocks,
        "feature-blocks": FeatureBlocks,
        "k-feature-blocks": KFeatureBlocks,
        "block-entropy": BlockEntropy,
    },
)

DEFAULT_METHOD = "chunks"
