"""What was counted over many sites: what words say, in the names of elements and in short texts."""

from dataclasses import dataclass, field

from dehusk.learn.site.columns import Columns
from dehusk.learn.site.names import Vocabulary
from dehusk.learn.site.page_features import describe_names
from dehusk.learn.site.view import View
from dehusk.learn.site.wording import Wording, describe_wording


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words in classes and ids, and words of short texts."""

    names: Vocabulary = field(default_factory=Vocabulary)
    wording: Wording = field(default_factory=Wording)


def describe_words(columns: Columns, view: View, lexicon: Lexicon) -> None:
    """What the names around each block and its own words say."""
    describe_names(columns, view, lexicon.names)
    describe_wording(columns, view, lexicon.wording)
