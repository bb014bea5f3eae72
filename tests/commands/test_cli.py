"""The command line: where options may stand, and how it complains."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import COMMANDS, ROOMS, commands_in, main, parser
from companion.commands import SUMMARIES

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
    root = parser()
    given = root.parse_args(["--data-dir", "one", "legal", START_ID, "3", "1", "--data-dir", "two"])
    assert given.data_dir == Path("two")
    assert root.parse_args(["--data-dir", "one", "legal", START_ID, "3", "1"]).data_dir == Path("one")


def test_the_environment_names_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", "/data")
    assert parser().parse_args(["legal", START_ID, "3", "1"]).data_dir == Path("/data")


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


def test_bad_settings_are_bad_input_to_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("nothing_such = 1\n")
    assert main(["--settings", str(file), "legal", START_ID, "3", "1"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "unknown key 'nothing_such'" in shown.err


def test_an_empty_variable_names_no_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", "")
    assert parser().parse_args(["legal", START_ID, "3", "1"]).data_dir is None


def test_an_xgid_without_its_prefix_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    bare = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
    assert main(["legal", bare, "3", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == f"XGID={bare}"


@pytest.mark.parametrize("dice", [["31"], ["3-1"], ["3", "1"]], ids="_".join)
def test_dice_may_be_written_apart_or_as_one_word(
    dice: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["legal", START_ID, *dice, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == [3, 1]
    assert main(["explain", START_ID, *dice, START_ID, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "wrong-number-of-moves"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{START_ID} {' '.join(dice)}\n"))
    assert main(["legal", "--stdin", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == [3, 1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["legal", START_ID, "37"], "dice '37': expected two numbers from 1 to 6, such as 31"),
        (["legal", START_ID, "3", "1", "4"], "expected ID D1 D2, such as 4HPwATDgc/ABMA 3 1"),
        (["explain", START_ID, "3", "1"], "expected ID D1 D2 RESULT"),
        (["explain", START_ID, "3", "1", "4", START_ID], "expected ID D1 D2, such as"),
    ],
)
def test_dice_that_are_none_are_named(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err


def called(*words: str, stdin: bytes = b"", encoding: str = "utf-8:strict") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, input=stdin, env=environment, capture_output=True, check=False)


def test_a_line_that_is_no_text_is_a_bad_line() -> None:
    done = called("legal", "--stdin", "--json", stdin=b"\xff\xfe 3 1\n" + f"{START_ID} 3 1\n".encode())
    first, second = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, set(first), second["dice"]) == (2, {"error"}, [3, 1])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which takes nothing")
def test_output_that_cannot_be_written_is_one_sentence() -> None:
    command = [sys.executable, "-m", "companion", "legal", START_ID, "3", "1"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("companion legal: standard output: cannot be written")
    assert len(done.stderr.splitlines()) == 1


def picture(path: Path) -> Path:
    cv2.imwrite(str(path), np.full((480, 640, 3), 90, np.uint8))
    return path


def test_read_answers_every_picture_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(tmp_path / "gone.jpg"), str(picture(tmp_path / "plain.png")), str(Path(__file__))]
    assert main(["read", "--json", "--dice-only", *files]) == 2
    shown = capsys.readouterr()
    answers = [json.loads(line) for line in shown.out.splitlines()]
    assert [answer["image"] for answer in answers] == files
    assert [answer["found"] for answer in answers] == [False, False, False]
    (said,) = shown.err.splitlines()
    assert files[0] in said
    assert files[2] in said


def test_read_takes_given_corners_before_those_of_the_calibration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clip = Path(__file__).parents[2] / "companion" / "demo" / "clip"
    image = str(sorted(clip.glob("*.jpg"))[0])
    corners = "-2.5,10 600.5,12 610,400 5,410"
    known = ["--calibration", str(tmp_path / "board.json")]
    assert main(["calibrate", str(clip), "--out", known[1]]) == 0
    capsys.readouterr()
    assert main(["read", "--json", image, *known, "--corners", *corners.split()]) in (0, 1)
    shown = json.loads(capsys.readouterr().out)
    assert shown["corners"] == [[-2.5, 10.0], [600.5, 12.0], [610.0, 400.0], [5.0, 410.0]]


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in COMMANDS)


def ended(words: list[str]) -> int:
    """How a command ends, whether its parser or the command itself ends it."""
    try:
        return main(words)
    except SystemExit as exit_:
        return int(str(exit_.code))


@pytest.mark.parametrize("words", [["legal"], ["archive"], ["archive", "list"]], ids=" ".join)
def test_help_of_a_command_is_what_its_own_option_prints(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["help", *words]) == 0
    asked = capsys.readouterr().out
    assert ended([*words, "--help"]) == 0
    assert capsys.readouterr().out == asked
    assert asked.startswith(f"usage: companion {' '.join(words)} ")


def test_help_alone_lists_the_commands_and_of_an_unknown_one_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["help"]) == 0
    asked = capsys.readouterr().out
    assert ended(["--help"]) == 0
    assert capsys.readouterr().out == asked
    assert ended(["help", "chess"]) == 2
    assert "invalid choice: 'chess'" in capsys.readouterr().err


def test_the_version_is_the_one_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert ended(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {project['version']}\n"


def test_commands_are_found_in_every_room_that_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "annex").mkdir()
    (tmp_path / "annex" / "__init__.py").write_text('SUMMARIES = {"measure": "figures"}\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = commands_in([*ROOMS, "annex", "no_such_room"])
    assert tuple(found) == (*COMMANDS, "measure")
    assert found["measure"] == ("annex.measure", "figures")
    assert "annex.measure" not in sys.modules


def test_every_command_of_a_room_is_a_module_with_arguments_and_no_other_module_is() -> None:
    folder = Path(__file__).parents[2] / "companion" / "commands"
    declaring = {path.stem for path in folder.glob("*.py") if "\ndef add(parser:" in path.read_text(encoding="utf-8")}
    assert declaring == set(SUMMARIES)


def test_a_word_that_is_a_command_too_may_be_an_argument(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "archive", "list", "--player", "legal"]) == 0
    assert capsys.readouterr().out == "no matches\n"


HEAVY = ("numpy", "cv2", "kivy", "companion.screen", "companion.lab.bench", "companion.lab.simulation")


def test_what_needs_no_picture_and_no_window_imports_nothing_for_them(tmp_path: Path) -> None:
    match = tmp_path / "match.mat"
    match.write_text(
        " 3 point match\n\n Game 1\n A : 0      B : 0\n  1) 31: 8/5 6/5      42: 8/4 6/4\n", encoding="utf-8"
    )
    bad = tmp_path / "bad.toml"
    bad.write_text("nothing_such = 1\n", encoding="utf-8")
    kept = ["--data-dir", str(tmp_path)]
    calls = [
        *(["--help"], ["--version"], ["help"], ["help", "verify"], ["hint", "--help"], ["cube", "--help"], ["chess"]),
        ["legal", START_ID, "3", "1"],
        ["explain", START_ID, "3", "1", START_ID],
        *(["rules"], ["rules", "tactic"], ["verify", str(match)], ["convert", str(match), str(tmp_path / "match.sgf")]),
        *([*kept, "archive", "list"], [*kept, "archive", "drills"], [*kept, "dice", "audit"], ["qr", "--light", "Ann"]),
        ["--settings", str(bad), "legal", START_ID, "3", "1"],
    ]
    program = f"""
import sys
from companion.cli import main
for words in {calls!r}:
    try:
        main(words)
    except SystemExit:
        pass
    heavy = [name for name in {HEAVY!r} if name in sys.modules]
    if heavy:
        sys.exit(f"{{words}} imports {{heavy}}")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
