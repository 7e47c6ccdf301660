"""The method `strings`: sequences of words that recur over pages are template.

After Foschini, "A fast and parameter-free template detection method for web pages and online
newspapers" (Scuola Superiore Sant'Anna, 2007). Departures: strings that others cover are left out,
long ones are cut into pieces, and where a cluster is a part of its site, what is template of the
site is template of the cluster.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from dehusk.errors import BadSetting
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.learn.saved import read_mapping
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.leaves import LookedAt, look_at, read_leaves
from dehusk.learn.strings.locality import Locality
from dehusk.learn.strings.matcher import Matcher
from dehusk.learn.strings.mine import MOST_STRINGS, SURE_TOKENS, Mining, StringSet, TemplateString
from dehusk.learn.strings.patterns import DEFAULT, Patterns, read_patterns
from dehusk.learn.strings.state import dump_strings, load_strings
from dehusk.learn.strings.tokens import split_tokens
from dehusk.model import TEMPLATE_SCORE, Page, Reason, Scores

MARKUP_TOKENS = 4
"""The least of a string of raw markup, where tags are tokens too: a word between two is no string.
Two, as in text, lose .025 of F1 (`python -m benchmarks.raw_strings`)."""

MOST_SHOWN = 80
"""Characters of a string that a reason names."""

TOKENS_SHOWN_BEFORE = 3


@dataclass(frozen=True)
class Strings:
    """What a template string is made of, and what is removed about it.

    `patterns`: words that count as one, `name=expression` each, `default` for the usual ones.
    `share`: the share of pages that makes a string template; found if it is not given.
    `min_share`: strings on fewer pages are not looked at; `sure_tokens`: others of so many tokens
    are template whatever the share, 0 for none. `gap` to `long`: see `Locality`.
    """

    name: ClassVar[str] = "strings"

    patterns: str | Sequence[str] = DEFAULT
    share: float | None = None
    min_tokens: int = 2
    min_share: float = 0.2
    sure_tokens: int = SURE_TOKENS
    max_strings: int = MOST_STRINGS
    gap: int = 4
    few: int = 24
    near: int = 8
    crumb: int = 24
    long: int = 60

    def __post_init__(self) -> None:
        object.__setattr__(self, "patterns", _list_patterns(self.patterns))
        _ = self.known_patterns
        if self.share is not None and not is_share(self.share):
            raise BadSetting(self.name, "share", self.share, "a fraction above 0, up to 1.0")
        if not is_share(self.min_share):
            raise BadSetting(
                self.name, "min_share", self.min_share, "a fraction above 0, up to 1.0"
            )
        for setting, least, most in _COUNTS:
            value = getattr(self, setting)
            if type(value) is not int or not least <= value <= most:
                raise BadSetting(
                    self.name, setting, value, f"a whole number from {least} to {most:,}"
                )

    @cached_property
    def known_patterns(self) -> Patterns:
        """The patterns, ready to match."""
        return read_patterns(self.name, self.patterns)

    @property
    def mining(self) -> Mining:
        """How strings are found."""
        return Mining(
            self.known_patterns,
            self.min_tokens,
            self.min_share,
            self.share,
            self.sure_tokens,
            self.max_strings,
        )

    @property
    def locality(self) -> Locality:
        """What is removed about matches."""
        return Locality(self.gap, self.few, self.near, self.crumb, self.long)

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "StringsTemplate":
        """The strings of the cluster, and those of the whole site."""
        own = self._mine(pages)
        if len(site.sample) <= len(pages):
            return StringsTemplate(self, own)
        return StringsTemplate(self, own, site.find_once(self, self._mine))

    def load(self, state: State) -> "StringsTemplate":
        """The template that was saved."""
        of_site = self._load(read_mapping(state, "of_site")) if "of_site" in state else None
        return StringsTemplate(self, self._load(state), of_site)

    def _load(self, state: State) -> StringSet:
        return load_strings(state, self.known_patterns, is_markup=False)

    def _mine(self, pages: Sequence[Page]) -> StringSet:
        read = Pages()
        for page in pages:
            text, _ = read_leaves(page)
            read.add(split_tokens(text, is_markup=False))
        return self.mining.mine(read)


_COUNTS = (
    ("min_tokens", 2, 32),
    ("sure_tokens", 0, 10_000),
    ("max_strings", 1, MOST_STRINGS),
    *((setting, 0, 10_000) for setting in ("gap", "few", "near", "crumb", "long")),
)


@dataclass(frozen=True)
class StringsTemplate:
    """The strings of a cluster, and of its site where it is a part of one."""

    method: Strings
    own: StringSet
    of_site: StringSet | None = None

    def score(self, page: Page) -> Scores:
        """The share of a leaf's words that strings cover, after the rules of neighbourhood."""
        return self._look_at(page).scores

    def explain(self, page: Page) -> Sequence[Reason]:
        """The string that covers most of a leaf, and how many pages carry it."""
        looked = self._look_at(page)
        tree = page.tree
        told = self._tell(looked)
        rows = zip(tree.leaves.tolist(), tree.leaf_texts(), looked.scores.tolist(), strict=True)
        return [
            Reason(tree.path(node), text, score, why)
            for (node, text, score), why in zip(rows, told, strict=True)
        ]

    def state(self) -> State:
        """Readable and correctable: a string that is taken out is template no more."""
        state = dump_strings(self.own)
        return state if self.of_site is None else {**state, "of_site": dump_strings(self.of_site)}

    @cached_property
    def strings(self) -> tuple[tuple[TemplateString, int, str], ...]:
        """Each string once, of how many pages it was learned, and whose they are."""
        named = {string.tokens: (string, self.own.pages, "") for string in self.own.strings}
        if self.of_site is not None:
            for string in self.of_site.strings:
                named.setdefault(string.tokens, (string, self.of_site.pages, " of the site"))
        return tuple(named.values())

    @cached_property
    def _matcher(self) -> Matcher:
        strings = [string for string, _, _ in self.strings]
        return Matcher(strings, self.method.known_patterns, is_markup=False)

    def _look_at(self, page: Page) -> LookedAt:
        return look_at(page, self._matcher, self.method.locality)

    @cached_property
    def _ranks(self) -> list[int]:
        """Of strings that cover as much, the one on most pages tells most, then the shortest."""
        order = sorted(
            range(len(self.strings)),
            key=lambda number: (
                -self.strings[number][0].pages / max(self.strings[number][1], 1),
                len(self.strings[number][0].tokens),
            ),
        )
        ranks = dict(zip(order, range(len(order)), strict=True))
        return [ranks[number] for number in range(len(order))]

    def _tell(self, looked: LookedAt) -> list[str]:
        best = looked.find_best(self._ranks)
        return [self._say(match, looked, leaf) for leaf, match in enumerate(best)]

    def _say(self, match: int, looked: LookedAt, leaf: int) -> str:
        kept = looked.scores[leaf] < TEMPLATE_SCORE
        if looked.n_tokens[leaf] == 0:
            return "it has no words" + ("" if kept else ", and stands among template strings")
        if match < 0:
            return "no template string covers it" if kept else "it lies between template strings"
        found, of_pages, whose = self.strings[int(looked.matches.string[match])]
        shown = show_from(found, int(looked.first[leaf] - looked.matches.first[match]))
        told = f"“{shown}” is on {found.pages} of {of_pages} pages{whose}"
        if not kept:
            return told
        return (
            f"{told}, but covers little of it"
            if looked.is_any_removed(leaf)
            else f"{told}, but stands in running text"
        )


def show_from(string: TemplateString, token: int) -> str:
    """A string as it is told: where it is long, from shortly before this token on."""
    text = str(string)
    if len(text) > MOST_SHOWN and token > TOKENS_SHOWN_BEFORE:
        rest = string.tokens[token - TOKENS_SHOWN_BEFORE :]
        text = f"… {TemplateString(rest, string.pages)}"
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def is_share(value: object) -> bool:
    """Is it a fraction above 0, up to 1?"""
    return isinstance(value, float) and 0 < value <= 1


def _list_patterns(given: object) -> object:
    """As they are kept with the other settings; what they are is checked when they are read."""
    words = given.split() if isinstance(given, str) else given
    return tuple(words) if isinstance(words, list | tuple) else words
