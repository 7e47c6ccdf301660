"""What a page can be written as: the formats by name, each with its ending and its writer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dehusk.model import Extract, Judged
from dehusk.write.annotated import render_annotated
from dehusk.write.html import render_html
from dehusk.write.rows import to_json_line

Render = Callable[[Judged, Extract], str]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a page down; rows go into one file, everything else into a file a page."""

    suffix: str
    render: Render
    is_rows: bool = False

    @property
    def says_duplicates(self) -> bool:
        """Whether what is written says of what page it is a duplicate."""
        return self.render is _render_row

    @property
    def needs_markdown(self) -> bool:
        """Whether Markdown is a part of it; making it takes as long as all the rest."""
        return self.render in (_render_row, _render_markdown)

    @property
    def needs_sections(self) -> bool:
        """Whether sections are a part of it."""
        return self.render is _render_row

    @property
    def needs_measures(self) -> bool:
        """Whether it tells how much was removed, how sure that is, and an undeclared language."""
        return self.render is _render_row


def _render_text(judged: Judged, row: Extract) -> str:
    return row.text + "\n"


def _render_markdown(judged: Judged, row: Extract) -> str:
    return (row.markdown or "") + "\n"


def _render_row(judged: Judged, row: Extract) -> str:
    return to_json_line(row)


def _render_html(judged: Judged, row: Extract) -> str:
    return render_html(judged.page, judged.is_kept, row.title)


def _render_annotated(judged: Judged, row: Extract) -> str:
    return render_annotated(judged.page, judged.scores)


FORMATS: Mapping[str, Format] = {
    "text": Format(".txt", _render_text),
    "markdown": Format(".md", _render_markdown),
    "json": Format(".json", _render_row),
    "html": Format(".html", _render_html),
    "annotated": Format(".html", _render_annotated),
    "jsonl": Format(".jsonl", _render_row, is_rows=True),
    "parquet": Format(".parquet", _render_row, is_rows=True),
}
