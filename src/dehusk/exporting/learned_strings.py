"""The template strings that a file holds, and their expressions."""

from collections.abc import Iterator
from dataclasses import dataclass

from dehusk.learn.strings import StringsTemplate
from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.mine import TemplateString
from dehusk.learn.strings.patterns import Patterns
from dehusk.run.pipeline import LearnedSite
from dehusk.run.strings.store import SiteStrings
from dehusk.write.expressions import Expression, spell_strings


@dataclass(frozen=True, slots=True)
class ExportedStrings:
    """Strings, each with the number of pages it was learned from."""

    site: str
    pages: int
    strings: tuple[tuple[TemplateString, int], ...]
    patterns: Patterns
    is_markup: bool

    def spell(self) -> Iterator[tuple[Expression, int]]:
        """The expressions, each with the number of pages it was learned from."""
        for string, of in self.strings:
            for expression in spell_strings([string], self.patterns, is_markup=self.is_markup):
                yield expression, of


def collect_strings(site: LearnedSite) -> ExportedStrings | None:
    """Each string of a cluster or of the whole site once; nothing, if it is of another method."""
    templates = [known for known in site.templates.values() if isinstance(known, StringsTemplate)]
    if not templates:
        return None
    most: dict[tuple[Token, ...], tuple[TemplateString, int]] = {}
    for template in templates:
        for string, of, _ in template.strings:
            known = most.get(string.tokens)
            if known is None or (string.pages, of) > (known[0].pages, known[1]):
                most[string.tokens] = (string, of)
    patterns = templates[0].method.known_patterns
    return ExportedStrings(
        site.site, site.pages, tuple(sorted(most.values(), key=_rank)), patterns, is_markup=False
    )


def take_strings(known: SiteStrings) -> ExportedStrings:
    """The strings of raw HTML or plain text, as they stand in their file."""
    found = known.found
    strings = tuple((string, found.pages) for string in found.strings)
    patterns = known.method.known_patterns
    return ExportedStrings(known.site, found.pages, strings, patterns, is_markup=known.is_markup)


def _rank(found: tuple[TemplateString, int]) -> tuple[int, tuple[Token, ...]]:
    """What stands for most of the text comes first."""
    string, _ = found
    return -string.pages * len(string.tokens), string.tokens
