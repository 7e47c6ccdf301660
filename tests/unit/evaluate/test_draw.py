from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from dehusk.errors import BadOutput
from dehusk.evaluate.draw import draw, save
from dehusk.evaluate.draw_bars import MANY_NAMES, draw_bars
from dehusk.evaluate.draw_lines import choose_looks, spread
from dehusk.evaluate.draw_names import COLOURS
from dehusk.evaluate.plot import BARS, LINES, Plot, Series

FEW, MANY = range(4), range(MANY_NAMES + 1)


def make_plot(form: str, places: Sequence[int], ticks: Sequence[str] = ()) -> Plot:
    y = tuple(0.5 + place / 100 for place in places)
    low, high = tuple(value - 0.1 for value in y), tuple(value + 0.1 for value in y)
    x = tuple(map(float, places))
    series = (Series("first", x, y, low, high), Series("second", x, y))
    return Plot("plot", "The title", "across", "up", series, form, tuple(ticks))


def read_texts(svg: str) -> list[str]:
    return [
        "".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if is_text(node)
    ]


def is_text(node: ElementTree.Element) -> bool:
    return node.tag.endswith("}text")


def read_size(svg: str) -> tuple[float, float]:
    _, _, width, height = ElementTree.fromstring(svg).attrib["viewBox"].split()
    return float(width), float(height)


@pytest.mark.parametrize(
    "plot",
    [
        make_plot(LINES, FEW),
        make_plot(BARS, FEW, [f"name {place}" for place in FEW]),
        make_plot(BARS, MANY, [f"name {place}" for place in MANY]),
    ],
    ids=["lines", "bars", "many bars"],
)
def test_a_picture_says_all_its_words_and_is_the_same_twice(plot: Plot) -> None:
    svg = draw(plot)
    assert {"The title", "across", "up", "first", "second", *plot.ticks} <= set(read_texts(svg))
    assert draw(plot) == svg


def test_names_are_text_whatever_they_hold() -> None:
    names = ["<script>", "$x^2$ & $", "東京", "bell\x07"]
    texts = read_texts(draw(make_plot(BARS, FEW, names)))
    assert {"<script>", "$x^2$ & $", "東京", "bell "} <= set(texts)


def test_a_name_of_any_length_leaves_room_for_the_data() -> None:
    texts = read_texts(draw(make_plot(BARS, MANY, ["long " * 40] * len(MANY))))
    assert max(map(len, texts)) < 50


def test_many_bars_get_room_below_each_other() -> None:
    few = read_size(draw(make_plot(BARS, range(MANY_NAMES))))
    many = read_size(draw(make_plot(BARS, range(60))))
    assert many[0] == few[0]
    assert many[1] > 3 * few[1]


def test_every_place_needs_its_name() -> None:
    with pytest.raises(ValueError, match="shorter"):
        draw(make_plot(BARS, FEW, ["only one"]))


def test_drawing_leaves_the_settings_of_others_alone() -> None:
    before = dict(mpl.rcParams)
    draw(make_plot(LINES, FEW))
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg"), ("a.png", b"\x89PNG")])
def test_a_picture_is_saved_as_its_name_asks(tmp_path: Path, name: str, start: bytes) -> None:
    save(make_plot(LINES, FEW), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOutput, match="saved as"):
        save(make_plot(LINES, FEW), tmp_path / "a.gif")


def make_lines(*names: str, ticks: Sequence[str] = (), places: Sequence[float] = FEW) -> Plot:
    x, y = tuple(map(float, places)), tuple(0.5 for _ in places)
    series = tuple(Series(name, x, y, y, y) for name in names)
    return Plot("plot", "The title", "across", "up", series, LINES, tuple(ticks))


def test_names_that_would_touch_are_left_out_but_for_the_first_and_the_last() -> None:
    places = (0.05, 0.07, 0.5, 0.98, 1.0)
    ticks = ("5%", "7%", "50%", "98%", "100%")
    texts = set(read_texts(draw(make_lines("a", ticks=ticks, places=places))))
    assert {"5%", "50%", "100%"} <= texts
    assert not {"7%", "98%"} & texts


def test_a_long_name_is_told_whole_below_the_axes() -> None:
    name = "chunks containers=['p', 'div', 'table'] threshold=0.35"
    short, long = draw(make_lines("a", "b")), draw(make_lines("a", name))
    assert name in read_texts(long)
    assert read_size(long)[1] > read_size(short)[1]


def test_bands_are_drawn_of_few_lines_only() -> None:
    assert draw(make_lines(*"abc")).count("FillBetween") == 3
    assert "FillBetween" not in draw(make_lines(*"abcd"))


def test_lines_of_a_group_have_one_colour_and_different_dashes() -> None:
    series = [Series(name, (), (), group=name[0]) for name in ("a1", "a2", "b1", "b2")]
    looks = choose_looks(series)
    assert [look["color"] for look in looks[::2]] == [look["color"] for look in looks[1::2]]
    assert looks[0]["color"] != looks[2]["color"]
    assert looks[0]["linestyle"] != looks[1]["linestyle"]


def test_a_legend_names_every_bar_by_its_colour() -> None:
    """Below the axes, as names are long; ranges of the bars are no bars."""
    x, y = (0.0, 1.0), (0.5, 0.6)
    names = [f"a name that is as long as names of methods and settings get, {n}" for n in range(3)]
    series = tuple(Series(name, x, y, y, y) for name in names)
    plot = Plot("plot", "The title", "across", "up", series, BARS, ("one", "two"))
    figure = Figure(layout="constrained")
    draw_bars(figure.add_subplot(), plot)
    (legend,) = figure.legends
    shown = [bar.get_facecolor() for bar in legend.get_patches()]
    assert shown == [to_rgba(COLOURS[number]) for number in range(3)]


def test_labels_keep_their_distance_from_below_and_from_above() -> None:
    assert spread([0.1, 0.1], gap=0.2) == pytest.approx([0.1, 0.3])
    assert spread([0.95, 0.96, 0.97], gap=0.2) == pytest.approx([0.6, 0.8, 1.0])


def test_bars_with_long_names_lie_and_leave_the_room_to_the_bars() -> None:
    slanted, lying = (draw(make_plot(BARS, FEW, ["x" * length] * 4)) for length in (15, 30))
    assert "rotate(-35" in slanted
    assert "rotate(-35" not in lying
