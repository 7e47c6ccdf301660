"""How pages are drawn, checked on creation."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from dehusk.errors import BadSetting

_VIEWPORT = re.compile(r"(\d{1,5})[xX×](\d{1,5})")
_LEAST_PIXELS, _MOST_PIXELS = 16, 10_000
_MOST_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """How pages are drawn: in a window of this size, with scripts or without.

    `cache` is the folder that drawn pages are kept in, if any. `browser` and `version` are filled
    in by `prepare_rendering`, but for a browser that the user names. `sandbox` is Chromium's own,
    which root cannot have.
    """

    javascript: bool = False
    width: int = 1280
    height: int = 800
    timeout_s: float = 10.0
    cache: str | None = None
    browser: str | None = None
    sandbox: bool = True
    version: str = ""

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            if not _LEAST_PIXELS <= getattr(self, name) <= _MOST_PIXELS:
                allowed = f"{_LEAST_PIXELS} to {_MOST_PIXELS:,} pixels"
                raise BadSetting("render", name, getattr(self, name), allowed)
        if not 0 < self.timeout_s <= _MOST_SECONDS:
            raise BadSetting("render", "timeout_s", self.timeout_s, "more than 0, an hour at most")

    def identify(self) -> Mapping[str, object]:
        """What decides how a page is drawn: two runs that share it give the same boxes."""
        return {
            "javascript": self.javascript,
            "viewport": [self.width, self.height],
            "timeout_s": self.timeout_s,
            "browser": self.version,
        }


def parse_viewport(text: str) -> tuple[int, int]:
    """Width and height of a window.

    >>> parse_viewport("1280x800")
    (1280, 800)
    """
    found = _VIEWPORT.fullmatch(text.strip())
    if found is None:
        raise BadSetting("render", "viewport", text, "WIDTHxHEIGHT in pixels, such as 1280x800")
    return int(found[1]), int(found[2])
