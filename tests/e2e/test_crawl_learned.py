"""`--until-learned` ends early, and what it leaves out is not missed."""

from pathlib import Path

import pytest

from benchmarks.until_learned import MOST_LOST, crawl_sample, measure
from dehusk.crawl.until_learned import FIRST_PAGES
from examples import make_site
from tests.crawls import count_responses


@pytest.mark.slow
@pytest.mark.parametrize("site", ["news", "docs"])
def test_a_sample_is_as_good_as_the_whole_site(site: str, tmp_path: Path) -> None:
    found = measure(site, 120, tmp_path)
    assert FIRST_PAGES < found.crawled <= 60
    assert found.lost <= MOST_LOST


def test_a_site_that_is_too_small_to_tell_is_crawled_whole(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    assert crawl_sample(list(make_site("blog", 12)), archive) == 12
    pages = [url for url in count_responses(archive) if url.endswith(".html")]
    assert len(pages) >= 12
