"""Makes up code for the documentation site: signatures and samples in four languages."""

from __future__ import annotations

from random import Random

from .page import Piece, escape_text
from .prose import compile_phrases, say
from .words_docs import WORDS

PYTHON = compile_phrases(
    WORDS,
    "{object} = {call}({objects}, {action}={number})",
    "for {object} in {call}({adj_name}_{objects}):\n    {object}.{action}({number} < {number})",
    "with {call}('{adj} {objects}') as {object}:\n    print({object}.{action}({objects}))",
    "assert {call}({object}) == {adj_name}_{objects}[{number}:{number}]",
)
SHELL = compile_phrases(
    WORDS,
    "quayctl {action} --{object}={number} {adj}-{objects}",
    "quayctl {action} {objects} | grep '{adj} {object}' > {objects}.log",
    "export QUAY_{object}={number}",
)
YAML = compile_phrases(
    WORDS,
    "{object}:\n  {action}: {adj}\n  {objects}: {number}",
    "{action}_{objects}: [{number}, {number}]",
)
JSON = compile_phrases(
    WORDS,
    '{"{object}": {number}, "{action}": "{adj} {objects}"}',
    '{"{call}": [{number}, {number}], "{objects}": null}',
)
LANGUAGES = (("python", PYTHON), ("bash", SHELL), ("yaml", YAML), ("json", JSON))


def print_code(rng: Random) -> Piece:
    """Print a code block; every line of it is a line of truth, indentation kept."""
    language, phrases = LANGUAGES[rng.randrange(len(LANGUAGES))]
    code = "\n".join(lower_first(say(rng, phrases)) for _ in range(rng.randrange(1, 6)))
    return print_block(language, code)


def print_signature(name: str, parameters: list[tuple[str, str]]) -> Piece:
    """Print the signature of the call a page is about."""
    listed = ", ".join(f"{word}: {kind}" for word, kind in parameters)
    return print_block("python", f"{name.removeprefix('Quay.')}({listed})")


def print_block(language: str, code: str) -> Piece:
    """Print code as highlighters expect it, its language in a class."""
    return Piece(f'<pre><code class="language-{language}">{escape_text(code)}</code></pre>\n', code)


def lower_first(text: str) -> str:
    """Undo the capital letter that begins a sentence: code has none."""
    return text[:1].lower() + text[1:]
