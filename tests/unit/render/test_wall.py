"""Hostile pages: nothing gets out of the browser, and nothing in that is not the source's own."""

import http.server
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dehusk.render.browser import get_browser
from dehusk.render.wall import Gate
from tests.browsers import boxes_by_id, draw, needs_chromium, settings

pytestmark = needs_chromium

SCRIPTS = [
    "fetch('{at}/fetch').catch(() => 0)",
    "fetch('{at}/post', {{method: 'POST', body: 'x', mode: 'no-cors'}}).catch(() => 0)",
    "new WebSocket('{ws}/socket')",
    "new EventSource('{at}/events')",
    "navigator.sendBeacon('{at}/beacon', 'x')",
    "new Image().src = '{at}/image'",
    "new Worker('{at}/worker')",
    "new Worker(URL.createObjectURL(new Blob(['fetch(\"{at}/blob\")'])))",
    "navigator.serviceWorker.register('/worker.js')",
    "window.open('{at}/window')",
    "document.forms[0].submit()",
    "document.getElementById('link').click()",
    "document.getElementById('download').click()",
    "import('{at}/module.js').catch(() => 0)",
    "new WebTransport('https://127.0.0.1:{port}/transport')",
    "(async () => {{"
    " const p = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{udp}'}}]}});"
    " p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer()) }})()",
    "document.body.append(Object.assign(document.createElement('iframe'),"
    " {{srcdoc: '<img src={at}/srcdoc><script>fetch(\"{at}/inner\")<\\/script>'}}))",
    "setTimeout(() => {{ location = '{at}/location' }}, 50)",
    "setTimeout(() => {{ location.href = '{at}/again' }}, 100)",
]

PAGE = """<!doctype html><title>hostile</title>
<meta http-equiv="refresh" content="0; url={at}/refresh">
<link rel="stylesheet" href="{at}/style.css"><link rel="preconnect" href="{at}">
<link rel="dns-prefetch" href="{at}"><link rel="prefetch" href="{at}/prefetch">
<link rel="preload" href="{at}/preload" as="image"><link rel="icon" href="{at}/icon.png">
<link rel="modulepreload" href="{at}/module.js"><link rel="prerender" href="{at}/prerender">
<link rel="manifest" href="{at}/manifest">
<script type="speculationrules">{{"prefetch": [{{"urls": ["{at}/speculation"]}}]}}</script>
<style>@import url({at}/import.css); @font-face {{ font-family: f; src: url({at}/font) }}
body {{ background: url({at}/background); font-family: f }}</style>
<img src="{at}/image.png" srcset="{at}/set.png 2x"><script src="{at}/script.js"></script>
<iframe src="{at}/frame"></iframe><object data="{at}/object"></object><embed src="{at}/embed">
<video src="{at}/video" poster="{at}/poster"></video><audio src="{at}/audio" autoplay></audio>
<svg><image href="{at}/drawn"/><use href="{at}/use.svg#x"/></svg>
<form action="{at}/form" method="post"><input name="x"></form>
<a id="link" href="{at}/link" ping="{at}/ping">x</a><a id="download" href="{at}/d" download>y</a>
<p id="said">Still here</p>
{scripts}
"""


class Ears:
    """A server on this machine that hears whatever reaches it."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        ears = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def handle(self) -> None:
                ears.heard.append("a connection")

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.udp.setblocking(False)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def write_page(self) -> str:
        names = {
            "at": f"http://127.0.0.1:{self.port}",
            "ws": f"ws://127.0.0.1:{self.port}",
            "port": self.port,
            "udp": self.udp.getsockname()[1],
        }
        scripts = "".join(f"<script>{script.format(**names)}</script>\n" for script in SCRIPTS)
        return PAGE.format(**names, scripts=scripts)

    def count(self) -> int:
        try:
            self.udp.recv(1000)
        except BlockingIOError:
            return len(self.heard)
        return len(self.heard) + 1


@pytest.fixture
def ears() -> Iterator[Ears]:
    ears = Ears()
    yield ears
    ears.server.shutdown()
    ears.server.server_close()
    ears.udp.close()


def test_the_ears_hear(ears: Ears) -> None:
    with socket.create_connection(("127.0.0.1", ears.port)) as connection:
        assert connection.recv(1) == b""
    assert ears.count() == 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ears.udp.getsockname())
    assert ears.count() == 2


@pytest.mark.parametrize("javascript", [False, True])
def test_nothing_gets_out(tmp_path: Path, ears: Ears, javascript: bool) -> None:
    page = draw(tmp_path, ears.write_page(), settings(javascript=javascript))
    assert "Still here" in page.tree.leaf_texts()
    assert "said" in boxes_by_id(page)
    assert ears.count() == 0


@pytest.mark.parametrize("javascript", [False, True])
def test_files_outside_of_the_folder_are_not_read(tmp_path: Path, javascript: bool) -> None:
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    sheet = "#{} {{ height: 77px }}"
    outside = tmp_path / "outside.css"
    outside.write_text("".join(map(sheet.format, ("a", "b", "c", "d", "e"))))
    (folder / "link.css").symlink_to(outside)
    (folder / "linked").symlink_to(tmp_path)
    (folder / ".hidden.css").write_text(sheet.format("f"))
    (folder / "own.css").write_text(sheet.format("own"))
    (folder / "inner.css").symlink_to(folder / "own.css")
    addresses = [
        "../outside.css", "/../outside.css", "..%2foutside.css", "%2e%2e/outside.css",
        "..\\\\outside.css", "link.css", "linked/outside.css", outside.as_uri(), str(outside),
        f"//folder.invalid{outside}", f"/{outside}", ".hidden.css", "inner.css",
        "file:///etc/passwd", "sub/../../outside.css", "%00", "sub", "own.css%00.png",
    ]  # fmt: skip
    links = "".join(f'<link rel="stylesheet" href="{address}">' for address in addresses)
    boxes = "".join(f"<div id={name}></div>" for name in "a b c d e f own".split())
    read = """<p id=read></p><script>
      fetch('file:///etc/passwd').then(r => r.text()).then(t => { read.textContent = t }, () => 0);
      fetch('../outside.css').then(r => r.text()).then(t => { read.textContent = t }, () => 0);
      </script><iframe src="file:///etc/passwd"></iframe>"""
    page = draw(folder, f"<!doctype html>{links}{boxes}{read}", settings(javascript=javascript))
    heights = {name: box[3] for name, box in boxes_by_id(page).items()}
    assert heights.pop("own") == 77
    assert set(heights.values()) == {0}
    assert not page.tree.leaf_texts()


@pytest.mark.parametrize(
    "script",
    [
        "while (true) { alert('again'); print(); window.open('/') }",
        "for (let t = 'x'; ; t += t) document.title = t",
        "const f = () => Promise.resolve().then(f); f()",
        "while (true) document.body.append(document.createElement('div'))",
        "setInterval(() => location.reload(), 0); while (true) {}",
    ],
)
def test_a_script_without_end_costs_only_its_own_page(tmp_path: Path, script: str) -> None:
    html = f"<!doctype html><p>Said<script>{script}</script>"
    page = draw(tmp_path, html, settings(javascript=True, timeout_s=1.5))
    assert page.tree.leaf_texts()[0] == "Said"
    if page.boxes is None:
        assert page.warnings[0].startswith("not rendered: ")
    following = draw(tmp_path, "<!doctype html><p id=x>Next", settings(javascript=True))
    assert following.boxes is not None


def test_a_browser_that_is_killed_leaves_no_files(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    get_browser(settings()).stop()
    # The names of sockets must be short.
    temporary = tmp_path_factory.mktemp("t")
    monkeypatch.setenv("TMPDIR", str(temporary))
    hung = "<!doctype html><p>x<script>while (true) {}</script>"
    assert draw(tmp_path, hung, settings(javascript=True, timeout_s=1.5)).boxes is None
    # They are removed once the browser is gone, which takes a moment on a busy machine.
    until = time.monotonic() + 20
    while list(temporary.iterdir()) and time.monotonic() < until:
        time.sleep(0.1)
    assert not list(temporary.iterdir())


def test_a_page_that_is_busy_for_ever_is_taken_as_it_stands(tmp_path: Path) -> None:
    html = """<!doctype html><p id=x>0</p><script>
      setInterval(() => { x.textContent = Number(x.textContent) + 1 }, 5)</script>"""
    page = draw(tmp_path, html, settings(javascript=True, timeout_s=5.0))
    assert "x" in boxes_by_id(page)
    assert int(page.tree.leaf_texts()[0]) > 10


@pytest.mark.parametrize(
    "script",
    [
        "location = 'about:blank'",
        "document.documentElement.remove()",
        "document.open(); document.write('<p>Other'); document.close()",
        "Element.prototype.getBoundingClientRect = () => ({}); JSON.stringify = () => 'x';"
        "Object.defineProperty(Element.prototype, 'outerHTML', {get: () => 'forged'})",
    ],
)
def test_scripts_that_take_the_page_away_or_forge_it(tmp_path: Path, script: str) -> None:
    html = f"<!doctype html><body style='margin: 0'><p>Said</p><script>{script}</script>"
    page = draw(tmp_path, html, settings(javascript=True))
    texts = page.tree.leaf_texts()
    assert texts in (["Said"], ["Said", "Other"])
    assert (page.boxes is None) == bool(page.warnings)
    if "forged" in script:
        assert page.boxes is not None


@pytest.mark.parametrize("javascript", [False, True])
def test_the_second_wall_holds_alone(
    tmp_path: Path, ears: Ears, javascript: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_through(gate: Gate, route: Any) -> None:
        if gate.is_open:
            gate.is_open = False
            route.fulfill(status=200, content_type="text/html", body=gate.html)
        else:
            route.continue_()

    monkeypatch.setattr(Gate, "answer", let_through)
    draw(tmp_path, ears.write_page(), settings(javascript=javascript))
    assert ears.count() == 0
