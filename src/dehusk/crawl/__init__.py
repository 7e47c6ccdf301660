"""From an address to an archive of its site: polite, resumable, and safe from what it meets.

`crawl_site` in `engine` does it all; what it needs beyond the base install is imported there, so
that settings can be named without it.
"""

from dehusk.crawl.settings import CrawlSettings, Limits, Manners, Reach

EXTRA, LIBRARIES = "crawl", ("aiohttp", "ada_url", "protego")

__all__ = ["EXTRA", "LIBRARIES", "CrawlSettings", "Limits", "Manners", "Reach"]
