"""A crawl's archive and state, new or as a former run left them: the two agree when it starts."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from dehusk.crawl.archive import ArchiveFile, find_good_stop
from dehusk.crawl.learning import NOT_NEEDED
from dehusk.crawl.records import write_info
from dehusk.crawl.settings import CrawlSettings
from dehusk.crawl.state import SUFFIX, State
from dehusk.crawl.tally import ask_all_again, ask_failed_again, ask_left_again, forget_after
from dehusk.errors import ArchiveGone, ArchiveInTheWay, BadOutput
from dehusk.write.files import make_folder, remove_files

ENDING = ".warc.gz"


def find_state(archive: Path) -> Path:
    """Where the state of an archive's crawl is."""
    return archive.with_name(archive.name + SUFFIX)


def check_names(archive: Path) -> None:
    """Refuse an output that cannot be, before anything is made."""
    if not archive.name.endswith(ENDING):
        raise BadOutput(str(archive), f"give a name that ends in {ENDING}")
    state = find_state(archive)
    if archive.exists() and not state.exists():
        raise ArchiveInTheWay(str(archive), state.name)
    make_folder(archive.resolve().parent)


def open_crawl(
    path: Path, settings: CrawlSettings, identity: Mapping[str, object]
) -> tuple[State, ArchiveFile]:
    """Both, made to agree; what the state does not vouch for is cut off the archive."""
    check_names(path)
    state = State(find_state(path))
    try:
        _check_archive(state, path)
        state.check_identity(identity)
        stop = _find_stop(state, path)
        archive = ArchiveFile(path, stop)
        if stop == 0:
            _begin(state, archive, settings)
    except BaseException:
        is_new = state.recall("stop") is None
        state.close()
        if is_new and not path.exists():
            remove_files(find_state(path))
        raise
    _set_out_again(state, settings)
    return state, archive


def _check_archive(state: State, path: Path) -> None:
    """A crawl that was killed before it made its archive has none to miss."""
    if state.recall("stop") and not path.exists():
        raise ArchiveGone(str(path), str(find_state(path)))


def _set_out_again(state: State, settings: CrawlSettings) -> None:
    """What a run that came to its end, and was not just cut off, leaves to the next one."""
    with state.together():
        if state.recall("ended"):
            ask_failed_again(state)
        if settings.again and not state.recall("asking_again"):
            ask_all_again(state)
            state.note("asking_again", 1)
            state.note("rounds", int(str(state.recall("rounds") or 1)) + 1)
            state.note("unchanged", 0)
        if not settings.until_learned:
            ask_left_again(state, NOT_NEEDED)
        state.note("ended", 0)
        # Whatever was asked for, and however the clock was set since: nobody waits for longer.
        state.clamp_patience(time.time() + settings.limits.patience_s)


def _begin(state: State, archive: ArchiveFile, settings: CrawlSettings) -> None:
    info = write_info(datetime.now(UTC), settings.manners.user_agent, "obeyed (RFC 9309)")
    archive.add(info)
    state.note("stop", archive.stop)


def _find_stop(state: State, path: Path) -> int:
    """How far the archive is good: as far as the state says, unless the disk lost some of it."""
    stop = int(str(state.recall("stop") or 0))
    if not path.exists():
        return 0
    synced = int(str(state.recall("synced") or 0))
    there = min(stop, path.stat().st_size)
    good = find_good_stop(path, min(synced, there), there)
    if good == stop:
        return stop
    first = state.rows.execute("SELECT min(start) FROM addresses WHERE stop > ?", (good,))
    lost_from = first.fetchone()[0]
    good = good if lost_from is None else min(good, lost_from)
    with state.together():
        forget_after(state, good)
        state.note("stop", good)
    return good
