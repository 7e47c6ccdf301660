"""Tree templates as a picture: what is drawn, and what strangers cannot do to it."""

from xml.etree import ElementTree as ET

from dehusk.exporting.trees import draw_trees
from dehusk.exporting.trees.layout import MOST_ROWS, lay_out
from dehusk.exporting.trees.limbs import grow_limbs
from dehusk.exporting.trees.shapes import CHOICE, choose_colour
from tests.unit.exporting.trees import learn_tree, make_body

SVG = "{http://www.w3.org/2000/svg}"


def draw(*bodies: str) -> ET.Element:
    """The picture of the tree of such pages, read as XML."""
    return ET.fromstring(draw_trees("site", {"1": learn_tree(bodies)}))


def find_boxes(picture: ET.Element) -> dict[str, list[ET.Element]]:
    """The frames of each element, by what is written in it."""
    trees = [group for group in picture.findall(f"{SVG}g") if group.get("transform")]
    return {
        group.findtext(f"{SVG}text", ""): group.findall(f"{SVG}rect")
        for tree in trees
        for group in tree.findall(f"{SVG}g")
    }


def test_colour_is_the_share_of_the_pages_and_marks_are_frames() -> None:
    boxes = find_boxes(draw(*map(make_body, range(4))))
    assert boxes["footer"][0].get("fill") == choose_colour(1.0)
    assert boxes["aside.ad.wide? > p"][0].get("fill") == choose_colour(0.5)
    assert boxes["aside.ad.wide? > p"][0].get("stroke-dasharray")
    assert boxes["one of"][0].get("stroke") == CHOICE
    assert (len(boxes["footer"]), len(boxes["html > body  +3"])) == (1, 1)
    repeated = find_boxes(draw(*["<p>a</p><p>b</p><h1>c</h1>"] * 2))
    assert len(repeated["p*"]) == 3


def test_a_leaf_is_full_half_or_empty_by_how_constant_it_is() -> None:
    picture = draw(
        *[f"<p>same</p><div>{'ab'[n == 1] if n < 4 else n}</div><h1>{n}</h1>" for n in range(9)]
    )
    (tree,) = [group for group in picture.findall(f"{SVG}g") if group.get("transform")]
    dots = {
        group.findtext(f"{SVG}text"): (
            group.find(f"{SVG}circle").get("fill") != "white",  # type: ignore[union-attr]
            group.find(f"{SVG}path") is not None,
        )
        for group in tree.findall(f"{SVG}g")
        if group.find(f"{SVG}circle") is not None
    }
    assert dots == {"p": (True, False), "div": (False, True), "h1": (False, False)}


def test_what_strangers_wrote_is_text_and_nothing_else() -> None:
    evil = "</title><script>alert(1)</script>]]>&amp;&quot;\x1b[0m\u202e\ufffe"
    body = f'<div class="{evil}" id="a&quot;onload=&quot;x"><p>{evil}</p></div>'
    name = f"{evil}\ud800"
    text = draw_trees(name, {name: learn_tree([body.replace("<script>", "&lt;script&gt;")] * 2)})
    picture = ET.fromstring(text.encode())
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags <= {"svg", "g", "title", "style", "rect", "text", "path", "circle"}
    attributes = {name for element in picture.iter() for name in element.attrib}
    assert not {name for name in attributes if name.startswith("on") or "href" in name}
    assert not set("\x1b\u202e\ufffe\ud800") & set(text)


def test_boxes_do_not_overlap_and_are_the_same_each_time() -> None:
    bodies = [make_body(number) for number in range(4)]
    assert draw_trees("s", {"1": learn_tree(bodies)}) == draw_trees("s", {"1": learn_tree(bodies)})
    root = grow_limbs(learn_tree(bodies))
    assert root
    boxes = lay_out(root)
    rows: dict[int, float] = {}
    for box in sorted(boxes, key=lambda box: (box.row, box.left)):
        assert box.left >= rows.get(box.row, 0)
        rows[box.row] = box.right
    assert sorted(rows) == list(range(len(rows)))


def test_of_a_large_tree_the_rarest_is_drawn_closed() -> None:
    tags = "section article div ul table header footer nav".split()
    inner = "".join(f"<{tag}><p>a</p><h{n % 6 + 1}>b</h1></{tag}>" for n, tag in enumerate(tags))
    for _ in range(2):
        inner = "".join(f"<{tag}>{inner}<h6>{tag}</h6></{tag}>" for tag in tags[:4])
    root = grow_limbs(learn_tree([inner] * 2))
    assert root
    boxes = lay_out(root)
    closed = [box for box in boxes if box.is_closed]
    assert MOST_ROWS // 2 < max(box.row for box in boxes) + 1 <= MOST_ROWS
    assert closed
    assert all("  +" in box.label for box in closed)


def test_several_clusters_are_below_each_other() -> None:
    one = learn_tree(["<p>a</p>"] * 2)
    picture = ET.fromstring(draw_trees("s", {"10": one, "2": one, "empty": learn_tree(["", ""])}))
    heads = [
        (float(text.get("y", 0)), (text.text or "").split(":")[0])
        for text in picture.findall(f"{SVG}text")
        if text.get("class") == "heading"
    ]
    assert [name for _, name in sorted(heads)] == ["cluster empty", "cluster 2", "cluster 10"]
