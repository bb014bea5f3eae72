"""A new release is tried as it will run: in its own folder, on a copy of the matches."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

from companion.errors import InputError
from companion.record.journal import Journal
from companion.updating import trying
from companion.updating.trying import refuse_broken
from tests.clips import quicker

HOUSE: Final = Path(__file__).parents[2]


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """This project as a release, without its files being copied; a short game is bundled."""
    folder = tmp_path / "release"
    (folder / "companion" / "demo").mkdir(parents=True)
    for package in ("hardware", "vision"):
        (folder / package).symlink_to(HOUSE / package)
    for path in (HOUSE / "companion").iterdir():
        if path.name != "demo":
            (folder / "companion" / path.name).symlink_to(path)
    quicker(HOUSE / "companion" / "demo" / "clip", folder / "companion" / "demo" / "clip", most=5)
    (folder / ".venv" / "bin").mkdir(parents=True)
    # Not a link: Python finds its packages by the place it was started from.
    python = folder / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    return folder


def test_this_release_passes_and_the_data_folder_is_left_alone(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    with Journal(data) as journal:
        journal.begin(names=("Ann", "Ben"), length=5)
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()}
    monkeypatch.setenv("COMPANION_DATA", str(data))
    refuse_broken(release, data)
    assert {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()} == before


def test_a_release_that_does_not_start_is_refused_with_what_it_said(release: Path, tmp_path: Path) -> None:
    shutil.rmtree(release / "companion")
    (release / "companion").mkdir()
    (release / "companion" / "__main__.py").write_text("raise SystemExit('no such board')\n")
    with pytest.raises(InputError, match=r"not taken: it does not play the demo \(no such board\)"):
        refuse_broken(release, tmp_path)


def test_a_release_without_its_libraries_is_refused(release: Path, tmp_path: Path) -> None:
    (release / "numpy.py").write_text("raise ImportError('libfoo.so.1 is missing')\n")
    with pytest.raises(InputError, match=r"its libraries cannot be loaded \(ImportError: libfoo"):
        refuse_broken(release, tmp_path)


def test_all_its_modules_are_compiled_for_a_service_that_cannot_write_there(release: Path, tmp_path: Path) -> None:
    (release / "vision").unlink()
    (release / "vision").mkdir()
    (release / "vision" / "rarely.py").write_text("USED = 1\n")
    with pytest.raises(InputError, match="does not play the demo"):
        refuse_broken(release, tmp_path)
    assert list((release / "vision" / "__pycache__").glob("rarely.*.pyc"))


def test_a_release_with_a_module_that_is_no_python_is_refused(release: Path, tmp_path: Path) -> None:
    (release / "vision").unlink()
    (release / "vision").mkdir()
    (release / "vision" / "rarely.py").write_text("USED =\n")
    with pytest.raises(InputError, match=r"its modules cannot be compiled \(SyntaxError: invalid syntax\)"):
        refuse_broken(release, tmp_path)


def test_a_release_that_cannot_read_the_matches_is_refused(release: Path, tmp_path: Path) -> None:
    shutil.rmtree(release / "companion")
    (release / "companion").mkdir()
    (release / "companion" / "__main__.py").write_text(
        "import sys\nif 'demo' in sys.argv: print('{\"events\": 3}')\nelse: sys.exit('an older schema')\n"
    )
    with Journal(tmp_path / "data"):
        pass
    with pytest.raises(InputError, match=r"it cannot read the recorded matches \(an older schema\)"):
        refuse_broken(release, tmp_path / "data")


def test_a_release_that_hangs_is_refused(release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (release / "numpy.py").write_text("import threading\nthreading.Event().wait()\n")
    monkeypatch.setattr(trying, "_PATIENCE_S", 0.5)
    with pytest.raises(InputError, match=r"not taken: its libraries cannot be loaded within 0 seconds"):
        refuse_broken(release, tmp_path)
