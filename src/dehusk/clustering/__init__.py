"""The command `dehusk cluster`: which pages share a template."""

from dehusk.clustering.command import cluster

__all__ = ["cluster"]
