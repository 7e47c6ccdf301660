from itertools import combinations, permutations
from pathlib import PurePosixPath

from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.write.names import file_name_of

SUFFIX = ".txt"
TRICKY = (
    *("", "/", "//", "a", "a/", "a//", "/a", "a/b", "a//b", "%index", "a/%index", "a/index"),
    *(".", "..", "...", "a/.", "a/..", "%2E", "%2E%2E", "../a", "a/../b", "b", "./a", "a/./b"),
    *("a:b", "a%3Ab", "a%253Ab", "a?b", "a%3Fb", "a\\b", "a|b", "a*b", 'a"b', "a<b>", "a\x00b"),
    *("a.txt", "a.txt/b", "a%2Etxt/b", ".txt", ".txt/b", "a.txt.txt", "a.txt.txt/b"),
    *("https://x.example/a", "https://x.example/a/", "https://x.example/a?b", "http://x.example/a"),
    *("https:/x.example/a", "https:///x.example/a", "é", "e\u0301", "漢" * 60, "漢" * 61),
    *("x" * 150, "x" * 151, "x" * 152, "x" * 400, "x" * 150 + "/a", "%" * 60, "%" * 61),
    *("a 2024-01-01", "a 2024-01-02", "a ", " a"),
)
KEYS = st.one_of(
    st.sampled_from(TRICKY),
    st.text(st.sampled_from("a./%:?\\x2E \x00é漢"), max_size=12),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=300),
)


def is_below(one: PurePosixPath, other: PurePosixPath) -> bool:
    return one in other.parents


def test_two_keys_never_get_one_name() -> None:
    names = {key: file_name_of(key, SUFFIX) for key in TRICKY}
    assert [pair for pair in combinations(TRICKY, 2) if names[pair[0]] == names[pair[1]]] == []


def test_no_file_lies_below_another() -> None:
    names = {key: file_name_of(key, SUFFIX) for key in TRICKY}
    pairs = permutations(TRICKY, 2)
    assert [pair for pair in pairs if is_below(names[pair[0]], names[pair[1]])] == []


@settings(deadline=None)
@given(KEYS)
def test_a_name_stays_inside_its_folder(key: str) -> None:
    name = file_name_of(key, SUFFIX)
    assert not name.is_absolute()
    assert not {"..", ".", ""} & set(name.parts)
    assert len(name.parts) == len(key.replace("://", "/", 1).split("/"))


@settings(deadline=None)
@given(KEYS)
def test_a_name_is_one_that_file_systems_take(key: str) -> None:
    name = file_name_of(key, SUFFIX)
    assert all(len(part.encode()) <= 255 for part in name.parts)
    assert not set('\\:*?"<>|') & set(str(name))
    assert all(char >= " " and char != "\x7f" for char in str(name))


@settings(deadline=None)
@given(st.lists(st.text("a.txT%/2E", max_size=8), unique=True, min_size=2, max_size=8))
def test_keys_that_look_like_names_keep_apart(keys: list[str]) -> None:
    names = [file_name_of(key, SUFFIX) for key in keys]
    assert len(set(names)) == len(keys)
    assert not any(is_below(one, other) for one in names for other in names)


def test_a_plain_path_keeps_its_look() -> None:
    assert file_name_of("news/2024/rain.html", SUFFIX).as_posix() == "news/2024/rain.html.txt"


def test_other_scripts_keep_their_look() -> None:
    assert file_name_of("новости/雨.html", SUFFIX).as_posix() == "новости/雨.html.txt"


def test_long_names_that_differ_only_at_their_end_stay_apart() -> None:
    one, other = (file_name_of("漢" * 300 + end, SUFFIX).name for end in "ab")
    assert one != other
    assert one[:40] == other[:40]


def test_a_long_folder_is_cut_the_same_for_all_its_pages() -> None:
    one, other = (file_name_of("x" * 300 + f"/{page}", SUFFIX) for page in "ab")
    assert one.parent == other.parent
