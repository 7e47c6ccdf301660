"""`make demo`: a small newspaper is made, cleaned by the main job, and shown on the terminal."""

import shutil
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

import dehusk
from examples import SITES, write_site

FOLDER = Path("demo")
PAGES = 60
SHOWN_LINES = 14

_console = Console(width=100)


def main() -> None:
    """Make a site, run the main job on it, show one page before and after."""
    site = sys.argv[1] if len(sys.argv) > 1 else SITES[0]
    if site not in SITES:
        sys.exit(f"no sample site {site!r}; there are: {', '.join(SITES)}")
    shutil.rmtree(FOLDER, ignore_errors=True)
    write_site(site, FOLDER / "truth", pages=PAGES)
    pages = (FOLDER / "truth" / "pages").rename(FOLDER / site)
    command = ["dehusk", "run", str(pages), "-o", str(FOLDER / "clean")]
    _console.print(f"made a {site} site of {PAGES} pages in {pages}\n\n$ {' '.join(command)}")
    subprocess.run([sys.executable, "-m", *command], check=True)
    _show_a_page(FOLDER / "clean", pages)
    _show_files(FOLDER, pages)


def _show_a_page(clean: Path, pages: Path) -> None:
    """One page, leaf by leaf: what was removed and what was kept."""
    learned = dehusk.load(next((clean / "sites").glob("*.husk")))
    page = sorted(pages.iterdir())[PAGES // 3]
    reasons = learned.explain(page.read_bytes())
    removed = [reason for reason in reasons if reason.score >= 0.5]
    kept = [reason for reason in reasons if reason.score < 0.5]
    _console.print(f"\n[bold]{page.name}[/bold]")
    lines = [
        f"{_one_line(reason.text)}  ({reason.why})" for reason in removed if reason.text.strip()
    ]
    _console.print(_panel(f"removed: {len(removed)} of {len(reasons)} parts", lines, "red"))
    _console.print(_panel("kept", [_one_line(reason.text) for reason in kept], "green"))


def _one_line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 70 else words[:69] + "…"


def _panel(title: str, lines: list[str], style: str) -> Panel:
    lines = [line for line in lines if line]
    more = len(lines) - SHOWN_LINES
    shown = "\n".join(lines[:SHOWN_LINES]) + (f"\n… and {more} more" if more > 0 else "")
    return Panel(Text(shown, style=style), title=title, title_align="left", border_style=style)


def _show_files(folder: Path, pages: Path) -> None:
    clean = folder / "clean"
    at = PAGES // 3
    files = {
        "the page as it was": sorted(pages.iterdir())[at],
        "the same page, clean": sorted((clean / "pages").rglob("*.txt"))[at],
        "what was learned of the site": next((clean / "sites").iterdir()),
        "what the run did": clean / "summary.json",
    }
    _console.print("\n[bold]Open these[/bold]")
    for meaning, path in files.items():
        _console.print(f"  {meaning:30}{path}", soft_wrap=True)


if __name__ == "__main__":
    main()
