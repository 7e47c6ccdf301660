"""Pages that are empty without scripts: counted, and with a browser built, by our own requests."""

import json
from pathlib import Path
from typing import Any

import pytest

from dehusk.crawl.fetch import Network
from dehusk.crawl.settings import CrawlSettings
from dehusk.ingest import SourceSettings
from tests.archives import read_sources
from tests.browsers import needs_chromium
from tests.browsers import settings as browser
from tests.conftest import Run
from tests.crawl_server import Answer, Asked, Names, Site, page, serving
from tests.crawls import count_responses, crawl, settings
from tests.e2e.test_crawl_private import BOTH, INTERNET, PRIVATE, judge

SCRIPT = {"Content-Type": "text/javascript"}
SHELL = '<!DOCTYPE html><title>App</title><div id="root"></div><script src="/app.js"></script>'
APP = """
const name = location.pathname.slice(1) || 'home';
fetch('/api/' + name + '.json').then(answer => answer.json()).then(found => {
  document.getElementById('root').innerHTML =
    '<h1>' + found.title + '</h1><p>' + found.text + '</p>' +
    found.links.map(one => `<a href="${one}">${one}</a>`).join(' ');
});
"""


def respond(asked: Asked) -> Answer | None:
    """An application of two pages; all that they say comes from an API."""
    if asked.path in ("/", "/about"):
        return Answer(SHELL)
    name = asked.path.removeprefix("/api/").removesuffix(".json")
    found = {"title": f"This is {name}", "text": "It was built by a script. " * 12}
    links = {"home": ["/about"], "about": ["/"]}
    if asked.path == "/app.js":
        return Answer(APP, headers=SCRIPT)
    if asked.path == "/robots.txt" or name not in links:
        return None
    return Answer(
        json.dumps({**found, "links": links[name]}), headers={"Content-Type": "application/json"}
    )


def test_pages_that_are_empty_without_scripts_are_counted_and_told(dehusk: Run) -> None:
    with serving(respond) as server:
        done = dehusk("crawl", server.url(), "-o", "s.warc.gz", "--allow-private", "--delay", "0")
    assert "1 page next to empty without JavaScript: with --render" in done.stderr


@needs_chromium
def test_the_command_renders_and_run_takes_what_was_built(dehusk: Run, tmp_path: Path) -> None:
    with serving(respond) as server:
        options = ("--allow-private", "--delay", "0", "--render")
        done = dehusk("crawl", server.url(), "-o", "s.warc.gz", *options)
        assert done.returncode == 0, done.stderr
    assert "2 pages next to empty without JavaScript: 2 built in the browser" in done.stderr
    assert "next: dehusk run s.warc.gz -o s/ --latest" in done.stderr
    done = dehusk("run", "s.warc.gz", "-o", "-", "--latest", "--quiet")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 2
    assert any("It was built by a script" in row["text"] for row in rows)


def rendering(**chosen: Any) -> CrawlSettings:
    return settings(rendering=browser(javascript=True, timeout_s=20.0), **chosen)


@needs_chromium
def test_a_page_is_built_by_its_scripts_and_its_links_are_followed(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    with serving(respond) as server:
        outcome = crawl(archive, server.url(), chosen=rendering())
    assert (outcome.tally.pages, outcome.tally.scripted, outcome.tally.built) == (2, 2, 2)
    found = read_sources(archive, settings=SourceSettings(latest=True))
    assert b"This is home" in found.bodies[server.url()]
    assert b"This is about" in found.bodies[server.url("/about")]
    # The script that both share was asked for once, and lies beside them.
    assert server.paths().count("/app.js") == 1
    assert count_responses(archive)[server.url("/app.js")] == 1


@needs_chromium
def test_what_the_browser_asks_for_keeps_the_pause_and_robots_txt(tmp_path: Path) -> None:
    rules = Answer("User-agent: *\nDisallow: /api/about", headers={"Content-Type": "text/plain"})

    def answer(asked: Asked) -> Answer | None:
        return rules if asked.path == "/robots.txt" else respond(asked)

    with serving(answer) as server:
        chosen = rendering(delay=0.2)
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=chosen)
    assert "/api/about.json" not in server.paths()
    assert outcome.tally.pages == 2
    gaps = [b.at - a.at for a, b in zip(server.log, server.log[1:], strict=False)]
    assert min(gaps) >= 0.2


@needs_chromium
@pytest.mark.parametrize("way", ["fetch", "image", "script", "redirect", "websocket", "location"])
def test_no_script_reaches_a_private_address(tmp_path: Path, way: str) -> None:
    def answer(asked: Asked) -> Answer | None:
        port = asked.host.partition(":")[2]
        inside = f"http://inside.site.example:{port}/secret"
        code = {
            "fetch": f"fetch('{inside}'); fetch('http://{PRIVATE}:{port}/secret')",
            "image": f"new Image().src = '{inside}'",
            "script": f"document.write('<script src={inside}></scr' + 'ipt>')",
            "redirect": "fetch('/away')",
            "websocket": f"new WebSocket('ws://{PRIVATE}:{port}/secret')",
            "location": f"location = '{inside}'",
        }[way]
        found = {
            "/": Answer(f"<body><script>{code}</script>"),
            "/away": Answer(status=302, headers={"Location": inside}),
        }
        return found.get(asked.path)

    names = {"site.example": INTERNET, "inside.site.example": PRIVATE}
    with serving(answer, BOTH) as server:
        chosen = rendering(allow_private=False)
        crawl(
            tmp_path / "s.warc.gz",
            server.url(host="site.example"),
            chosen=chosen,
            network=Network(judge, Names(names)),
        )
    assert [one.path for one in server.log if one.ip == PRIVATE] == []
    assert "/" in server.paths()


def test_pages_with_text_are_not_taken_for_empty(tmp_path: Path) -> None:
    site = Site({"/": Answer("<script>1</script><p>" + "Words that are there already. " * 10)})
    site["/b"] = page("b")
    with serving(site.respond) as server:
        assert crawl(tmp_path / "s.warc.gz", server.url()).tally.scripted == 0
