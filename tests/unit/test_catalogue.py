from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dehusk.catalogue import Catalogue
from dehusk.errors import BadSetting, NoSettings, UnknownName

GROUP = "dehusk.test_fruits"


@dataclass(frozen=True)
class Apple:
    size: int = 3
    colour: str = "red"

    def __post_init__(self) -> None:
        if self.size < 1:
            raise BadSetting("apple", "size", self.size, "1 or more")


@dataclass(frozen=True)
class Pear:
    pass


def make_fault() -> Pear:
    raise TypeError("a fault of its own")


BUILT_IN: dict[str, Callable[..., object]] = {"pear": Pear, "apple": Apple, "faulty": make_fault}
FRUITS: Catalogue[object] = Catalogue("fruit", GROUP, BUILT_IN)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third party's package with a fruit of its own, and one named like ours."""
    (tmp_path / "orchard.py").write_text("def make_plum(stone=True):\n    return ('plum', stone)\n")
    info = tmp_path / "orchard-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: orchard\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{GROUP}]\nplum = orchard:make_plum\napple = orchard:make_plum\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


def test_an_entry_is_made_with_its_settings() -> None:
    assert FRUITS.create("apple", {}) == Apple()
    assert FRUITS.create("apple", {"size": 7}) == Apple(size=7)


def test_names_come_in_the_order_of_the_catalogue() -> None:
    assert FRUITS.names() == ("pear", "apple", "faulty")


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="unknown fruit 'plum'; known: pear, apple, faulty"):
        FRUITS.create("plum", {})


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadSetting, match=r"weight = 5 .* size, colour"):
        FRUITS.create("apple", {"size": 2, "weight": 5})
    with pytest.raises(NoSettings, match="pear has no settings: leave out size"):
        FRUITS.create("pear", {"size": 2})


def test_a_value_that_cannot_be_is_refused_by_the_entry_itself() -> None:
    with pytest.raises(BadSetting) as refused:
        FRUITS.create("apple", {"size": 0})
    assert (refused.value.owner, refused.value.name, refused.value.value) == ("apple", "size", 0)


def test_a_fault_inside_an_entry_is_not_blamed_on_the_settings() -> None:
    with pytest.raises(TypeError, match="a fault of its own"):
        FRUITS.create("faulty", {})


@pytest.mark.usefixtures("package")
def test_a_package_adds_entries_after_the_built_in_ones() -> None:
    assert FRUITS.names() == ("pear", "apple", "faulty", "plum")
    assert FRUITS.create("plum", {"stone": False}) == ("plum", False)


@pytest.mark.usefixtures("package")
def test_a_package_does_not_replace_a_built_in_entry() -> None:
    assert FRUITS.create("apple", {}) == Apple()
