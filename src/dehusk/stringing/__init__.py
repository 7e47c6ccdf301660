"""The commands `dehusk strings`: template strings of raw HTML or plain text."""

from dehusk.stringing.clean import clean
from dehusk.stringing.group import strings
from dehusk.stringing.learn import learn

__all__ = ["strings"]

strings.add_command(learn)
strings.add_command(clean)
