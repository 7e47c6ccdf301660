"""From the pages of a cluster to a template that scores leaves."""

from dehusk.catalogue import Catalogue
from dehusk.learn.chunks import Chunks
from dehusk.learn.method import Method, Template

__all__ = ["DEFAULT_METHOD", "METHODS", "Method", "Template"]

METHODS: Catalogue[Method] = Catalogue(
    kind="method", group="dehusk.methods", built_in={"chunks": Chunks}
)

DEFAULT_METHOD = "chunks"
