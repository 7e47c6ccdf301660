"""Small pages for tests of the method `site`, read as it reads them, and small networks."""

import itertools
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec

import numpy as np

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.confidence import Calibration
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.memory import Known, Table
from dehusk.learn.site.method import SiteTemplate
from dehusk.learn.site.names import Vocabulary
from dehusk.learn.site.network import Network, Steps, list_shapes
from dehusk.learn.site.reading import Floats, Hashes, hash_runs, read_text
from dehusk.learn.site.recall import recall_pages
from dehusk.learn.site.self_taught import TaughtTemplate
from dehusk.learn.site.view import View, view_page
from dehusk.learn.site.wording import Wording
from dehusk.model import TEMPLATE_SCORE, Page
from tests.conftest import parse

NAV = "<nav><ul><li><a href=/>Home</a><li><a href=/rain>Rain and weather</a></ul></nav>"
STORIES = (
    "Otters were seen at the old mill again this morning, and nobody knows why.",
    "Rain fell on the market all day, so the bakers went home before noon.",
    "A new bridge is planned where the ferry used to cross, says the mayor.",
    "The school choir won the prize for the third time, to everyone's surprise.",
    "Trains run late because the signals froze in the night, again.",
)


def view_of(body: str, title: str = "") -> View:
    return view_page(parse(f"<title>{title}</title><body>{body}</body>"))


def pages_of(*bodies: str) -> list[Page]:
    return [parse(f"<body>{body}</body>", f"{number}.html") for number, body in enumerate(bodies)]


def make_news() -> list[Page]:
    return pages_of(*(f"{NAV}<article><h1>{s[:9]}</h1><p>{s}</p></article>" for s in STORIES))


def know(pages: Sequence[Page], most: int = 64) -> Known:
    return recall_pages(pages, gather_evidence(pages), most).known


def read_rows(table: Table, hashes: Hashes) -> Floats:
    """What a table has of each hash; zeros where it is unknown."""
    rows = dict(zip(table.keys.tolist(), table.values, strict=True))
    unknown = np.zeros(table.values.shape[1], dtype=np.float32)
    return np.array([rows.get(one, unknown) for one in hashes.tolist()])


Rest = ParamSpec("Rest")


def note(
    describe: Callable[Concatenate[Columns, View, Rest], object],
    view: View,
    *rest: Rest.args,
    **named: Rest.kwargs,
) -> dict[str, Floats]:
    """What one function describes of a page, by the names of the features."""
    columns = Columns(len(view))
    describe(columns, view, *rest, **named)
    return columns.join().to_mapping()


def hash_words(text: str) -> Hashes:
    """The hashes of the words of a text as they are."""
    return read_text(text).exact


def hash_text(text: str) -> int:
    """The loose hash of a text, as a block that says just this has it."""
    words = read_text(text).loose
    return int(hash_runs(words, np.array([0, len(words)]))[0])


def say_blocks(view: View) -> list[str]:
    """What each block says, white space folded."""
    texts, first = view.page.tree.leaf_texts(), view.reading.first_leaf.tolist()
    blocks = ("".join(texts[low:high]) for low, high in itertools.pairwise(first))
    return [" ".join(block.split()) for block in blocks]


def kept(template: SiteTemplate | TaughtTemplate, page: Page) -> list[str]:
    scores = template.score(page).tolist()
    texts = page.tree.leaf_texts()
    return [t.strip() for t, s in zip(texts, scores, strict=True) if s < TEMPLATE_SCORE]


def make_lexicon() -> Lexicon:
    keys = np.unique(hash_words("subscribe home otters"))
    says = np.array([-1, 0.5, 2], dtype=np.float32)
    return Lexicon(Vocabulary({"story": 1.0, "nav": -2.0}), Wording(keys, says))


def list_features() -> tuple[str, ...]:
    """The names of all features that a block has."""
    (page,) = pages_of("<p>One.</p>")
    return describe_blocks(view_page(page), know([page]), Lexicon()).features.names


def make_network(features: Sequence[str], width: int = 3, seed: int = 0) -> Network:
    """A network of small weights drawn by chance."""
    chance = np.random.default_rng(seed)
    steps = Steps(
        np.arange(min(2, len(features)), dtype=np.int32),
        np.array([-0.5, 0.25][: len(features)], dtype=np.float32),
        np.array([1.0, 2.0][: len(features)], dtype=np.float32),
    )
    return Network(
        features=tuple(features),
        mean=draw(chance, len(features)),
        scale=np.abs(draw(chance, len(features))) + np.float32(0.1),
        steps=steps,
        layers=draw_layers(chance, len(features) + len(steps.feature), width),
        lexicon=make_lexicon(),
        calibration=Calibration(
            np.array([0.2, 0.9], dtype=np.float32), np.array([0.1, 0.8], dtype=np.float32)
        ),
    )


def draw_layers(chance: np.random.Generator, n_in: int, width: int) -> dict[str, Floats]:
    shapes = list_shapes(n_in, width, width)
    weights = {
        f"{name}.weight": draw(chance, *shape) / np.float32(shape[0] ** 0.5)
        for name, shape in shapes.items()
    }
    return weights | {f"{name}.bias": draw(chance, shape[1]) for name, shape in shapes.items()}


def draw(chance: np.random.Generator, *shape: int) -> Floats:
    return chance.standard_normal(shape).astype(np.float32)
