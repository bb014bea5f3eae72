from __future__ import annotations

import argparse
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.commands import verify
from companion.errors import InputError
from companion.games.backgammon import Dice, Play
from companion.games.rules import Side
from companion.record import Match, write_match
from companion.record.checking import problems_of
from companion.record.files.reading import ReadMatch
from companion.record.match import Game, MatchScore, Roll, Win
from tests.record.playing import game_of, random_match

HEAD = " {length} point match\n\n Game 1\n Anna : 0                       Ben : 0\n"


def run(capsys: pytest.CaptureFixture[str], *paths: Path, in_json: bool = True) -> tuple[int, list[Any], str]:
    root = argparse.ArgumentParser()
    verify.add(root.add_subparsers().add_parser("verify"))
    options = root.parse_args(["verify", *map(str, paths)])
    options.json = in_json
    status = verify.run(options)
    printed, error = capsys.readouterr()
    return status, [json.loads(row) for row in printed.splitlines()] if in_json else [printed], error


def kinds(game: Game, **facts: Any) -> list[str]:
    return [problem.kind for problem in problems_of(ReadMatch(Match(games=(game,), **facts)))]


def mat(folder: Path, *lines: str, length: int = 7, name: str = "m.mat") -> Path:
    path = folder / name
    path.write_text(HEAD.format(length=length) + "\n".join((*lines, "      Wins 1 point")) + "\n")
    return path


def test_a_sound_match_is_sound_in_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = random_match(3, 5)
    paths = [tmp_path / f"match{ending}" for ending in (".json", ".mat", ".sgf")]
    for path in paths:
        write_match(match, path)
    status, reports, error = run(capsys, *paths)
    rolls = sum(isinstance(action, Roll) for game in match.games for action in game.actions)
    assert status == 0
    assert error == ""
    assert reports == [
        {"file": str(path), "ok": True, "games": len(match.games), "rolls": rolls, "problems": []} for path in paths
    ]


def test_an_illegal_play_is_named_with_its_line_and_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mat(tmp_path, "  1) 31: 8/5 6/5                 52: 13/8 13/10")
    status, (report,), _ = run(capsys, path)
    assert status == 1
    assert not report["ok"]
    (problem,) = report["problems"]
    assert (problem["game"], problem["line"], problem["kind"]) == (1, 5, "illegal")
    assert "52: 13/8 13/10 is not legal: wrong-" in problem["reason"]


def test_only_a_last_game_may_break_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = Game(actions=(Roll(Side.LIGHT, Dice(3, 1), Play.from_text("8/5 6/5")),))
    for number, name in enumerate(("once.mat", "twice.mat"), start=1):
        write_match(Match(games=(begun,) * number), tmp_path / name)
    status, (once, twice), _ = run(capsys, tmp_path / "once.mat", tmp_path / "twice.mat")
    assert [problem["kind"] for problem in once["problems"]] == ["no-winner-line"]
    assert (once["ok"], twice["ok"], status) == (True, False, 1)


def test_a_number_left_unplayed_is_illegal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mat(tmp_path, "  1) 31: 8/5                     52: 13/8 13/11")
    status, (report,), _ = run(capsys, path)
    assert status == 1
    assert report["problems"][0]["reason"] == "31: 8/5 is not legal: move-left"


def test_files_that_cannot_be_read_do_not_hide_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = mat(tmp_path, "  1) 31: 8/5 6/5"), tmp_path / "bad.mat"
    bad.write_text("nothing")
    status, reports, error = run(capsys, bad, good, tmp_path / "gone.mat")
    assert status == 2
    assert [report["ok"] for report in reports] == [False, True, False]
    assert reports[0]["problems"][0]["kind"] == "unreadable"
    assert "bad.mat: expected a match file" in error
    assert "gone.mat: cannot be read" in error
    assert len(error.splitlines()) == 1


def test_a_document_nested_without_end_is_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000)
    status, (report,), _ = run(capsys, path)
    assert (status, report["problems"][0]["kind"]) == (2, "unreadable")


def test_folders_are_walked_and_foreign_files_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep").mkdir()
    mat(tmp_path / "deep", "  1) 31: 8/5 6/5")
    write_match(random_match(1, 1), tmp_path / "deep" / "match.json")
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("x")
    status, reports, _ = run(capsys, tmp_path)
    assert status == 0
    assert [Path(report["file"]).name for report in reports] == ["m.mat", "match.json"]


def test_in_a_folder_what_cannot_be_read_is_reported_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mat(tmp_path, "  1) 31: 8/5 6/5", "      Wins 1 point", name="b.mat")
    for name, content in (("a.mat", b""), ("c.sgf", b"\x00\xff"), ("d.json", b'{"format": "companion-match"')):
        (tmp_path / name).write_bytes(content)
    status, reports, error = run(capsys, tmp_path)
    assert (status, error) == (1, "")
    assert [[problem["kind"] for problem in report["problems"]] for report in reports] == [
        ["unreadable"], [], ["unreadable"], ["unreadable"]
    ]  # fmt: skip


def test_a_folder_without_matches_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(InputError, match="holds no match files, expected some that end in"):
        run(capsys, tmp_path)


def test_a_bar_is_shown_on_a_terminal_and_wiped_before_each_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.mat", "b.mat"):
        mat(tmp_path, "  1) 31: 8/5 6/5", "      Wins 1 point", name=name)
    assert run(capsys, tmp_path, in_json=False)[2] == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run(capsys, tmp_path, in_json=True)[2] == ""
    shown = run(capsys, tmp_path, in_json=False)[2]
    assert re.sub(r", \d+:\d\d left", "", shown) == "".join(
        f"\r\x1b[K{bar:.<40} {done}/2\r\x1b[K" for done, bar in enumerate(["", "#" * 20])
    )


def test_without_json_a_person_can_read_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (text,), _ = run(capsys, mat(tmp_path, "  1) 31: 8/2"), in_json=False)
    assert status == 1
    assert "m.mat: not ok, 1 game, 1 roll" in text
    assert "  game 1, line 5: 31: 8/2 is not legal: " in text


@pytest.mark.parametrize(
    ("turns", "kind"),
    [
        (["light 31 8/5 6/5", "light 52 13/8 13/11"], "turn"),
        (["light 33 8/5(2) 6/3(2)"], "opening-double"),
        (["light 31 8/5 6/5", "dark 52", "light 52 13/8 13/11"], "illegal"),
        (["light 31 8/5 6/5", "dark double 4", "light take"], "cube"),
        (["light 31 8/5 6/5", "light take"], "cube"),
        (["light 31 8/5 6/5", "dark double 2", "dark 52 13/8 13/11"], "turn"),
        (["light 31 8/5 6/5", "dark double 2", "light take", "dark 52 13/8 13/11", "light 43 24/20 13/10",
          "dark double 4", "light take"], "cube"),
        (["light 31 8/5 6/5", "dark double 2", "light drop"], "no-winner-line"),
        (["light 31 8/5 6/5", "dark double 2", "light drop", "dark 52 13/8 13/11"], "after-end"),
    ],
)  # fmt: skip
def test_what_breaks_the_order_of_play_is_found(turns: list[str], kind: str) -> None:
    assert kind in kinds(game_of(*turns))


def test_no_cube_in_the_crawford_game() -> None:
    doubled = game_of("light 31 8/5 6/5", "dark double 2", "light take")
    assert kinds(doubled, length=5) == []
    assert kinds(replace(doubled, crawford=True), length=5) == ["cube"]


def test_a_beaver_needs_no_take() -> None:
    beaver = game_of("light 31 8/5 6/5", "dark double 2", "light double 4", "dark 52 13/8 13/11")
    assert kinds(beaver) == []


def test_the_result_must_fit_cube_and_board() -> None:
    dropped = game_of("light 31 8/5 6/5", "dark double 2", "light drop", win=Win(Side.DARK, 1))
    assert kinds(dropped) == []
    assert kinds(replace(dropped, win=Win(Side.DARK, 2))) == ["points"]
    assert kinds(replace(dropped, win=Win(Side.LIGHT, 1))) == ["points"]
    resigned = game_of("light 31 8/5 6/5", "dark 52", win=Win(Side.LIGHT, 3))
    assert kinds(resigned) == []
    assert kinds(replace(resigned, win=Win(Side.LIGHT, 4))) == ["points"]


def test_scores_must_add_up() -> None:
    first = game_of("light 31 8/5 6/5", win=Win(Side.LIGHT, 2))
    second = replace(first, score=(2, 0))
    good = Match(games=(first, second), length=7)
    assert problems_of(ReadMatch(good)) == ()
    bad = Match(games=(first, replace(second, score=(1, 0))), length=7)
    assert [(problem.game, problem.kind) for problem in problems_of(ReadMatch(bad))] == [(1, "score")]
    long = Match(games=(first, second), length=2)
    assert [(problem.game, problem.kind) for problem in problems_of(ReadMatch(long))] == [(1, "score")]


def test_an_illegal_play_that_stood_is_still_illegal() -> None:
    stood = Roll(Side.LIGHT, Dice(3, 1), Play.from_text("13/8"), MatchScore.ILLEGAL)
    assert kinds(Game(actions=(stood,))) == ["illegal"]


@pytest.mark.parametrize("seed", range(2))
def test_a_changed_play_is_found_in_a_sound_match(seed: int) -> None:
    match = random_match(seed, 3)
    game = match.games[0]
    at = next(k for k, action in enumerate(game.actions) if k > 4 and isinstance(action, Roll) and action.play)
    roll = game.actions[at]
    assert isinstance(roll, Roll)
    other = Dice(roll.dice.first % 6 + 1, roll.dice.second)
    actions = (*game.actions[:at], replace(roll, dice=other), *game.actions[at + 1 :])
    changed = replace(match, games=(replace(game, actions=actions), *match.games[1:]))
    assert problems_of(ReadMatch(match)) == ()
    assert [problem.kind for problem in problems_of(ReadMatch(changed))] == ["illegal"]
