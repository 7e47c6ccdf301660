"""Word lists for the documentation of an imaginary queueing library."""

from __future__ import annotations

from .prose import split_words
from .words_en import WORDS as ENGLISH


def make_plural(word: str) -> str:
    """Make an English plural.

    >>> make_plural("batch"), make_plural("policy"), make_plural("key")
    ('batches', 'policies', 'keys')
    """
    if word.endswith(("cy", "ry")):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("ch", "x")) else "s")


OBJECTS = split_words(
    """batch, broker, buffer, bucket, cache, channel, checkpoint, client, cluster, codec, cursor,
    deadline, digest, envelope, event, filter, frame, gateway, handle, header, index, journal,
    key, lease, ledger, limit, lock, message, metric, mirror, node, offset, packet, partition,
    payload, peer, policy, pool, queue, quota, record, registry, replica, request, retry, route,
    schema, segment, session, shard, signal, snapshot, socket, stream, target, ticket, timer,
    token, topic, trace, tunnel, vault, watcher, window, worker"""
)
ACTIONS = split_words(
    """acquire, append, attach, balance, bind, cancel, claim, close, collect, commit, compact,
    copy, count, decode, defer, delay, detach, drain, drop, encode, evict, expire, fetch, flush,
    fork, freeze, grant, hash, hold, import, inspect, join, limit, list, load, mark, merge, move,
    open, pack, pause, poll, prune, publish, purge, read, rebuild, release, rename, replay,
    resume, rotate, scan, seal, send, shrink, split, store, swap, sync, trim, unpack, verify,
    watch, wrap, yield"""
)
ADJECTIVES = split_words(
    """blocking, bounded, cached, closed, cold, compressed, corrupt, default, delayed, durable,
    empty, encrypted, expired, foreign, frozen, idle, immutable, inner, lazy, local, locked,
    malformed, missing, nested, open, ordered, orphaned, outer, paused, pending, persistent,
    pinned, primary, private, queued, raw, read-only, remote, reserved, retried, sealed, shared,
    signed, slow, sparse, stale, temporary, trailing, trusted, unacknowledged, unused, volatile,
    warm, writable"""
)

WORDS = {
    "number": ENGLISH["number"],
    "object": OBJECTS,
    "objects": tuple(make_plural(word) for word in OBJECTS),
    "action": ACTIONS,
    "call": tuple(f"{action}_{word}" for action in ACTIONS for word in OBJECTS[::4]),
    "adj": ADJECTIVES,
    "adj_name": tuple(word.replace("-", "_") for word in ADJECTIVES),
    "must": split_words(
        "must, should, may, can, will, cannot, need not, ought to, might, shall, could, would"
    ),
    "how": split_words(
        """atomically, lazily, eagerly, silently, twice, asynchronously, again, cheaply,
        remotely, locally, immediately, eventually, concurrently, recursively, partially,
        securely, early, idempotently, incrementally, explicitly, implicitly, transparently,
        safely, upstream, downstream, once, later, first, exclusively, reliably, randomly,
        periodically, strictly"""
    ),
    "type": split_words("int, str, bytes, float, bool, Path, Duration, Key, Policy, Callback"),
    "value": split_words("0, 1, 16, 64, 250, 1024, none, auto, strict, fast, '', true, false"),
    "first": ENGLISH["first"],
    "last": ENGLISH["last"],
    "user": ENGLISH["user"],
}
