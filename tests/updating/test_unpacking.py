"""What is no whole release of ours is told in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.errors import InputError
from companion.updating.manifest import Manifest, order, read_manifest
from companion.updating.packing import pack
from companion.updating.unpacking import peeked, unpack
from tests.updating.conftest import Device, rewritten


def test_a_release_comes_out_as_it_went_in(device: Device, tmp_path: Path) -> None:
    file = device.release("0.4.0", words="dzień dobry")
    out = tmp_path / "out"
    out.mkdir()
    manifest = unpack(file, out)
    assert manifest == peeked(file) == read_manifest(out)
    assert (out / "words").read_text(encoding="utf-8") == "dzień dobry"
    assert {path for path in manifest.files if manifest.files[path].program} == {"run"}
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} == {
        *manifest.files,
        "release.json",
    }


def test_the_same_tree_gives_the_same_file(device: Device, tmp_path: Path) -> None:
    file = device.release("0.4.0")
    pack(tmp_path / "tree 0.4.0", tmp_path / "again.tar.gz")
    assert (tmp_path / "again.tar.gz").read_bytes() == file.read_bytes()


def test_a_release_that_was_unpacked_can_be_packed_again(device: Device, tmp_path: Path) -> None:
    file = device.release("0.4.0")
    out = tmp_path / "out"
    out.mkdir()
    unpack(file, out)
    (out / ".venv").mkdir()
    (out / ".venv" / "by-product").touch()
    assert pack(out, tmp_path / "again.tar.gz") == peeked(file)


def test_a_file_cut_anywhere_is_refused(device: Device, tmp_path: Path) -> None:
    whole = device.release("0.4.0").read_bytes()
    cut = tmp_path / "cut.tar.gz"
    for number, size in enumerate(range(0, len(whole) - 8, max(1, len(whole) // 60))):
        cut.write_bytes(whole[:size])
        out = tmp_path / f"out {number}"
        out.mkdir()
        with pytest.raises(InputError, match=r"cut\.tar\.gz: "):
            unpack(cut, out)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda name, content: None if name.endswith("/words") else (name, content), "1 of its 4 files are missing"),
        (lambda name, content: (name.replace("/words", "/worse"), content), "holds 'companion-0.4.0/worse'"),
        (lambda name, content: (name.replace("/words", "/../words"), content), "words', which is not as"),
        (lambda name, content: (name, content + b" " if name.endswith("/words") else content), "not as its release"),
        (lambda name, content: None if name.endswith(".json") else (name, content), "is no release of the companion"),
    ],
    ids=["missing", "another", "outside", "longer", "no manifest"],
)
def test_what_does_not_fit_the_manifest_is_refused(
    device: Device, tmp_path: Path, change: Callable[[str, bytes], tuple[str, bytes] | None], why: str
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(InputError, match=why):
        unpack(rewritten(device.release("0.4.0"), change), out)
    assert not (tmp_path / "words").exists()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", "new"),
        ("version", "../../etc"),
        ("schema", "2"),
        ("schema", True),
        ("dependencies", ["--index-url=https://elsewhere"]),
        ("files", {"../outside": {"size": 1, "sha256": "0" * 64}}),
        ("files", {"/etc/passwd": {"size": 1, "sha256": "0" * 64}}),
        ("files", {"a//b": {"size": 1, "sha256": "0" * 64}}),
        ("files", {"a": {"size": -1, "sha256": "0" * 64}}),
        ("files", {"a": {"size": 1, "sha256": "none"}}),
        ("files", ["a"]),
    ],
)
def test_a_manifest_that_cannot_be_ours_is_refused(device: Device, key: str, value: object) -> None:
    told: dict[str, Any] = json.loads(peeked(device.release("0.4.0")).text())
    with pytest.raises(InputError, match=r"stick: its release\.json is damaged"):
        Manifest.from_text(json.dumps(told | {key: value}), "stick")


def test_a_release_of_another_format_is_told_as_that(device: Device) -> None:
    told = json.loads(peeked(device.release("0.4.0")).text()) | {"format": 2}
    with pytest.raises(InputError, match="format 2, this companion reads format 1"):
        Manifest.from_text(json.dumps(told), "stick")


@pytest.mark.parametrize("content", [b"", b"no archive at all", b"\x1f\x8b\x08 hardly one"])
def test_any_other_file_is_no_release(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file.tar.gz").write_bytes(content)
    with pytest.raises(InputError, match=r"file\.tar\.gz: "):
        peeked(tmp_path / "file.tar.gz")


def test_no_file_is_no_release(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.tar.gz", tmp_path):
        with pytest.raises(InputError, match=r"not found|not a file"):
            peeked(path)


def test_versions_are_compared_by_their_numbers() -> None:
    assert sorted(["0.10", "0.9.1", "1.0.0", "0.9"], key=order) == ["0.9", "0.9.1", "0.10", "1.0.0"]
