"""Where a browser draws what: pages opened in Chromium, shut off from the network.

`prepare_rendering` looks for the browser before the long work, `prepare_sources` lists what
archives hold, and `render_page` gives a parsed page the boxes of its elements, and where scripts
may run the tree that they built. `take_picture` shows what was drawn.
"""

from dehusk.render.chromium import prepare_rendering
from dehusk.render.page import render_page
from dehusk.render.picture import take_picture
from dehusk.render.settings import RenderSettings
from dehusk.render.surroundings import prepare_sources

__all__ = ["RenderSettings", "prepare_rendering", "prepare_sources", "render_page", "take_picture"]
