"""What a user may say about sources: whose pages they are, which to take, how tables are named."""

from dataclasses import dataclass, field

from dehusk.errors import BadSetting

MOST_BYTES = 16 * 1024 * 1024
"""The largest page that is read; nothing larger is ever held."""

SITE_BY = ("domain", "host", "folder")
CONTENTS = HTML, TEXT = "html", "text"


@dataclass(frozen=True, slots=True)
class Columns:
    """What a table calls the parts of a page; only `html` must be there, or `text` for texts."""

    url: str = "url"
    html: str = "html"
    content_type: str = "content_type"
    captured: str = "captured"
    text: str = "text"

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name):
                raise BadSetting("columns", name, getattr(self, name), "a column's name")


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """How sources are read.

    `site_by`: a page's site is its registrable domain, its host, or what its source is called.
    `latest`: of several captures of a URL only the newest is a page.
    `content`: pages are HTML, or else plain texts; what is not of that kind is passed over.
    """

    site_by: str = "domain"
    latest: bool = False
    columns: Columns = field(default_factory=Columns)
    max_bytes: int = MOST_BYTES
    content: str = HTML

    @property
    def page_column(self) -> str:
        """What a table calls the column with the pages."""
        return self.columns.text if self.content == TEXT else self.columns.html

    def __post_init__(self) -> None:
        if self.site_by not in SITE_BY:
            raise BadSetting("sources", "site_by", self.site_by, ", ".join(SITE_BY))
        if self.content not in CONTENTS:
            raise BadSetting("sources", "content", self.content, ", ".join(CONTENTS))
