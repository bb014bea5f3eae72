"""Python packages: made once for all releases that need the same, from the file before the network."""

from __future__ import annotations

import hashlib
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.updating import environment as module
from companion.updating.environment import environment, wanted


class Programs:
    """What is run to make an environment; ``refused``: words of commands that fail."""

    def __init__(self) -> None:
        self.ran: list[Sequence[str]] = []
        self.refused: tuple[str, ...] = ()

    def __call__(self, command: list[str]) -> str | None:
        self.ran.append(command)
        if "venv" in command:
            python = Path(command[-1]) / "bin" / "python"
            python.parent.mkdir(parents=True)
            python.write_text("#!/bin/sh\n")
            python.chmod(0o755)
        return "ERROR: No matching distribution" if any(word in command for word in self.refused) else None


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Programs:
    programs = Programs()
    monkeypatch.setattr(module, "_failed", programs)
    return programs


def test_releases_with_the_same_needs_share_their_packages(tmp_path: Path, programs: Programs) -> None:
    first = environment(tmp_path, ["numpy>=2", "kivy"])
    made = len(programs.ran)
    assert environment(tmp_path, ["kivy", "numpy>=2"]) == first
    assert len(programs.ran) == made
    assert environment(tmp_path, ["kivy"]) != first


def test_packages_in_the_file_go_before_the_network(tmp_path: Path, programs: Programs) -> None:
    environment(tmp_path, ["kivy"], wheels=tmp_path)
    assert [command for command in programs.ran if "install" in command] == programs.ran[1:]
    assert "--no-index" in programs.ran[1]
    assert len(programs.ran) == 2


def test_the_network_is_asked_where_the_file_has_not_all_of_them(tmp_path: Path, programs: Programs) -> None:
    programs.refused = ("--no-index",)
    environment(tmp_path, ["kivy"], wheels=tmp_path)
    assert "--no-index" not in programs.ran[-1]


def test_packages_that_cannot_be_had_leave_nothing_behind(tmp_path: Path, programs: Programs) -> None:
    programs.refused = ("install",)
    with pytest.raises(StorageError, match="needs Python packages that this device lacks"):
        environment(tmp_path, ["kivy"])
    assert list((tmp_path / "environments").iterdir()) == []


def test_what_was_not_made_to_its_end_is_made_again(tmp_path: Path, programs: Programs) -> None:
    folder = environment(tmp_path, ["kivy"])
    (folder / ".whole").unlink()
    made = len(programs.ran)
    environment(tmp_path, ["kivy"])
    assert len(programs.ran) == 2 * made


def test_with_a_lock_file_only_what_has_its_checksum_is_installed(tmp_path: Path, programs: Programs) -> None:
    lock = tmp_path / "lock"
    lock.write_text("kivy==2.3.1 --hash=sha256:00\n")
    first = environment(tmp_path, ["kivy>=2"], wheels=tmp_path, lock=lock)
    assert programs.ran[-1][-3:] == ["--require-hashes", "--requirement", str(lock)]
    assert "kivy>=2" not in programs.ran[-1]
    lock.write_text("kivy==2.3.1 --hash=sha256:01\n")
    assert environment(tmp_path, ["kivy>=2"], lock=lock) != first


def test_pip_refuses_a_package_with_another_checksum(tmp_path: Path) -> None:
    """The real pip, with a wheel on a stick; nothing is fetched."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    wheel = wheels / "trifle-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("trifle.py", "")
        packed.writestr("trifle-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: trifle\nVersion: 1\n")
        packed.writestr("trifle-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr("trifle-1.dist-info/RECORD", "")
    lock = tmp_path / "lock"
    summed = hashlib.sha256(wheel.read_bytes()).hexdigest()
    out = tmp_path / "out"
    words = ["--disable-pip-version-check", "--no-index", "--find-links", str(wheels), "--target", str(out)]
    for sum_, works in (("0" * 64, False), (summed, True)):
        lock.write_text(f"trifle==1 --hash=sha256:{sum_}\n")
        said = module._failed([sys.executable, "-m", "pip", "install", *words, *wanted([], lock)])
        assert (said is None) is works, said
        assert (out / "trifle.py").exists() is works


def test_a_pi_sees_the_pin_library_of_the_system(
    tmp_path: Path, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    monkeypatch.setattr(module, "_MODEL", tmp_path / "model")
    environment(tmp_path, ["kivy"])
    assert "--system-site-packages" in programs.ran[0]


def test_the_last_error_of_a_program_is_told() -> None:
    assert module._failed(["sh", "-c", "echo ERROR: this; echo and more; exit 1"]) == "ERROR: this"
    assert module._failed(["sh", "-c", "exit 3"]) == "exit 3"
    assert module._failed(["true"]) is None
