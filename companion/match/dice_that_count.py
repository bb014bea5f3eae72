"""Decides whether dice count, by the rules of the match: by their owner, their place, and whose turn it is.

Source: ``whose_dice`` and ``roll_area`` of :class:`companion.games.backgammon.ruleset.RuleSet`.  A die that a look
leaves open, without a colour or near the bar, counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.games.backgammon.choices import RollArea
from companion.games.backgammon.conduct import Rest, die_counts, die_tells_player, has_to_roll
from companion.games.rules import Side
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import TO_ROLL, WRONG
from companion.match.state import State
from companion.match.terms import on_board, surely_outside
from companion.referee.course import Stage
from companion.referee.evidence import SAME_PLACE
from vision.observation import Orientation, SeenDie

# Nearer to the middle of the field (share of its width) a die is on the bar, or too near to it to say.
_AT_BAR: Final = 0.06
_ALL: Final = frozenset(RollArea)
_NOTICES: Final = frozenset({"notice.roll-stands", "notice.out-of-turn", "notice.roll-area", "notice.roll-area-drawn"})


def as_they_count(state: State, event: BoardSeen) -> BoardSeen:
    """The look in which dice on checkers are cocked only if the rules say so; where none are thrown there are none."""
    rules, dice = state.terms.rules.rules, event.observation.dice
    if not state.terms.dice.seen:
        return replace(event, observation=replace(event.observation, dice=()))
    counted = tuple(
        replace(die, cocked=not die_counts(Rest(on_checker=True, within=_ALL), rules)) if die.on_checker else die
        for die in dice
    )
    return event if counted == dice else replace(event, observation=replace(event.observation, dice=counted))


def counted(state: State, event: BoardSeen) -> tuple[State, BoardSeen]:
    """The look without dice that are nobody's roll as long as they lie there, and why they are not."""
    dice, seat = event.observation.dice, event.observation.orientation
    whys = [_against(state, seat, die) if state.terms.asks else None for die in dice]
    why = next((message for message in whys if message is not None), None)
    void = [message is not None or _lies(die, state.seen.void_dice) for die, message in zip(dice, whys, strict=True)]
    told = state.shown.message is not None and state.shown.message.key in _NOTICES
    if not any(void):
        state = state.with_shown(message=None) if told and not dice else state
        return state.with_seen(void_dice=()), event
    if why is not None and (state.shown.alarm is None or told):
        state = state.with_shown(message=why)
    state = state.with_seen(void_dice=tuple(die.field_xy for die, none in zip(dice, void, strict=True) if none))
    rest = tuple(die for die, none in zip(dice, void, strict=True) if not none)
    return state, replace(event, observation=replace(event.observation, dice=rest))


def _lies(die: SeenDie, places: Sequence[tuple[float, float]]) -> bool:
    return any(math.dist(die.field_xy, place) < SAME_PLACE for place in places)


def _against(state: State, seat: Orientation, die: SeenDie) -> Message | None:
    """Why a die is no roll, None if it is or may be."""
    rules = state.terms.rules.rules
    if _is_put_back(state):
        assert state.record.turn is not None
        return Message("notice.roll-stands", {"dice": str(state.record.turn.dice)}, alarm=False)
    thrower = _thrower(state)
    if thrower is None:
        return None
    if die_tells_player(rules) and die.side == thrower.other.value:
        return Message("notice.out-of-turn", {"name": state.name_of(thrower)}, alarm=False)
    if not die_counts(Rest(within=_ALL - _elsewhere(die.field_xy, thrower, seat)), rules):
        return Message("notice.roll-area", alarm=False)
    if _is_outside(state, die, seat):
        return Message("notice.roll-area-drawn", alarm=False)
    return None


def _thrower(state: State) -> Side | None:
    """Whose dice are awaited: those of the side to roll, or of the other one once the dice of a turn are up."""
    if state.phase in TO_ROLL:
        return state.side if has_to_roll(state.record.position, state.side, state.terms.rules.rules) else None
    best = state.seen.belief.best if state.seen.belief is not None else None
    return state.side.other if state.phase in WRONG and best is not None and best.over else None


def _is_put_back(state: State) -> bool:
    """Whether an illegal play was taken back: its roll is still to be played, and there is nothing to condone."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    told = (
        state.record.wrong is not None
        and state.record.wrong.told
        and state.record.wrong.position != state.record.position
    )
    return state.phase in WRONG and told and best is not None and best.stage is Stage.ROLLED and best.over


def _is_outside(state: State, die: SeenDie, seat: Orientation) -> bool:
    """Whether a die is certainly outside the part of the board that people have drawn for dice."""
    area = state.terms.roll_area
    if area is None:
        return False
    home_at_right = (
        seat.home_at_right != state.record.seating.mirrored
    )  # the table has not moved, however the board is set up
    place = on_board(die.field_xy, light_at_bottom=seat.light_at_bottom, home_at_right=home_at_right)
    return surely_outside(place, area)


def _elsewhere(place: tuple[float, float], roller: Side, seat: Orientation) -> frozenset[RollArea]:
    """The areas in which a die certainly is not: a look says nothing about baffle boxes and drawn rectangles."""
    below = (roller is Side.LIGHT) == seat.light_at_bottom
    from_bar = place[0] - 0.5 if below else 0.5 - place[0]
    return frozenset({RollArea.RIGHT_OF_BAR}) if from_bar < -_AT_BAR else frozenset()
