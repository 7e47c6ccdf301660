"""Template strings as the paper says it, one by one: slow, and plain enough to be believed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dehusk.learn.strings.locality import Locality
from dehusk.learn.strings.tokens import SEPARATORS

String = tuple[str, ...]
Page = Sequence[str]
Place = tuple[int, int]
"""A token and the one behind the last, counted from the page's first."""

SPACE = f"[{re.escape(SEPARATORS)}]"
WORD = re.compile(f"[^{re.escape(SEPARATORS)}]+")
PIECE = re.compile(f"<[^<>{re.escape(SEPARATORS)}]*>?|[^<>{re.escape(SEPARATORS)}]+>?|>")


def split(text: str, *, is_markup: bool) -> list[tuple[str, int, int]]:
    """Each token with its first byte and the one behind its last."""
    found = (PIECE if is_markup else WORD).finditer(text)
    return [
        (match[0], len(text[: match.start()].encode()), len(text[: match.end()].encode()))
        for match in found
    ]


def name_words(words: Page, patterns: Mapping[str, str]) -> list[str]:
    """The name of the first pattern that matches all of a word, in braces, or else the word."""
    return [
        next((f"{{{name}}}" for name, one in patterns.items() if re.fullmatch(one, word)), word)
        for word in words
    ]


# which strings there are


@dataclass(frozen=True)
class Count:
    """At how many places, on how many pages."""

    times: int
    pages: int


def count_strings(pages: Sequence[Page]) -> dict[String, Count]:
    """Every string that stands somewhere."""
    times: dict[String, int] = {}
    on: dict[String, set[int]] = {}
    for number, page in enumerate(pages):
        for first in range(len(page)):
            for end in range(first + 1, len(page) + 1):
                string = tuple(page[first:end])
                times[string] = times.get(string, 0) + 1
                on.setdefault(string, set()).add(number)
    return {string: Count(times[string], len(on[string])) for string in times}


def find_maximal(pages: Sequence[Page], min_tokens: int, min_pages: int) -> dict[String, Count]:
    """Strings that recur, and that no token could be added to that is always there."""
    counts = count_strings(pages)
    tokens = {token for page in pages for token in page}
    found = {}
    for string, count in counts.items():
        longer = [grown for token in tokens for grown in ((token, *string), (*string, token))]
        is_maximal = all(counts.get(grown) != count for grown in longer)
        if len(string) >= min_tokens and count.pages >= min_pages and count.times > 1:
            found.update({string: count} if is_maximal else {})
    return found


def find_unshared(
    maximal: Mapping[String, Count], counts: Mapping[String, Count], min_tokens: int
) -> set[String]:
    """Those with a part, of the fewest tokens, that stands nowhere but in them."""
    return {
        string
        for string, count in maximal.items()
        if any(
            counts[string[first : first + min_tokens]].times == count.times
            for first in range(len(string) - min_tokens + 1)
        )
    }


# from how many pages on they count


def sum_energy(histogram: Sequence[int], x: int, y: int) -> float:
    border = (x + y) / 2
    filled = [(i, count) for i, count in enumerate(histogram) if count]
    below = sum((i - x) ** 2 * count for i, count in filled if i < border)
    above = sum((i - y) ** 2 * count for i, count in filled if i >= border)
    return below + above


def find_best_borders(histogram: Sequence[int]) -> list[float]:
    """The border of every pair of centres that is as good as any."""
    pairs = [(x, y) for y in range(len(histogram)) for x in range(y)]
    energies = [sum_energy(histogram, x, y) for x, y in pairs]
    least = min(energies)
    return [(x + y) / 2 for (x, y), energy in zip(pairs, energies, strict=True) if energy == least]


def find_template(
    maximal: Mapping[String, Count], n_pages: int, histogram_bins: int
) -> dict[String, Count]:
    """The strings at or above the lowest of the best borders."""
    bins = {
        string: min(count.pages * histogram_bins // n_pages, histogram_bins - 1)
        for string, count in maximal.items()
    }
    histogram = [list(bins.values()).count(number) for number in range(histogram_bins)]
    border = min(find_best_borders(histogram))
    return {string: maximal[string] for string, number in bins.items() if number >= border}


# where they stand, and what is removed


def find_places(page: Page, string: String) -> list[Place]:
    """Wherever the string's tokens stand one after another."""
    return [
        (first, first + len(string))
        for first in range(len(page) - len(string) + 1)
        if all(page[first + offset] == token for offset, token in enumerate(string))
    ]


def cover(page: Page, strings: Iterable[String]) -> list[bool]:
    """Whether each token is in the union of all places."""
    places = [place for string in strings for place in find_places(page, string)]
    return [any(first <= token < end for first, end in places) for token in range(len(page))]


@dataclass(frozen=True)
class Run:
    """Tokens in a row that all go or all stay, and their characters from first to last."""

    first: int
    end: int
    goes: bool
    size: int


def find_runs(spans: Sequence[tuple[int, int]], goes: Sequence[bool]) -> list[Run]:
    runs: list[Run] = []
    for token, (start, stop) in enumerate(spans):
        if runs and runs[-1].goes == goes[token]:
            last = runs.pop()
            size = stop - spans[last.first][0]
            runs.append(Run(last.first, token + 1, last.goes, size))
        else:
            runs.append(Run(token, token + 1, goes[token], stop - start))
    return runs


def find_removed(
    spans: Sequence[tuple[int, int]],
    matched: Sequence[bool],
    locality: Locality,
    breaks: Sequence[int],
) -> list[bool]:
    """Whether each token goes: first small gaps are closed, then come the neighbours."""
    goes = list(matched)
    runs = find_runs(spans, goes)
    for run in runs[1:-1]:
        if not run.goes and run.size < locality.gap:
            goes[run.first : run.end] = [True] * (run.end - run.first)
    runs = find_runs(spans, goes)
    for before, run, after in zip(runs, runs[1:], runs[2:], strict=False):
        beside = min(before.size, after.size)
        is_whole_lines = run.first in breaks and run.end in breaks
        is_few = run.size < locality.few and beside >= locality.near
        is_crumb = run.size < locality.crumb and beside >= locality.long
        if (is_few and not is_whole_lines) if run.goes else is_crumb:
            goes[run.first : run.end] = [not run.goes] * (run.end - run.first)
    return goes
