"""Asking again for what is there already: only for what changed, and keeping only that."""

from collections.abc import Mapping

from dehusk.crawl.records import NOT_MODIFIED, SAME_PAYLOAD, write_exchange, write_revisit
from dehusk.crawl.response import Response
from dehusk.crawl.state import Waiting


def make_conditions(known: Waiting) -> Mapping[str, str]:
    """The headers that have a server answer only if its answer would be another (RFC 9110, 13)."""
    if known.digest is None:
        return {}
    conditions = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
    return {name: value for name, value in conditions.items() if value}


def is_unchanged(known: Waiting, answer: Response, digest: str) -> bool:
    """Whether an answer says what the former one said."""
    if known.digest is None:
        return False
    return answer.status == 304 or (answer.status < 300 and digest == known.digest)


def write_answer(known: Waiting, answer: Response, digest: str) -> bytes:
    """The records of an answer: whole, or as a revisit of the former one."""
    if not is_unchanged(known, answer, digest) or known.captured is None:
        return write_exchange(answer, digest)
    profile = NOT_MODIFIED if answer.status == 304 else SAME_PAYLOAD
    return write_revisit(answer, known.digest or digest, profile, known.captured)
