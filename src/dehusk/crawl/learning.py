"""Ends the crawl of a site when its template is learned, while other sites go on."""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from dehusk.crawl.crew import Crew
from dehusk.crawl.state import Status
from dehusk.crawl.tally import list_pages
from dehusk.crawl.until_learned import Progress, look_again
from dehusk.ingest.identity import site_of
from dehusk.model import WARC_RECORD, PageRef
from dehusk.run.pipeline import Recipe

NOT_NEEDED = "not needed: the site is learned"

_log = logging.getLogger(__name__)


class Learner:
    """Counts the pages of each site, looks at them from time to time, says when it is enough."""

    def __init__(
        self, crew: Crew, archive: Path, give_up: Callable[[str, Status, str], None]
    ) -> None:
        self._crew = crew
        self._archive = archive
        self._give_up = give_up
        self._recipe = Recipe()
        self._progress: dict[str, Progress] = {}
        self._hosts: dict[str, dict[str, int]] = {}
        self._looks: dict[str, asyncio.Task[None]] = {}
        for host, count in crew.state.rows.execute(
            "SELECT host, count(*) FROM addresses WHERE status = ? GROUP BY host",
            (int(Status.PAGE),),
        ):
            self._hosts.setdefault(_name_site(host), {})[host] = count

    @property
    def is_looking(self) -> bool:
        """Whether somebody is to be waited for."""
        return bool(self._looks)

    def learned(self) -> dict[str, int]:
        """The sites that are learned, each with the pages it took."""
        return {site: one.pages for site, one in self._progress.items() if one.is_learned}

    def take_page(self, host: str) -> None:
        """A page was archived; look at its site when there are enough."""
        site = _name_site(host)
        hosts = self._hosts.setdefault(site, {})
        hosts[host] = hosts.get(host, 0) + 1
        progress = self._recall(site)
        if progress.is_learned:
            self._close(site)
        elif sum(hosts.values()) >= progress.next_look and site not in self._looks:
            for one in hosts:
                self._crew.frontier.hold(one)
            self._looks[site] = asyncio.create_task(self._look(site, tuple(hosts)))

    def _recall(self, site: str) -> Progress:
        """How far the site is learned, by a former run, too."""
        if site not in self._progress:
            known = self._crew.state.recall(f"learned {site}")
            self._progress[site] = Progress(**json.loads(str(known))) if known else Progress()
        return self._progress[site]

    async def _look(self, site: str, held: tuple[str, ...]) -> None:
        """Nothing more of the site is asked for in the meantime."""
        try:
            refs = [ref for host in self._hosts[site] for ref in self._refer(site, host)]
            # What was there at the last look comes first.
            refs.sort(key=lambda ref: ref.offset)
            former = self._progress[site]
            try:
                found = await asyncio.to_thread(look_again, site, refs, former, self._recipe)
            except Exception:
                # Pages that find a fault in learning do not end the crawl: more may mend it.
                _log.exception("%s", site)
                found = Progress(len(refs))
            self._progress[site] = found
            self._crew.state.note(f"learned {site}", json.dumps(asdict(found)))
            if found.is_learned:
                self._close(site)
        finally:
            del self._looks[site]
            for host in held:
                self._crew.frontier.free(host)
            self._crew.wake.set()

    def _close(self, site: str) -> None:
        for host in self._hosts[site]:
            self._give_up(host, Status.LEFT, NOT_NEEDED)

    def _refer(self, site: str, host: str) -> list[PageRef]:
        return [
            PageRef(
                source=page.url,
                site=site,
                path=str(self._archive),
                n_bytes=page.n_bytes,
                offset=page.start,
                url=page.url,
                captured=page.captured,
                form=WARC_RECORD,
            )
            for page in list_pages(self._crew.state, host)
        ]


def _name_site(host: str) -> str:
    return site_of(f"http://{host}/") or host
