"""``companion update`` and ``companion release`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import release as release_command
from companion.commands import update
from companion.updating.manifest import read_manifest
from companion.updating.offers import offers
from companion.updating.unpacking import peeked, unpack
from tests.updating.conftest import Device


def test_without_an_installed_release_that_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "--list", "--home", str(tmp_path / "nowhere")]) == 2
    assert main(["update", "--list"]) == 2
    assert capsys.readouterr().err.count("no release is installed there, expected './run install' first") == 2


def test_going_back_is_one_command(device: Device, capsys: pytest.CaptureFixture[str]) -> None:
    device.install(device.release("0.3.0"))
    device.install(device.release("0.4.0"))
    assert main(["update", "--back", "--home", str(device.home), "--data-dir", str(device.data)]) == 0
    assert "version 0.3.0 is the current one" in capsys.readouterr().out
    assert device.runs() == "0.3.0"


def test_releases_here_and_on_a_stick_are_listed(
    device: Device, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    device.install(device.release("0.3.0"))
    offered = device.release("0.4.0")
    (device.folder / "companion-9.tar.gz").write_bytes(b"not one of ours")
    monkeypatch.setattr(update, "sticks", lambda: [device.folder])
    assert main(["update", "--list", "--json", "--home", str(device.home)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(here["version"], here["current"]) for here in told["installed"]] == [("0.3.0", True)]
    assert [there["version"] for there in told["offered"]] == ["0.4.0", "0.3.0"]
    assert told["offered"][0] == {"file": str(offered), "version": "0.4.0", "packages": False}


def test_the_newest_release_on_a_stick_is_taken(device: Device) -> None:
    device.release("0.10.0")
    device.release("0.9.0")
    assert [offer.version for offer in offers([device.folder])] == ["0.10.0", "0.9.0"]
    assert update._file(device.folder).name == "companion-0.10.0.tar.gz"


def test_without_a_stick_it_is_told_what_to_do(
    device: Device, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    device.install(device.release("0.3.0"))
    words = ["update", "--home", str(device.home), "--data-dir", str(device.data)]
    monkeypatch.setattr(update, "sticks", list)
    assert main(words) == 2
    assert "there is no USB stick that can be read: plug one in" in capsys.readouterr().err
    monkeypatch.setattr(update, "sticks", lambda: [device.data])
    assert main(words) == 2
    assert "there is no release in it, expected a file companion-*.tar.gz" in capsys.readouterr().err


@pytest.mark.slow
def test_this_project_becomes_a_release_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_command, "uncommitted", lambda _: False)
    assert main(["release", "--out", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    manifest = peeked(Path(told["out"]))
    assert manifest.version == told["version"]
    assert {"run", "companion/cli.py", "systemd/companion.service", "vision/__init__.py"} <= set(manifest.files)
    assert not [path for path in manifest.files if "__pycache__" in path or path.startswith((".git/", ".venv"))]
    out = tmp_path / "out"
    out.mkdir()
    unpack(Path(told["out"]), out)
    assert read_manifest(out).name() == manifest.name()


def test_a_release_holds_no_changes_that_nobody_else_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_command, "uncommitted", lambda _: True)
    assert main(["release", "--out", str(tmp_path)]) == 2
    assert "has changes that are not committed" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
