"""A page and what is known of its site to numbers, a row a block: what the decision is made on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.learn.site.containers import find_containers
from dehusk.learn.site.memory import (
    ClusterMemory,
    Counts,
    SiteMemory,
    Table,
    count_linked,
    mean_of_grams,
)
from dehusk.learn.site.places import LEVELS
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.titles import match_title
from dehusk.learn.site.view import Pointers, View, digest_page
from dehusk.model import Ints, flag_below
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids

_OWN_TAGS = tuple(
    table_of(tag_ids(names))
    for names in (
        "p", "h1", "h2", "h3", "h4 h5 h6", "li", "td", "th", "div", "pre", "dt dd", "blockquote",
        "figcaption caption", "button label option select legend", "span a", "article section main",
    )
)  # fmt: skip
_AROUND_TAGS = tuple(
    table_of(tag_ids(names))
    for names in (
        "nav", "header", "footer", "aside", "article", "main", "form", "table", "ul ol menu", "li",
        "dl", "blockquote", "figure", "pre code", "button select", "details", "h1 h2 h3 h4 h5 h6",
        "section",
    )
)  # fmt: skip
_INLINE_TAGS = tuple(
    table_of(tag_ids(names)) for names in ("a", "b strong", "em i", "time", "small", "span", "code")
)
_OWN_NAMES = (
    "p", "h1", "h2", "h3", "h4-h6", "li", "td", "th", "div", "pre", "dt-dd", "blockquote",
    "caption", "control", "span", "section",
)  # fmt: skip
_AROUND_NAMES = (
    "nav", "header", "footer", "aside", "article", "main", "form", "table", "list", "li", "dl",
    "blockquote", "figure", "code", "control", "details", "heading", "section",
)  # fmt: skip
_INLINE_NAMES = ("link", "strong", "em", "time", "small", "span", "code")
_HIDDEN = (b'hidden="', b"display:none", b"display: none")
_HEADINGS = table_of(tag_ids("h1 h2 h3 h4 h5 h6"))
NEAR = 3
_BODY = TAG_IDS["body"]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of the page's site: nothing where a page stands alone."""

    site: SiteMemory
    cluster: ClusterMemory
    title_prefix: str = ""
    title_suffix: str = ""


Columns = dict[str, Floats]

CONTAINERS = ("half", "most", "usual")


def describe_blocks(view: View, known: Known) -> Columns:
    """All features by name, each a number a block."""
    linked = count_linked(view)
    columns: Columns = {}
    columns |= _describe_text(view, linked)
    columns |= _describe_tags(view)
    evidence = _Evidence(view, known)
    columns |= evidence.describe_texts()
    columns |= match_title(view, known.title_prefix, known.title_suffix)
    columns |= evidence.describe_slots()
    columns |= evidence.describe_parts(linked)
    columns |= _describe_names(view)
    return columns


def _log(values: Floats) -> Floats:
    return np.log1p(np.maximum(values, 0)).astype(np.float32)


def _ratio(part: Floats, whole: Floats) -> Floats:
    share: Floats = (part / np.maximum(whole, 1)).astype(np.float32)
    return share


def _describe_text(view: View, linked: Floats) -> Columns:
    reading, tree = view.reading, view.page.tree
    chars, words, digits, capitals, stops, commas, marks = reading.counts.T
    n_blocks, total = len(view), max(float(words.sum()), 1.0)
    before = np.cumsum(words) - words
    n_images = np.bincount(reading.block, reading.leaf_words == 0, minlength=n_blocks)
    _, same, copies = np.unique(reading.loose, return_inverse=True, return_counts=True)
    places, repeats = view.places, view.places.repeats
    return {
        "text words": _log(words),
        "text chars": _log(chars),
        "text word length": _ratio(chars, words),
        "text digits": _ratio(digits, chars),
        "text capitals": _ratio(capitals, chars),
        "text stops": _ratio(stops, words),
        "text commas": _ratio(commas, words),
        "text marks": _ratio(marks, chars),
        "text ends sentence": reading.ends_sentence,
        "text silent leaves": _log(n_images),
        "link share": _ratio(linked, words),
        "link whole": (linked >= words).astype(np.float32) * (words > 0),
        "place index": (np.arange(n_blocks) / max(n_blocks, 1)).astype(np.float32),
        "place words before": (before / total).astype(np.float32),
        "place words after": ((total - before - words) / total).astype(np.float32),
        "place depth": _log(tree.depth[places.element]),
        "page blocks": np.full(n_blocks, np.log1p(n_blocks), dtype=np.float32),
        "page words": np.full(n_blocks, np.log1p(total), dtype=np.float32),
        "page links": np.full(n_blocks, linked.sum() / total, dtype=np.float32),
        "repeat copies": _log(copies[same] - 1) * (words > 0),
        "repeat element": _log(repeats[places.element] - 1),
        "repeat holder": _log(repeats[places.holder] - 1),
        **{f"repeat around {level}": _log(repeats[places.around[:, level]] - 1) for level in range(3)},
    }


def _describe_tags(view: View) -> Columns:
    tree, places = view.page.tree, view.places
    own, inline = tree.tag[places.element], tree.tag[places.holder]
    columns = {
        f"tag {name}": table[own].astype(np.float32)
        for name, table in zip(_OWN_NAMES, _OWN_TAGS, strict=True)
    }
    columns |= {
        f"in {name}": _flag_around(view, table[tree.tag])
        for name, table in zip(_AROUND_NAMES, _AROUND_TAGS, strict=True)
    }
    columns |= {
        f"inline {name}": table[inline].astype(np.float32)
        for name, table in zip(_INLINE_NAMES, _INLINE_TAGS, strict=True)
    }
    columns["hidden"] = _flag_hidden(view)
    columns |= _describe_headings(view, _HEADINGS[own])
    return columns


def _flag_around(view: View, is_one: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Floats:
    tree = view.page.tree
    nodes = np.flatnonzero(is_one)
    if not len(nodes):
        return np.zeros(len(view), dtype=np.float32)
    flags: Floats = flag_below(nodes, tree.end)[view.places.element].astype(np.float32)
    return flags


def _flag_hidden(view: View) -> Floats:
    tree = view.page.tree
    found: list[int] = []
    for mark in _HIDDEN:
        at = tree.markup.find(mark)
        while at >= 0:
            found.append(at)
            at = tree.markup.find(mark, at + 1)
    if not found:
        return np.zeros(len(view), dtype=np.float32)
    nodes = np.unique(np.searchsorted(tree.start, found, side="right") - 1)
    nodes = nodes[tree.tag[nodes] != 0]
    hidden: Floats = flag_below(nodes, tree.end)[view.places.holder].astype(np.float32)
    return hidden


def _describe_headings(view: View, is_heading: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Columns:
    """How far the last heading is, in blocks, and how far the next."""
    n_blocks = len(view)
    place = np.arange(n_blocks)
    found = np.flatnonzero(is_heading)
    bounded = np.concatenate(([-n_blocks], found, [2 * n_blocks]))
    last = bounded[np.searchsorted(found, place, side="right")]
    following = bounded[np.searchsorted(found, place, side="right") + 1]
    return {
        "heading before": _log(np.minimum(place - last, 50)),
        "heading after": _log(np.minimum(following - place, 50)),
    }


class _Evidence:
    """What the site's other pages say of a page's blocks."""

    def __init__(self, view: View, known: Known) -> None:
        self._view, self._site, self._cluster = view, known.site, known.cluster
        digest = np.uint64(digest_page(view.page))
        self._in_site = bool((known.site.digests == digest).any())
        self._in_cluster = bool((known.cluster.digests == digest).any())
        self._site_others = len(known.site.digests) - self._in_site
        self._cluster_others = len(known.cluster.digests) - self._in_cluster
        self._known = np.zeros(len(view), dtype=np.float32)

    def _others(self, counts: Counts, hashes: Hashes, *, in_site: bool = True) -> Ints:
        """On how many other pages these are."""
        is_own = self._in_site if in_site else self._in_cluster
        return np.maximum(counts.look_up(hashes) - is_own, 0)

    def describe_texts(self) -> Columns:
        """How many other pages say the same, and point to the same."""
        view, site, cluster = self._view, self._site, self._cluster
        n_site, n_cluster = max(self._site_others, 1), max(self._cluster_others, 1)
        loose = self._others(cluster.loose, view.reading.loose, in_site=False)
        exact = self._others(cluster.exact, view.reading.exact, in_site=False)
        everywhere = self._others(site.loose, view.reading.loose)
        grams = self._others(site.grams, view.reading.gram)
        self._known = mean_of_grams(view, (grams > 0).astype(np.float32))
        words = view.reading.words
        known_of_page = float((self._known * words).sum() / max(float(words.sum()), 1.0))
        n_blocks = len(view)
        self._titled = (self._others(site.titles, view.reading.loose) > 0) & (words > 1)
        return {
            "site pages": np.full(n_blocks, np.log1p(self._site_others), dtype=np.float32),
            "cluster pages": np.full(n_blocks, np.log1p(self._cluster_others), dtype=np.float32),
            "alone": np.full(n_blocks, self._site_others == 0, dtype=np.float32),
            "page known": np.full(n_blocks, known_of_page, dtype=np.float32),
            "same loose share": (loose / n_cluster).astype(np.float32),
            "same loose": _log(loose),
            "same exact share": (exact / n_cluster).astype(np.float32),
            "same exact": _log(exact),
            "same on site share": (everywhere / n_site).astype(np.float32),
            "same on site": _log(everywhere),
            "known words": self._known,
            "known words share": mean_of_grams(view, (grams / n_site).astype(np.float32)),
            "link targets": self._share_targets(site.links, view.links),
            "image targets": self._share_targets(site.images, view.images),
            "is title elsewhere": self._titled.astype(np.float32),
        }

    def _share_targets(self, counts: Counts, pointers: Pointers) -> Floats:
        """The mean share of other pages that point where a block points."""
        share = self._others(counts, pointers.target) / max(self._site_others, 1)
        total = np.bincount(pointers.block, share, minlength=len(self._view))
        number = np.bincount(pointers.block, minlength=len(self._view))
        return _ratio(total, number)

    def describe_slots(self) -> Columns:
        """How other pages fill the slots of these blocks."""
        places = self._view.places
        columns: Columns = {}
        for name, table, slot in (
            ("slot", self._cluster.slots, places.slot[places.holder]),
            ("numbered", self._cluster.numbered, places.numbered[places.holder]),
        ):
            pages, blocks, words, linked, known, texts, stops = table.look_up(slot).T
            columns |= {
                f"{name} support": np.maximum(pages - self._in_cluster, 0)
                / max(self._cluster_others, 1),
                f"{name} blocks": _log(blocks / np.maximum(pages, 1)),
                f"{name} words": _log(words / np.maximum(blocks, 1)),
                f"{name} linked": _ratio(linked, words),
                f"{name} known": _ratio(known, words),
                f"{name} variety": _ratio(texts, blocks),
                f"{name} stops": _ratio(stops, words),
            }
        return columns

    def describe_parts(self, linked: Floats) -> Columns:
        """What the parts around a block hold, here and on the other pages."""
        view, places = self._view, self._view.places
        counts = view.reading.counts
        words = counts[:, 1]
        total = max(float(words.sum()), 1.0)
        novel = np.maximum(words - linked, 0) * (1 - self._known)
        values = np.stack(
            (
                np.ones_like(words), words, linked, counts[:, 4], counts[:, 5], words * self._known,
                novel, self._titled.astype(np.float32), (linked >= words) * (words > 0),
            ),
            axis=1,
        )  # fmt: skip
        new = max(float(novel.sum()), 1.0)
        columns: Columns = {}
        for level in range(LEVELS):
            nodes = places.around[:, level]
            blocks, inside, links, stops, commas, known, own, titled, whole = places.sum_within(
                values, nodes
            ).T
            learned = self._cluster.parts.look_up(places.slot[nodes])
            columns |= {
                f"around {level} blocks": _log(blocks),
                f"around {level} words": _log(inside),
                f"around {level} share": inside / total,
                f"around {level} link share": _ratio(links, inside),
                f"around {level} linked blocks": _ratio(whole, blocks),
                f"around {level} words a block": _log(inside / np.maximum(blocks, 1)),
                f"around {level} stops": _ratio(stops, inside),
                f"around {level} commas": _ratio(commas, inside),
                f"around {level} known": _ratio(known, inside),
                f"around {level} novel share": own / new,
                f"around {level} titles": _ratio(titled, np.maximum(whole, 1)),
                f"part {level} support": np.maximum(learned[:, 0] - self._in_cluster, 0)
                / max(self._cluster_others, 1),
                f"part {level} novel": _ratio(learned[:, 2], learned[:, 1]),
                f"part {level} share": _ratio(learned[:, 3], learned[:, 0]),
            }
        columns |= self._describe_containers(values, novel)
        return columns

    def _describe_containers(self, values: Floats, novel: Floats) -> Columns:
        """Where a block stands in the parts that hold what is new."""
        view, places = self._view, self._view.places
        parts = np.flatnonzero(places.high - places.low > 1).astype(np.int32)
        learned = self._cluster.parts.look_up(places.slot[parts])
        usual = _ratio(learned[:, 3], learned[:, 0]) * (self._cluster_others > 0)
        words = view.reading.words
        before = np.cumsum(words) - words
        new = max(float(novel.sum()), 1.0)
        columns: Columns = {}
        containers = find_containers(view, novel, usual, parts)
        for name, container in zip(CONTAINERS, containers, strict=True):
            node = container.node
            blocks, inside, links, stops, commas, known, own, titled, whole = places.sum_within(
                values, container.child
            ).T
            whole_words = float(places.sum_within(words, np.array([node], dtype=np.int32))[0])
            start = float(before[places.low[node]]) if places.high[node] > places.low[node] else 0.0
            of_child = self._cluster.parts.look_up(places.slot[container.child])
            depth = view.page.tree.depth
            columns |= {
                f"{name} inside": container.is_inside.astype(np.float32),
                f"{name} before": (np.arange(len(view)) < places.low[node]).astype(np.float32),
                f"{name} at": np.clip((before - start) / max(whole_words, 1.0), -1, 2).astype(np.float32),
                f"{name} depth": _log(depth[places.element] - depth[node]) * container.is_inside,
                f"{name} child blocks": _log(blocks),
                f"{name} child words": _log(inside),
                f"{name} child links": _ratio(links, inside),
                f"{name} child stops": _ratio(stops, inside),
                f"{name} child known": _ratio(known, inside),
                f"{name} child new": own / new,
                f"{name} child titles": _ratio(titled, np.maximum(whole, 1)),
                f"{name} child usual": _ratio(of_child[:, 3], of_child[:, 0]),
                f"{name} child usually new": _ratio(of_child[:, 2], of_child[:, 1]),
                f"{name} share": np.full(len(view), whole_words / max(float(words.sum()), 1.0), dtype=np.float32),
            }
        self.containers = containers
        return columns


def _describe_names(view: View) -> Columns:
    tree, places = view.page.tree, view.places
    change = np.zeros((len(tree) + 1, 2), dtype=np.float64)
    change[:-1] = view.names.speaks
    speaking = np.flatnonzero(view.names.speaks.any(axis=1))
    np.subtract.at(change, tree.end[speaking], view.names.speaks[speaking])
    path = np.cumsum(change, axis=0)[:-1].astype(np.float32)
    above = places.element
    for _ in range(NEAR):
        above = np.maximum(tree.parent[above], 0)
    whole, near = path[places.holder], path[places.holder] - path[above]
    return {
        "names for": whole[:, 0],
        "names against": whole[:, 1],
        "near names for": near[:, 0],
        "near names against": near[:, 1],
    }


def stack_features(columns: Columns, names: Sequence[str]) -> Floats:
    """The features in this order, one row a block."""
    return np.stack([columns[name] for name in names], axis=1).astype(np.float32)
