"""The accusation policy: whether a board that is no legal end of the current turn counts against its player.

Pure questions about a reading: whose play it is, how it would be reported, and whether one player can have made it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice, Explanation, Reason, explain
from companion.games.rules import BAR, Picture, Side
from companion.match.phases import Phase
from companion.match.state import EndOfTurn, State
from companion.referee.hypotheses import CourseOfPlay
from companion.referee.ruling import Illegal, Reading
from vision.observation import POINTS

# Where the tray is not seen, these are the acts after which a checker is missing from the board.
_BEARING_OFF: Final = (Reason.BEAR_OFF_OUTSIDE, Reason.LOWER_CHECKER_OFF)
_MOVES: Final = 2
_MOVES_OF_DOUBLE: Final = 4
NOTHING_MOVED: Final = "wrong-number-of-moves.none"
_UNFINISHED: Final = (Reason.MOVE_LEFT, Reason.BOTH_NUMBERS)
_THROWING_AGAIN_S: Final = 3.0
"""Seconds within which dice that were taken up with nothing moved may be rolled again."""
_AT_ONCE_S: Final = 0.3
"""A second look later than this distinguishes dice that were taken up from dice that one look has missed."""
# Hardly anybody moves the opponent's checkers, so a reading that says so has to be this much clearer.
_SELDOM_DONE: Final = 3.0


def is_unfinished(why: Explanation) -> bool:
    """Whether a play that is illegal as it stands may become legal when it is continued."""
    return why.reason in _UNFINISHED


def may_go_on(state: State, why: Explanation) -> bool:
    """Whether it is too soon to report that a turn that seems to be over was played illegally.

    One look may miss the dice, and a player who takes them up with nothing moved may be about to roll again.
    """
    if state.ends_by is not EndOfTurn.LIFTED or state.ended_t is None:
        return False
    unmoved = why.text_key == NOTHING_MOVED
    return state.t - state.ended_t < (_THROWING_AGAIN_S if unmoved else _AT_ONCE_S)


def only_others_moved(state: State, side: Side, why: Explanation, reading: Reading) -> bool:
    """Whether only the other side's checkers were moved: then it is hardly this side's turn."""
    if why.reason is not Reason.OPPONENT_MOVED or not state.terms.asks:
        return False
    standing = state.terms.rules.picture(state.position)
    return all(
        stack.of(side) == standing[spot].of(side) for spot, stack in reading.picture.items() if spot in (BAR, *POINTS)
    )


def opponent_plays(state: State, reading: Reading) -> bool:
    """Whether the opponent's checkers were moved and the own ones, except those hit, were not."""
    standing, side = state.terms.rules.picture(state.position), state.side
    hit = reading.picture.get(BAR, standing[BAR]).of(side) - standing[BAR].of(side)
    own, others = (taken_up(standing, reading.picture, one) for one in (side, side.other))
    return others > 0 and own <= max(hit, 0)


def may_accuse(state: State, why: Explanation, verdict: Illegal[CourseOfPlay], side: Side, roll: Dice) -> bool:
    """Whether a reason may be reported without asking: never because of checkers that are only unseen."""
    missing = verdict.reading.missing
    if why.reason.is_question or missing.of(side.other):
        return False
    if state.terms.asks and not is_one_turns_work(state, side, roll, verdict.reading.picture):
        return False
    if why.reason is Reason.OPPONENT_MOVED and verdict.margin < _SELDOM_DONE:
        return False
    return not missing.of(side) or why.reason in _BEARING_OFF


def is_one_turns_work(state: State, side: Side, roll: Dice, now: Picture) -> bool:
    """Whether one player may have made all the differences; if not, the record did not match the board before.

    A player may move one checker more than the dice allow, and one of the opponent's besides those hit.
    """
    standing = state.terms.rules.picture(state.position)
    moves = _MOVES_OF_DOUBLE if roll.is_double else _MOVES
    own, others = taken_up(standing, now, side), taken_up(standing, now, side.other)
    on_bar = now.get(BAR, standing[BAR]).of(side.other) - standing[BAR].of(side.other)
    return own <= moves + 1 and others <= max(on_bar, 0) + 1


def taken_up(before: Picture, now: Picture, side: Side) -> int:
    """How many checkers of a side have left their spots."""
    return sum(max(stack.of(side) - now.get(spot, stack).of(side), 0) for spot, stack in before.items())


def mover(state: State, reading: Reading) -> Side | None:
    """The side that has played; in the opening, the side that has moved more checkers than the other."""
    if state.phase is not Phase.OPENING:
        return state.side
    standing = state.terms.rules.picture(state.position)
    moved = {side: taken_up(standing, reading.picture, side) for side in Side}
    most = max(Side, key=lambda side: moved[side])
    return most if moved[most] > moved[most.other] else None


def explained(state: State, side: Side, roll: Dice, reading: Reading) -> Explanation | None:
    before = replace(state.position, on_roll=side)
    return explain(before, roll, reading.picture, state.terms.rules.rules)
