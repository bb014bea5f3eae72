from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.record import Header, Match, match_from_entries
from companion.record.entries import Entry, Kind
from companion.record.match import (
    Accept,
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
from tests.record.playing import game_of

LIGHT, DARK = Side.LIGHT, Side.DARK


def told(*entries: tuple[Kind, dict[str, Any]], length: int = 0, rules: str = "tournament") -> Match:
    numbered = [
        Entry(n, float(n), kind, **{key: value for key, value in facts.items() if key != "details"}).with_details(
            facts.get("details")
        )
        for n, (kind, facts) in enumerate(entries, start=1)
    ]
    header = Header(1, "2026-11-20T19:30:00+00:00", ("Anna", "Ben"), length, rules=rules)
    return match_from_entries(header, numbered)


def roll(side: Side, first: int, second: int) -> tuple[Kind, dict[str, Any]]:
    return Kind.ROLL, {"side": side, "dice": (first, second)}


def play(
    side: Side, dice: tuple[int, int], text: str, kind: Kind = Kind.PLAY, **facts: Any
) -> tuple[Kind, dict[str, Any]]:
    return kind, {"side": side, "dice": dice, "play": text, **facts}


START_ENTRY = (Kind.START, {"position": START.id()})
OPENING = (START_ENTRY, roll(LIGHT, 3, 1), play(LIGHT, (3, 1), "8/5 6/5"))


def test_rolls_and_plays_become_turns() -> None:
    match = told(*OPENING, roll(DARK, 6, 6), play(DARK, (6, 6), "Cannot Move"), roll(LIGHT, 2, 1))
    assert match.names == ("Anna", "Ben")
    assert match.header == {"EventDate": "2026.11.20"}
    dance = Roll(DARK, Dice(6, 6), Play())
    (game,) = match.games
    assert game.actions == (*game_of("light 31 8/5 6/5").actions, dance, Roll(LIGHT, Dice(2, 1), None))
    assert game.win is None


def test_a_corrected_play_replaces_the_illegal_one() -> None:
    match = told(
        START_ENTRY, roll(LIGHT, 3, 1), (Kind.ILLEGAL, {"side": LIGHT, "dice": (3, 1), "reason": "wrong-distance"}),
        play(LIGHT, (3, 1), "8/5 6/5", Kind.CORRECTED),
    )  # fmt: skip
    assert match.games == (game_of("light 31 8/5 6/5"),)


def test_an_illegal_play_that_stood_is_written_as_it_was_played() -> None:
    match = told(
        START_ENTRY, roll(LIGHT, 3, 1), (Kind.ILLEGAL, {"side": LIGHT, "dice": (3, 1), "reason": "wrong-distance"}),
        play(LIGHT, (3, 1), "13/8", Kind.STOOD, reason="wrong-distance"), roll(DARK, 5, 2),
    )  # fmt: skip
    assert match.games[0].actions[0] == Roll(LIGHT, Dice(3, 1), Play.from_text("13/8"), MatchScore.ILLEGAL)


def test_a_play_that_nobody_could_tell_is_marked_uncertain() -> None:
    match = told(
        START_ENTRY, roll(LIGHT, 3, 1), (Kind.ASKED, {"side": LIGHT, "dice": (3, 1)}),
        play(LIGHT, (3, 1), "8/5 6/5", details={"uncertain": True}),
    )  # fmt: skip
    (action,) = match.games[0].actions
    assert isinstance(action, Roll)
    assert action.standing is MatchScore.UNCERTAIN


@pytest.mark.parametrize(("rules", "crawford"), [("tournament", True), ("tactic", False)])
def test_there_is_a_crawford_game_where_the_rules_have_one(rules: str, *, crawford: bool) -> None:
    over = (Kind.GAME_OVER, {"side": LIGHT, "details": {"points": 2}})
    match = told(*OPENING, over, *OPENING, length=3, rules=rules)
    assert [game.crawford for game in match.games] == [False, crawford]


def test_undo_takes_the_play_back_and_keeps_its_roll() -> None:
    undone = told(*OPENING, roll(DARK, 5, 2), (Kind.UNDO, {"side": LIGHT, "dice": (3, 1)}))
    assert undone.games == (game_of("light 31"),)
    again = told(*OPENING, (Kind.UNDO, {"side": LIGHT}), play(LIGHT, (3, 1), "24/20"))
    assert again.games == (game_of("light 31 24/20"),)


def test_undo_after_the_last_checker_reopens_the_game() -> None:
    match = told(*OPENING, (Kind.GAME_OVER, {"side": LIGHT, "details": {"points": 2}}), (Kind.UNDO, {"side": LIGHT}))
    assert match.games == (game_of("light 31"),)


STOOD = (Kind.STOOD, {"side": LIGHT, "dice": (3, 1), "position": replace(START, on_roll=DARK).id()})


def test_a_play_that_stood_and_cannot_be_spelled_is_followed_by_how_the_checkers_lie() -> None:
    (game,) = told(START_ENTRY, roll(LIGHT, 3, 1), STOOD, roll(DARK, 5, 2)).games
    unspelled = Roll(LIGHT, Dice(3, 1), None, MatchScore.ILLEGAL)
    assert game.actions == (unspelled, Placed(replace(START, on_roll=DARK)), Roll(DARK, Dice(5, 2), None))


def test_undo_takes_back_a_play_that_stood_together_with_its_position() -> None:
    match = told(START_ENTRY, roll(LIGHT, 3, 1), STOOD, (Kind.UNDO, {"side": LIGHT, "dice": (3, 1)}))
    assert match.games == (game_of("light 31"),)


def test_who_is_shut_out_passes_without_a_roll_and_an_undo_takes_that_back() -> None:
    closed_out = (Kind.PLAY, {"side": DARK})
    assert told(*OPENING, closed_out).games[0].actions[1:] == (Pass(DARK),)
    assert told(*OPENING, closed_out, (Kind.UNDO, {"side": DARK})).games == told(*OPENING).games


def test_a_start_with_fewer_checkers_has_none_borne_off() -> None:
    start = replace(START, points=(*START.points[:12], START.points[12] - 1, *START.points[13:]))
    lies = replace(start, on_roll=DARK)
    stood = (Kind.STOOD, {"side": LIGHT, "dice": (3, 1), "position": lies.id()})
    (game,) = told((Kind.START, {"position": start.id()}), roll(LIGHT, 3, 1), stood).games
    assert game.start == start
    assert game.actions[-1] == Placed(lies)


def test_the_last_start_tells_the_stake_after_equal_opening_rolls() -> None:
    raised = (Kind.START, {"position": START.id(), "details": {"game": 1, "cube": 2}})
    dropped = (Kind.DOUBLE, {"side": DARK}), (Kind.DROP, {"side": LIGHT}), (Kind.GAME_OVER, {"side": DARK})
    (game,) = told(START_ENTRY, raised, *OPENING[1:], *dropped).games
    assert game.cube == 2
    assert game.actions[1] == Double(DARK, 4)
    assert game.win == Win(DARK, 2)


def test_a_resignation_and_its_answer_are_told() -> None:
    offer = (Kind.RESIGN, {"side": DARK, "details": {"result": "gammon"}})
    refused = (Kind.ANSWERED, {"side": LIGHT, "details": {"resignation": "refused"}})
    accepted = (Kind.ANSWERED, {"side": LIGHT, "details": {"resignation": "accepted"}})
    (game,) = told(*OPENING, offer, refused, offer, accepted).games
    gammon = Resign(DARK, Result.GAMMON)
    assert game.actions[1:] == (gammon, Refuse(LIGHT), gammon, Accept(LIGHT))


def test_an_answer_to_another_question_tells_nothing() -> None:
    answered = (Kind.ANSWERED, {"details": {"question": "question.which-play", "choice": "8/5 6/5"}})
    assert told(*OPENING, answered) == told(*OPENING)


def test_a_misread_roll_is_read_anew() -> None:
    edit = (Kind.EDIT, {"side": LIGHT, "dice": (3, 2), "reason": "dice-changed"})
    assert told(START_ENTRY, roll(LIGHT, 3, 1), edit).games == (game_of("light 32"),)


def test_a_dropped_double_ends_the_game_and_the_next_one_has_the_score() -> None:
    match = told(
        *OPENING,
        (Kind.DOUBLE, {"side": DARK, "details": {"value": 2}}), (Kind.TAKE, {"side": LIGHT}),
        roll(DARK, 5, 2), play(DARK, (5, 2), "13/8 13/11"),
        (Kind.DOUBLE, {"side": LIGHT, "details": {"value": 4}}), (Kind.DROP, {"side": DARK}),
        (Kind.GAME_OVER, {"side": LIGHT, "details": {"points": 2}}),
        START_ENTRY, roll(DARK, 6, 5),
        length=3,
    )  # fmt: skip
    first, second = match.games
    cube = [action for action in first.actions if not isinstance(action, Roll)]
    assert cube == [Double(DARK, 2), Take(LIGHT), Double(LIGHT, 4), Drop(DARK)]
    assert first.win == Win(LIGHT, 2)
    assert second == Game((2, 0), (Roll(DARK, Dice(6, 5), None),), crawford=True)


def test_the_points_follow_from_the_cube_where_they_are_not_told() -> None:
    offer = (Kind.DOUBLE, {"side": DARK})
    match = told(*OPENING, offer, (Kind.DROP, {"side": LIGHT}), (Kind.GAME_OVER, {"side": DARK}))
    assert match.games[0].win == Win(DARK, 1)


def test_a_start_set_up_twice_is_one_game() -> None:
    assert told(START_ENTRY, START_ENTRY, roll(LIGHT, 3, 1)).games == (game_of("light 31"),)


def test_a_roll_thrown_again_replaces_the_unplayed_one() -> None:
    assert told(START_ENTRY, roll(LIGHT, 3, 1), roll(LIGHT, 6, 2)).games == (game_of("light 62"),)


def test_a_game_set_up_and_never_begun_is_left_out() -> None:
    over = (Kind.GAME_OVER, {"side": LIGHT, "details": {"points": 1}})
    assert len(told(*OPENING, over, START_ENTRY).games) == 1


def test_what_tells_nothing_of_the_match_changes_nothing() -> None:
    kinds = (Kind.CALIBRATED, Kind.HAND, Kind.CAMERA_LOST, Kind.NOTE, Kind.MATCH_OVER, Kind.COCKED, Kind.PREMATURE)
    noise: list[tuple[Kind, dict[str, Any]]] = [(kind, {}) for kind in kinds]
    assert told(*noise, *OPENING, *noise) == told(*OPENING)
    assert told(*noise).games == ()


def test_an_undo_takes_back_a_board_that_was_placed_and_the_roll_that_it_voided_is_current_again() -> None:
    placed = (Kind.EDIT, {"side": DARK, "position": START.id(), "details": {"placed": True}})
    undo = (Kind.UNDO, {"side": DARK, "dice": (5, 2)})
    rolled = (*OPENING, roll(DARK, 5, 2))
    assert told(*rolled, placed, roll(DARK, 6, 1), undo).games == told(*rolled).games
    assert told(*OPENING, placed, (Kind.UNDO, {"side": DARK})).games == told(*OPENING).games


def test_a_change_that_is_undone_leaves_the_match_as_after_the_entry_that_is_named() -> None:
    won = (Kind.GAME_OVER, {"side": LIGHT, "details": {"points": 2}})
    undo, edit = (
        (Kind.UNDO, {"side": LIGHT, "dice": (3, 1)}),
        (Kind.EDIT, {"dice": (6, 5), "play": "24/13", "details": {"turn": 1}}),
    )
    placed = (Kind.EDIT, {"side": DARK, "position": START.id(), "details": {"placed": True}})
    for change in (won, undo, edit, placed, (Kind.DOUBLE, {"side": DARK})):
        restored = (Kind.RESTORED, {"side": DARK, "details": {"to": len(OPENING)}})
        assert told(*OPENING, change).games != told(*OPENING).games
        assert told(*OPENING, change, restored).games == told(*OPENING).games
        again = (Kind.RESTORED, {"side": DARK, "details": {"to": len(OPENING) + 1}})
        assert told(*OPENING, change, restored, again).games == told(*OPENING, change).games


def test_a_turn_is_corrected_by_its_number_also_after_a_roll_that_became_void() -> None:
    made = Position.from_id("4HPwATDgc/ABMA", DARK)
    placed = (Kind.EDIT, {"side": DARK, "position": made.id(), "details": {"placed": True}})
    void, again = roll(DARK, 6, 5), (roll(DARK, 6, 5), play(DARK, (6, 5), "24/13"))
    was = {"dice": [6, 5], "play": "24/13"}
    edit = (Kind.EDIT, {"dice": (6, 5), "play": "24/18 13/8", "details": {"turn": 3, "was": was}})
    (game,) = told(*OPENING, void, placed, *again, roll(LIGHT, 2, 1), edit).games
    assert [action.play for action in game.actions if isinstance(action, Roll)] == [
        Play.from_text("8/5 6/5"), Play.from_text("24/18 13/8"), None,
    ]  # fmt: skip


def test_an_undo_takes_back_the_last_play_where_the_match_was_decided_before_another_game() -> None:
    match = told(
        *OPENING, (Kind.GAME_OVER, {"side": LIGHT, "details": {"points": 1}}),
        (Kind.MATCH_OVER, {"side": DARK, "reason": "forfeited"}), (Kind.UNDO, {"side": LIGHT, "dice": (3, 1)}),
        length=5,
    )  # fmt: skip
    assert match.games == (Game(actions=(Roll(LIGHT, Dice(3, 1), None),)),)
