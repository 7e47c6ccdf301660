"""What the peers make of the pages: asked once, then read from files.

The files of a corpus are in a folder named by its digest, a file a peer, in the form that `dehusk
evaluate --predictions` takes. A page that a peer failed at has no row.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.peers.measure import ToolUnusable, measure
from benchmarks.peers.process import Launch, worker_command
from benchmarks.peers.tally import Measured
from dehusk.bars import CONSOLE
from dehusk.evaluate.contest import PageKey
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.predictions import read_predictions
from dehusk.evaluate.truth import TruthSite
from dehusk.write.files import make_folder, write_whole

Texts = Mapping[str, Mapping[PageKey, str]]
"""By peer and page."""


@dataclass(frozen=True, slots=True)
class PeerTexts:
    """Texts of the peers that could be asked, and why the others could not."""

    texts: Texts
    missing: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asking:
    """Where texts are kept, which interpreter has the peers, and how many are asked at once."""

    folder: Path
    python: Path
    jobs: int = 1


def ask_peers(names: Iterable[str], sites: Sequence[TruthSite], asking: Asking) -> PeerTexts:
    """The texts of every page of the sites."""
    folder = asking.folder / describe_corpus(sites).digest
    make_folder(folder)
    files = {name: folder / f"{name}.jsonl" for name in names}
    unknown = [name for name, file in files.items() if not file.exists()]
    with ThreadPoolExecutor(asking.jobs) as threads:
        asked = threads.map(partial(_ask, sites=sites, python=asking.python, files=files), unknown)
        missing = {name: why for name, why in zip(unknown, asked, strict=True) if why}
    known = {name: file for name, file in files.items() if name not in missing}
    return PeerTexts({name: read_predictions(file, sites) for name, file in known.items()}, missing)


def _ask(
    name: str, sites: Sequence[TruthSite], python: Path, files: Mapping[str, Path]
) -> str | None:
    """Write the peer's file, or say why that cannot be."""
    try:
        measured = measure(Launch(worker_command(python, name)), sites)
    except ToolUnusable as problem:
        return str(problem)
    if not measured.texts:
        return "it failed at every page"
    write_whole(files[name], _to_rows(sites, measured))
    told = f"{name} {measured.version}: {measured.n_pages:,} pages"
    CONSOLE.print(f"{told}, {len(measured.failures)} failed", highlight=False)
    return None


def _to_rows(sites: Sequence[TruthSite], measured: Measured) -> bytes:
    rows = (
        {"set": site.set_name, "site": site.name.partition("/")[0], "id": page, "text": text}
        for (number, page), text in sorted(measured.texts.items())
        for site in [sites[number]]
    )
    return "".join(json.dumps(row) + "\n" for row in rows).encode()
