"""The draws of a game by the fields of a rule set."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from companion.errors import InputError
from companion.games.catalogue import draughts_named, rules_named
from companion.games.draughts import BOX, RULE_SETS, START, DraughtsRules, Draw, Position, after, draw_of
from companion.games.draughts.notation import parse

FEDERATION = RULE_SETS["draughts-federation"]


def game(fen: str, *moves: str) -> list[Position]:
    """The positions of a game."""
    positions = [Position.from_fen(fen)]
    for written in moves:
        positions.append(after(positions[-1], parse(written, positions[-1])))
    return positions


SHUFFLE = ("c1-d2", "b8-a7", "d2-c1", "a7-b8")


def test_by_the_leaflet_nothing_is_drawn_without_a_word_of_the_players() -> None:
    positions = game("W:WKc1,Ka1,Ke1:BKb8", *islice(cycle(SHUFFLE), 100))
    assert draw_of(positions, BOX) is None
    assert draw_of([START], FEDERATION) is None
    assert draw_of([], FEDERATION) is None


def test_the_third_time_a_position_stands_with_the_same_side_to_move_draws() -> None:
    only = draughts_named("draughts-box repetitions=3").rules
    positions = game("W:WKc1,a3:BKb8,f8", *SHUFFLE, *SHUFFLE)
    assert draw_of(positions, only) is Draw.REPETITION
    assert [draw_of(positions[:length], only) for length in range(1, 9)] == [None] * 8


def test_the_same_squares_with_the_other_side_to_move_are_another_position() -> None:
    only = draughts_named("draughts-box repetitions=2").rules
    position = Position.from_fen("W:WKc1:BKf8")
    assert draw_of([position, position._replace(to_move=position.to_move.other)], only) is None


def test_so_many_king_moves_of_each_side_draw_and_a_mans_move_or_capture_begins_anew() -> None:
    only = draughts_named("draughts-box king_moves=3").rules
    quiet = ("c1-d2", "b8-a7", "d2-c1", "a7-b8", "c1-d2", "b8-a7")
    positions = game("W:WKc1,a3:BKb8,f8", *quiet)
    assert draw_of(positions, only) is Draw.KING_MOVES
    assert draw_of(positions[:-1], only) is None
    with_man = game("W:WKc1,a3:BKb8,f8", "c1-d2", "b8-a7", "a3-b4", "a7-b8", "d2-c1", "b8-a7", "c1-d2")
    assert draw_of(with_man, only) is None
    captured = game("W:WKc1:BKf8,Ke3,Ka7", "c1xf4", "f8-e7", "f4-g3")
    assert draw_of(captured, draughts_named("draughts-box king_moves=1").rules) is Draw.KING_MOVES
    assert draw_of(captured[:3], draughts_named("draughts-box king_moves=1").rules) is None


def test_three_kings_have_so_many_moves_to_win_against_one() -> None:
    only = draughts_named("draughts-box three_kings_moves=2").rules
    positions = game("W:WKc1,Ke1,Kg1:BKa7", "c1-b2", "a7-b8", "b2-c1")
    assert draw_of(positions, only) is Draw.THREE_KINGS
    assert draw_of(positions[:-1], only) is None
    with_man = game("W:WKc1,Ke1,g1:BKa7", "c1-b2", "a7-b8", "b2-c1")
    assert draw_of(with_man, only) is None
    two = game("W:WKc1,Ke1:BKa7", "c1-b2", "a7-b8", "b2-c1")
    assert draw_of(two, only) is None


def test_the_moves_against_a_lone_king_are_counted_from_when_it_is_alone() -> None:
    only = draughts_named("draughts-box three_kings_moves=1").rules
    positions = game("W:WKc1,Ke1,Kh6:BKa3,e3", "h6xd2", "a3-d6")
    assert draw_of(positions, only) is None


def test_a_lone_king_that_holds_the_long_diagonal_draws_soon() -> None:
    only = draughts_named("draughts-box long_diagonal_moves=2").rules
    positions = game("W:WKa7,Kb8,g1:BKa1", "a7-b6", "a1-h8", "b6-a7")
    assert draw_of(positions, only) is Draw.LONG_DIAGONAL
    assert draw_of(positions[:-1], only) is None
    left = game("W:WKb8,g1:BKa3", "b8-a7", "a3-b2", "a7-b8", "b2-c1")
    assert draw_of(left, only) is None


def test_a_rule_set_is_named_changed_and_refused_like_any_other() -> None:
    assert rules_named("draughts-federation") == DraughtsRules(FEDERATION)
    changed = draughts_named("draughts-box repetitions=3 king_moves=15")
    assert changed.rules.text() == "draughts-box repetitions=3 king_moves=15"
    assert changed.rules != BOX
    for text, said in (
        ("draughts-box jacoby=true", "there is no field 'jacoby'"),
        ("draughts-box repetitions", "'repetitions' is no change such as repetitions=3"),
        ("draughts-box repetitions=1", "repetitions is 1, expected 0 for never, or 2 and more"),
        ("draughts-box king_moves=2000", "king_moves is 2000, expected 0 to 1000"),
        ("tournament", "are of backgammon, expected one of draughts-box, draughts-federation"),
    ):
        with pytest.raises(InputError) as refused:
            draughts_named(text)
        assert said in str(refused.value)


def test_every_end_of_a_turn_is_told_with_its_move() -> None:
    ends = DraughtsRules().legal_ends(START)
    assert len(ends) == 7
    assert all(after(START, move) == end for end, move in ends.items())
    assert DraughtsRules().legal_ends(Position.from_fen("W:W:Ba3")) == {}
