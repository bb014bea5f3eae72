"""What a written game is judged by beside its plays: the cube, resignations, passes, ends and scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.record import Match
from companion.record.checking import problems_of
from companion.record.files.limits import MOST_REPORTED
from companion.record.files.reading import Problem, ReadMatch
from companion.record.match import (
    Accept,
    Action,
    Double,
    Drop,
    Game,
    MatchScore,
    Pass,
    Placed,
    Refuse,
    Resign,
    Roll,
    Take,
    Win,
)
from tests.games.boards import board
from tests.record.playing import game_of

LIGHT, DARK = Side.LIGHT, Side.DARK
OPENING = game_of("light 31 8/5 6/5").actions
ANSWER = game_of("dark 52 13/8 13/11").actions
MONEY = "tournament beavers=true raccoons=true automatic_doubles=2"


def problems(*actions: Action, win: Win | None = None, game: Game | None = None, **facts: Any) -> list[str]:
    """What is wrong with a game, as ``kind: reason``."""
    played = replace(game or Game(), actions=actions, win=win)
    return [f"{found.kind}: {found.reason}" for found in problems_of(ReadMatch(Match(games=(played,), **facts)))]


def kinds(*actions: Action, **facts: Any) -> list[str]:
    return [problem.partition(":")[0] for problem in problems(*actions, **facts)]


# --- the cube ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "reason"),
    [
        ((Double(LIGHT, 2),), "light may not double: It is the other player's turn."),
        ((Take(LIGHT),), "light may not take: No double is waiting for an answer."),
        ((Double(DARK, 2), Take(DARK)), "dark may not take: The other player answers the double."),
        ((Double(DARK, 4), Take(LIGHT)), "a double to 4, expected 2"),
        ((Double(DARK, 2), Double(LIGHT, 8)), "a beaver to 8, expected 4"),
    ],
)
def test_a_cube_act_that_is_not_allowed_is_told_with_its_reason(acts: tuple[Action, ...], reason: str) -> None:
    assert f"cube: {reason}" in problems(*OPENING, *acts, rules=MONEY)


def test_a_double_after_a_take_is_the_takers() -> None:
    taken = (*OPENING, Double(DARK, 2), Take(LIGHT), *ANSWER)
    assert kinds(*taken, Double(LIGHT, 4), Take(DARK)) == []
    roll = Roll(LIGHT, Dice(4, 3), Play.from_text("24/20 13/10"))
    again = problems(*taken, roll, Double(DARK, 4), Take(LIGHT))
    assert again == ["cube: dark may not double: Only the cube's owner may double."]


def test_nobody_doubles_before_the_opening_roll() -> None:
    assert kinds(Double(LIGHT, 2), Take(DARK), *OPENING) == ["cube"]


def test_a_beaver_is_accepted_by_a_take_or_by_going_on() -> None:
    beavered = (*OPENING, Double(DARK, 2), Double(LIGHT, 4))
    assert kinds(*beavered, *ANSWER, rules=MONEY) == []
    assert kinds(*beavered, Take(DARK), *ANSWER, rules=MONEY) == []


def test_a_dropped_beaver_costs_the_doubled_stake() -> None:
    dropped = (*OPENING, Double(DARK, 2), Double(LIGHT, 4), Drop(DARK))
    assert kinds(*dropped, win=Win(LIGHT, 2), rules=MONEY) == []
    assert kinds(*dropped, win=Win(LIGHT, 1), rules=MONEY) == ["points"]


def test_a_raccoon_is_answered_before_the_game_goes_on() -> None:
    raccooned = (*OPENING, Double(DARK, 2), Double(LIGHT, 4), Double(DARK, 8))
    assert kinds(*raccooned, Take(LIGHT), *ANSWER, rules=MONEY) == []
    assert kinds(*raccooned, *ANSWER, rules=MONEY) == ["turn"]


def test_beavers_are_for_money_play() -> None:
    beavered = (*OPENING, Double(DARK, 2), Double(LIGHT, 4), *ANSWER)
    assert kinds(*beavered, length=7, rules=MONEY) == ["cube"]
    assert kinds(*beavered, rules="tactic") == ["cube"]
    assert kinds(*beavered) == [], "a file of a money session does not say what was agreed on"


def test_the_stake_at_the_start_is_what_equal_opening_rolls_make_it() -> None:
    assert kinds(*OPENING, game=Game(cube=4), rules=MONEY) == []
    assert kinds(*OPENING, game=Game(cube=8), rules=MONEY) == ["cube"]
    assert kinds(*OPENING, game=Game(cube=3), rules=MONEY) == ["cube"]
    assert kinds(*OPENING, game=Game(cube=2), rules=MONEY, length=5) == ["cube"]


@pytest.mark.parametrize("rules", ["tournament", "tournament jacoby=true"])
def test_a_money_session_whose_file_does_not_tell_may_have_automatic_doubles_and_beavers(rules: str) -> None:
    beavered = (*OPENING, Double(DARK, 8), Double(LIGHT, 16), *ANSWER)
    assert kinds(*beavered, game=Game(cube=4), rules=rules) == []
    assert kinds(*beavered, game=Game(cube=4), rules="tournament cube_limit=64") == ["cube", "cube"]


DOUBLED = (*OPENING, Double(DARK, 2), Take(LIGHT))


def test_the_score_tells_the_crawford_game_whatever_the_record_calls_it() -> None:
    before = replace(game_of("light 31 8/5 6/5", win=Win(LIGHT, 2)))
    match = Match(games=(before, Game((2, 0), DOUBLED)), length=3)
    assert [problem.kind for problem in problems_of(ReadMatch(match))] == ["cube"]
    assert problems_of(ReadMatch(replace(match, rules="tactic"))) == ()


def test_in_a_record_that_begins_midway_the_record_tells_whether_it_is_the_crawford_game() -> None:
    assert kinds(*DOUBLED, game=Game((4, 2), crawford=True), length=5) == ["cube"]
    assert kinds(*DOUBLED, game=Game((4, 2)), length=5) == []
    match = Match(games=(Game((4, 2), DOUBLED, crawford=True),), length=5)
    assert problems_of(ReadMatch(match, ((5,) * len(DOUBLED),))) == (), "files with lines do not tell"


def test_a_double_after_automatic_doubles_goes_on_from_their_stake() -> None:
    dropped = (*OPENING, Double(DARK, 8), Drop(LIGHT))
    assert kinds(*dropped, win=Win(DARK, 4), game=Game(cube=4), rules=MONEY) == []


def test_under_the_holland_rule_a_double_after_the_crawford_game_waits() -> None:
    crawford = replace(game_of("light 31 8/5 6/5", win=Win(DARK, 1)), score=(2, 0), crawford=True)
    early = Game((2, 1), (*OPENING, Double(DARK, 2), Take(LIGHT)))
    before = replace(game_of("light 31 8/5 6/5", win=Win(LIGHT, 2)))
    match = Match(games=(before, crawford, early), length=3)
    assert problems_of(ReadMatch(match)) == ()
    (problem,) = problems_of(ReadMatch(replace(match, rules="tournament holland=true")))
    assert (problem.game, problem.kind) == (3, "cube")


# --- resignations --------------------------------------------------------------------------------


@pytest.mark.parametrize("resigner", Side)
def test_either_player_may_offer_to_resign_at_any_time(resigner: Side) -> None:
    offer = (*OPENING, Resign(resigner, Result.SINGLE), Refuse(resigner.other), *ANSWER)
    assert kinds(*offer) == []


def test_an_accepted_resignation_counts_as_it_was_offered() -> None:
    resigned = (*OPENING, Double(DARK, 2), Take(LIGHT), Resign(LIGHT, Result.GAMMON), Accept(DARK))
    assert kinds(*resigned, win=Win(DARK, 4)) == []
    assert kinds(*resigned, win=Win(DARK, 2)) == ["points"]
    assert kinds(*resigned, win=Win(LIGHT, 4)) == ["points"]


def test_a_resignation_may_follow_a_roll_that_is_not_played() -> None:
    assert kinds(*OPENING, Roll(DARK, Dice(5, 2), None), Resign(DARK, Result.SINGLE), Accept(LIGHT)) == [
        "no-winner-line"
    ]


def test_a_resignation_is_answered_by_the_other_player_before_the_game_goes_on() -> None:
    assert kinds(*OPENING, Resign(DARK, Result.SINGLE), *ANSWER) == ["turn"]
    assert kinds(*OPENING, Resign(DARK, Result.SINGLE), Refuse(DARK), *ANSWER) == ["turn"]
    assert kinds(*OPENING, Accept(DARK), win=Win(DARK, 1)) == ["turn"]
    assert kinds(*OPENING, Resign(DARK, Result.SINGLE), Resign(DARK, Result.GAMMON), Refuse(LIGHT)) == ["turn"]
    assert kinds(*OPENING, Resign(LIGHT, Result.SINGLE), Double(DARK, 2)) == ["cube"]


@pytest.mark.parametrize(
    "end", [(Resign(DARK, Result.SINGLE), Accept(LIGHT)), (Double(DARK, 2), Drop(LIGHT))], ids=["accepted", "dropped"]
)
def test_nothing_follows_the_end_of_a_game(end: tuple[Action, ...]) -> None:
    assert kinds(*OPENING, *end, *ANSWER) == ["after-end"]


# --- passes and placed checkers ------------------------------------------------------------------


def test_who_is_shut_out_need_not_roll() -> None:
    shut = replace(board("bar:1 6:14", "6:3 5:3 4:3 3:2 2:2 1:2"), on_roll=LIGHT)
    game = Game(start=shut)
    dark = Roll(DARK, Dice(2, 1), Play.from_text("6/4 6/5"))
    assert kinds(Pass(LIGHT), dark, game=game) == []
    assert kinds(Pass(LIGHT), Pass(DARK), game=game) == ["illegal"]
    assert kinds(Pass(LIGHT), dark, game=game, rules="tournament shut_out_rolls=true") == ["illegal"]


def test_who_is_on_the_bar_before_an_open_point_has_to_roll() -> None:
    game = Game(start=replace(board("bar:1 6:14", "6:3 5:3 4:3 3:2 2:2 1:1 8:1"), on_roll=LIGHT))
    assert problems(Pass(LIGHT), game=game) == ["illegal: light passes without a roll, and has to roll"]


def test_a_play_that_stood_and_cannot_be_spelled_is_illegal_and_the_game_goes_on_from_there() -> None:
    stood = Roll(LIGHT, Dice(3, 1), None, MatchScore.ILLEGAL)
    lies = replace(START, points=(*START.points[:5], 4, 1, *START.points[7:]), on_roll=DARK)
    assert kinds(stood, Placed(lies), *ANSWER) == ["illegal"]


def test_who_is_placed_on_roll_acts_next() -> None:
    placed = Placed(replace(START, on_roll=DARK))
    assert kinds(*OPENING, *ANSWER, placed, *ANSWER) == []
    assert kinds(*OPENING, *ANSWER, placed, *OPENING) == ["turn"]


def test_a_game_that_is_set_up_midway_may_begin_with_a_double_and_with_equal_dice() -> None:
    game = Game(start=board("6:5 5:5 4:5", "6:5 5:5 4:5", on_roll=DARK))
    roll = Roll(DARK, Dice(4, 4), Play.from_text("4/off(4)"))
    assert kinds(Double(DARK, 2), Take(LIGHT), roll, game=game) == []


# --- the end -------------------------------------------------------------------------------------


def ended(start: Position, *before: Action, win: int) -> list[str]:
    """What is wrong with a game that Light wins from this position by bearing off two with 65."""
    last = Roll(LIGHT, Dice(6, 5), Play.from_text("1/off(2)"))
    return kinds(*before, last, win=Win(LIGHT, win), game=Game(start=start), length=25)


def test_a_gammon_is_decided_from_the_record_and_not_from_the_tray() -> None:
    start = replace(board("1:2", "6:14 5:1"), on_roll=DARK)
    illegal = Roll(DARK, Dice(2, 1), Play.from_text("6/off 6/5"), MatchScore.ILLEGAL)
    legal = Roll(DARK, Dice(6, 1), Play.from_text("6/off 6/5"))
    assert ended(start, illegal, win=2) == ["illegal"]
    assert ended(start, legal, win=1) == []


def test_checkers_placed_beside_the_board_do_not_save_a_gammon() -> None:
    start = replace(board("1:2", "6:14 5:1"), on_roll=DARK)
    stood = Roll(DARK, Dice(2, 1), None, MatchScore.ILLEGAL)
    assert ended(start, stood, Placed(board("1:2", "6:12 5:1", on_roll=LIGHT)), win=2) == ["illegal"]


def test_who_began_with_fewer_than_fifteen_loses_a_gammon_all_the_same() -> None:
    start = replace(board("1:2", "6:14", on_roll=LIGHT), off=Stack(13, 0))
    assert ended(start, win=2) == []
    assert ended(start, win=1) == ["points"]


def test_a_score_that_does_not_follow_is_told_where_the_game_before_ends() -> None:
    first = game_of("light 31 8/5 6/5", win=Win(LIGHT, 2))
    reading = ReadMatch(
        Match(games=(first, replace(first, score=(1, 0))), length=7), ((5,), (9,)), (6, 10), game_lines=(3, 7)
    )
    assert problems_of(reading) == (
        Problem(1, 6, "score", "the score after the game is (1, 0), expected (2, 0)"),
    )  # fmt: skip


def test_a_file_of_lines_that_breaks_off_has_no_winner_line() -> None:
    match = Match(games=(Game(actions=OPENING),), length=7)
    (problem,) = problems_of(ReadMatch(match, ((5,),), (None,), game_lines=(3,)))
    assert (problem.game, problem.line, problem.kind) == (1, 3, "no-winner-line")
    assert problems_of(ReadMatch(match)) == (), "other formats say that a game is unfinished"


def test_so_many_broken_rules_are_told_and_no_more() -> None:
    game = Game(actions=(Take(LIGHT),) * (MOST_REPORTED + 5))
    assert len(problems_of(ReadMatch(Match(games=(game,))))) == MOST_REPORTED
