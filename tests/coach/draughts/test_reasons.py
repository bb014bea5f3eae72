"""Every reason holds on the board: each is played out here in another way than the coach does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

import pytest

from companion.coach.draughts.reasons import MoveReason, facts, why, why_not
from companion.coach.draughts.search import Limits, think
from companion.coach.draughts.tactics import wins_within
from companion.coach.draughts.teaching import WITHIN
from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.moves import captures, longest
from companion.games.draughts.position import FAR_ROW
from companion.games.draughts.squares import named
from companion.games.rules import Side
from companion.texts import TEXTS, blanks, forms, sentence
from companion.texts.draughts_coach import WORDINGS
from tests.coach.draughts.boards import board, random_positions

Check: TypeAlias = Callable[[Position, Move, MoveReason], bool]

POSITIONS: Final = random_positions(150, seed=20)


def lead(position: Position, side: Side) -> int:
    return position.count(side) - position.count(side.other)


def leads(position: Position, side: Side, gives: int) -> Iterator[int]:
    """Leads in pieces when nobody has to capture, the other side capturing in every way, this side in its best one."""
    moves = longest(captures(position))
    if not moves:
        options = [lead(position, side)]
        if gives and position.to_move is side:
            forcing = [after(position, move) for move in legal_moves(position)]
            options += [min(leads(child, side, gives - 1)) for child in forcing if captures(child)]
        yield max(options)
    elif position.to_move is side:
        yield max(min(leads(after(position, move), side, gives)) for move in moves)
    else:
        for move in moves:
            yield from leads(after(position, move), side, gives)


def gain(position: Position, move: Move, gives: int = 0) -> int:
    """What the side that makes a move wins at least, in pieces."""
    side = position.to_move
    return min(leads(after(position, move), side, gives)) - lead(position, side)


def is_crowned(position: Position, side: Side, square: int, own_moves: int) -> bool:
    """Whether a man becomes a king, and is not taken at once, against every defence."""
    moves = legal_moves(position)
    if position.to_move is not side:
        below = [(after(position, reply), reply) for reply in moves]
        return bool(below) and all(
            position_after.side_at(square) is side and is_crowned(position_after, side, square, own_moves)
            for position_after, _ in below
        )
    if own_moves == 0:
        return False
    for move in moves:
        child = after(position, move)
        stands = move.end if move.start == square else square
        if 1 << stands & FAR_ROW[side]:
            safe = all(after(child, reply).side_at(stands) is side for reply in legal_moves(child))
            if safe:
                return True
        elif (move.start == square or move.captured) and is_crowned(child, side, stands, own_moves - 1):
            return True
    return False


def _waiting(position: Position) -> Position:
    return Position(position.light, position.dark, position.kings, position.to_move.other)


def _only_way(position: Position, move: Move, _reason: MoveReason) -> bool:
    return legal_moves(position) == [move]


def _takes_the_most(position: Position, move: Move, reason: MoveReason) -> bool:
    counts = {len(other.captured) for other in captures(position)}
    return max(counts) == len(move.captured) == int(reason.values["n"]) and len(counts) > 1


def _shot(position: Position, move: Move, reason: MoveReason) -> bool:
    given, taken = int(reason.values["given"]), int(reason.values["n"])
    return not move.captured and gain(position, move, 1) == taken - given > 0 and given > 0


def _shot_net(position: Position, move: Move, reason: MoveReason) -> bool:
    return not move.captured and gain(position, move, 1) == int(reason.values["n"]) > 0


def _king_in(position: Position, move: Move, reason: MoveReason) -> bool:
    return is_crowned(after(position, move), position.to_move, move.end, int(reason.values["n"]) - 1)


def _king(position: Position, move: Move, _reason: MoveReason) -> bool:
    return after(position, move).is_king(move.end) and not position.is_king(move.start)


def _in_danger(position: Position, reason: MoveReason) -> bool:
    waiting, square = _waiting(position), named(reason.values["square"])
    return any(square in reply.captured and gain(waiting, reply) > 0 for reply in longest(captures(waiting)))


def _saves(position: Position, move: Move, reason: MoveReason) -> bool:
    square = named(reason.values["square"])
    stands, child = (move.end if square == move.start else square), after(position, move)
    kept = all(after(child, reply).side_at(stands) is position.to_move for reply in legal_moves(child))
    return kept and _in_danger(position, reason)


def _covers(position: Position, move: Move, reason: MoveReason) -> bool:
    return gain(position, move) >= 0 and _in_danger(position, reason)


def _stops(position: Position, move: Move, reason: MoveReason) -> bool:
    square, other = named(reason.values["square"]), position.to_move.other
    child = after(position, move)
    gone = child.side_at(square) is not other
    return is_crowned(_waiting(position), other, square, 2) and (gone or not is_crowned(child, other, square, 2))


def _trades(position: Position, move: Move, _reason: MoveReason) -> bool:
    return gain(position, move) == 0 and lead(position, position.to_move) > 0


def _limits(position: Position, move: Move, reason: MoveReason) -> bool:
    return len(legal_moves(after(position, move))) == int(reason.values["n"])


def _loses_one(position: Position, move: Move, reason: MoveReason) -> bool:
    square, by, child = named(reason.values["square"]), named(reason.values["by"]), after(position, move)
    takes = any(reply.start == by and square in reply.captured for reply in legal_moves(child))
    return takes and gain(position, move) == -1


def _loses(position: Position, move: Move, reason: MoveReason) -> bool:
    return gain(position, move) == -int(reason.values["n"])


def _allows_shot(position: Position, move: Move, reason: MoveReason) -> bool:
    child = after(position, move)
    won = int(reason.values["n"]) - int(reason.values.get("given", "0"))
    return max(gain(child, reply, 1) for reply in legal_moves(child)) >= won > 0


def _lets_through(position: Position, move: Move, reason: MoveReason) -> bool:
    return is_crowned(after(position, move), position.to_move.other, named(reason.values["square"]), 2)


def _wins_pieces(position: Position, move: Move, reason: MoveReason) -> bool:
    return bool(move.captured) and gain(position, move) == int(reason.values["n"])


def _safe(position: Position, move: Move, _reason: MoveReason) -> bool:
    return not any(reply.captured for reply in legal_moves(after(position, move)))


HOLDS: Final[Mapping[str, Check]] = {
    "why.forced": _only_way,
    "why.forced-capture": _only_way,
    "why.most": _takes_the_most,
    "why.shot": _shot,
    "why.shot-net": _shot_net,
    "why.wins-pieces": _wins_pieces,
    "why.king": _king,
    "why.king-in": _king_in,
    "why.saves-man": _saves,
    "why.saves-king": _saves,
    "why.covers-man": _covers,
    "why.covers-king": _covers,
    "why.stops-king": _stops,
    "why.trades": _trades,
    "why.limits": _limits,
    "why.safe": _safe,
    "why.centre": _safe,
    "not.loses-man": _loses_one,
    "not.loses-king": _loses_one,
    "not.loses": _loses,
    "not.shot": _allows_shot,
    "not.shot-net": _allows_shot,
    "not.king": _lets_through,
}


def holds(position: Position, move: Move, reason: MoveReason) -> bool:
    check = HOLDS.get(reason.key.removeprefix("draughts."))
    return check is None or check(position, move, reason)


@pytest.mark.parametrize("position", POSITIONS[::3])
def test_all_that_is_said_of_any_move_is_so(position: Position) -> None:
    for move in legal_moves(position):
        for reason in facts(position, move):
            assert holds(position, move, reason), (move, reason)


@pytest.mark.parametrize("position", POSITIONS[::3])
def test_the_reason_for_the_best_move_holds_and_has_a_text(position: Position) -> None:
    thought = think(position, Limits(nodes=800), within=WITHIN)
    reason = why(thought)
    assert holds(position, thought.best.move, reason), reason
    assert sentence(reason.key, reason.values)
    for one in thought.ranked[1:]:
        against = why_not(thought, one)
        assert sentence(against.key, against.values)


def test_the_positions_call_for_most_of_the_reasons() -> None:
    found = {reason.key for position in POSITIONS for move in legal_moves(position) for reason in facts(position, move)}
    assert {f"draughts.{key}" for key in HOLDS} - found <= {
        "draughts.why.forced",
        "draughts.why.forced-capture",
        "draughts.why.most",
        "draughts.why.covers-man",
        "draughts.why.covers-king",
        "draughts.why.saves-king",
    }


def test_a_man_is_covered_where_it_would_be_taken_back() -> None:
    position, cover = board("d4 c1 e1 h2", "e5 f6 h8"), Move((named("c1"), named("d2")))
    covered = [reason for reason in facts(position, cover) if reason.key == "draughts.why.covers-man"]
    assert [reason.values for reason in covered] == [{"square": "d4"}]
    assert holds(position, cover, covered[0])


def reason_in(position: Position) -> MoveReason:
    return why(think(position, Limits(nodes=3000), within=WITHIN))


def test_the_compulsory_longest_capture_is_named() -> None:
    reason = reason_in(board("g1 b2 d2 a3 c3 e3 g3 b4 h4", "d4 a5 b6 d6 a7 e7 g7 d8 h8"))
    assert (reason.key, reason.values) == ("draughts.why.most", {"n": "2"})


@pytest.mark.parametrize("position", random_positions(40, seed=8, most_moves=120))
def test_a_win_that_is_shown_is_found_by_the_search(position: Position) -> None:
    if wins_within(position, position.to_move, 3):
        assert think(position, Limits(depth=4), within=WITHIN).best.value > 20_000


@pytest.mark.parametrize("key", WORDINGS)
def test_a_sentence_of_the_coach_has_twelve_words_at_most(key: str) -> None:
    for wording in TEXTS[key]:
        filled = dict.fromkeys(blanks(wording), "d4")
        for form in forms(wording):
            assert len(form.format_map(filled).split()) <= 12, form
