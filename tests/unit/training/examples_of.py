"""Small examples for tests of training: pages whose blocks are known to be content or not."""

from collections.abc import Sequence

import numpy as np
import pytest

from dehusk.learn.site.features import N_POOLED
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import view_page
from tests.conftest import parse
from training import teach
from training.examples import Example, Look
from training.fit import Plan

SMALL = Plan(epochs=2.0, width=4, last_width=3, blocks_a_step=200)


def learn_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small networks that are trained in a few steps."""
    monkeypatch.setattr(teach, "Plan", lambda: SMALL)


def make_example(owner: str, body: str, content: Sequence[float], fold: int = 0) -> Example:
    """A page of an owner; each block is content or not."""
    page = parse(f"<body>{body}</body>", f"{owner}.html")
    view = view_page(page)
    assert len(view) == len(content), len(view)
    words = view.reading.words
    return Example(
        owner=owner,
        fold=fold,
        n_siblings=1,
        page=page,
        content=np.array(content, dtype=np.float32),
        words=words,
        optional=np.zeros_like(words),
        looks={},
    )


def make_toy(n_pages: int, seed: int = 0) -> tuple[list[Example], list[Floats]]:
    """Pages of six blocks that are content where the first feature is above zero."""
    chance = np.random.default_rng(seed)
    body = "".join(f"<p>{'rain ' * (n + 3)}</p>" for n in range(6))
    examples, named = [], []
    for number in range(n_pages):
        features = chance.standard_normal((6, 3)).astype(np.float16)
        low, high = np.zeros((6, N_POOLED), np.int32), np.full((6, N_POOLED), 6, np.int32)
        plain = make_example(f"owner{number}", body, (features[:, 0] > 0).tolist(), number % 5)
        looks = {level: Look(features, low, high) for level in (0, 5)}
        examples.append(
            Example(
                plain.owner, plain.fold, 2, plain.page, plain.content, plain.words,
                plain.optional, looks,
            )
        )  # fmt: skip
        named.append(np.zeros((6, 8), dtype=np.float32))
    return examples, named
