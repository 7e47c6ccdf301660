"""What users say of addresses: regular expressions, in RE2, which no address can keep busy."""

from collections.abc import Sequence

import re2

from dehusk.errors import BadSetting


def compile_patterns(patterns: Sequence[str], name: str) -> "list[re2._Regexp]":
    """The expressions of a setting, or BadSetting."""
    compiled = []
    for pattern in patterns:
        try:
            compiled.append(re2.compile(pattern))
        except re2.error as error:
            allowed = f"a regular expression as RE2 has them ({error})"
            raise BadSetting("crawl", name, pattern, allowed) from error
    return compiled
