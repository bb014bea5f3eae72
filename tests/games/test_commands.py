"""``companion legal`` and ``companion explain``, as a script calls them."""

from __future__ import annotations

import argparse
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.commands import explain, legal
from companion.errors import InputError
from companion.games.backgammon import START, Dice, Position, legal_plays, picture_of
from companion.games.rules import BAR, TRAY, Side
from tests.games.boards import board
from vision.observation import Orientation

START_ID = "4HPwATDgc/ABMA"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:5:10"


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    subparsers = parser.add_subparsers()
    for command in (legal, explain):
        command.add(subparsers.add_parser(command.__name__.rpartition(".")[2]))
    options = parser.parse_args(words)
    return int(options.run(options))


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_legal_lists_every_play_with_the_opponent_on_roll_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--json", "legal", START_ID, "3", "1") == 0
    (answer,) = answers(capsys)
    assert (answer["position"], answer["dice"], len(answer["plays"])) == (START_ID, [3, 1], 16)
    results = {row["play"]: row["result"] for row in answer["plays"]}
    end = next(end for end, play in legal_plays(START, Dice(3, 1)).items() if play.text() == "8/5 6/5")
    assert end.on_roll is Side.DARK
    assert results["8/5 6/5"] == end.id() == "sGfwATDgc/ABMA"


def test_legal_answers_an_xgid_with_xgids_of_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--json", "legal", START_XGID, "3", "1") == 0
    (answer,) = answers(capsys)
    assert answer["position"] == START_XGID
    assert all(row["result"].endswith(":0:0:-1:00:2:4:0:5:10") for row in answer["plays"])


def test_legal_says_who_cannot_move(capsys: pytest.CaptureFixture[str]) -> None:
    closed = board("bar:1 13:1", "6:2 5:2 4:2 3:2 2:2 1:2")
    assert call("--json", "legal", closed.id(), "6", "1") == 0
    (answer,) = answers(capsys)
    unchanged = Position(closed.points, closed.bar, closed.off, Side.DARK)
    assert answer["plays"] == [{"play": "Cannot Move", "result": unchanged.id()}]


def test_legal_obeys_the_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    stuck = board("13:1", "19:2 20:2").id()  # either number can be played, not both
    call("--json", "legal", stuck, "6", "1")
    call("--json", "legal", stuck, "6", "1", "--rules", "box-leaflet")
    assert [[row["play"] for row in answer["plays"]] for answer in answers(capsys)] == [["13/7"], ["13/7", "13/12"]]


def test_a_bad_line_is_answered_in_its_place_and_the_exit_is_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{START_ID} 3 1\nnonsense 1 2\n{START_ID} 3\n{START_ID} 6 6\n"))
    assert call("--json", "legal", "--stdin") == 2
    kinds = [set(answer) for answer in answers(capsys)]
    assert kinds == [{"position", "dice", "plays"}, {"error"}, {"error"}, {"position", "dice", "plays"}]


def test_bad_lines_together_give_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{START_ID} 3 1\nnonsense 1 2\n{START_ID} 3\n"))
    assert call("--json", "legal", "--stdin") == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("companion legal: line 2: position 'nonsense'")
    assert said.endswith("(and 1 more bad lines)")


@pytest.mark.parametrize(
    "words",
    [
        ("legal",),
        ("legal", START_ID),
        ("legal", START_ID, "3", "7"),
        ("legal", START_ID, "3", "1", "--rules", "chess"),
        ("legal", START_ID, "3", "1", "--stdin"),
        ("explain", START_ID, "3", "1", "nonsense"),
        ("explain", START_ID, "3", "1", "nowhere.json"),
    ],
)
def test_bad_input_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        call(*words)


def test_explain_approves_a_legal_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--json", "explain", START_ID, "3", "1", "sGfwATDgc/ABMA") == 0
    assert answers(capsys) == [{"legal": True, "reason": None, "text": "8/5 6/5", "points": []}]


def test_explain_approves_every_result_that_legal_prints(capsys: pytest.CaptureFixture[str]) -> None:
    for start in (START_ID, START_XGID, START_XGID.replace(":1:00", ":-1:00")):
        call("--json", "legal", start, "6", "2")
        (answer,) = answers(capsys)
        for row in answer["plays"]:
            assert call("--json", "explain", start, "6", "2", row["result"]) == 0
            assert answers(capsys)[0]["text"] == row["play"]


def test_explain_names_the_rule_that_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--json", "explain", START_ID, "3", "1", START_ID) == 1
    (answer,) = answers(capsys)
    assert (answer["legal"], answer["reason"]) == (False, "wrong-number-of-moves")
    assert answer["text"] == "Nothing was moved, but a move is possible and must be made."


def test_explain_reads_a_board_as_the_camera_saw_it(tmp_path: Path) -> None:
    end = next(end for end, play in legal_plays(START, Dice(3, 1)).items() if play.text() == "8/5 6/5")
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(reading(end)))
    assert call("--json", "explain", START_ID, "3", "1", str(path)) == 0


def test_explain_takes_mixed_points_and_an_unseen_tray(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = board("9:1 7:1", "20:1 1:1")
    seen = reading(before)
    seen["bottom"][12 - 9] = {"light": 0, "dark": 0}
    seen["bottom"][12 - 7] = {"light": 0, "dark": 0}
    seen["bottom"][12 - 5] = {"light": 2, "dark": 1}
    seen["off"] = None
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(seen))
    assert call("--json", "explain", before.id(), "4", "2", str(path)) == 1
    (answer,) = answers(capsys)
    assert (answer["reason"], answer["points"]) == ("hit-not-on-bar", [5])


def test_explain_asks_about_dice_that_lie_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = reading(START) | {"dice": [{"value": 6, "cocked": False}, {"value": 2, "cocked": False}]}
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(seen))
    assert call("--json", "explain", START_ID, "3", "1", str(path)) == 1
    assert answers(capsys)[0]["reason"] == "dice-changed"


def test_explain_takes_any_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = reading(START)
    seen["top"][0] = {"light": 16, "dark": 0}
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(seen))
    assert call("--json", "explain", START_ID, "3", "1", str(path)) == 1
    assert answers(capsys)[0]["reason"] == "checker-count"


@pytest.mark.parametrize("dice", [5, ["x"], [{"cocked": False}, {"value": 2}], [{"value": None}, {"value": 2}]])
def test_explain_names_a_reading_with_broken_dice(tmp_path: Path, dice: object) -> None:
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(reading(START) | {"dice": dice}))
    with pytest.raises(InputError, match=r"seen\.json.*expected dice"):
        call("explain", START_ID, "3", "1", str(path))


def test_explain_refuses_a_file_nested_without_end(tmp_path: Path) -> None:
    path = tmp_path / "seen.json"
    path.write_text("[" * 100_000)
    with pytest.raises(InputError, match=r"seen\.json"):
        call("explain", START_ID, "3", "1", str(path))


@pytest.mark.parametrize(
    "text", ["", "[]", '{"found": false, "reason": "no board"}', '{"top": []}', '{"top": 3, "bottom": 3}']
)
def test_a_file_that_is_no_reading_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "seen.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"seen\.json"):
        call("explain", START_ID, "3", "1", str(path))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"top": None}, "expected 'top' with 12 points"),
        ({"top": {"light": 0}}, "expected 'top' with 12 points"),
        ({"bottom": [None] * 11}, "expected 'bottom' with 12 points"),
        ({"top": [None] * 11 + [7]}, "light and dark counts from 0 to 30 at point 12 of 'top'"),
        ({"top": [{"light": "2", "dark": 0}] * 12}, "from 0 to 30 at point 1 of 'top'"),
        ({"top": [{"light": -1, "dark": 0}] * 12}, "from 0 to 30 at point 1 of 'top'"),
        ({"top": [{"light": 10**30, "dark": 0}] * 12}, "from 0 to 30 at point 1 of 'top'"),
        ({"top": [{"light": 1.0, "dark": True}] * 12}, "from 0 to 30 at point 1 of 'top'"),
        ({"bar": 3}, "from 0 to 30 at 'bar'"),
        ({"bar": {"light": 1}}, "from 0 to 30 at 'bar'"),
        ({"off": []}, "from 0 to 30 at 'off'"),
        ({"dice": {"value": 3}}, "expected dice as a list"),
        ({"dice": [{"value": 3}, {"value": 7}]}, "value from 1 to 6"),
        ({"dice": [{"value": 3}, {"value": 2.0}]}, "value from 1 to 6"),
    ],
)
def test_explain_says_in_one_sentence_what_is_wrong_with_a_reading(
    tmp_path: Path, change: dict[str, Any], sentence: str
) -> None:
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(reading(START) | change))
    with pytest.raises(InputError, match=re.escape(sentence)) as error:
        call("explain", START_ID, "3", "1", str(path))
    assert str(error.value).startswith(f"result '{path}': ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("missing", ["top", "bottom", "bar"])
def test_explain_names_what_is_missing_in_a_reading(tmp_path: Path, missing: str) -> None:
    seen = reading(START)
    del seen[missing]
    path = tmp_path / "seen.json"
    path.write_text(json.dumps(seen))
    with pytest.raises(InputError, match=rf"seen\.json': expected '{missing}' with"):
        call("explain", START_ID, "3", "1", str(path))


def test_explain_takes_a_result_longer_than_any_file_name_for_a_position() -> None:
    with pytest.raises(InputError, match="position"):
        call("explain", START_ID, "3", "1", "A" * 5000)


STOPPED_TOO_SOON: Final = {
    "wrong-number-of-moves": (START, "31", START),
    "larger-number": (board("13:1", "19:2 20:2"), "61", board("12:1", "19:2 20:2")),
    "move-left": (board("13:2", "1:2"), "62", board("13:1 7:1", "1:2")),
    "both-numbers": (board("13:1 8:1", "22:2 21:2 1:11"), "64", board("8:1 7:1", "22:2 21:2 1:11")),
}


@pytest.mark.parametrize("reason", STOPPED_TOO_SOON)
def test_explain_says_that_a_play_exists_and_never_where(reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    before, roll, after = STOPPED_TOO_SOON[reason]
    ended = replace(after, on_roll=Side.DARK)
    assert call("--json", "explain", before.id(), *roll, ended.id()) == 1
    (answer,) = answers(capsys)
    assert (answer["reason"], answer["points"]) == (reason, [])
    assert "point" not in answer["text"]
    assert set(re.findall(r"\d+", answer["text"])) <= set(roll)


def reading(position: Position) -> dict[str, Any]:
    """A position as ``companion read --json`` would print it."""
    picture = picture_of(position)
    cells: dict[str, list[Any]] = {"top": [None] * 12, "bottom": [None] * 12}
    for point in range(1, 25):
        row, column = Orientation().cell(point)
        cells[row][column] = {**picture[point]._asdict(), "confidence": 0.9}
    return {"found": True, **cells, "bar": picture[BAR]._asdict(), "off": picture[TRAY]._asdict(), "dice": []}
