"""Archives damaged in every way we know: what is not damaged is read, what is gets its row."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from dehusk.errors import NoPagesFound
from tests.archives import (
    PACKINGS,
    Contents,
    make_body,
    make_pages,
    make_record,
    make_response,
    make_url,
    pack,
    read_sources,
    stream_archive,
)

Damage = Callable[[Sequence[bytes]], bytes]

N_PAGES = 8
HIT = 3


def join_with(parts: Sequence[bytes], hit: bytes) -> bytes:
    return b"".join((*parts[:HIT], hit, *parts[HIT + 1 :]))


def flip(part: bytes, at: int) -> bytes:
    return part[:at] + bytes(byte ^ 0x5A for byte in part[at : at + 8]) + part[at + 8 :]


DAMAGES: dict[str, Damage] = {
    "cut in the middle": lambda parts: join_with(parts, parts[HIT][: len(parts[HIT]) // 2]),
    "cut at its end": lambda parts: join_with(parts, parts[HIT][:-40]),
    "only its start left": lambda parts: join_with(parts, parts[HIT][:20]),
    "corrupted at its start": lambda parts: join_with(parts, flip(parts[HIT], 0)),
}


def read_archive_of(folder: Path, packing: str, content: bytes) -> Contents:
    path = folder / f"a.{packing}"
    path.write_bytes(content)
    contents = read_sources(path)
    assert stream_archive(path) == contents.bodies
    return contents


def list_all_but(*lost: int) -> dict[str, bytes]:
    return {make_url(n): make_body(n) for n in range(N_PAGES) if n not in lost}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_costs_only_itself(tmp_path: Path, packing: str, damage: str) -> None:
    parts = pack(make_pages(N_PAGES), packing)
    contents = read_archive_of(tmp_path, packing, DAMAGES[damage](parts))
    assert contents.bodies == list_all_but(HIT)
    assert contents.offsets == [len(b"".join(parts[:HIT]))]


@pytest.mark.parametrize("packing", ["warc.gz", "warc.zst"])
def test_a_record_corrupted_in_its_middle_costs_only_itself(tmp_path: Path, packing: str) -> None:
    parts = pack(make_pages(N_PAGES), packing)
    hit = flip(parts[HIT], len(parts[HIT]) // 2)
    contents = read_archive_of(tmp_path, packing, join_with(parts, hit))
    assert contents.bodies == list_all_but(HIT)
    assert contents.offsets == [len(b"".join(parts[:HIT]))]


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("kept", [0.02, 0.5, 0.99])
def test_an_archive_that_ends_too_early_loses_its_last_record(
    tmp_path: Path, packing: str, kept: float
) -> None:
    parts = pack(make_pages(N_PAGES), packing)
    whole = b"".join(parts[:-1])
    cut = parts[-1][: int(len(parts[-1]) * kept)]
    contents = read_archive_of(tmp_path, packing, whole + cut)
    assert contents.bodies == list_all_but(N_PAGES - 1)
    assert contents.offsets == [len(whole)]


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("length", [10, 2000, 3050, 5000, 10**6, 10**15, 10**30, -5])
def test_a_record_of_a_wrong_length_costs_only_itself(
    tmp_path: Path, packing: str, length: int
) -> None:
    records = make_pages(N_PAGES)
    payload = make_response(make_body(HIT))
    records[HIT] = make_record(make_url(HIT), payload, Content_Length=str(length))
    parts = pack(records, packing)
    contents = read_archive_of(tmp_path, packing, b"".join(parts))
    assert contents.bodies == list_all_but(HIT)
    at = len(b"".join(parts[:HIT]))
    assert contents.offsets
    assert all(
        offset is not None and at <= offset < at + len(parts[HIT]) for offset in contents.offsets
    )


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("length", [None, "", "many"])
def test_a_record_that_does_not_say_its_length_costs_only_itself(
    tmp_path: Path, packing: str, length: str | None
) -> None:
    records = make_pages(N_PAGES)
    payload = make_response(make_body(HIT))
    records[HIT] = make_record(make_url(HIT), payload, Content_Length=length)
    contents = read_archive_of(tmp_path, packing, b"".join(pack(records, packing)))
    assert contents.bodies == list_all_but(HIT)
    assert len(contents.rejected) == 1


JUNK = {
    "words": b"these are no records\r\n" * 20,
    "zeros": bytes(5000),
    "noise": random.Random(1).randbytes(5000),
    "much noise": random.Random(2).randbytes(3_000_000),
    "a gzip magic": b"\x1f\x8b\x08 and no more",
    "a zstd magic": b"\x28\xb5\x2f\xfd and no more",
    "a word of WARC": b"WARC/ is a format",
}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("junk", JUNK)
def test_junk_between_records_costs_no_page(tmp_path: Path, packing: str, junk: str) -> None:
    parts = pack(make_pages(N_PAGES), packing)
    hit = parts[HIT] + JUNK[junk]
    contents = read_archive_of(tmp_path, packing, join_with(parts, hit))
    assert contents.bodies == list_all_but()
    assert contents.offsets == [len(b"".join(parts[: HIT + 1]))]


@pytest.mark.parametrize("packing", PACKINGS)
def test_several_damages_each_cost_only_themselves(tmp_path: Path, packing: str) -> None:
    parts = pack(make_pages(N_PAGES), packing)
    hurt = [part[: len(part) // 2] if n in (0, 3, 5) else part for n, part in enumerate(parts)]
    contents = read_archive_of(tmp_path, packing, b"".join(hurt))
    assert contents.bodies == list_all_but(0, 3, 5)
    assert contents.offsets == [len(b"".join(hurt[:n])) for n in (0, 3, 5)]


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("version", ["WARC/0.18", "WARC/1.1"])
def test_damage_is_got_past_in_archives_of_every_version(
    tmp_path: Path, packing: str, version: str
) -> None:
    numbers = range(N_PAGES)
    records = [make_record(make_url(n), make_response(make_body(n)), version) for n in numbers]
    parts = pack(records, packing)
    content = join_with(parts, parts[HIT][: len(parts[HIT]) // 2])
    assert read_archive_of(tmp_path, packing, content).bodies == list_all_but(HIT)


@pytest.mark.parametrize("packing", ["warc.gz", "warc.zst"])
def test_an_archive_compressed_as_a_whole_is_read_up_to_its_damage(
    tmp_path: Path, packing: str
) -> None:
    records = make_pages(N_PAGES, 200_000)
    whole = PACKINGS[packing](b"".join(records))
    path = tmp_path / f"a.{packing}"
    path.write_bytes(whole[: len(whole) * 3 // 4])
    contents = read_sources(path)
    numbers = range(len(contents.bodies))
    assert contents.bodies == {make_url(n): make_body(n, 200_000) for n in numbers}
    assert 4 <= len(numbers) <= 6
    assert len(contents.rejected) == 1


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize(
    "content", [b"\0", bytes(100_000), random.Random(3).randbytes(100_000), b"WARC/1.0"]
)
def test_a_file_of_something_else_is_rejected_once(
    tmp_path: Path, packing: str, content: bytes
) -> None:
    contents = read_archive_of(tmp_path, packing, content)
    assert (contents.bodies, contents.offsets) == ({}, [0])


@pytest.mark.parametrize("packing", PACKINGS)
def test_an_empty_file_holds_no_pages(tmp_path: Path, packing: str) -> None:
    with pytest.raises(NoPagesFound):
        read_archive_of(tmp_path, packing, b"")


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_huge_block_of_http_headers_costs_only_its_page(tmp_path: Path, packing: str) -> None:
    records = make_pages(N_PAGES)
    payload = make_response(make_body(HIT), {"Content-Type": "text/html", "X": "y" * 9_000_000})
    records[HIT] = make_record(make_url(HIT), payload)
    contents = read_archive_of(tmp_path, packing, b"".join(pack(records, packing)))
    assert list_all_but(HIT).items() <= contents.bodies.items()
