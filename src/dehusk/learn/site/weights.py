"""Weights in a file, read once a process: plain arrays, nothing that could run."""

import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.site.confidence import Calibration
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.names import Vocabulary
from dehusk.learn.site.network import LAYERS, Network, Steps
from dehusk.learn.site.wording import Wording

SHIPPED = Path(__file__).with_name("weights.npz")
_STEPS = ("step feature", "step start", "step slope")
_LAYER = "layer "


def load_weights(path: str = "") -> Network:
    """The network of a file, or the one that comes with dehusk."""
    try:
        return _load(str(path or SHIPPED))
    except OSError as error:
        wanted = f"a file that can be read ({error.strerror or error})"
    except (KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile):
        wanted = "a file of weights as `python -m training` of this version writes it"
    raise BadSetting("site", "weights", path, wanted)


@lru_cache(maxsize=8)
def _load(path: str) -> Network:
    with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        words, says = arrays["words"].tolist(), arrays["says"].tolist()
        network = Network(
            features=tuple(arrays["features"].tolist()),
            mean=arrays["mean"],
            scale=arrays["scale"],
            steps=Steps(*(arrays[name] for name in _STEPS)),
            layers={name: arrays[f"{_LAYER}{name}"] for name in LAYERS},
            lexicon=Lexicon(
                Vocabulary(dict(zip(words, says, strict=True))),
                Wording(arrays["wording"], arrays["wording says"]),
            ),
            calibration=Calibration(arrays["expected"], arrays["reached"]),
        )
    _check(network)
    return network


def _check(network: Network) -> None:
    """Complain where weights are no such numbers, or not as many, as the network takes."""
    steps, n_features = network.steps, len(network.features)
    n_in = n_features + len(steps.feature)
    arrays = (network.mean, network.scale, steps.start, steps.slope, *network.layers.values())
    if any(array.dtype != np.float32 for array in arrays) or steps.feature.dtype != np.int32:
        raise ValueError("weights are numbers of four bytes")
    lengths = len(network.mean), len(network.scale), len(steps.start), len(steps.slope)
    if lengths != (n_features, n_features, n_in - n_features, n_in - n_features):
        raise ValueError("a mean and a scale for every feature")
    if len(network.layers["in.weight"]) != n_in:
        raise ValueError("a weight for every feature")


def save_weights(network: Network, path: Path) -> None:
    """Write a network down; the same network gives the same bytes."""
    steps = network.steps
    said = sorted(network.lexicon.names.says.items())
    arrays: dict[str, Any] = {
        "features": np.array(network.features),
        "mean": network.mean,
        "scale": network.scale,
        **dict(zip(_STEPS, (steps.feature, steps.start, steps.slope), strict=True)),
        "words": np.array([word for word, _ in said]),
        "says": np.array([score for _, score in said], dtype=np.float32),
        "wording": network.lexicon.wording.keys,
        "wording says": network.lexicon.wording.says,
        "expected": network.calibration.expected,
        "reached": network.calibration.reached,
        **{f"{_LAYER}{name}": values for name, values in sorted(network.layers.items())},
    }
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)
