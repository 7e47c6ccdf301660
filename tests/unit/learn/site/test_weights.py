"""Weights in a file: the same network gives the same bytes, and what is no network is refused."""

import gc
import io
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from dehusk.errors import BadSetting
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SiteMethod
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.network import Network
from dehusk.learn.site.view import view_page
from dehusk.learn.site.weights import SHIPPED, load_weights, save_weights
from tests.unit.learn.site.sites import know, list_features, make_network, make_news, pages_of


@pytest.fixture
def network() -> Network:
    return make_network(list_features())


def test_a_network_is_the_same_in_a_file(network: Network, tmp_path: Path) -> None:
    save_weights(network, tmp_path / "a.npz")
    loaded = load_weights(str(tmp_path / "a.npz"))
    save_weights(loaded, tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert loaded.features == network.features
    assert loaded.lexicon.names.says == network.lexicon.names.says
    assert loaded.calibration.reached.tolist() == network.calibration.reached.tolist()
    assert loaded.layers.keys() == network.layers.keys()


def test_what_was_loaded_decides_alike(network: Network, tmp_path: Path) -> None:
    save_weights(network, tmp_path / "a.npz")
    pages = make_news()
    found = []
    for one in (network, load_weights(str(tmp_path / "a.npz"))):
        described = describe_blocks(view_page(pages[0]), know(pages), one.lexicon)
        features = described.stack(one.features)
        found.append(one.decide(features, described.low, described.high).tolist())
    assert found[0] == found[1]


def test_a_network_without_a_lexicon_is_saved_too(network: Network, tmp_path: Path) -> None:
    save_weights(replace(network, lexicon=Lexicon()), tmp_path / "a.npz")
    loaded = load_weights(str(tmp_path / "a.npz"))
    assert not loaded.lexicon.names.says
    assert not len(loaded.lexicon.wording.keys)


def test_a_method_decides_by_the_weights_it_is_given(network: Network, tmp_path: Path) -> None:
    for seed in (1, 2):
        save_weights(make_network(network.features, seed=seed), tmp_path / f"{seed}.npz")
    pages = make_news()
    scores = []
    for name in ("1.npz", "2.npz"):
        method = SiteMethod(weights=str(tmp_path / name))
        template = method.learn(pages, gather_evidence(pages))
        scores.append(template.score(pages[0]).tolist())
        assert method.load(template.state()).score(pages[0]).tolist() == scores[-1]
    assert scores[0] != scores[1]


def test_the_network_that_comes_with_dehusk_is_for_its_features() -> None:
    shipped = load_weights()
    assert shipped is load_weights(str(SHIPPED))
    assert set(shipped.features) <= set(list_features())
    assert len(set(shipped.features)) == len(shipped.features)
    rising = [shipped.calibration.expected, shipped.calibration.reached]
    assert all((np.diff(table) >= 0).all() for table in rising)
    assert (np.diff(shipped.lexicon.wording.keys.astype(np.float64)) >= 0).all()


def test_the_network_that_comes_with_dehusk_is_in_its_own_bytes(tmp_path: Path) -> None:
    save_weights(load_weights(), tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == SHIPPED.read_bytes()


def write_damaged(path: Path) -> None:
    raw = bytearray(SHIPPED.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 64] = bytes(64)
    path.write_bytes(raw)


def write_other_arrays(path: Path) -> None:
    np.savez(path, mean=np.zeros(3))


def write_array() -> bytes:
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


def make_fewer_layers() -> Network:
    network = make_network(list_features())
    layers = {name: values for name, values in network.layers.items() if name[:3] != "out"}
    return replace(network, layers=layers)


def write_changed(path: Path, **changed: npt.NDArray[np.generic]) -> None:
    """The weights that come with dehusk, but for some arrays."""
    with np.load(SHIPPED) as arrays:
        np.savez(path, **{**arrays, **changed})


def change_flag(path: Path, place: int, value: int) -> None:
    """Another flag or way of packing for the first array."""
    raw = bytearray(SHIPPED.read_bytes())
    raw[place] = value
    directory = raw.index(b"PK\x01\x02")
    raw[directory + place + 2] = value
    path.write_bytes(raw)


def narrow(*shape: int) -> npt.NDArray[np.float32]:
    return np.zeros(shape, dtype=np.float32)


CHANGED: dict[str, dict[str, npt.NDArray[np.generic]]] = {
    "no numbers": {"layer mid.bias": np.full(64, np.nan, dtype=np.float32)},
    "numbers without end": {"mean": np.full(149, np.inf, dtype=np.float32)},
    "numbers of eight bytes": {"wording says": np.zeros(4673)},
    "a tree of one part": {"layer tree0.weight": narrow(64, 64)},
    "a tree in a row": {"layer tree0.weight": narrow(64)},
    "a narrow tree": {"layer tree1.weight": narrow(3, 64)},
    "one bias for all": {"layer page0.bias": narrow()},
    "a wide way out": {"layer out.weight": narrow(32, 2)},
    "words that are numbers": {"words": np.zeros(1465)},
    "too few words": {"wording says": narrow(7)},
    "words out of order": {"wording": np.arange(4673, 0, -1, dtype=np.uint64)},
    "stretches of no feature": {"step feature": np.full(428, -1, dtype=np.int32)},
    "nothing expected": {"expected": narrow(0), "reached": narrow(0)},
    "more than all reached": {"reached": np.linspace(0, 2, 20).astype(np.float32)},
}


@pytest.mark.parametrize("what", CHANGED)
def test_arrays_that_do_not_go_together_are_refused(what: str, tmp_path: Path) -> None:
    write_changed(tmp_path / "same.npz")
    assert load_weights(str(tmp_path / "same.npz")).features == load_weights().features
    write_changed(tmp_path / "other.npz", **CHANGED[what])
    with pytest.raises(BadSetting, match="of this version writes it"):
        load_weights(str(tmp_path / "other.npz"))


def test_a_pipe_is_refused_before_anybody_waits(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.npz")
    with pytest.raises(BadSetting, match="no file"):
        SiteMethod(weights=str(tmp_path / "pipe.npz"))


BROKEN: dict[str, Callable[[Path], object]] = {
    "encrypted": lambda path: change_flag(path, 6, 1),
    "packed otherwise": lambda path: change_flag(path, 8, 97),
    "nothing": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("features: none"),
    "damaged": write_damaged,
    "other arrays": write_other_arrays,
    "an array alone": lambda path: path.write_bytes(write_array()),
    "fewer layers": lambda path: save_weights(make_fewer_layers(), path),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_are_no_weights_is_refused(what: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    BROKEN[what](path)
    with pytest.raises(
        BadSetting, match=r"weights\.npz.*as `python -m training` of this version writes it"
    ) as told:
        SiteMethod(weights=str(path))
    assert "Traceback" not in str(told.value)
    with pytest.raises(BadSetting, match=r"^site: weights = "):
        load_weights(str(path))


@pytest.mark.parametrize(("is_folder", "why"), [(True, "directory"), (False, "No such file")])
def test_what_cannot_be_read_is_refused(is_folder: bool, why: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    if is_folder:
        path.mkdir()
    with pytest.raises(BadSetting, match=rf"weights\.npz.*a file that can be read \(.*{why}"):
        SiteMethod(weights=str(path))


def test_half_a_file_is_refused_and_closed(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    path = tmp_path / "half.npz"
    path.write_bytes(SHIPPED.read_bytes()[: SHIPPED.stat().st_size // 2])
    with pytest.raises(BadSetting):
        SiteMethod(weights=str(path))
    gc.collect()
    assert not [one for one in recwarn if one.category is ResourceWarning]


def test_weights_for_other_features_judge_no_page(network: Network, tmp_path: Path) -> None:
    other = replace(network, features=("no such feature", *network.features[1:]))
    save_weights(other, tmp_path / "a.npz")
    pages = make_news()
    template = SiteMethod(weights=str(tmp_path / "a.npz")).learn(pages, gather_evidence(pages))
    for judge in (template.score, template.explain):
        with pytest.raises(BadSetting, match="weights for the features of this version"):
            judge(pages[0])


def test_weights_are_written_where_they_are_asked_for(network: Network, tmp_path: Path) -> None:
    save_weights(network, tmp_path / "weights")
    assert [path.name for path in tmp_path.iterdir()] == ["weights"]


def test_learning_needs_no_weights(tmp_path: Path, network: Network) -> None:
    path = tmp_path / "gone.npz"
    save_weights(network, path)
    method = SiteMethod(weights=str(path))
    path.unlink()
    pages = pages_of("<p>One</p>", "<p>Two</p>")
    assert method.learn(pages, gather_evidence(pages)).state()
