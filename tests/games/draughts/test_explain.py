"""Why a board is no legal end of a turn: cases by hand, and turns in which one rule is broken at a time."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from companion.games.draughts import Move, Position, after, legal_moves, picture_of
from companion.games.draughts.explain import explain, explain_move
from companion.games.draughts.moves import captures, longest, quiet_moves
from companion.games.draughts.notation import squares_in
from companion.games.draughts.reason import Explanation, Reason
from companion.games.draughts.squares import SQUARES, name, named
from companion.games.rules import Picture, Side, Stack
from companion.texts import LONGEST, TEXTS, sentence
from tests.games.draughts.boards import random_position

START = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
EMPTY = Stack(0, 0)


def lying(fen: str, changes: str) -> Picture:
    """The board with changes such as ``c3- c5w d4b``: emptied, a light piece put there, a dark one, ``?`` not seen."""
    picture = dict(picture_of(Position.from_fen(fen)))
    for word in changes.split():
        square, what = named(word[:2]), word[2:]
        if what == "?":
            del picture[square]
        else:
            picture[square] = {"-": EMPTY, "w": Stack(1, 0), "b": Stack(0, 1), "wb": Stack(1, 1), "ww": Stack(2, 0)}[
                what
            ]
    return picture


CASES = [
    # fen, what has changed on the board, reason, variant, squares
    (START, "", "not-moved", "", ""),
    (START, "c3- c4w", "not-diagonal", "light", "c3 c4"),
    (START, "c3- d3w", "not-diagonal", "light", "c3 d3"),
    (START, "c3- c5w", "not-diagonal", "", "c3 c5"),
    (START, "g3- c5w", "not-diagonal", "", "g3 c5"),
    (START, "c3- e5w", "jumped-nothing", "", "d4"),
    (START, "b2- d4w", "jumped-own", "", "c3"),
    (START, "a1- e5w", "jumped-own", "", "b2 c3"),
    (START, "a3- c5w", "jumped-nothing", "", "b4"),
    (START, "a3- d6wb", "occupied", "", "d6"),
    (START, "b2- a3ww", "occupied", "", "a3"),
    (START, "c3- d4w e3- f4w", "one-piece", "", "c3 d4 e3 f4"),
    (START, "b6- a5b", "wrong-side", "", "a5 b6"),
    (START, "b6- a5b c3- d4w", "wrong-side", "too", "a5 b6"),
    (START, "c3-", "piece-count", "", "c3"),
    (START, "d4w", "piece-count", "more", "d4"),
    (START, "e5b", "piece-count", "more", "e5"),
    (START, "b6-", "wrong-removed", "", "b6"),
    (START, "c3- d4w b6-", "wrong-removed", "", "b6"),
    ("W:Wc3,g3:Bh8", "c3- b2w", "backward", "", "c3 b2"),
    ("B:Wa1:Bf6", "f6- g7b", "backward", "", "f6 g7"),
    ("W:Wc3,g3:Bh8", "c3- f6w", "too-far", "", "c3 f6"),
    ("B:Wa1:Bh8", "h8- e5b", "too-far", "", "h8 e5"),
    ("W:Wc3,g3:Bd4", "c3- b4w", "capture-compulsory", "", "c3"),
    ("W:Wc3,g3:Bd4", "g3- f4w", "capture-compulsory", "", "c3"),
    ("W:WKa1,g3:Bd4", "g3- h4w", "capture-compulsory", "", "a1"),
    ("B:Wc5:Bd6,h8", "h8- g7b", "capture-compulsory", "", "d6"),
    ("W:Wc3:Bd4", "c3- e5w", "captured-left", "", "d4"),
    ("W:Wc3:Bd4,f6", "c3- g7w d4-", "captured-left", "", "f6"),
    ("W:WKa1:Bd4", "a1- g7w", "captured-left", "", "d4"),
    ("W:Wc3:Bd4,h8", "c3- e5w h8-", "wrong-removed", "", "d4 h8"),
    ("W:Wc3:Bd4,h8", "c3- e5w d4- h8-", "wrong-removed", "", "h8"),
    ("W:Wc3:Bd4,f6", "c3- e5w d4-", "longer-capture", "goes-on", "c3"),
    ("W:Wc3:Bd4,f6", "c3- e5w", "longer-capture", "goes-on", "c3"),
    ("W:Wc3,g3:Bd4,f6,h4", "g3-", "piece-count", "", "g3"),
    ("W:Wc3,e1:Bd4,f6,f2", "e1- g3w f2-", "longer-capture", "", "c3"),
    ("W:Wc3,Ke1:Bd4,f6,f2", "e1- h4w f2-", "longer-capture", "goes-on", "c3 e1"),
    ("W:Wc3:Bd4,b4,f6", "c3- a5w b4-", "longer-capture", "", "c3"),
    ("W:Wd4:Be5,e7,b6", "d4- a5w e5- e7-", "promotion-in-passing", "", "d8"),
    ("W:WKa1,c3:Bh8,h6", "a1- e5w", "jumped-own", "", "c3"),
    ("W:WKa1:Bd4,e5", "a1- g7w", "king-blocked", "", "d4 e5"),
    ("W:WKa1:Bd4,e5", "a1- f6w", "king-blocked", "", "d4 e5"),
    ("W:WKa1:Bh6", "a1- a5w", "not-diagonal", "", "a1 a5"),
    ("W:WKa1:Bh8", "a1- h8wb", "occupied", "", "h8"),
    ("W:WKa1:Bh8", "a1- h8w", "occupied", "", "h8"),
    ("W:Wa3:Bb4,c5", "a3- b4wb", "game-over", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "changes", "reason", "variant", "squares"), CASES)
def test_the_fault_of_a_board_is_named(fen: str, changes: str, reason: str, variant: str, squares: str) -> None:
    found = explain(Position.from_fen(fen), lying(fen, changes))
    assert found is not None
    assert (found.reason.value, found.variant) == (reason, variant)
    assert {name(square) for square in found.squares} == set(squares.split())
    assert found.text_key in TEXTS
    assert 0 < len(sentence(found.text_key, found.values)) <= LONGEST


def text_of(found: Explanation) -> str:
    return sentence(found.text_key, found.values)


def test_a_longer_capture_is_named_with_its_piece_and_the_numbers() -> None:
    position = Position.from_fen("W:Wc3,e1:Bd4,f6,h6,f2")
    found = explain(position, lying(position.fen(), "e1- g3w f2-"))
    assert found is not None
    assert text_of(found) == "c3 can capture 2, you captured 1: capture the most."
    assert (
        sentence(found.text_key, {"most": "2", "took": "1"}) == "2 can be captured, you captured 1: capture the most."
    )


def test_squares_that_were_not_seen_are_no_fault() -> None:
    position = Position.from_fen(START)
    end = dict(picture_of(after(position, legal_moves(position)[0])))
    for square in ("h8", "e1", "d4"):
        del end[named(square)]
    assert explain(position, end) is None


@pytest.mark.parametrize(
    ("fen", "result", "reason"),
    [
        ("W:Wc7:Ba3", "B:WKd8:Ba3", None),
        ("W:Wc5:Ba3", "B:WKd6:Ba3", Reason.CROWNED_TOO_SOON),
        ("W:WKc5:Ba3,h8", "B:WKd6:Ba3,h8", None),
        ("W:WKc5:Ba3,h8", "B:Wd6:Ba3,h8", Reason.NOT_CROWNED),
    ],
)
def test_kings_are_compared_where_the_result_tells_them(fen: str, result: str, reason: Reason | None) -> None:
    found = explain(Position.from_fen(fen), Position.from_fen(result))
    assert (found and found.reason) == reason


def test_a_man_that_was_not_crowned_is_a_reminder() -> None:
    position = Position.from_fen("W:Wc7:Ba3")
    (end,) = [after(position, move) for move in legal_moves(position) if move.end == named("d8")]
    found = explain(position, end._replace(kings=0))
    assert found is not None
    assert (found.reason, found.is_reminder, found.squares) == (Reason.NOT_CROWNED, True, (named("d8"),))


@pytest.mark.parametrize(
    ("fen", "move", "reason", "variant"),
    [
        (START, "c3-d4", None, ""),
        (START, "c5-d4", "wrong-side", "empty"),
        (START, "b6-a5", "wrong-side", ""),
        (START, "b2-c3", "occupied", ""),
        (START, "c3-c4", "not-diagonal", "light"),
        (START, "c3-e5", "jumped-nothing", ""),
        ("W:Wc3,g3:Bd4", "g3-f4", "capture-compulsory", ""),
        ("W:Wc3,e1:Bd4,f6,f2", "e1xg3", "longer-capture", ""),
        ("W:Wc3:Bd4,f6", "c3xe5", "longer-capture", "goes-on"),
        ("W:Wc3:Bd4,f6", "c3xe5xg7", None, ""),
        ("W:Wc3:Bd4,f6", "c3xg7", None, ""),
        ("W:Wd4:Be5,e7,b6", "d4xf6xd8xa5", "promotion-in-passing", ""),
        ("W:Wc3:Bd4,g7", "c3xe5xe7", "not-diagonal", ""),
        ("W:WKa1,c3:Bh8,h6", "a1-e5", "jumped-own", ""),
        ("W:WKa1:Bd4,e5", "a1xf6", "king-blocked", ""),
        ("W:Wa3:Bb4,c5", "a3xc5", "game-over", ""),
    ],
)
def test_the_fault_of_an_attempted_move_is_named(fen: str, move: str, reason: str | None, variant: str) -> None:
    found = explain_move(Position.from_fen(fen), squares_in(move))
    assert (found and found.reason.value, found.variant if found else "") == (reason, variant)
    assert found is None or 0 < len(text_of(found)) <= LONGEST


def test_no_legal_end_and_no_legal_move_is_ever_faulted() -> None:
    rng = random.Random(13)
    for _ in range(100):
        position = random_position(rng)
        for move in legal_moves(position):
            end = after(position, move)
            assert explain(position, end) is None
            assert explain(position, picture_of(end)) is None
            assert explain_move(position, move.route) is None
            assert explain_move(position, (move.start, move.end)) is None


@dataclass(frozen=True)
class Broken:
    """A turn that breaks one rule; ``may_be``: the reasons that name it."""

    picture: Picture
    may_be: frozenset[Reason]


def played(position: Position, move: Move, *, left: int = 0) -> Picture:
    """The board after a move, whether or not it is legal, the last ``left`` captured pieces still lying."""
    taken = move.captured[: len(move.captured) - left]
    return picture_of(after(position, Move(move.route, taken)))


def broken_turns(position: Position, rng: random.Random) -> list[Broken]:
    """Turns that break one rule each, as far as the position has room for them."""
    turns: list[Broken] = []
    possible, quiet, legal = captures(position), quiet_moves(position), legal_moves(position)
    most = len(longest(possible)[0].captured) if possible else 0
    legal_ways = {(move.start, move.end) for move in legal}
    stages = {(move.start, move.route[n]) for move in possible for n in range(1, len(move.captured) + 1)}
    turns += [
        Broken(played(position, move), frozenset({Reason.CAPTURE_COMPULSORY}))
        for move in (quiet if possible else [])
        if (move.start, move.end) not in stages
    ]
    for move in possible:
        for count in range(1, len(move.captured) + 1):
            part = Move(move.route[: count + 1], move.captured[:count])
            if count < most and part.start != part.end and (part.start, part.end) not in legal_ways:
                turns.append(Broken(played(position, part), frozenset({Reason.LONGER_CAPTURE})))
    for move in legal:
        if move.captured and move.start != move.end:
            turns.append(
                Broken(played(position, move, left=1), frozenset({Reason.CAPTURED_LEFT, Reason.WRONG_REMOVED}))
            )
        others = [s for s in SQUARES if position.side_at(s) is position.to_move.other and s not in move.captured]
        if others and move.start != move.end:
            picture = {**played(position, move), rng.choice(others): EMPTY}
            turns.append(Broken(picture, frozenset({Reason.WRONG_REMOVED, Reason.CAPTURED_LEFT})))
    other = position._replace(to_move=position.to_move.other)
    turns += [Broken(played(other, move), frozenset({Reason.WRONG_SIDE})) for move in quiet_moves(other)]
    turns += [
        Broken(played(position, Move((start, end))), frozenset({reason}))
        for start, end, reason in astray(position)
        if (start, end) not in stages and (start, end) not in {(m.start, m.end) for m in quiet}
    ]
    return turns


def astray(position: Position) -> list[tuple[int, int, Reason]]:
    """Ways of pieces to empty squares that are against one rule of moving, whatever is captured."""
    ways = []
    ahead = 1 if position.to_move is Side.LIGHT else -1
    for start in SQUARES:
        if position.side_at(start) is not position.to_move:
            continue
        for end in SQUARES:
            if position.side_at(end) is not None or end == start:
                continue
            across, up = end % 8 - start % 8, (end // 8 - start // 8) * ahead
            middle = (start + end) // 2
            if abs(across) != abs(up):
                ways.append((start, end, Reason.NOT_DIAGONAL))
            elif not position.is_king(start) and (abs(across), up) == (1, -1):
                ways.append((start, end, Reason.BACKWARD))
            elif not position.is_king(start) and abs(across) == 2 and position.side_at(middle) is None:
                ways.append((start, end, Reason.JUMPED_NOTHING))
            elif not position.is_king(start) and abs(across) == 2 and position.side_at(middle) is position.to_move:
                ways.append((start, end, Reason.JUMPED_OWN))
    return ways


def test_a_turn_that_breaks_one_rule_is_explained_by_that_rule() -> None:
    rng = random.Random(17)
    named_so: Counter[Reason] = Counter()
    for _ in range(20):
        position = random_position(rng)
        if not legal_moves(position):
            continue
        pictures = [picture_of(after(position, move)) for move in legal_moves(position)]
        for turn in broken_turns(position, rng):
            if turn.picture in pictures:
                continue
            found = explain(position, turn.picture)
            assert found is not None, position.fen()
            assert found.reason in turn.may_be, (position.fen(), found, turn.may_be)
            assert 0 < len(text_of(found)) <= LONGEST
            named_so[found.reason] += 1
    assert all(named_so[reason] > 1 for reason in (
        Reason.CAPTURE_COMPULSORY, Reason.LONGER_CAPTURE, Reason.CAPTURED_LEFT, Reason.WRONG_REMOVED,
        Reason.WRONG_SIDE, Reason.NOT_DIAGONAL, Reason.BACKWARD, Reason.JUMPED_NOTHING, Reason.JUMPED_OWN,
    )), named_so  # fmt: skip


def test_any_board_at_all_is_explained_in_words() -> None:
    rng = random.Random(19)
    stacks = (EMPTY, Stack(1, 0), Stack(0, 1), Stack(1, 1), Stack(2, 0), Stack(0, 3))
    for _ in range(100):
        position = random_position(rng)
        picture = dict(picture_of(position))
        for square in rng.sample(SQUARES, rng.randint(0, 8)):
            if rng.random() < 0.1:
                del picture[square]
            else:
                picture[square] = rng.choice(stacks)
        found = explain(position, picture)
        assert found is None or 0 < len(text_of(found)) <= LONGEST
        squares = [rng.choice(SQUARES) for _ in range(rng.randint(2, 4))]
        attempt = explain_move(position, squares)
        assert attempt is None or 0 < len(text_of(attempt)) <= LONGEST
