"""Files that cannot be written, or are not what they were taken for."""

from dataclasses import dataclass

from dehusk.errors.base import CallerError, DehuskError


@dataclass(eq=False)
class OutputUnwritable(DehuskError):
    """An output that cannot be opened, or stopped taking bytes."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"cannot write {self.path}: {self.why}"


@dataclass(eq=False)
class BadOutput(CallerError):
    """An output name that says nothing we can do."""

    path: str
    hint: str

    def __str__(self) -> str:
        return f"cannot write to {self.path}: {self.hint}"


@dataclass(eq=False)
class BadSiteFile(CallerError):
    """A .husk or .strings file that is none, is damaged, or comes from a later dehusk."""

    path: str
    why: str
    what: str = "site file"

    def __str__(self) -> str:
        return f"{self.path} is not a {self.what} that can be read: {self.why}"


@dataclass(eq=False)
class BadBlockStore(CallerError):
    """A block store that is none, is damaged, or lacks a block."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} is not a block store that can be read: {self.why}"
