"""A command that has written a file says where it lies, in whatever folder it was called."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.record import Journal

COMMANDS = {
    "code.png": (["qr", "--light", "Ann", "--out", "code.png"], "saved: "),
    "keep.companion": (["archive", "backup", "keep.companion"], "written: "),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_named_without_a_folder_is_told_with_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, said = COMMANDS[name]
    monkeypatch.chdir(tmp_path)
    Journal(tmp_path / "data").close()
    assert main(["--data-dir", str(tmp_path / "data"), *words]) == 0
    assert capsys.readouterr().out.startswith(f"{said}{tmp_path / name}")
    assert (tmp_path / name).is_file()
