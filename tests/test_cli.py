"""The command line: where options may stand, and how it complains."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main, parser

START_ID = "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    "words", [["--json", "legal", START_ID, "3", "1"], ["legal", START_ID, "3", "1", "--json"]], ids=["before", "after"]
)
def test_json_may_stand_before_or_after_the_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == [3, 1]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_common_options_after_its_name(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    shown = capsys.readouterr().out
    assert all(option in shown for option in ("--json", "--data-dir", "--settings"))


def test_the_data_folder_after_the_command_goes_before_the_one_ahead_of_it() -> None:
    root = parser("legal")
    given = root.parse_args(["--data-dir", "one", "legal", START_ID, "3", "1", "--data-dir", "two"])
    assert given.data_dir == Path("two")
    assert root.parse_args(["--data-dir", "one", "legal", START_ID, "3", "1"]).data_dir == Path("one")


def test_the_environment_names_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", "/data")
    assert parser("legal").parse_args(["legal", START_ID, "3", "1"]).data_dir == Path("/data")


@pytest.mark.parametrize(
    "words",
    [[], ["chess"], ["legal"], ["replay", "frames"], ["--settings", "nowhere.toml", "replay", "x", "--out", "x.mat"]],
)
def test_bad_usage_ends_with_2_and_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(words)
    except SystemExit as exit_:
        status = int(str(exit_.code))
    shown = capsys.readouterr()
    assert status == 2
    assert shown.out == ""
    assert len(shown.err.strip().splitlines()) == 1
    assert shown.err.startswith("companion")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in COMMANDS)


def test_a_command_without_a_window_imports_no_kivy() -> None:
    program = (
        "import sys; from companion.cli import main; "
        f"main(['legal', '{START_ID}', '3', '1']); sys.exit(3 if 'kivy' in sys.modules else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
