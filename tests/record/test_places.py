"""An entry of the journal is about the turn that it changes, or the one that it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.backgammon.scoring import Result
from companion.games.draughts import START, after, legal_moves
from companion.games.draughts.notation import text
from companion.games.rules import Side
from companion.record import Header
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    Annulled,
    ChoiceMade,
    CubeTurned,
    GameBegun,
    GoneOn,
    Halted,
    MoveAmended,
    Offered,
    PointsWon,
    QuestionAsked,
    RestoredTo,
    TurnAmended,
    TurnClaimed,
    TurnDisputed,
    TurnWanted,
    TurnWas,
    UndoWanted,
)
from companion.record.places import Place, Places
from companion.record.reports.draughts_review import reviewed as reviewed_draughts
from companion.record.reports.review import ReviewMark
from tests.record.recorded import MATCH, entries_of

LIGHT, DARK = Side.LIGHT, Side.DARK
HEADER = Header(1, "2026-11-20T19:30:00+00:00", ("Anna", "Boris"), 3)
TWO_TURNS = (*MATCH[:4], MATCH[5])
"""Anna's 31, and Boris' 65 which he has played."""
BORIS_ROLLS = MATCH[3]


def places_of(header: Header, *entries: Entry) -> list[tuple[int, int]]:
    places = Places(header)
    return [(place.game, place.turn) for place in map(places.tell, entries_of(*entries))]


def last(*entries: Entry) -> tuple[int, int]:
    """What the last of these entries of backgammon is about."""
    return places_of(HEADER, *entries)[-1]


def of(kind: Kind, facts: object = None, side: Side | None = None, **more: object) -> Entry:
    return replace(Entry(0, 90.0, kind, side=side), facts=facts, **more)  # type: ignore[arg-type]


def test_roll_and_play_are_about_their_turn_and_a_start_is_about_none() -> None:
    assert places_of(HEADER, *TWO_TURNS) == [(1, 0), (1, 1), (1, 1), (1, 2), (1, 2)]


def test_a_play_taken_back_while_the_other_player_is_on_roll_is_the_one_before() -> None:
    undo = of(Kind.UNDO, side=LIGHT, dice=(3, 1))
    assert last(*MATCH[:4], undo) == (1, 1)
    assert last(*MATCH[:3], undo) == (1, 1)
    again = replace(MATCH[2], play="24/23 13/10", position=None)
    assert places_of(HEADER, *MATCH[:4], undo, again, BORIS_ROLLS)[-2:] == [(1, 1), (1, 2)]


def test_what_restores_a_change_is_about_what_was_changed() -> None:
    edit = of(Kind.EDIT, TurnAmended(1, TurnWas((3, 1), "8/5 6/5")), dice=(3, 1), play="24/23 13/10")
    assert places_of(HEADER, *TWO_TURNS, edit, of(Kind.RESTORED, RestoredTo(5)))[-2:] == [(1, 1), (1, 1)]
    undo = of(Kind.UNDO, side=LIGHT, dice=(3, 1))
    assert places_of(HEADER, *MATCH[:4], undo, of(Kind.RESTORED, RestoredTo(4)))[-2:] == [(1, 1), (1, 1)]


def test_a_corrected_turn_is_found_by_what_it_was_where_void_rolls_count() -> None:
    edit = of(Kind.EDIT, TurnAmended(3, TurnWas((3, 1), "8/5 6/5")), dice=(3, 1), play="24/23 13/10")
    assert last(*TWO_TURNS, edit) == (1, 1)


def test_a_roll_read_again_is_about_the_turn_of_that_roll() -> None:
    assert last(*MATCH[:4], of(Kind.EDIT, side=DARK, dice=(6, 4))) == (1, 2)


def test_a_question_about_a_change_and_its_answer_are_about_that_turn() -> None:
    asked = of(Kind.ASKED, QuestionAsked("question.agree", ("yes", "no"), TurnWanted(DARK, 1, (3, 1), "24/23 13/10")))
    answered = of(Kind.ANSWERED, ChoiceMade("question.agree", "no"))
    assert places_of(HEADER, *TWO_TURNS, asked, answered)[-2:] == [(1, 1), (1, 1)]
    undo = replace(asked, facts=QuestionAsked("question.agree", (), UndoWanted(LIGHT)))
    assert last(*MATCH[:4], undo) == (1, 1)
    assert last(*TWO_TURNS, undo) == (1, 2)
    assert last(*TWO_TURNS, undo, answered, BORIS_ROLLS, answered) == (1, 3), "an answer to another question"


def test_an_early_roll_is_about_the_turn_of_who_rolled() -> None:
    early = of(Kind.PREMATURE, side=DARK, dice=(6, 5))
    assert places_of(HEADER, *MATCH[:2], early, MATCH[2], BORIS_ROLLS)[2:] == [(1, 2), (1, 1), (1, 2)]
    assert last(*MATCH[:3], early) == (1, 2)
    assert last(*MATCH[:4], early) == (1, 2)
    assert last(*MATCH[:2], of(Kind.PREMATURE, Annulled(), side=DARK)) == (1, 2)


def test_an_illegal_play_and_how_it_was_settled_are_of_one_turn() -> None:
    assert places_of(HEADER, *MATCH[:6])[3:] == [(1, 2)] * 3


def test_what_comes_between_two_turns_is_about_the_next_one() -> None:
    double = of(Kind.DOUBLE, CubeTurned(2), side=DARK)
    assert places_of(HEADER, *MATCH[:3], double, of(Kind.TAKE, side=LIGHT), BORIS_ROLLS)[3:] == [(1, 2)] * 3


def test_a_dispute_and_all_that_is_said_in_it_is_about_the_disputed_turn() -> None:
    halted, claim, on = of(Kind.NOTE, Halted("dispute", dispute=1)), of(Kind.NOTE, TurnClaimed(1, "x")), GoneOn()
    assert places_of(HEADER, *TWO_TURNS, halted, claim, of(Kind.NOTE, on))[5:] == [(1, 1)] * 3
    assert last(*TWO_TURNS, of(Kind.NOTE, TurnDisputed(2))) == (1, 2)
    assert last(*TWO_TURNS, of(Kind.NOTE, TurnDisputed(9))) == (1, 3), "no such turn: the one that comes"


def test_the_end_of_a_game_comes_last_in_it_and_a_changed_result_as_well() -> None:
    double, drop = of(Kind.DOUBLE, CubeTurned(2), side=DARK), of(Kind.DROP, side=LIGHT)
    over = of(Kind.GAME_OVER, PointsWon(1), side=DARK)
    changed = replace(over, facts=PointsWon(2, said=True))
    assert places_of(HEADER, *MATCH[:3], double, drop, over, changed)[3:] == [(1, 2)] * 4
    assert places_of(HEADER, *TWO_TURNS, over, changed, of(Kind.MATCH_OVER, side=DARK))[5:] == [(1, 2)] * 3


def test_a_changed_result_that_is_restored_is_about_the_end_of_that_game() -> None:
    over = of(Kind.GAME_OVER, PointsWon(1), side=DARK)
    changed, restored = replace(over, facts=PointsWon(2, said=True)), of(Kind.RESTORED, RestoredTo(6))
    assert last(*TWO_TURNS, over, changed, restored) == (1, 2)


def test_a_board_placed_by_hand_is_about_the_turn_that_it_makes_void_or_the_next() -> None:
    assert MATCH[2].position is not None
    placed = of(Kind.EDIT, side=DARK, position=MATCH[2].position)
    assert last(*MATCH[:4], placed) == (1, 2)
    assert last(*MATCH[:3], placed) == (1, 2)


def test_a_resignation_is_about_the_turn_in_which_it_was_offered() -> None:
    assert last(*MATCH[:4], of(Kind.RESIGN, Offered(Result.SINGLE), side=DARK)) == (1, 2)


# --- draughts -----------------------------------------------------------------------------------------------

MEN = Header(2, "2026-11-20T19:30:00+00:00", ("Anna", "Boris"), 1, rules="draughts-box")

STOOD = after(START, legal_moves(START)[1])


def moves(many: int) -> Sequence[Entry]:
    position, told = START, [of(Kind.START, GameBegun(1), position=START.fen())]
    for _ in range(many):
        move = legal_moves(position)[0]
        told.append(of(Kind.PLAY, side=position.to_move, play=text(move, position)))
        position = after(position, move)
    return told


def test_in_draughts_a_move_taken_back_or_corrected_is_that_move() -> None:
    three, undo = moves(3), of(Kind.UNDO, side=LIGHT)
    assert places_of(MEN, *three, undo, three[-1])[1:] == [(1, 1), (1, 2), (1, 3), (1, 3), (1, 3)]
    other = text(legal_moves(START)[1], START)
    assert places_of(MEN, *moves(1), of(Kind.EDIT, MoveAmended(0), play=other))[-1] == (1, 1)
    assert places_of(MEN, *moves(1), of(Kind.EDIT, MoveAmended(0), play=other), of(Kind.RESTORED, RestoredTo(2)))[
        -1
    ] == (1, 1)


def test_in_draughts_an_illegal_move_that_stood_is_a_turn_of_its_own() -> None:
    two = moves(2)
    illegal = of(Kind.ILLEGAL, side=LIGHT, reason="draughts.not-diagonal")
    stood = of(Kind.STOOD, side=LIGHT, position=STOOD.fen())
    dispute = of(Kind.NOTE, TurnDisputed(2))
    assert places_of(MEN, *two, illegal, stood, dispute)[-3:] == [(1, 3), (1, 3), (1, 2)]


def test_the_review_of_draughts_shows_a_dispute_at_the_disputed_move_and_a_condoned_one_not_at_the_opponents() -> None:
    disputed = reviewed_draughts(MEN, entries_of(*moves(3), of(Kind.NOTE, TurnDisputed(2))))[0].turns
    assert [ReviewMark.DISPUTED in turn.marks for turn in disputed] == [False, True, False]
    stood = of(Kind.STOOD, side=LIGHT, position=STOOD.fen())
    answer = of(Kind.PLAY, side=DARK, play=text(legal_moves(STOOD)[0], STOOD))
    told = reviewed_draughts(MEN, entries_of(*moves(2), stood, answer))[0].turns
    assert [ReviewMark.STOOD in turn.marks for turn in told] == [False, False, True]
    assert [turn.counted for turn in told] == [(1,), (2,), (3, 4)]


def test_the_last_turn_played_is_known() -> None:
    places = Places(HEADER)
    played = []
    for entry in entries_of(*MATCH[:4]):
        places.tell(entry)
        played.append(places.last_played())
    assert played == [None, None, Place(1, 1), Place(1, 1)]
