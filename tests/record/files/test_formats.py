"""Match files, written and read back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, StorageError
from companion.games.backgammon import START, Dice, Play
from companion.games.rules import Side
from companion.record import Match, read_match, write_match
from companion.record.files.document import document, json_text, match_from_json
from companion.record.files.mat import mat_text
from companion.record.files.sgf import sgf_text
from companion.record.match import Double, Game, MatchScore, Roll, Win
from companion.record.replaying import turns
from tests.record.files.one_match import read_mat, read_sgf
from tests.record.playing import game_of, random_match

EXAMPLE: Final = Match(
    ("Anna", "Ben"),
    7,
    (
        game_of(
            "dark 41 13/9 24/23", "light 31 6/5 8/5", "dark 65 24/18 23/18", "light 61 8/2 6/5" , "dark double 2",
            "light take", "dark 64 13/7 7/3", "light 52", "dark 11 6/5(2) 8/7(2)",
            win=Win(Side.DARK, 2),
        ),
        game_of("light 31 8/5 6/5", "dark double 2", "light drop", score=(0, 2), win=Win(Side.DARK, 1)),
        game_of("light 31 8/5 6/5", "dark 52 13/8 13/11", "light double 2", "dark drop", score=(0, 3),
                win=Win(Side.LIGHT, 1)),
    ),
    header={"EventDate": "2026.11.20"},
)  # fmt: skip

EXAMPLE_MAT: Final = """\
; [EventDate "2026.11.20"]

 7 point match

 Game 1
 Anna : 0                       Ben : 0
  1)                             41: 13/9 24/23
  2) 31: 6/5 8/5                 65: 24/18 23/18
  3) 61: 8/2 6/5                  Doubles => 2
  4)  Takes                      64: 13/7 7/3
  5) 52:                         11: 6/5 6/5 8/7 8/7
                                  Wins 2 points

 Game 2
 Anna : 0                       Ben : 2
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops                       Wins 1 point

 Game 3
 Anna : 0                       Ben : 3
  1) 31: 8/5 6/5                 52: 13/8 13/11
  2)  Doubles => 2                Drops
      Wins 1 point

"""


def test_mat_is_written_in_the_columns_of_gnubg() -> None:
    assert mat_text(EXAMPLE) == EXAMPLE_MAT


def test_in_mat_bar_is_25_and_off_is_0_and_a_hit_is_starred_once_a_point() -> None:
    game = game_of("light 21 13/11 6/5", "dark 64 24/20*/14*", "light 51 bar/24 bar/20")
    lines = mat_text(Match(games=(game,))).splitlines()
    assert lines[4].endswith("64: 24/20* 20/14*")
    assert lines[5] == "  2) 51: 25/24 25/20"


def test_a_left_player_who_resigns_after_a_roll_has_the_result_on_the_same_line() -> None:
    game = game_of("dark 31 8/5 6/5", "light 62", win=Win(Side.DARK, 1))
    assert mat_text(Match(games=(game,))).splitlines()[-2] == "  2) 62:                         Wins 1 point"


def test_a_beaver_is_a_double_answered_by_a_double() -> None:
    game = game_of("light 31 8/5 6/5", "dark double 2", "light double 4", "dark 52 13/8 13/11")
    text = mat_text(Match(games=(game,)))
    assert " Beavers => 4 " in text
    assert "Takes" not in text
    assert read_mat(text).match.games[0].actions[1:3] == (Double(Side.DARK, 2), Double(Side.LIGHT, 4))


def test_names_that_would_break_a_line_are_written_on_one() -> None:
    text = mat_text(Match(names=("a:b\nc", " "), games=(Game(),)))
    assert " a b c : 0                      Dark : 0" in text.splitlines()


def test_a_name_that_only_loses_space_in_its_column_is_not_told_twice() -> None:
    match = read_mat(mat_text(Match(names=(" Anna  Maria\n", "Ben"), games=(Game(),)))).match
    assert (match.names, match.header) == (("Anna Maria", "Ben"), {})


@pytest.mark.parametrize("ending", [".mat", ".sgf"])
def test_a_match_without_games_is_written_as_one_whose_first_game_is_not_begun(ending: str, tmp_path: Path) -> None:
    match = Match(("Anna: 1", "Ben"), 7, rules="gamez", header={"Event": "Klub"})
    write_match(match, tmp_path / f"m{ending}")
    assert read_match(tmp_path / f"m{ending}") == replace(match, games=(Game(),))


def test_a_match_without_games_stays_without_in_json() -> None:
    assert match_from_json(json_text(Match())) == Match()


def test_another_rule_set_is_kept_in_the_header() -> None:
    match = Match(rules="gamez", games=(game_of("light 31 8/5 6/5"),))
    assert read_mat(mat_text(match)).match == match


@pytest.mark.slow
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), length=st.sampled_from([0, 1, 3, 7]))
def test_every_match_survives_every_format(seed: int, length: int) -> None:
    match = random_match(seed, length, games=2)
    from_mat, from_sgf = read_mat(mat_text(match)).match, read_sgf(sgf_text(match)).match
    assert from_mat == match
    assert from_sgf.games == match.games
    from_json = match_from_json(json_text(match))
    # Standard notation does not say over which point a checker went, so the boards are compared.
    assert replace(from_json, games=()) == replace(match, games=())
    for ours, theirs in zip(match.games, from_json.games, strict=True):
        assert [turn.after for turn in turns(ours)] == [turn.after for turn in turns(theirs)]
        assert [type(action) for action in ours.actions] == [type(action) for action in theirs.actions]
        assert (ours.win, ours.score, ours.crawford) == (theirs.win, theirs.score, theirs.crawford)


def test_json_keeps_what_other_formats_cannot() -> None:
    start = replace(START, on_roll=Side.DARK)
    stood = Roll(Side.DARK, Dice(3, 1), Play.from_text("13/8"), MatchScore.ILLEGAL)
    unsure = Roll(Side.LIGHT, Dice(3, 1), Play.from_text("8/5 6/5"), MatchScore.UNCERTAIN)
    match = Match(games=(Game(actions=(stood, unsure), start=start),), header={"Event": "Finále"})
    assert match_from_json(json_text(match)) == match
    assert document(match)["games"][0]["actions"][0]["standing"] == "illegal"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "companion-match"),
        ("{", "match document in JSON"),
        (json.dumps({"format": "companion-match", "version": 3}), "version 3: this companion reads up to 2"),
        (json.dumps({"format": "companion-match", "version": 1}), "names: is missing"),
    ],
)
def test_a_json_file_that_is_no_match_is_named(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(InputError, match=f"m.json: .*{sentence}"):
        read_match(path)


def test_sgf_letters_are_points_from_white() -> None:
    game = game_of("light 31 8/5 6/5", "dark 31 8/5 6/5", win=Win(Side.LIGHT, 1))
    text = sgf_text(Match(("A]", "B\\"), 3, (game,)))
    assert ";W[31hefe]\n;B[31qtst]" in text
    assert r"PW[A\]]PB[B\\]" in text
    assert "RE[W+1R]" in text
    assert "RU[Crawford]" in text
    assert read_sgf(text).match.names == ("A]", "B\\")


def test_an_unknown_ending_is_named_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"match.txt: .* one of \.mat, \.sgf, \.json"):
        write_match(EXAMPLE, tmp_path / "match.txt")
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    write_match(EXAMPLE, path)
    with pytest.raises(InputError, match=r"match\.mat: rule set 'made'"):
        write_match(replace(EXAMPLE, rules="made up"), path)
    assert path.read_text() == EXAMPLE_MAT
    assert [file.name for file in tmp_path.iterdir()] == ["match.mat"]


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="nowhere"):
        write_match(EXAMPLE, tmp_path / "nowhere" / "match.mat")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.mat: cannot be read"):
        read_match(tmp_path / "gone.mat")
