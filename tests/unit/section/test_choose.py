"""What is kept, where roles are asked for."""

import numpy as np
import pytest

from dehusk.errors import UnknownName
from dehusk.section.choose import check_roles, keep_roles
from dehusk.section.divide import Division
from dehusk.section.role_names import ROLES
from dehusk.section.split import Sections

NOTHING = np.zeros(0, dtype=np.int32)
OF_LEAF = np.array([0, 0, 1, 1, 2, 2], dtype=np.int32)
IS_KEPT = np.array([True, False] * 3)
DIVISION = Division(
    Sections(OF_LEAF, NOTHING, NOTHING, NOTHING), np.ones(3), ("main", None, "comments")
)


@pytest.mark.parametrize(
    ("roles", "kept"),
    [
        ((), [1, 0, 1, 0, 1, 0]),
        (("main",), [1, 0, 1, 0, 0, 0]),
        (("comments",), [0, 0, 0, 0, 1, 1]),
        (("main", "comments"), [1, 0, 1, 0, 1, 1]),
        (("footer",), [0, 0, 0, 0, 0, 0]),
    ],
)
def test_roles_are_written_whole_and_main_as_judged(
    roles: tuple[str, ...], kept: list[int]
) -> None:
    assert keep_roles(DIVISION, IS_KEPT, roles).tolist() == kept


def test_roles_are_each_taken_once_in_one_order() -> None:
    assert check_roles("form,main, form") == check_roles(["main", "form"]) == ("main", "form")
    assert check_roles(ROLES) == ROLES
    with pytest.raises(UnknownName, match=r"unknown role 'x'; known: main, .*form"):
        check_roles(["main", "x"])
