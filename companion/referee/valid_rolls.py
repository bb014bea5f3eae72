"""Decides whether dice make a valid roll: by their number, their owner and their place.

Source: ``dice``, ``whose_dice`` and ``roll_area`` of :class:`companion.games.backgammon.ruleset.RuleSet`.  A die
that a look leaves open, without a colour or near the bar, counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.games.backgammon.choices import RollArea
from companion.games.backgammon.conduct import (
    Rest,
    die_counts,
    die_tells_player,
    has_to_roll,
    roll_counts,
    throws_in_roll,
)
from companion.games.rules import Side
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import PLAYING, TO_ROLL, WRONG, Phase
from companion.match.questions import name_of
from companion.match.roll_area import on_board, surely_outside
from companion.match.state import State
from companion.match.step import Step
from companion.referee.dice_on_board import fresh_throw, lies_there
from companion.referee.hypotheses import still
from companion.referee.roll_evidence import DiePlace, RollEvidence, flat_dice, throw_of_one
from companion.referee.ruling import Clear, Hypothesis, ruling
from vision.observation import Orientation, SeenDie

# Nearer to the middle of the field (share of its width) a die is on the bar, or too near to it to say.
_AT_BAR: Final = 0.06
# A die that is this much farther off (share of the field) was not pushed there.
_ELSEWHERE: Final = 0.15
_PLAYED_FIRST: Final = "notice.roll-stands"
_ALL: Final = frozenset(RollArea)


def fresh(state: State, event: BoardSeen) -> RollEvidence | None:
    """The valid dice rolled since the last look; see :func:`companion.referee.dice_on_board.fresh_throw`."""
    throw = fresh_throw(state, event) or _thrown_twice(state, event)
    return None if throw is None or _against(state, event, throw) is not None else throw


def told(state: State, event: BoardSeen) -> Step:
    """Reports dice that do not count; an alarm takes precedence."""
    throw = fresh_throw(state, event)
    why = None if throw is None else _against(state, event, throw)
    if throw is not None and why is not None and why.key == _PLAYED_FIRST:
        # Nobody's roll, also once the turn is over; the warning has been heeded.
        return replace(state, void=throw, old=(throw, *state.old), message=why), []
    void = state.void
    if void is not None:
        lasts = state.phase in WRONG and lies_there(state, void, event) and _is_put_back(state, event)
        why, state = (_play_first(state), state) if lasts else (why, replace(state, void=None))
    if why is None or (state.message is not None and state.message.alarm):
        return state, []
    return replace(state, message=why), []


def as_they_count(state: State, event: BoardSeen) -> BoardSeen:
    """The look in which dice on checkers are cocked only if the rules say so."""
    rules, dice = state.terms.rules.rules, event.observation.dice
    counted = tuple(
        replace(die, cocked=not die_counts(Rest(on_checker=True, within=_ALL), rules)) if die.on_checker else die
        for die in dice
    )
    return event if counted == dice else replace(event, observation=replace(event.observation, dice=counted))


def first_thrown(state: State, event: BoardSeen) -> Step:
    """Remembers the first throw until the second, if a roll is one die thrown twice."""
    if throws_in_roll(state.terms.rules.rules) == 1:
        return state, []
    if state.phase not in TO_ROLL | {Phase.OPENING} or state.turn is not None:
        return replace(state, first_die=None, first_up=False), []
    dice = flat_dice(event.observation)
    if state.first_die is not None:
        return replace(state, first_up=state.first_up or not dice), []
    tolerance = state.terms.same_place
    new = [die for die in dice if not any(throw.holds(die.field_xy, tolerance=tolerance) for throw in state.old)]
    return replace(state, first_die=new[0] if len(new) == 1 else None), []


def _thrown_twice(state: State, event: BoardSeen) -> RollEvidence | None:
    dice, first = flat_dice(event.observation), state.first_die
    if first is None or len(dice) != 1 or not state.terms.dice.seen:
        return None
    elsewhere = math.dist(first.field_xy, dice[0].field_xy) > _ELSEWHERE
    if not state.first_up and not elsewhere:
        return None
    return throw_of_one(first, dice[0], frame=event.frame, at_s=event.at_s)


def _against(state: State, event: BoardSeen, throw: RollEvidence) -> Message | None:
    """Why the dice are no valid roll, None if they are one."""
    rules = state.terms.rules.rules
    if not state.terms.asks:
        return None
    if _is_put_back(state, event):
        return _play_first(state)
    to_act = state.phase in TO_ROLL and has_to_roll(state.position, state.side, rules)
    dice = [die for die in event.observation.dice if throw.holds(die.field_xy, tolerance=state.terms.same_place)]
    if to_act and die_tells_player(rules) and all(die.side == state.side.other.value for die in dice):
        return Message("notice.out-of-turn", {"name": name_of(state, state.side)}, alarm=False)
    rollers = _rollers(state)
    seat = event.observation.orientation
    if rollers and not any(roll_counts(_rests(dice, roller, seat), rules) for roller in rollers):
        return Message("notice.roll-area", alarm=False)
    if any(_outside(state, die, seat) for die in dice):
        return Message("notice.roll-area-drawn", alarm=False)
    return None


def _outside(state: State, die: SeenDie, seat: Orientation) -> bool:
    """Whether a die is certainly outside the part of the board that people have drawn for dice."""
    area = state.terms.roll_area
    if area is None:
        return False
    home_at_right = seat.home_at_right != state.seating.mirrored  # the table has not moved, however the board is set up
    place = on_board(die.field_xy, light_at_bottom=seat.light_at_bottom, home_at_right=home_at_right)
    return surely_outside(place, area)


def _play_first(state: State) -> Message:
    assert state.turn is not None
    assert state.turn.dice is not None
    return Message(_PLAYED_FIRST, {"dice": state.turn.dice.text()}, alarm=False)


def _is_put_back(state: State, event: BoardSeen) -> bool:
    """Whether an illegal play has been taken back: the roll is still to be played, and there is nothing to condone."""
    if state.phase not in WRONG or state.wrong is None or not state.wrong.told:
        return False
    lies, before = Hypothesis("wrong", state.wrong.picture), Hypothesis("before", still(state).board)
    verdict = ruling([lies, before], event.observation, standing=before.board)
    return isinstance(verdict, Clear) and verdict.hypothesis is before


def _rollers(state: State) -> tuple[Side, ...]:
    """The sides that may have rolled; in the opening each player rolls one die at the own right hand."""
    if state.phase in TO_ROLL:
        return (state.side,)
    if state.phase in WRONG:
        return (state.side.other,)
    return tuple(Side) if state.phase in PLAYING else ()


def _rests(dice: Iterable[SeenDie], roller: Side, seat: Orientation) -> list[Rest]:
    return [Rest(within=_ALL - _elsewhere(die.field_xy, roller, seat)) for die in dice]


def _elsewhere(place: DiePlace, roller: Side, seat: Orientation) -> frozenset[RollArea]:
    """The areas in which a die certainly is not: a look says nothing about baffle boxes and drawn rectangles."""
    below = (roller is Side.LIGHT) == seat.light_at_bottom
    from_bar = place[0] - 0.5 if below else 0.5 - place[0]
    return frozenset({RollArea.RIGHT_OF_BAR}) if from_bar < -_AT_BAR else frozenset()
