"""The command `dehusk crawl`, and what `dehusk run` needs of it."""

from dehusk.crawling.before_run import crawl_first, run_crawl_options
from dehusk.crawling.command import crawl

__all__ = ["crawl", "crawl_first", "run_crawl_options"]
