"""The default method, `site`: all evidence of a site and of a page, and one learned decision."""

from dehusk.learn.site.method import SiteMethod
from dehusk.learn.site.self_taught import SelfTaught

__all__ = ["SelfTaught", "SiteMethod"]
