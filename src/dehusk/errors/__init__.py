"""The whole exception family: what went wrong as typed facts, the message built from them."""

from dehusk.errors.asking import (
    BadSetting,
    BadTable,
    CannotWant,
    ManySites,
    MissingExtra,
    NoPagesFound,
    NoSettings,
    NoTemplateStrings,
    SourceMissing,
    UnknownName,
)
from dehusk.errors.base import (
    CallerError,
    DehuskError,
)
from dehusk.errors.evaluation import (
    BadTopics,
    BadTruth,
    CorpusChanged,
    NotAFeed,
    NothingMatched,
    NothingToCompare,
    NoTopics,
    NoTruth,
)
from dehusk.errors.files import (
    BadBlockStore,
    BadOutput,
    BadSiteFile,
    OutputUnwritable,
)
from dehusk.errors.pages import (
    NothingLearned,
    NotHtml,
    OverCap,
    PageError,
    PageRejected,
    Unreadable,
    WorkerDied,
)

__all__ = [
    "BadBlockStore",
    "BadOutput",
    "BadSetting",
    "BadSiteFile",
    "BadTable",
    "BadTopics",
    "BadTruth",
    "CallerError",
    "CannotWant",
    "CorpusChanged",
    "DehuskError",
    "ManySites",
    "MissingExtra",
    "NoPagesFound",
    "NoSettings",
    "NoTemplateStrings",
    "NoTopics",
    "NoTruth",
    "NotAFeed",
    "NotHtml",
    "NothingLearned",
    "NothingMatched",
    "NothingToCompare",
    "OutputUnwritable",
    "OverCap",
    "PageError",
    "PageRejected",
    "SourceMissing",
    "UnknownName",
    "Unreadable",
    "WorkerDied",
]
