"""From the pages of a cluster to a template that scores leaves."""

from collections.abc import Mapping

from dehusk.catalogue import Catalogue
from dehusk.errors import BadSetting, CannotWant
from dehusk.learn.block_entropy import BlockEntropy
from dehusk.learn.chunks import Chunks
from dehusk.learn.content_blocks import ContentBlocks
from dehusk.learn.feature_blocks import FeatureBlocks, KFeatureBlocks
from dehusk.learn.method import Method, Template
from dehusk.learn.site import SelfTaught, SiteMethod
from dehusk.learn.strings import Strings
from dehusk.learn.tree import TreeTemplates

__all__ = ["DEFAULT_METHOD", "METHODS", "WANTING_METHOD", "Method", "Template", "add_want"]

METHODS: Catalogue[Method] = Catalogue(
    kind="method",
    group="dehusk.methods",
    built_in={
        "site": SiteMethod,
        "chunks": Chunks,
        "content-blocks": ContentBlocks,
        "feature-blocks": FeatureBlocks,
        "k-feature-blocks": KFeatureBlocks,
        "block-entropy": BlockEntropy,
        "strings": Strings,
        "tree": TreeTemplates,
        "self-taught": SelfTaught,
    },
)

DEFAULT_METHOD = "site"

WANTING_METHOD = "k-feature-blocks"
"""Takes the place of the default where somebody says what is wanted of a page."""


def add_want(method: str, settings: Mapping[str, object], want: object) -> dict[str, object]:
    """The settings of a method that is told what is wanted, where it can be."""
    if method in METHODS.names() and not METHODS.has_setting(method, "want"):
        able = (name for name in METHODS.built_in if METHODS.has_setting(name, "want"))
        raise CannotWant(method, tuple(able))
    if "want" in settings:
        raise BadSetting("--want", "--set want", settings["want"], "one of the two")
    return {**settings, "want": want}
