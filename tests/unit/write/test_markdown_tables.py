"""Tables of data are pipe tables; tables that lay out a page are not."""

import pytest

from tests.unit.write.test_markdown import write


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        ("<tr><th>A<th>B<tr><td>1<td>2", ["A | B", "--- | ---", "1 | 2"]),
        ("<thead><tr><td>A<td>B</thead><tr><td>1<td>2", ["A | B", "--- | ---", "1 | 2"]),
        ("<tr><td>1<td>2<tr><td>3<td>4", [" | ", "--- | ---", "1 | 2", "3 | 4"]),
        ("<tr><th>a<td>1<tr><th>b<td>2", [" | ", "--- | ---", "a | 1", "b | 2"]),
        ("<tr><th>A<th>B<tr><td><td>2", ["A | B", "--- | ---", " | 2"]),
        (
            "<tr><th>A<th>B<tr><td>1|2<td><code>x|y</code>",
            ["A | B", "--- | ---", "1\\|2 | `x\\|y`"],
        ),
        ("<tr><th>A<th>B<tr><td>1<br>2<td><p>3</p>", ["A | B", "--- | ---", "1 2 | 3"]),
        ("<tr><th>A<th>B<tr><td># 1<td>- 2", ["A | B", "--- | ---", "# 1 | - 2"]),
    ],
)
def test_a_table_of_data_is_a_pipe_table(html: str, rows: list[str]) -> None:
    assert write(f"<table>{html}</table>") == "\n".join(f"| {row} |" for row in rows)


def test_cells_that_span_leave_empty_ones() -> None:
    html = (
        "<table><tr><th>A<th>B<th>C<tr><td colspan=2>x<td>y"
        "<tr><td rowspan=2>p<td>q<td>s<tr><td>t<td>u</table>"
    )
    lines = write(html).splitlines()
    assert lines[2:] == ["| x |  | y |", "| p | q | s |", "|  | t | u |"]


def test_a_short_header_is_as_wide_as_its_table() -> None:
    html = "<table><tr><th>A<tr><td>1<td>2</table>"
    assert write(html) == "| A |  |\n| --- | --- |\n| 1 | 2 |"


def test_a_caption_is_a_paragraph() -> None:
    html = "<table><caption>Cap</caption><tr><th>A<th>B<tr><td>1<td>2</table>"
    assert write(html).startswith("Cap\n\n| A | B |\n")


def test_rows_columns_and_cells_that_are_not_kept_leave_no_trace() -> None:
    html = "<table><tr><th>A<th>gone<th>C<tr><td>gone<td>gone<tr><td>1<td>gone<td>2</table>"
    assert write(html, "gone") == "| A | C |\n| --- | --- |\n| 1 | 2 |"


def test_a_cell_that_is_not_kept_is_empty_where_its_column_is_not() -> None:
    html = "<table><tr><th>A<th>B<tr><td>gone<td>2<tr><td>1<td>3</table>"
    assert write(html, "gone").splitlines()[2:] == ["|  | 2 |", "| 1 | 3 |"]


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<tr><td>one", "one"),
        ("<tr><td>a<tr><td>b", "a\n\nb"),
        ("<tr><td>a<td>b", "a\n\nb"),
        ("<tr><td><ul><li>a</ul><td>b<tr><td>c<td>d", "- a\n\nb\n\nc\n\nd"),
        ("<tr><td><h2>a</h2><td>b<tr><td>c<td>d", "## a\n\nb\n\nc\n\nd"),
        ("<tr><td><p>a<p>b<td>c<tr><td>d<td>e", "a\n\nb\n\nc\n\nd\n\ne"),
        ("<tr><td>a<br><br>b<td>c<tr><td>d<td>e", "a\n\nb\n\nc\n\nd\n\ne"),
        ("<tr><td>a<td><pre>b</pre><tr><td>c<td>d", "a\n\n```\nb\n```\n\nc\n\nd"),
    ],
)
def test_a_table_that_holds_blocks_is_blocks(html: str, markdown: str) -> None:
    assert write(f"<table>{html}</table>") == markdown


@pytest.mark.parametrize(
    ("cell", "markdown"),
    [
        ("<p>a<p>b", "a b"),
        ("a<br><br>b", "a b"),
        ("x<ul><li>a<li>b</ul>y", "x a b y"),
        ("<ol><li>a<li>b</ol>", "a b"),
        ("<blockquote>a</blockquote>b", "a b"),
        ("<pre>a*b\n  c</pre>", "`a*b c`"),
        ("<pre>a\n<b>b</b>\n</pre>c", "`a` **`b`** c"),
        ("<dl><dt>a<dd>b</dl>", "**a** b"),
    ],
)
def test_a_table_with_a_header_keeps_cells_of_blocks(cell: str, markdown: str) -> None:
    html = f"<tr><th>A<th>B<tr><td>{cell}<td>c<tr><td>d<td>e"
    head = "| A | B |\n| --- | --- |\n"
    assert write(f"<table>{html}</table>") == f"{head}| {markdown} | c |\n| d | e |"


def test_a_table_that_starts_with_a_list_stands_outside_of_it() -> None:
    html = "<table><tr><th><ul><li>A</ul><th>B<tr><td>1<td><blockquote>2</blockquote></table>"
    assert write(f"<ul><li>x{html}</ul>") == "- x\n\n  | A | B |\n  | --- | --- |\n  | 1 | 2 |"


@pytest.mark.parametrize("cell", ["<h2>a</h2>", "<table><tr><td>a</table>", "a<hr>a"])
def test_a_header_does_not_make_a_layout_data(cell: str) -> None:
    html = f"<table><tr><th>A<th>B<tr><td>{cell}<td>c<tr><td>d<td>e</table>"
    assert "|" not in write(html)


def test_a_table_within_one_that_lays_out_is_a_table() -> None:
    inner = "<table><tr><th>A<th>B<tr><td>1<td>2</table>"
    html = f"<table><tr><td>menu<td>{inner}<tr><td>x<td>y</table>"
    assert write(html) == "menu\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nx\n\ny"


def test_tables_stand_in_lists_and_quotes() -> None:
    table = "<table><tr><th>A<th>B<tr><td>1<td>2</table>"
    assert write(f"<ul><li>x{table}</ul>") == "- x\n\n  | A | B |\n  | --- | --- |\n  | 1 | 2 |"
    assert write(f"<blockquote>{table}</blockquote>").startswith("> | A | B |\n> | --- | --- |\n>")


def test_a_table_of_too_many_columns_is_none() -> None:
    html = "<table><tr><td colspan=9999>a<td>b<tr><td>c<td>d</table>"
    assert write(html) == "a\n\nb\n\nc\n\nd"
