"""What only our own ``.mat`` files say: plays that stood, passes, positions, stakes, and their marks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.plays import CheckerMove
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.lab.bench import gnubg
from companion.lab.bench.formats import is_shown
from companion.lab.bench.wild import wild_match
from companion.record.files.mat import mat_text
from companion.record.match import (
    Action,
    Double,
    Drop,
    Game,
    Match,
    MatchScore,
    Pass,
    Placed,
    Resign,
    Roll,
    Take,
    Win,
)
from companion.record.replaying import rules_of, turns
from tests.record.files.one_match import read_mat
from tests.record.playing import game_of

# Light has a checker on the bar, and Dark's home is closed.
SHUT_OUT: Final = replace(
    Position.from_xgid("XGID=-----ABBCBC--c-----bbbbbbA:0:0:-1:00:0:0:0:0:10"), off=Stack(0, 0), on_roll=Side.DARK
)
FIRST: Final = game_of("light 31 8/5 6/5", "dark 52 13/8 13/11")


def after_first(*actions: Action) -> Match:
    return Match(games=(replace(FIRST, actions=(*FIRST.actions, *actions)),), length=7)


def stood(side: Side, dice: str, *steps: tuple[int, int]) -> Roll:
    return Roll(side, Dice.from_text(dice), Play(tuple(CheckerMove(*step) for step in steps)), MatchScore.ILLEGAL)


def lines(match: Match) -> list[str]:
    return mat_text(match).splitlines()


def read_back(match: Match) -> Match:
    reading = read_mat(mat_text(match))
    assert [problem for problem in reading.problems if problem.is_fault] == []
    return reading.match


def test_an_illegal_play_is_written_as_it_was_played_and_told_in_the_header() -> None:
    match = after_first(stood(Side.LIGHT, "63", (24, 18), (13, 9)))
    assert lines(match)[0] == '; [Illegal "game 1, move 2, left"]'
    assert lines(match)[-2] == "  2) 63: 24/18 13/9"
    assert read_back(match) == match


@pytest.mark.parametrize(
    ("dice", "steps", "written"),
    [
        ("21", [(13, 5)], "13/7 7/5"),  # no word longer than six points
        ("11", [(6, 3)], "6/5 5/4 4/3"),  # after a double no word longer than its number
        ("43", [(24, 20), (20, 16)], "24/20 20/16"),
    ],
)
def test_a_long_illegal_play_is_cut_into_words_that_other_programs_read(
    dice: str, steps: list[tuple[int, int]], written: str
) -> None:
    match = after_first(stood(Side.LIGHT, dice, *steps))
    assert lines(match)[-2] == f"  2) {dice}: {written}"
    assert read_back(match).games[0].actions[2:] == (
        stood(Side.LIGHT, dice, *[(int(a), int(b)) for a, b in (word.split("/") for word in written.split())]),
    )


@pytest.mark.parametrize(
    "steps",
    [
        [(6, 8)],  # backward
        [(24, 23), (24, 23), (8, 7), (8, 7), (6, 5)],  # five checkers
        [(24, 21), (13, 11)],  # as long as both numbers together, and one more
    ],
)
def test_an_illegal_play_that_no_words_can_tell_is_written_as_where_it_led(steps: list[tuple[int, int]]) -> None:
    match = after_first(stood(Side.LIGHT, "21", *steps), *game_of("dark 31 6/5 13/10").actions)
    (after, later) = [turn.after for turn in turns(match.games[0])][2:]
    assert after is not None
    assert "  2) 21: Illegal play (7;0;0;0;0;Dark;Light;" in mat_text(match)
    back = read_back(match)
    if steps[0][0] < steps[0][1]:
        assert back.games[0].actions[2:4] == (Roll(Side.LIGHT, Dice(2, 1), None, MatchScore.ILLEGAL), Placed(after))
    else:  # the header has the words
        assert back == match
    assert [turn.after for turn in turns(back.games[0])][-1] == later
    assert mat_text(back) == mat_text(match)


def test_words_that_fit_no_checker_stand_in_the_header() -> None:
    # In its column such a word makes GNU Backgammon refuse the whole file.
    match = after_first(stood(Side.LIGHT, "21", (20, 18), (6, 5)))
    assert lines(match)[0] == '; [Illegal "game 1, move 2, left: 20/18 6/5"]'
    assert lines(match)[-2] == "  2) 21:"
    assert read_back(match) == match


def test_a_play_that_nobody_saw_for_certain_is_told_in_the_header() -> None:
    match = after_first(Roll(Side.LIGHT, Dice(3, 1), Play.from_text("13/10 6/5"), MatchScore.UNCERTAIN))
    assert lines(match)[0] == '; [Uncertain "game 1, move 2, left"]'
    assert read_back(match) == match


def test_a_pass_is_written_as_a_roll_that_cannot_be_played_and_told_in_the_header() -> None:
    passes = (Pass(Side.LIGHT), *game_of("dark 21 12/10 12/11").actions, Pass(Side.LIGHT))
    match = Match(games=(Game(start=SHUT_OUT, actions=passes),))
    assert [line for line in lines(match) if line.startswith("; [Passed")] == [
        '; [Passed "game 1, move 1, left"]', '; [Passed "game 1, move 2, left"]'
    ]  # fmt: skip
    assert "  1) 66:                         21: 12/10 12/11" in lines(match)
    back = read_back(match)
    assert [type(action) for action in back.games[0].actions] == [Pass, Roll, Pass]
    assert mat_text(back) == mat_text(match)


def test_an_empty_cell_of_a_player_who_is_shut_out_is_a_pass() -> None:
    head = mat_text(Match(games=(Game(start=SHUT_OUT),), length=7)).rstrip()
    rolled = "\n  1)                             21: 12/10 12/11"
    doubled = "\n  2)                              Doubles => 2\n  3)  Takes                      31: 11/8 10/9"
    game = read_mat(head + rolled + doubled).match.games[0]
    assert [type(action) for action in game.actions] == [Roll, Pass, Double, Take, Roll]
    again = "\n  2)                             21: 11/10 10/8"
    with_way_in = read_mat(head.replace("bbbbbb", "bbbbb-") + rolled + again).match.games[0]
    assert [type(action) for action in with_way_in.actions] == [Roll, Roll]


def test_a_position_that_was_set_up_stands_on_a_line_of_its_own() -> None:
    placed = replace(START, points=(0, *START.points[1:]), off=Stack(0, 2), on_roll=Side.DARK)
    match = after_first(Placed(placed), *game_of("dark 31 8/5 6/5").actions)
    assert lines(match)[-3:-1] == [
        "; Set Pos=------E-C---eE---c-e----B-/0",
        "  2)                             31: 8/5 6/5",
    ]
    (back,) = read_back(match).games
    (_, _, position, _) = back.actions
    assert isinstance(position, Placed)
    assert replace(position.position, on_roll=Side.DARK) == placed


def test_a_game_may_begin_with_fewer_checkers() -> None:
    start = replace(START, points=(-1, *START.points[1:]), on_roll=Side.DARK)
    match = Match(games=(Game(start=start, actions=game_of("dark 31 8/5 6/5").actions),))
    assert "; Set Pos=-a----E-C---eE---c-e----B-/0" in lines(match)
    back = read_back(match)
    assert back == match
    assert back.games[0].start.off == Stack(0, 0)


def test_the_stake_after_automatic_doubles_stands_in_the_header() -> None:
    game = replace(game_of("light 31 8/5 6/5", "dark double 8", "light take"), cube=4)
    match = Match(games=(FIRST, game), rules="gamez")
    assert '; [Stake "game 2: 4"]' in lines(match)
    assert read_back(match) == match


def test_a_beaver_and_a_raccoon_have_their_words() -> None:
    raccoon = after_first(Double(Side.LIGHT, 2), Double(Side.DARK, 4), Double(Side.LIGHT, 8), Take(Side.DARK))
    assert lines(raccoon)[-3:-1] == [
        "  2)  Doubles => 2                Doubles => 4",
        "  3)  Raccoons => 8               Takes",
    ]
    assert read_back(raccoon) == raccoon


def test_a_beaver_needs_no_take() -> None:
    roll = game_of("light 31 24/23 13/10").actions
    beaver = after_first(Double(Side.LIGHT, 2), Double(Side.DARK, 4), Take(Side.LIGHT), *roll)
    assert lines(beaver)[-3:-1] == ["  2)  Doubles => 2                Beavers => 4", "  3) 31: 24/23 13/10"]
    assert [type(action) for action in read_back(beaver).games[0].actions[2:]] == [Double, Double, Roll]
    text = mat_text(beaver).replace("  3) 31", "  3)  Takes\n  4) 31")
    assert read_mat(text).match == read_back(beaver)


def test_a_refused_beaver_is_written_as_a_double() -> None:
    # GNU Backgammon loses the rolls that follow a refused "Beavers".
    refused = after_first(Double(Side.LIGHT, 2), Double(Side.DARK, 4), Drop(Side.LIGHT))
    assert "Beavers" not in mat_text(refused)
    assert read_back(refused) == refused


def test_of_a_resignation_only_the_result_is_written() -> None:
    resigned = (*FIRST.actions, Resign(Side.LIGHT, Result.GAMMON))
    match = Match(games=(replace(FIRST, actions=resigned, win=Win(Side.DARK, 2)),))
    assert read_back(match).games[0] == replace(FIRST, win=Win(Side.DARK, 2))


@pytest.mark.parametrize(
    "name", ["", ":", "Tom: the second", "a name that is longer than a column allows", "Łukasz " * 6 + "Ł"]
)
def test_a_name_that_cannot_stand_in_its_column_stands_in_the_header(name: str) -> None:
    match = replace(after_first(), names=(name, name))
    names = next(line for line in lines(match) if line.endswith(" : 0"))
    left, right = names.split(" : ")[0].strip(), names.split(" : 0")[1].strip()
    assert "" not in (left, right)
    assert max(len(left.encode()), len(right.encode())) < 32
    assert read_back(match).names == (name, name)


def test_a_header_line_that_nobody_knows_is_kept() -> None:
    header = {"EventDate": "2026.11.20", "ClockType": "Delay 12", "Quote": 'the "best" of seven', "Comment": "a\n[b\nc"}
    match = replace(after_first(), header=header)
    assert read_back(match).header == header


@pytest.mark.parametrize("rules", ["gamez", "tournament jacoby=true", "box-leaflet larger_number=true"])
def test_the_rules_stand_in_the_header_with_what_was_changed_in_them(rules: str) -> None:
    match = replace(after_first(), rules=rules)
    assert read_back(match).rules == rules_of(match).text()


@pytest.mark.slow
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_whatever_happened_every_turn_is_read_back_in_its_position(seed: int) -> None:
    match = wild_match(seed)
    back = read_back(match)
    assert (back.length, back.rules) == (match.length, match.rules)
    for ours, theirs in zip(match.games, back.games, strict=True):
        # A game without a result has one by the score of the next.
        assert (ours.score, ours.win or theirs.win, ours.cube) == (theirs.score, theirs.win, theirs.cube)
        assert replace(ours.start, on_roll=Side.LIGHT) == replace(theirs.start, on_roll=Side.LIGHT)
        told = [(turn.before, turn.roll.dice, turn.roll.standing) for turn in turns(ours, rules_of(match))]
        assert [(turn.before, turn.roll.dice, turn.roll.standing) for turn in turns(theirs, rules_of(back))] == told
        kept = [[type(a) for a in game.actions if isinstance(a, Pass | Double | Drop)] for game in (ours, theirs)]
        assert kept[0] == kept[1]
    assert mat_text(back) == mat_text(read_back(back))


@pytest.mark.slow
@pytest.mark.skipif(gnubg.PROGRAM is None, reason="gnubg is not installed")
def test_gnubg_imports_whatever_happened_in_the_positions_that_we_see(tmp_path: Path) -> None:
    matches = [wild_match(seed, games=1) for seed in range(8)]
    paths = [tmp_path / f"{number}.mat" for number in range(len(matches))]
    for match, path in zip(matches, paths, strict=True):
        path.write_text(mat_text(match), encoding="utf-8")
    shown = gnubg.as_gnubg_shows(paths)
    assert [n for n, (match, seen) in enumerate(zip(matches, shown, strict=True)) if not is_shown(match, seen)] == []


def test_rules_in_another_programs_words_are_told_and_kept() -> None:
    text = '; [Rules "Club night"]\n\n' + mat_text(Match(games=(game_of("light 31 8/5 6/5", win=Win(Side.LIGHT, 1)),)))
    reading = read_mat(text)
    assert [problem.kind for problem in reading.problems] == ["parse"]
    assert reading.match.rules == Match().rules
    assert '; [Rules "Club night"]' in mat_text(reading.match)
