"""How pages are drawn is checked before anything is."""

from pathlib import Path

import pytest

from dehusk.errors import BadBrowser, BadSetting, MissingBrowser, MissingExtra
from dehusk.render import RenderSettings, prepare_rendering
from dehusk.render.settings import parse_viewport
from tests.browsers import draw, needs_chromium


@pytest.mark.parametrize("text", ["", "1280", "1280x", "x800", "1280,800", "-1x5", "1e3x800"])
def test_a_viewport_is_width_and_height(text: str) -> None:
    with pytest.raises(BadSetting, match="1280x800"):
        parse_viewport(text)


@pytest.mark.parametrize(
    "changed", [{"width": 0}, {"height": 99_999}, {"timeout_s": 0}, {"timeout_s": float("nan")}]
)
def test_settings_that_cannot_be(changed: dict[str, float]) -> None:
    with pytest.raises(BadSetting):
        RenderSettings(**changed)  # type: ignore[arg-type]


def test_a_missing_browser_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingBrowser, match=r"apt install chromium.*--browser PATH"):
        prepare_rendering(RenderSettings())
    with pytest.raises(MissingBrowser, match="no such browser: /no/where"):
        prepare_rendering(RenderSettings(browser="/no/where"))


def test_missing_playwright_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.render.chromium.LIBRARY", "no_such_library")
    with pytest.raises(MissingExtra, match=r"pip install 'dehusk\[render\]'"):
        prepare_rendering(RenderSettings())


def test_what_is_no_browser_is_refused(tmp_path: Path) -> None:
    false = tmp_path / "false"
    false.write_text("#!/bin/sh\necho broken >&2\nexit 1\n")
    false.chmod(0o755)
    with pytest.raises(BadBrowser, match="broken"):
        prepare_rendering(RenderSettings(browser=str(false)))


@needs_chromium
@pytest.mark.parametrize(
    ("says", "said"),
    [
        ("", "does not start: BrowserType.launch: "),
        ("no libnss3.so", "does not start: no libnss3.so$"),
        ("No usable sandbox!", "see --no-browser-sandbox"),
    ],
)
def test_a_browser_that_does_not_start_is_the_callers_mistake(
    tmp_path: Path, says: str, said: str
) -> None:
    fake = tmp_path / "fake"
    version = "if [ $1 = --version ]; then echo Fake 1.0; exit; fi"
    fake.write_text(f"#!/bin/sh\n{version}\necho '{says}' >&2\nexit 1\n")
    fake.chmod(0o755)
    with pytest.raises(BadBrowser, match=said):
        draw(tmp_path, "<p>x", prepare_rendering(RenderSettings(browser=str(fake))))
