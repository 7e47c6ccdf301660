"""What a block store saves: the bytes of the pages beside those that are kept of them."""

from collections.abc import Iterable
from dataclasses import dataclass

POINTER_BYTES = 8
"""A pointer is the 64-bit number of a block."""


@dataclass(frozen=True, slots=True)
class Savings:
    """The pages of a site, or of several, and what is kept: distinct blocks, and pointers."""

    pages: int = 0
    page_bytes: int = 0
    pointers: int = 0
    blocks: int = 0
    block_bytes: int = 0

    @classmethod
    def add_up(cls, parts: Iterable["Savings"]) -> "Savings":
        """What several sites save together."""
        rows = (
            (one.pages, one.page_bytes, one.pointers, one.blocks, one.block_bytes) for one in parts
        )
        return cls(*map(sum, zip(*rows, strict=True)))

    @property
    def kept_bytes(self) -> int:
        """Each distinct block once, and a pointer wherever it stands."""
        return self.block_bytes + self.pointers * POINTER_BYTES

    @property
    def saved_bytes(self) -> int:
        """Below 0 where pages share too little to pay for the pointers."""
        return self.page_bytes - self.kept_bytes

    @property
    def saved_share(self) -> float:
        """Of the pages' bytes."""
        return round(self.saved_bytes / max(self.page_bytes, 1), 4)

    def state(self) -> dict[str, int | float]:
        """The figures as summary.json has them."""
        return {
            "pages": self.pages,
            "page_bytes": self.page_bytes,
            "pointers": self.pointers,
            "blocks": self.blocks,
            "kept_bytes": self.kept_bytes,
            "saved_bytes": self.saved_bytes,
            "saved_share": self.saved_share,
        }

    def __str__(self) -> str:
        share = abs(round(100 * self.saved_share))
        result = f"{share} % {'saved' if self.saved_bytes >= 0 else 'more'}"
        return f"{_tell(self.page_bytes)} of pages kept as {_tell(self.kept_bytes)} ({result})"


def _tell(n_bytes: float) -> str:
    """Bytes as people read them.

    >>> _tell(999), _tell(12_345_678), _tell(999_960)
    ('999 bytes', '12.3 MB', '1.0 MB')
    """
    if n_bytes < 1000:
        return f"{n_bytes:.0f} bytes"
    for unit in ("kB", "MB", "GB"):
        n_bytes /= 1000
        if n_bytes < 999.95:
            return f"{n_bytes:.1f} {unit}"
    return f"{n_bytes / 1000:,.1f} TB"
