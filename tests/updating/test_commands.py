"""``companion update`` and ``companion release`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import release as release_command
from companion.commands import update
from companion.errors import InputError
from companion.updating.manifest import read_manifest
from companion.updating.offers import offers
from companion.updating.signing import Refusal, SignatureError, signature_of, statement_of, trusted_keys
from companion.updating.unpacking import peeked, unpack
from tests.updating.conftest import Device


@pytest.fixture(autouse=True)
def _keys(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command takes the releases of the test's own maintainer."""
    for module in ("companion.updating.offers", "companion.updating.device", "companion.commands.release"):
        monkeypatch.setattr(f"{module}.trusted_keys", lambda: device.keys)


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
    (refused,) = told["refused"]
    assert refused["file"].endswith("companion-9.tar.gz")
    assert "has no signature beside it" in refused["reason"]
    assert main(["update", "--list", "--home", str(device.home)]) == 0
    assert "refused   " in capsys.readouterr().out


def test_the_newest_release_on_a_stick_is_taken(device: Device) -> None:
    device.release("0.10.0")
    device.release("0.9.0")
    assert [offer.version for offer in offers([device.folder])] == ["0.10.0", "0.9.0"]
    assert update._file(device.folder).name == "companion-0.10.0.tar.gz"
    for file in device.folder.glob("*.sig"):
        file.unlink()
    with pytest.raises(InputError, match=r"companion-0\.10\.0\.tar\.gz: has no signature beside it"):
        update._file(device.folder)


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
    assert "no release found; put a file companion-*.tar.gz" in capsys.readouterr().err


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
    assert told["signature"] is None
    with pytest.raises(SignatureError, match="has no signature beside it"):
        statement_of(Path(told["out"]), {"maintainer": bytes(32)})


def test_a_maintainer_makes_a_key_puts_it_into_the_product_and_signs(
    device: Device, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "my key"
    assert main(["release", "--make-key", str(key), "--json"]) == 0
    public = json.loads(capsys.readouterr().out)["public"]
    assert key.stat().st_mode & 0o777 == 0o600
    device.release("0.4.0")  # a small project to be released
    tree = tmp_path / "tree 0.4.0"
    monkeypatch.setattr(release_command, "_TREE", tree)
    words = ["release", "--out", str(tmp_path / "out"), "--json", "--sign", str(key)]
    assert main(words) == 2
    assert f"add the line NAME {public}" in capsys.readouterr().err
    device.keys["me"] = bytes.fromhex(public)
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert statement_of(Path(told["out"]), {"me": bytes.fromhex(public)}).version == "0.4.0"
    assert device.install(Path(told["out"])).version == "0.4.0"
    # What is packed anew without a key does not keep the signature of the file before.
    assert main(words[:-2]) == 0
    assert not signature_of(Path(told["out"])).exists()
    assert "no device takes it as an update" in capsys.readouterr().err


def test_no_private_key_goes_into_the_project_or_over_another_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = release_command._TREE / "tests" / "a.key"
    assert main(["release", "--make-key", str(there)]) == 2
    assert "expected a place that is published nowhere" in capsys.readouterr().err
    assert not there.exists()
    assert main(["release", "--make-key", str(tmp_path / "a.key")]) == 0
    assert "NAME" in capsys.readouterr().out
    assert main(["release", "--make-key", str(tmp_path / "a.key")]) == 2
    assert "is there already" in capsys.readouterr().err


def test_the_product_has_two_keys_at_most_and_without_any_it_says_what_to_do(device: Device) -> None:
    keys = trusted_keys()
    assert len(keys) <= 2
    file = device.release("0.4.0")
    with pytest.raises(SignatureError, match=r"knows no maintainer's key; install from the project's folder") as raised:
        statement_of(file, {})
    assert raised.value.refusal is Refusal.NO_KEY


def test_a_release_holds_no_changes_that_nobody_else_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_command, "uncommitted", lambda _: True)
    assert main(["release", "--out", str(tmp_path / "out")]) == 2
    assert "has changes that are not committed" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
