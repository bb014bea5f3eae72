"""Why a board is no legal end of a turn, or an attempted move is none.

A camera tells no rank: a picture has what lies on the 64 squares, empty, light or dark.  Where a whole position is
given instead, kings are compared as well.  Of several faults the first of :class:`Reason` that fits is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.games.draughts.moves import Move, after, captures, legal_moves, longest, quiet_moves
from companion.games.draughts.position import FAR_ROW, Position, bits_of, picture_of, squares_of
from companion.games.draughts.reason import Explanation, Reason
from companion.games.draughts.ruleset import BOX, DraughtsRuleSet
from companion.games.draughts.squares import SIZE, SQUARES, Square, between, is_dark, name
from companion.games.rules import Picture, Side, Stack


def explain(position: Position, result: Position | Picture, rules: DraughtsRuleSet = BOX) -> Explanation | None:
    """Return why a board does not end the turn of the side to move, None where it does.

    ``result``: the board as it lies, on which a square that is absent has not been seen; or a position with its kings.
    """
    picture = picture_of(result) if isinstance(result, Position) else result
    moves = legal_moves(position, rules)
    if not moves:
        return Explanation(Reason.GAME_OVER, values={"side": position.to_move.value})
    ends = [move for move in moves if agrees(after(position, move), picture)]
    if ends and not isinstance(result, Position):
        return None
    if ends and isinstance(result, Position):
        return _kings_fault(position, ends, result)
    case = _Case.of(position, picture)
    return _board_fault(case) or _move_fault(case)


def explain_move(position: Position, squares: Sequence[Square], rules: DraughtsRuleSet = BOX) -> Explanation | None:
    """Return why a move along these squares is illegal, None where a legal one fits.

    ``squares``: where the piece stands, and every square that it is put on; those between start and end of a capture
    may be left out.
    """
    start, end = squares[0], squares[-1]
    moves = legal_moves(position, rules)
    if not moves:
        return Explanation(Reason.GAME_OVER, values={"side": position.to_move.value})
    if any((move.start, move.end) == (start, end) and set(squares) <= set(move.route) for move in moves):
        return None
    if position.side_at(start) is not position.to_move:
        moved = position.side_at(start)
        variant = "empty" if moved is None else ""
        values = {"start": name(start), "side": position.to_move.value}
        return Explanation(Reason.WRONG_SIDE, (start,), (start, end), values, variant)
    jumped = _jumped(position, squares)
    case = _Case(position, start, end, jumped, frozenset(), _occupied_ends(position, start, end))
    fault = _move_fault(case)
    legs = list(pairwise(squares))
    if len(legs) > 1 and fault.reason not in (Reason.LONGER_CAPTURE, Reason.PROMOTION_IN_PASSING):
        for leg_start, leg_end in legs:
            leg = _Case(position, leg_start, leg_end, frozenset(), frozenset(), frozenset())
            if found := _geometry_fault(leg, is_king=position.is_king(start), mover=start):
                return found
    return fault


def agrees(end: Position, picture: Picture) -> bool:
    """Return whether a board may be that of a position; a square that is absent from it may hold anything."""
    known = picture_of(end)
    return all(_side_of(known[square]) == _side_of(stack) for square, stack in picture.items())


def _side_of(stack: Stack) -> tuple[bool, bool]:
    return stack.light > 0, stack.dark > 0


def _kings_fault(position: Position, ends: Iterable[Move], result: Position) -> Explanation | None:
    """The kings that differ from every legal end on the same squares."""
    faults = []
    for move in ends:
        end = after(position, move)
        missing, more = end.kings & ~result.kings, result.kings & ~end.kings
        if not missing and not more:
            return None
        reason = Reason.NOT_CROWNED if missing else Reason.CROWNED_TOO_SOON
        squares = tuple(squares_of(missing or more))
        faults.append(Explanation(reason, squares, move.route, {"square": name(squares[0])}))
    return faults[0]


@dataclass(frozen=True, slots=True)
class _Case:
    """One piece's move to judge: from where to where, what was removed, and what else the board shows.

    ``appeared``: squares of the other side that had none before.  ``shared``: squares on which two pieces lie.
    """

    before: Position
    start: Square | None
    end: Square | None
    removed: frozenset[Square]
    appeared: frozenset[Square]
    shared: frozenset[Square]
    gone: tuple[Square, ...] = ()
    new: tuple[Square, ...] = ()

    @classmethod
    def of(cls, before: Position, picture: Picture) -> _Case:
        """The case of a board; squares that were not seen are as they were."""
        seen = {**picture_of(before), **picture}
        mover = before.to_move
        own = bits_of(square for square in SQUARES if seen[square].of(mover))
        theirs = bits_of(square for square in SQUARES if seen[square].of(mover.other))
        gone, new = before.of(mover) & ~own, own & ~before.of(mover)
        shared = own & theirs
        if gone and not new:  # put on another own piece
            shared |= bits_of(square for square in SQUARES if seen[square].of(mover) > 1)
            new = shared & own
        lost = before.of(mover.other) & ~theirs
        return cls(
            before,
            gone.bit_length() - 1 if gone.bit_count() == 1 else None,
            new.bit_length() - 1 if new.bit_count() == 1 else None,
            frozenset(squares_of(lost)),
            frozenset(squares_of(theirs & ~before.of(mover.other))),
            frozenset(squares_of(shared)),
            tuple(squares_of(gone)),
            tuple(squares_of(new)),
        )

    @property
    def way(self) -> tuple[Square, ...]:
        return () if self.start is None or self.end is None else (self.start, self.end)

    def fault(self, reason: Reason, squares: Iterable[Square] = (), variant: str = "", **values: str) -> Explanation:
        """An explanation of this case; the blanks of its text are named like the keys of ``values``."""
        ends = (
            {"start": name(self.start), "to": name(self.end)} if self.start is not None and self.end is not None else {}
        )
        named = {"side": self.before.to_move.value, **ends, **values}
        return Explanation(reason, tuple(squares), self.way, named, variant)


def _board_fault(case: _Case) -> Explanation | None:
    """A fault that shows before it is asked where one piece went, None where one piece of the mover's has moved."""
    gone, new = case.gone, case.new
    if not (gone or new or case.removed or case.appeared):
        return case.fault(Reason.NOT_MOVED)
    if case.appeared and len(case.appeared) > len(case.removed):
        return case.fault(Reason.PIECE_COUNT, sorted(case.appeared), "more", square=name(min(case.appeared)))
    if case.appeared and case.removed:
        squares = sorted(case.removed | case.appeared)
        return case.fault(Reason.WRONG_SIDE, squares, "too" if new else "", start=name(min(case.removed)))
    if len(new) > len(gone):
        return case.fault(Reason.PIECE_COUNT, new, "more", square=name(new[0]))
    if len(gone) > len(new):
        return case.fault(Reason.PIECE_COUNT, gone, square=name(gone[0]))
    if not gone:
        return case.fault(Reason.WRONG_REMOVED, sorted(case.removed), square=name(min(case.removed)))
    if len(gone) > 1:
        return case.fault(Reason.ONE_PIECE, (*gone, *new))
    return None


def _move_fault(case: _Case) -> Explanation:
    """The fault of a case in which one piece has moved."""
    assert case.start is not None
    assert case.end is not None
    return (
        _removal_fault(case)
        or _capture_fault(case)
        or _promotion_fault(case)
        or _geometry_fault(case, is_king=case.before.is_king(case.start), mover=case.start)
        or case.fault(Reason.WRONG_REMOVED, sorted(case.removed), square=_first(case.removed))
    )


def _first(squares: Iterable[Square]) -> str:
    return name(min(squares, default=0))


def _removal_fault(case: _Case) -> Explanation | None:
    """The move is legal, and other pieces than it captures were removed."""
    fitting = [move for move in legal_moves(case.before) if (move.start, move.end) == (case.start, case.end)]
    if not fitting or case.shared:
        return None
    return _differing(
        case, min((frozenset(move.captured) for move in fitting), key=lambda taken: len(taken ^ case.removed))
    )


def _differing(case: _Case, taken: frozenset[Square]) -> Explanation:
    left, wrong = taken - case.removed, case.removed - taken
    if wrong:
        return case.fault(Reason.WRONG_REMOVED, sorted(wrong | left), square=_first(wrong))
    return case.fault(Reason.CAPTURED_LEFT, sorted(left), square=_first(left))


def _capture_fault(case: _Case) -> Explanation | None:
    """Captures are compulsory, and most pieces have to be taken."""
    possible = captures(case.before)
    best = longest(possible)
    if not best:
        return None
    most = len(best[0].captured)
    fitting = [taken for start, end, taken in _stages(possible) if (start, end) == (case.start, case.end) and taken]
    if fitting and not case.shared:
        taken = min(fitting, key=lambda taken: (len(taken ^ case.removed), -len(taken)))
        if case.removed - taken:
            return _differing(case, taken)
        starts = sorted({move.start for move in best})
        goes_on = any(move.start == case.start and taken < frozenset(move.captured) for move in best)
        chosen = case.start if case.start in starts else starts[0]
        assert chosen is not None
        return case.fault(
            Reason.LONGER_CAPTURE,
            starts,
            "goes-on" if goes_on else "",
            most=str(most),
            took=str(len(taken)),
            best=name(chosen),
        )
    if not case.removed and not case.shared and Move((case.start or 0, case.end or 0)) in quiet_moves(case.before):
        starts = sorted({move.start for move in best})
        return case.fault(Reason.CAPTURE_COMPULSORY, starts, best=name(starts[0]))
    return None


def _stages(possible: Iterable[Move]) -> Iterator[tuple[Square, Square, frozenset[Square]]]:
    """Every stage of captures at which one might stop: start, square reached, what was taken."""
    for move in possible:
        for count in range(1, len(move.captured) + 1):
            yield move.start, move.route[count], frozenset(move.captured[:count])


def _promotion_fault(case: _Case) -> Explanation | None:
    """A man that reached the far row in a capture went on as a king."""
    before, mover = case.before, case.before.to_move
    if case.start is None or before.is_king(case.start):
        return None
    for start, reached, taken in set(_stages(captures(before))):
        if start != case.start or not FAR_ROW[mover] >> reached & 1:
            continue
        crowned = _crowned(before, reached, taken)
        onward = [(end, taken | more) for _, end, more in _stages(captures(crowned)) if more]
        onward = [(end, more) for end, more in onward] + [(move.end, taken) for move in quiet_moves(crowned)]
        if any(end == case.end and case.removed <= more and case.removed for end, more in onward):
            return case.fault(Reason.PROMOTION_IN_PASSING, (reached,), square=name(reached))
    return None


def _crowned(before: Position, reached: Square, taken: Iterable[Square]) -> Position:
    """The board on which a man goes on as a king from the far row; only that piece moves."""
    mover = before.to_move
    theirs = before.of(mover.other) & ~bits_of(taken)
    alone = 1 << reached
    light, dark = (alone, theirs) if mover is Side.LIGHT else (theirs, alone)
    return Position(light, dark, alone, mover)


def _geometry_fault(case: _Case, *, is_king: bool, mover: Square) -> Explanation | None:
    """What is wrong with the way itself; ``mover``: where the piece stood when the turn began, which is free."""
    start, end, before = case.start, case.end, case.before
    assert start is not None
    assert end is not None
    side = before.to_move
    occupied = (before.light | before.dark) & ~(1 << mover)
    if end in case.shared or (occupied >> end & 1 and end not in case.removed) or end in case.removed:
        return case.fault(Reason.OCCUPIED, (end,))
    passed = between(start, end)
    if not is_dark(end):
        return case.fault(Reason.NOT_DIAGONAL, (start, end), "light")
    if passed is None:
        return case.fault(Reason.NOT_DIAGONAL, (start, end))
    pieces = [square for square in passed if occupied >> square & 1]
    own = [square for square in pieces if before.side_at(square) is side]
    if is_king:
        return _kings_way_fault(case, pieces, own)
    ahead = (end // SIZE - start // SIZE) * (1 if side is Side.LIGHT else -1)
    if own:
        return case.fault(Reason.JUMPED_OWN, own, square=name(own[0]))
    if len(passed) == 0 and ahead < 0:
        return case.fault(Reason.BACKWARD, (start, end))
    if len(passed) == 1 and not pieces:
        return case.fault(Reason.JUMPED_NOTHING, passed, square=name(passed[0]))
    if len(passed) > 1:
        return case.fault(Reason.TOO_FAR, (start, end))
    return None


def _kings_way_fault(case: _Case, pieces: Sequence[Square], own: Sequence[Square]) -> Explanation | None:
    if own:
        return case.fault(Reason.JUMPED_OWN, own, square=name(own[0]))
    if any(abs(a - b) in (SIZE - 1, SIZE + 1) for a, b in pairwise(pieces)):
        return case.fault(Reason.KING_BLOCKED, pieces, square=name(pieces[0]))
    return None


def _jumped(position: Position, squares: Sequence[Square]) -> frozenset[Square]:
    """The other side's pieces that lie between the squares of a move."""
    theirs = position.of(position.to_move.other)
    legs = pairwise(squares)
    return frozenset(square for start, end in legs for square in between(start, end) or () if theirs >> square & 1)


def _occupied_ends(position: Position, start: Square, end: Square) -> frozenset[Square]:
    occupied = (position.light | position.dark) & ~(1 << start)
    return frozenset({end}) if occupied >> end & 1 else frozenset()
