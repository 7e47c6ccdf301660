"""From the pages of a cluster to a template that scores leaves."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from dehusk.catalogue import Catalogue
from dehusk.errors import CannotWant
from dehusk.learn.block_entropy import BlockEntropy
from dehusk.learn.chunks import Chunks
from dehusk.learn.content_blocks import ContentBlocks
from dehusk.learn.feature_blocks import FeatureBlocks, KFeatureBlocks
from dehusk.learn.method import Method, Template

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["DEFAULT_METHOD", "METHODS", "WANTING_METHOD", "Method", "Template", "add_want"]

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

WANTING_METHOD = "k-feature-blocks"
"""Takes the place of the default where somebody says what is wanted of a page."""


def add_want(method: str, settings: Mapping[str, object], want: object) -> dict[str, object]:
    """The settings of a method that is told what is wanted, where it can be."""
    if not _can_want(method):
        raise CannotWant(method, tuple(filter(_can_want, METHODS.names())))
    return {**settings, "want": want}


def _can_want(method: str) -> bool:
    return "want" in asdict(cast("DataclassInstance", METHODS.create(method, {})))
