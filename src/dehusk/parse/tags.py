"""The tags of HTML by number, and the sets of them that decide how a page reads.

Numbers are for one process only: whatever is saved names its tags.
"""

from typing import Final

import numpy as np

from dehusk.model import Mask

MOST_TAGS: Final = 256
"""A tag is one byte: names past the last number share it."""

TAG_NAMES: tuple[str, ...] = (
    "-text",
    *"""
    html head body title base link meta style script noscript template
    article section nav aside header footer main address hgroup search h1 h2 h3 h4 h5 h6
    p hr pre blockquote ol ul menu li dl dt dd figure figcaption div center dir
    a em strong small s cite q dfn abbr ruby rt rp rb rtc data time code var samp kbd sub sup
    i b u mark bdi bdo span br wbr ins del big font strike tt nobr acronym blink marquee
    picture source img iframe embed object param video audio track map area canvas svg math
    table caption colgroup col tbody thead tfoot tr td th
    form label input button select datalist optgroup option textarea output progress meter
    fieldset legend details summary dialog slot frame frameset noframes noembed applet
    plaintext xmp listing isindex keygen basefont bgsound
    path g use symbol defs rect circle ellipse line polygon polyline text tspan desc metadata
    linearGradient radialGradient stop clipPath mask pattern filter image foreignObject
    mrow mi mo mn msup msub mfrac mtext mspace msqrt mtable mtr mtd semantics annotation
    """.split(),
)

TAG_IDS: dict[str, int] = {name: number for number, name in enumerate(TAG_NAMES)}


def tag_ids(names: str) -> frozenset[int]:
    """The numbers of the tags in a list of words.

    >>> tag_ids("-text html") == {0, 1}
    True
    """
    return frozenset(TAG_IDS[name] for name in names.split())


def table_of(tags: frozenset[int]) -> Mask:
    """Membership by tag number, to look up whole arrays of tags at once."""
    table = np.zeros(MOST_TAGS, dtype=np.bool_)
    table[list(tags)] = True
    return table


# Their text is not part of the page as read: metadata, code, or what stands in for a medium.
SILENT = tag_ids(
    "head title script style template iframe noembed noframes datalist video audio canvas"
    " desc metadata annotation"
)

VOID = tag_ids(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track"
    " wbr"
)

IMAGES = tag_ids("img area")

PREFORMATTED = tag_ids("pre textarea xmp listing plaintext")
