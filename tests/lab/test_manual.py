"""The manual page and what bash completes say what the command line takes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from companion.cli import COMMANDS
from companion.lab.manual import COMPLETION, PAGE, completion, main, manual_page

INSTALLED_FROM: Final = Path(__file__).parents[2] / "systemd"


def test_both_files_are_those_of_this_command_line(tmp_path: Path) -> None:
    main(tmp_path)
    for name in (PAGE, COMPLETION):
        fresh = (tmp_path / name).read_text(encoding="utf-8")
        kept = (INSTALLED_FROM / name).read_text(encoding="utf-8")
        assert kept == fresh, f"{name} is out of date: python -m companion.lab.manual systemd"


def test_the_page_tells_every_command_and_what_it_takes() -> None:
    page = manual_page().replace("\\-", "-")
    for command in COMMANDS:
        assert f".SS {command}\n.B companion {command}\n" in page
    for told in (
        "companion archive export\n[OPTION]... ID\n",
        ".B --end-of-turn",
        ".B --player NAME",
        "COMPANION_DATA",
    ):
        assert told in page


@pytest.mark.skipif(shutil.which("man") is None, reason="man shows the page")
def test_man_shows_the_page_without_a_complaint() -> None:
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", str(INSTALLED_FROM / PAGE)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "companion legal [OPTION]... [ID] [D ...]" in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash completes")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("companion le", ["legal"]),
        ("companion --data-dir archive le", ["legal"]),
        ("companion help ver", ["verify"]),
        ("companion archive ex", ["export"]),
        ("companion archive list --s", ["--settings", "--since"]),
        ("companion run --mode t", ["training"]),
        ("companion hint ID 3 1 --engine s", ["sage"]),
        ("companion dice a", ["audit"]),
        ("companion verify mat", []),
    ],
)
def test_bash_completes_commands_options_and_what_these_may_be(typed: str, completed: list[str]) -> None:
    words = typed.split()
    script = (
        f"{completion()}\nCOMP_WORDS=({' '.join(words)}) COMP_CWORD={len(words) - 1}\n"
        '_companion; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == completed
