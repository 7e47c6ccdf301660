"""Weights in a file, read once a process: plain arrays, nothing that could run."""

import stat
import zipfile
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dehusk.errors import BadSetting
from dehusk.learn.site.confidence import Calibration
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.names import Vocabulary
from dehusk.learn.site.network import LAYERS, Network, Steps, list_shapes
from dehusk.learn.site.wording import Wording

SHIPPED = Path(__file__).with_name("weights.npz")
_STEPS = ("step feature", "step start", "step slope")
_LAYER = "layer "
_NAMES = (
    *("features", "mean", "scale", *_STEPS, "words", "says", "wording", "wording says"),
    *("expected", "reached"),
    *(f"{_LAYER}{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")),
)
_BROKEN = (
    *(LookupError, ValueError, TypeError, RuntimeError, EOFError, MemoryError),
    *(zipfile.BadZipFile, zlib.error),
)
"""What reading a file that is no archive of arrays may bring about."""

_Arrays = Mapping[str, npt.NDArray[Any]]


def load_weights(path: str = "") -> Network:
    """The network of a file, or the one that comes with dehusk."""
    try:
        return _load(str(path or SHIPPED))
    except OSError as error:
        wanted = f"a file that can be read ({error.strerror or error})"
    except _BROKEN:
        wanted = "a file of weights as `python -m training` of this version writes it"
    raise BadSetting("site", "weights", path, wanted)


@lru_cache(maxsize=8)
def _load(path: str) -> Network:
    # A saved site may name any path: who reads a pipe waits, and a device may have no end.
    if not stat.S_ISREG(Path(path).stat().st_mode):
        raise OSError("a directory or a device, no file")
    with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in _NAMES}
    _check(arrays)
    words, says = arrays["words"].tolist(), arrays["says"].tolist()
    return Network(
        features=tuple(arrays["features"].tolist()),
        mean=arrays["mean"],
        scale=arrays["scale"],
        steps=Steps(*(arrays[name] for name in _STEPS)),
        layers={name.removeprefix(_LAYER): arrays[name] for name in _NAMES if _LAYER in name},
        lexicon=Lexicon(
            Vocabulary(dict(zip(words, says, strict=True))),
            Wording(arrays["wording"], arrays["wording says"]),
        ),
        calibration=Calibration(arrays["expected"], arrays["reached"]),
    )


def _check(arrays: _Arrays) -> None:
    """Complain where weights are no such numbers, or not as many, as the network takes."""
    for name, array in arrays.items():
        if not _is_of_kind(array, _KINDS.get(name, "float32")):
            raise ValueError(f"{name} is of another kind, or not finite")
        if array.shape != _shape_of(name, arrays):
            raise ValueError(f"{name} is of another size")
    feature, keys = arrays["step feature"], arrays["wording"]
    if ((feature < 0) | (feature >= len(arrays["features"]))).any():
        raise ValueError("a stretch of no feature")
    if (keys[1:] < keys[:-1]).any():
        raise ValueError("words out of order")
    for table in (arrays["expected"], arrays["reached"]):
        if not len(table) or table[0] < 0 or table[-1] > 1 or (np.diff(table) < 0).any():
            raise ValueError("what was reached does not rise from 0 to 1")


_KINDS = {"features": "U", "words": "U", "step feature": "int32", "wording": "uint64"}
"""What is not a number of four bytes."""

_LIKE = {
    "mean": "features", "scale": "features", "says": "words", "wording says": "wording",
    "step start": "step feature", "step slope": "step feature", "reached": "expected",
}  # fmt: skip
"""Of what each of these has a number."""


def _is_of_kind(array: npt.NDArray[Any], kind: str) -> bool:
    if kind not in (array.dtype.kind, array.dtype.name):
        return False
    return kind != "float32" or bool(np.isfinite(array).all())


def _shape_of(name: str, arrays: _Arrays) -> tuple[int, ...]:
    """How large an array is beside the others."""
    if not name.startswith(_LAYER):
        return (len(arrays[_LIKE.get(name, name)]),)
    n_in = len(arrays["features"]) + len(arrays["step feature"])
    (width,), (last_width,) = (arrays[f"{_LAYER}{one}.bias"].shape for one in ("in", "last"))
    layer, _, part = name.removeprefix(_LAYER).rpartition(".")
    shape = list_shapes(n_in, width, last_width)[layer]
    return shape if part == "weight" else shape[1:]


def save_weights(network: Network, path: Path) -> None:
    """Write a network down; the same network gives the same bytes."""
    steps = network.steps
    said = sorted(network.lexicon.names.says.items())
    arrays: dict[str, Any] = {
        "features": np.array(network.features),
        "mean": network.mean,
        "scale": network.scale,
        **dict(zip(_STEPS, (steps.feature, steps.start, steps.slope), strict=True)),
        "words": np.array([word for word, _ in said], dtype=np.str_),
        "says": np.array([score for _, score in said], dtype=np.float32),
        "wording": network.lexicon.wording.keys,
        "wording says": network.lexicon.wording.says,
        "expected": network.calibration.expected,
        "reached": network.calibration.reached,
        **{f"{_LAYER}{name}": values for name, values in sorted(network.layers.items())},
    }
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)
