"""How near `mdl` comes to the best grouping of all, and `minhash` to `mdl`.

The best of all is found by trying every grouping of a few pages with random templates; `minhash` is
compared on the sample sites, each alone and all as one, by essential paths and by all that recur.
"""

import argparse
from collections.abc import Iterator
from itertools import product
from time import perf_counter

import numpy as np

from dehusk.cluster import mdl, minhash
from dehusk.cluster.description_length import Bits, measure
from dehusk.cluster.essential import keep_essential
from dehusk.cluster.matrix import PathMatrix, put_in_order
from dehusk.cluster.paths import TagPaths
from dehusk.model import Indices, Page, PageRef, RawPage
from dehusk.parse import parse_page
from examples import SITES, make_site

_N_PATHS = 24
_FLIPPED_SHARE = 0.1


def main() -> None:
    """Print both tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--trials", type=_read_count, default=50, help="random matrices of each size"
    )
    options.add_argument("--pages", type=_read_count, default=30, help="pages of each sample site")
    arguments = options.parse_args()
    print(f"{'pages':>5}{'templates':>11}{'mean gap':>10}{'max gap':>10}{'exact':>8}")
    for n_pages, n_templates in product((4, 5, 6, 7), (1, 2, 3)):
        gaps = measure_gaps(n_pages, n_templates, arguments.trials)
        told = f"{gaps.mean():10.2%}{gaps.max():10.2%}{(gaps < 1e-9).mean():8.0%}"
        print(f"{n_pages:5}{n_templates:11}{told}", flush=True)
    print(f"\n{'site':20}{'clusters':>9}{'minhash':>9}{'cost':>9}{'ratio':>8}{'s':>7}{'s':>7}")
    for name, matrix in list_samples(arguments.pages):
        _print_ratio(name, matrix)


def _read_count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} cannot be; allowed: 1 or more")
    return int(text)


def measure_gaps(n_pages: int, n_templates: int, n_trials: int) -> Bits:
    """By what share the cost of `mdl` is above the least cost, for each of so many matrices."""
    draw = np.random.default_rng(100 * n_pages + n_templates)
    gaps = []
    for _ in range(n_trials):
        matrix = _draw_matrix(draw, n_pages, n_templates)
        gaps.append(measure(matrix, mdl.find_groups(matrix)) / find_optimum(matrix) - 1)
    return np.array(gaps)


def _draw_matrix(draw: np.random.Generator, n_pages: int, n_templates: int) -> PathMatrix:
    """Pages that each have a random template, some cells turned around."""
    templates = draw.random((n_templates, _N_PATHS)) < 0.5
    cells = templates[draw.integers(0, n_templates, n_pages)]
    cells = cells ^ (draw.random(cells.shape) < _FLIPPED_SHARE)
    paths = draw.integers(0, 2**64, _N_PATHS, dtype=np.uint64)
    return PathMatrix(paths, np.nonzero(cells)[1], np.cumsum([0, *cells.sum(axis=1)]))


def find_optimum(matrix: PathMatrix) -> float:
    """The least cost of any grouping."""
    return min(measure(matrix, groups) for groups in list_partitions(matrix.n_pages))


def list_partitions(n_pages: int, n_groups: int = 0) -> Iterator[Indices]:
    """All groupings of so many pages: each page joins a group there is, or begins one."""
    if not n_pages:
        yield np.zeros(0, dtype=np.intp)
        return
    for group in range(n_groups + 1):
        for rest in list_partitions(n_pages - 1, max(n_groups, group + 1)):
            yield np.concatenate(([group], rest))


def list_samples(n_pages: int) -> Iterator[tuple[str, PathMatrix]]:
    """The essential paths, and all that recur, of each sample site and of all together."""
    sites = {site: [*_parse_site(site, n_pages)] for site in SITES}
    sites["all five"] = [page for pages in sites.values() for page in pages]
    for name, pages in sites.items():
        matrix = PathMatrix.read(put_in_order(pages), TagPaths())
        yield name, keep_essential(matrix)
        yield f"{name}, recurring", matrix.keep_paths(matrix.supports() > 1)


def _parse_site(site: str, n_pages: int) -> Iterator[Page]:
    for sample in make_site(site, n_pages):
        ref = PageRef(f"{site}/{sample.id}", site, sample.id, len(sample.html))
        page = parse_page(RawPage(ref, sample.html))
        assert isinstance(page, Page)
        yield page


def compare(matrix: PathMatrix) -> float:
    """The cost that `minhash` ends at, in shares of that of `mdl`."""
    return measure(matrix, minhash.find_groups(matrix)) / measure(matrix, mdl.find_groups(matrix))


def _print_ratio(name: str, matrix: PathMatrix) -> None:
    start = perf_counter()
    by_mdl = mdl.find_groups(matrix)
    middle = perf_counter()
    by_minhash = minhash.find_groups(matrix)
    end = perf_counter()
    cost, other = measure(matrix, by_mdl), measure(matrix, by_minhash)
    counts = f"{len(set(by_mdl.tolist())):9}{len(set(by_minhash.tolist())):9}"
    times = f"{middle - start:7.2f}{end - middle:7.2f}"
    print(f"{name:20}{counts}{cost:9.0f}{other / cost:8.4f}{times}", flush=True)


if __name__ == "__main__":
    main()
