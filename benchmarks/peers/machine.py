"""What a measurement was made on: the machine and the state of the project, without any names."""

import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

GIBIBYTE = 1024**3


@dataclass(frozen=True, slots=True)
class Machine:
    """Enough to judge absolute figures by."""

    cpu: str
    cores: int
    ram_gib: float
    platform: str
    python: str


@dataclass(frozen=True, slots=True)
class Commit:
    """The project's state; `is_modified` when files differ from the commit."""

    id: str
    is_modified: bool


def describe_machine() -> Machine:
    """This machine."""
    ram = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return Machine(
        cpu=_read_cpu(),
        cores=os.cpu_count() or 1,
        ram_gib=round(ram / GIBIBYTE, 1),
        platform=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
    )


def _read_cpu() -> str:
    try:
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in info.splitlines() if "model name" in line]
    return names[0] if names else platform.processor()


def describe_commit(folder: Path) -> Commit | None:
    """The commit of a checkout; None outside of one."""
    found = _ask_git(folder, "rev-parse", "HEAD")
    if found is None:
        return None
    return Commit(found, bool(_ask_git(folder, "status", "--porcelain", "--untracked-files=no")))


def _ask_git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
