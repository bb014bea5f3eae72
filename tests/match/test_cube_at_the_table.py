"""Cube, stake and resignation at a table that is watched."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from companion.games.backgammon import START, BackgammonRules, Dice, Play, Position, RuleSet
from companion.games.backgammon.cube import Act, Cube
from companion.games.backgammon.notation import resolve
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.match import actions
from companion.match.anchoring import anchored_to
from companion.match.events import BoardSeen, ButtonPressed, CubeActed, DiceRolled, PutBackAsked
from companion.match.phases import TO_ROLL, Phase
from companion.match.session import State, Terms, step
from companion.match.state import DiceSource, EndOfTurn, Wrong
from companion.match.view import view_of
from companion.record import Header, Match, match_from_entries
from companion.record.checking import problems_of
from companion.record.entries import Entry, Kind
from companion.record.files.reading import ReadMatch
from companion.record.match import Accept, Double, Drop, Pass, Placed, Refuse, Resign, Roll, Take, Win
from companion.record.reports.transcript import transcript_line
from tests.table import LEFT, Table, after, at_score, observed, opened, position, staged
from vision.observation import CubePlace

LIGHT, DARK = Side.LIGHT, Side.DARK
MONEY: Final = "tournament beavers=true raccoons=true"


def terms(rules: str = "tournament", **facts: object) -> Terms:
    return Terms(rules=BackgammonRules(RuleSet.from_text(rules)), **facts)  # type: ignore[arg-type]


def match_of(table: Table, rules: str = "tournament") -> Match:
    return match_from_entries(Header(1, "2026-11-20T19:30:00+00:00", rules=rules), table.journal)


def then(table: Table, told: tuple[State, list[Entry]]) -> None:
    """Puts on record what the chronicle tells."""
    state, entries = told
    table.state = anchored_to(state)
    table.journal += entries


def at(board: Position, cube: Cube) -> Table:
    table = Table(Terms())
    table.see(START)
    table.state = staged(table.state, board, cube).with_record(phase=Phase.MAY_DOUBLE)
    table.journal.clear()
    return table


# --- an offer that is not allowed ----------------------------------------------------------------


def test_a_double_in_the_crawford_game_is_refused_with_the_reason_and_leaves_no_trace() -> None:
    table, board = opened()
    table.state = at_score(table.state, crawford=True).with_seen(belief=None, recorded=())
    before = table.recorded()
    table.see(board, cube=CubePlace.OFFERED)
    message = table.state.shown.message
    assert message is not None
    assert (message.key, message.alarm) == ("notice.crawford", False)
    assert table.recorded() == before
    assert table.state.phase in TO_ROLL


def test_a_double_of_the_wrong_player_is_refused_with_the_owners_name() -> None:
    table, board = opened(Terms(names=("Anna", "Ben")))
    table.state = staged(table.state, cube=Cube(2, LIGHT))
    table.see(board, cube=CubePlace.OFFERED)
    assert table.state.shown.message is not None
    assert (table.state.shown.message.key, table.state.shown.message.values) == ("notice.not-owner", {"name": "Anna"})


def test_a_double_beyond_the_limit_is_refused_with_the_limit() -> None:
    table, board = opened(terms("tournament cube_limit=2"))
    table.state = staged(table.state, cube=Cube(2, DARK))
    table.see(board, cube=CubePlace.OFFERED)
    assert table.state.shown.message is not None
    assert (table.state.shown.message.key, table.state.shown.message.values) == ("notice.cube-limit", {"value": "2"})


def test_a_refusal_goes_when_the_cube_is_back() -> None:
    table, board = opened()
    state = at_score(table.state, crawford=True)
    looks = [BoardSeen(observed(board, cube=place), 9, 9.0) for place in (CubePlace.OFFERED, CubePlace.MIDDLE)]
    state, _ = step(state, looks[0])
    assert state.shown.message is not None
    state, _ = step(state, looks[1])
    assert state.shown.message is None


def test_what_lies_on_the_field_of_a_game_without_a_cube_is_no_offer() -> None:
    table, board = opened(terms("djeco"))
    table.see(board, cube=CubePlace.OFFERED)
    assert table.state.shown.message is None
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_a_cube_on_the_field_beside_the_dice_accuses_nobody() -> None:
    table, board = opened()
    table.state = at_score(table.state, crawford=True).with_seen(belief=None, recorded=())
    table.see(board, "65", LEFT, cube=CubePlace.OFFERED)
    assert table.state.shown.message is None or table.state.shown.message.key != "notice.crawford"


def test_a_cube_that_merely_lies_at_the_opponents_is_no_offer_in_the_crawford_game() -> None:
    table, board = opened()
    table.state = at_score(table.state, crawford=True).with_seen(belief=None, recorded=())
    for _ in range(3):
        table.see(board, cube=CubePlace.LIGHT)
    assert table.state.shown.message is None


# --- doubles, beavers ----------------------------------------------------------------------------


def test_the_offered_cube_is_shown_before_who_is_to_answer() -> None:
    table, board = opened()
    table.see(board, cube=CubePlace.OFFERED)
    view = view_of(table.state)
    assert (view.cube_value, view.cube_offered_by) == (1, DARK)


def test_a_double_beyond_need_is_shown_to_be_pointless_and_stands() -> None:
    table, board = opened(Terms(length=3))
    table.state = at_score(table.state, (0, 2), crawford_played=True).with_seen(belief=None, recorded=())
    table.see(board, cube=CubePlace.OFFERED)
    assert table.recorded()[-1] == "dark double"
    assert table.state.shown.message is not None
    assert table.state.shown.message.key == "notice.cube-pointless"
    table.see(board, cube=CubePlace.LIGHT)
    assert table.recorded()[-1] == "light take"
    assert table.state.shown.message is None


def test_a_beaver_is_told_as_a_double_of_the_other_side() -> None:
    table, board = opened(terms(MONEY))
    table.see(board, cube=CubePlace.OFFERED)
    then(table, actions.doubled_back(table.state, None, None))
    then(table, actions.taken(table.state, None, None))
    assert table.state.record.cube == Cube(4, LIGHT)
    assert match_of(table, MONEY).games[0].actions[1:] == (Double(DARK, 2), Double(LIGHT, 4), Take(DARK))


def test_a_refused_beaver_loses_the_doubled_stake() -> None:
    table, board = opened(terms(MONEY))
    table.see(board, cube=CubePlace.OFFERED)
    then(table, actions.doubled_back(table.state, None, None))
    then(table, actions.dropped(table.state, None))
    match = match_of(table, MONEY)
    assert match.games[0].actions[-1] == Drop(DARK)
    assert match.games[0].win == Win(LIGHT, 2)
    assert problems_of(ReadMatch(match)) == ()


# --- equal opening rolls -------------------------------------------------------------------------


def test_equal_opening_rolls_double_the_stake_where_the_rules_say_so() -> None:
    table = Table(terms("gamez", end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC))
    table.see(START)
    for first, second in ((4, 4), (3, 1)):
        table.happen(ButtonPressed(1.0))
        table.happen(DiceRolled(first, second, 1.0))
    assert table.recorded() == ["start", "note", "start", "light roll 31"]
    assert table.state.record.cube == Cube(2)
    (game,) = match_of(table, "gamez").games
    assert (game.cube, len(game.actions)) == (2, 1)


def test_equal_dice_seen_in_the_opening_double_the_stake_once() -> None:
    table = Table(terms("gamez"))
    table.see(START)
    for _ in range(3):
        table.see(START, "44")
    table.see(START, "31", LEFT)
    table.see(after(START, "31", "8/5 6/5"), "31", LEFT)
    assert table.recorded() == ["start", "note", "start", "light roll 31", "light play 31 8/5 6/5"]
    assert table.state.record.cube == Cube(2)


def test_equal_opening_rolls_are_just_thrown_again_elsewhere() -> None:
    table = Table(terms())
    table.see(START)
    table.see(START, "44")
    table.see(START, "31", LEFT)
    table.see(after(START, "31", "8/5 6/5"), "31", LEFT)
    assert table.recorded() == ["start", "light roll 31", "light play 31 8/5 6/5"]
    assert table.state.record.cube == Cube()


# --- who is shut out ---------------------------------------------------------------------------------


def test_a_press_passes_the_turn_of_who_is_shut_out_and_the_next_one_rolls() -> None:
    closed_out = position("6:3 5:3 4:3 3:2 2:2 1:2 | bar:-1 19:-14", DARK)
    table = Table(Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC))
    table.see(START)
    table.state = staged(table.state, closed_out).with_record(phase=Phase.MAY_DOUBLE)
    table.happen(ButtonPressed(1.0))
    assert (table.journal[-1].event, table.journal[-1].side, table.journal[-1].dice) == (Kind.PLAY, DARK, None)
    assert table.state.shown.message is not None
    assert table.state.shown.message.key == "notice.shut-out"
    assert (table.rolls_asked, table.state.side) == (0, LIGHT)
    table.happen(ButtonPressed(2.0))
    assert table.rolls_asked == 1
    assert match_of(table).games[0].actions == (Pass(DARK),)


SHUT_OUT: Final = position("6:3 5:2 4:2 3:2 2:2 1:2 13:2 | bar:-1 19:-14", DARK)
LIGHTS_TURN: Final = Roll(LIGHT, Dice(4, 3), Play.from_text("13/9 13/10"))
LIGHTS_BOARD: Final = resolve(replace(SHUT_OUT, on_roll=LIGHT), Play.from_text("13/9 13/10"))


def seen_shut_out() -> Table:
    """Dark is to roll and shut out; the camera sees the dice."""
    table = Table()
    table.see(START)
    table.state = staged(table.state, SHUT_OUT).with_record(phase=Phase.MAY_DOUBLE)
    return table


def test_who_is_shut_out_may_roll_and_cannot_move() -> None:
    table = seen_shut_out()
    table.see(SHUT_OUT, "65")
    table.see(SHUT_OUT, "43", LEFT)
    table.see(LIGHTS_BOARD, "43", LEFT)
    assert match_of(table).games[0].actions == (Roll(DARK, Dice(6, 5), Play()), LIGHTS_TURN)


def test_a_throw_that_the_opponent_of_who_is_shut_out_has_played_was_the_opponents() -> None:
    table = seen_shut_out()
    table.see(LIGHTS_BOARD, "43")
    assert match_of(table).games[0].actions == (Pass(DARK), LIGHTS_TURN)


def test_the_opponents_throw_is_told_from_that_of_who_is_shut_out_once_it_is_played() -> None:
    table = seen_shut_out()
    table.see(SHUT_OUT, "43")
    table.see(LIGHTS_BOARD, "43")
    assert match_of(table).games[0].actions == (Pass(DARK), LIGHTS_TURN)
    assert table.state.side is DARK


# --- resignations --------------------------------------------------------------------------------


@pytest.mark.parametrize(("result", "points"), [(Result.SINGLE, 2), (Result.GAMMON, 4), (Result.BACKGAMMON, 6)])
def test_an_accepted_resignation_ends_the_game_at_what_was_offered(result: Result, points: int) -> None:
    table, _ = opened()
    table.state = staged(table.state, cube=Cube(2, LIGHT))
    then(table, actions.resigned(table.state, DARK, result))
    then(table, actions.resignation_answered(table.state, accepted=True))
    assert (table.state.phase, table.state.record.result, table.state.record.score) == (
        Phase.GAME_OVER,
        Win(LIGHT, points),
        (points, 0),
    )
    (game,) = match_of(table).games
    assert game.actions[1:] == (Resign(DARK, result), Accept(LIGHT))
    assert game.win == Win(LIGHT, points)


def test_after_a_refused_resignation_the_game_goes_on() -> None:
    table, board = opened()
    then(table, actions.resigned(table.state, DARK, Result.SINGLE))
    then(table, actions.resignation_answered(table.state, accepted=False))
    table.see(board, "65", LEFT)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    match = match_of(table)
    assert [type(action) for action in match.games[0].actions] == [Roll, Resign, Refuse, Roll]
    assert problems_of(ReadMatch(match)) == ()


def test_a_resignation_refused_between_roll_and_play_leaves_one_turn() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    then(table, actions.resigned(table.state, DARK, Result.SINGLE))
    then(table, actions.resignation_answered(table.state, accepted=False))
    table.see(after(board, "65", "24/13"), "65", LEFT)
    match = match_of(table)
    assert [type(action) for action in match.games[0].actions] == [Roll, Resign, Refuse, Roll]
    assert problems_of(ReadMatch(match)) == ()


def test_a_person_reads_what_became_of_stake_turn_and_resignation() -> None:
    entries = [
        Entry(1, 0.0, Kind.START).with_details({"game": 2, "cube": 2}),
        Entry(2, 0.0, Kind.PLAY, side=DARK),
        Entry(3, 0.0, Kind.RESIGN, side=DARK).with_details({"result": "gammon"}),
        Entry(4, 0.0, Kind.ANSWERED, side=LIGHT).with_details({"resignation": "refused"}),
    ]
    assert [transcript_line(entry, ("Anna", "Ben")).split("  ")[-1] for entry in entries] == [
        "game 2 begins, the cube is on 2",
        "Ben is closed out and need not roll",
        "Ben resigns a gammon",
        "answered: refused",
    ]


# --- what was borne off --------------------------------------------------------------------------


def test_a_checker_taken_off_illegally_does_not_save_a_gammon_at_the_table() -> None:
    start = position("1:2 | 19:-14 20:-1", DARK)
    table = at(start, Cube())
    table.see(start, "21")
    lies = position("1:2 | 19:-13 20:-1", DARK)
    wrong = Wrong(lies, "wrong-distance")
    then(table, actions.stood(table.state.with_record(phase=Phase.CORRECTING, wrong=wrong), None))
    table.see(lies, "65", LEFT)
    table.see(after(replace(lies, on_roll=LIGHT), "65", "1/off(2)"), "65", LEFT)
    assert table.recorded()[1:] == [
        "dark stood 21 6/off wrong-distance", "light roll 65", "light play 65 1/off(2)", "light game_over",
    ]  # fmt: skip
    assert table.state.record.result == Win(LIGHT, 2)


def test_a_checker_borne_off_legally_saves_a_gammon_at_the_table() -> None:
    start = position("1:2 | 19:-14 20:-1", DARK)
    table = at(start, Cube())
    saved = after(start, "61", "6/off 6/5")
    table.see(start, "61")
    table.see(saved, "61")
    table.see(saved, "65", LEFT)
    table.see(after(saved, "65", "1/off(2)"), "65", LEFT)
    assert table.state.record.borne_off == Stack(15, 1)
    assert table.state.record.result == Win(LIGHT, 1)


def test_a_play_that_stood_and_cannot_be_spelled_is_kept_as_the_checkers_lie() -> None:
    entries = [
        Entry(1, 0.0, Kind.START, position=START.id()),
        Entry(2, 1.0, Kind.ROLL, side=LIGHT, dice=(3, 1)),
        Entry(3, 2.0, Kind.STOOD, side=LIGHT, dice=(3, 1), position=replace(START, on_roll=DARK).id()),
    ]
    (game,) = match_from_entries(Header(1, "2026-11-20T19:30:00+00:00"), entries).games
    assert game.actions[-1] == Placed(replace(START, on_roll=DARK))


def test_a_double_is_still_unanswered_once_the_board_has_been_put_back() -> None:
    table, board = opened(Terms(length=7, asks=True))
    table.see(board)
    table.happen(CubeActed(Act.DOUBLE, DARK, 4.0))
    table.happen(PutBackAsked(5.0))
    table.see(board)
    assert table.state.phase is Phase.DOUBLED
    for _ in range(3):
        table.see(board, "63", LEFT, cube=CubePlace.OFFERED)
    assert table.state.phase is Phase.DOUBLED, "nobody rolls before the double is answered"
    assert table.journal[-1].event is Kind.NOTE
