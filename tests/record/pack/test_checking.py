"""Every later change of a pack shows, and no file can hurt who checks it."""

from __future__ import annotations

import json
import random
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from companion.errors import InputError
from companion.record.pack import manifest
from companion.record.pack.checking import JOURNAL, STRUCTURE, Checked, checked
from companion.record.pack.stored_zip import ZipWriter, walked
from tests.memory import peak, peak_of_its_own
from tests.record.pack.packing import packed, recorded, repacked

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pack")
    recorded(folder)
    return packed(folder, folder / "whole.zip").path


def flipped(whole: Path, out: Path, place: int, bit: int = 0) -> Path:
    content = bytearray(whole.read_bytes())
    content[place] ^= 1 << bit
    out.write_bytes(content)
    return out


def said(found: Checked) -> list[str]:
    return [*found.altered, *found.missing, *found.added]


def test_a_pack_is_found_as_it_was_written(whole: Path) -> None:
    found = checked(whole)
    assert found.ok
    assert found.manifest is not None
    assert found.files == len(found.manifest.files) + 1


def test_a_flipped_byte_in_a_file_names_the_file(whole: Path, tmp_path: Path) -> None:
    with whole.open("rb") as file:
        files = walked(file).files
    for one in files:
        for place in {one.start, one.start + one.size // 2, one.start + one.size - 1}:
            found = checked(flipped(whole, tmp_path / "one.zip", place))
            assert said(found) == [one.name], place


def test_no_flipped_bit_anywhere_goes_unnoticed(whole: Path, tmp_path: Path) -> None:
    size = whole.stat().st_size
    with whole.open("rb") as file:
        found = walked(file).files
    around = [place for one in found for place in range(one.start - 30 - len(one.name.encode()), one.start)]
    tail = list(range(found[-1].start + found[-1].size, size))
    chance = random.Random(20)
    for place in [
        *chance.sample(around, 40),
        *chance.sample(tail, 40),
        *tail[-22:],
        *chance.sample(range(size), 30),
    ]:
        try:
            verdict = checked(flipped(whole, tmp_path / "one.zip", place, chance.randrange(8)))
        except InputError:
            pytest.fail(f"byte {place} of {size}: it is a pack still")
        assert said(verdict), place


@pytest.mark.parametrize("cut", [1, 22, 500, 20_000])
def test_a_pack_that_was_cut_off_or_gone_on_with_is_not_as_it_was(cut: int, whole: Path, tmp_path: Path) -> None:
    (tmp_path / "more.zip").write_bytes(whole.read_bytes() + b"\0" * cut)
    assert said(checked(tmp_path / "more.zip")) == [STRUCTURE]
    (tmp_path / "less.zip").write_bytes(whole.read_bytes()[:-cut])
    if cut < 20_000:
        assert said(checked(tmp_path / "less.zip"))
    else:  # the manifest is at the end
        with pytest.raises(InputError, match="is no pack"):
            checked(tmp_path / "less.zip")


def unchanged(content: object) -> None:
    """Packed again, but nothing in it changed."""
    del content


def altered(files: Files) -> None:
    files["rulings.json"] += b" "


def missing(files: Files) -> None:
    del files["pictures/0001-roll.jpg"]


def added(files: Files) -> None:
    files["../../escape.txt"] = b"x"
    files["/etc/hosts"] = b"x"


def all_three(files: Files) -> None:
    altered(files)
    missing(files)
    added(files)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (altered, (("rulings.json",), (), ())),
        (missing, ((), ("pictures/0001-roll.jpg",), ())),
        (added, ((), (), ("../../escape.txt", "/etc/hosts"))),
        (all_three, (("rulings.json",), ("pictures/0001-roll.jpg",), ("../../escape.txt", "/etc/hosts"))),
        (unchanged, ((STRUCTURE,), (), ())),
    ],
)
def test_what_was_altered_missing_or_added_is_named(
    change: Callable[[Files], None], expected: tuple[tuple[str, ...], ...], method: int, whole: Path, tmp_path: Path
) -> None:
    found = checked(repacked(whole, tmp_path / "one.zip", change, method=method))
    assert (found.altered, found.missing, found.added) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["one.zip"], "nothing is unpacked"


def test_a_file_that_is_in_it_twice_was_added(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(whole.read_bytes())
    with zipfile.ZipFile(tmp_path / "one.zip", "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("match.mat", "another match")
    assert "match.mat" in checked(tmp_path / "one.zip").added


def forged(whole: Path, out: Path, change: Callable[[list[bytes]], None]) -> Path:
    """A pack whose journal was changed by somebody who knows how to write all sums anew."""
    with zipfile.ZipFile(whole) as archive, out.open("w+b") as file:
        told = manifest.Manifest.from_text(archive.read(manifest.NAME).decode())
        writer = ZipWriter(file)
        for name in archive.namelist()[:-1]:
            content = archive.read(name)
            if name == JOURNAL:
                lines = content.splitlines(keepends=True)
                change(lines)
                content = b"".join(lines)
            writer.add(name, [content])
        files = manifest.listed([(one.name, one.size, one.sha256) for one in writer.files])
        made = manifest.Manifest(told.uuid, told.epoch, told.entries, told.last_hash, files)
        writer.add(manifest.NAME, [made.text().encode()])
        writer.end()
    return out


def test_a_journal_that_was_changed_with_all_sums_breaks_its_chain(whole: Path, tmp_path: Path) -> None:
    def another_time(lines: list[bytes]) -> None:
        lines[3] = lines[3].replace(b'"t":15.0', b'"t":16.0')

    for number, change in enumerate([another_time, lambda lines: lines.pop(), lambda lines: lines.pop(4)]):
        found = checked(forged(whole, tmp_path / f"{number}.zip", change))
        assert said(found) == [JOURNAL]
    assert checked(forged(whole, tmp_path / "same.zip", unchanged)).ok


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("text.zip", b"holiday", "is no pack, expected a .zip file"),
        ("empty.zip", b"", "is no pack"),
        ("half.zip", b"PK\x03\x04", "is no pack"),
        ("end.zip", struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 65535, 65535, 2**32 - 1, 0, 0), "is no pack"),
    ],
)
def test_what_is_no_pack_is_refused(name: str, content: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=f"{name}: {sentence}"):
        checked(tmp_path / name)


def with_manifest(path: Path, text: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(manifest.NAME, text)
    return path


LISTED: Final = {"name": "a", "size": 1, "sha256": "0" * 64}
FACTS: Final = {"format": manifest.FORMAT, "version": 1, "uuid": "u", "epoch": 1, "entries": 1, "last_hash": "0" * 64}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("[1", "is no pack: its manifest.json"),
        ("[" * 100_000, "is no JSON of ours"),
        ("{}", 'has no "format"'),
        (json.dumps({"format": manifest.FORMAT, "version": 9}), "is of version 9, expected 1"),
        (json.dumps(FACTS), "lacks a fact"),
        (json.dumps({**FACTS, "files": [{**LISTED, "size": -1}]}), "lacks a fact"),
        (json.dumps({**FACTS, "files": [{**LISTED, "sha256": "x"}]}), "lacks a fact"),
        (json.dumps({**FACTS, "files": [LISTED, LISTED]}), "lists a file twice"),
        (json.dumps({**FACTS, "files": [{**LISTED, "size": 10**15}]}), "lists more bytes than a pack can have"),
    ],
)
def test_a_manifest_of_something_else_is_refused(told: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=sentence):
        checked(with_manifest(tmp_path / "one.zip", told))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bomb_is_not_unpacked_into_memory(method: int, tmp_path: Path) -> None:
    size = 24 * 2**20
    files = [{"name": "bomb", "size": size, "sha256": "0" * 64}, {"name": JOURNAL, "size": size, "sha256": "0" * 64}]
    with zipfile.ZipFile(tmp_path / "one.zip", "w", method) as archive:
        for name in ("bomb", JOURNAL):
            with archive.open(name, "w") as content:
                for _ in range(size // 2**20):
                    content.write(bytes(2**20))
        archive.writestr(manifest.NAME, json.dumps({**FACTS, "files": files}), zipfile.ZIP_STORED)
    assert (tmp_path / "one.zip").stat().st_size < 2**20
    before = peak_of_its_own()
    assert len(checked(tmp_path / "one.zip").altered) == 3, "both files, and the manifest that is not written as ours"
    assert peak() - before < 16_000_000


def test_a_manifest_of_any_length_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "one.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(manifest.NAME, "w") as content:
        for _ in range(100):
            content.write(b" " * 2**20)
    before = peak_of_its_own()
    with pytest.raises(InputError, match="is no pack"):
        checked(tmp_path / "one.zip")
    assert peak() - before < 80_000_000


def test_an_encrypted_file_counts_as_altered(whole: Path, tmp_path: Path) -> None:
    content = bytearray(repacked(whole, tmp_path / "one.zip", unchanged).read_bytes())
    place = content.rindex(b"PK\x01\x02", 0, content.rindex(b"match.mat"))
    content[place + 8] |= 1
    (tmp_path / "one.zip").write_bytes(content)
    assert checked(tmp_path / "one.zip").altered == ("match.mat",)
