"""What is read off a trial."""

from enum import Enum

from dehusk.evaluate.curves.trials import Verdict


class Quality(Enum):
    """A way to say how well a trial went, by its label on an axis."""

    F1 = "F1 over runs of four words"
    TEMPLATE_FOUND = "share of template texts found"

    def read(self, verdict: Verdict) -> float | None:
        """Its value, if the site has one."""
        return verdict.f1 if self is Quality.F1 else verdict.shares.template_found

    @property
    def short(self) -> str:
        """Its name beside a line."""
        return self.name.capitalize().replace("_", " ")

    @property
    def meaning(self) -> str:
        """How to read it, in a sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    Quality.F1: "F1 is of the runs of four words of the text that is kept; 1 is a perfect page.",
    Quality.TEMPLATE_FOUND: (
        "Template texts are those that stand outside the content of two pages or more; one is "
        "found when it is removed from most of its pages."
    ),
}
