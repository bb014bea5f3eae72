"""Decides whether dice count by the rules of the match: by owner, place and turn.

Source: ``whose_dice`` and ``roll_area`` of :class:`companion.games.backgammon.ruleset.RuleSet`.  A die counts unless
its colour and its place are certain.
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
    """The look with dice on checkers cocked only if the rules say so, and without dice in a match without real ones."""
    rules, dice = state.terms.rules.rules, event.observation.dice
    if not state.terms.dice.seen:
        return replace(event, observation=replace(event.observation, dice=()))
    counted = tuple(
        replace(die, cocked=not die_counts(Rest(on_checker=True, within=_ALL), rules)) if die.on_checker else die
        for die in dice
    )
    return event if counted == dice else replace(event, observation=replace(event.observation, dice=counted))


def counted(state: State, event: BoardSeen) -> tuple[State, BoardSeen]:
    """The look without dice that do not count, and the state with the reason."""
    dice, seat = event.observation.dice, event.observation.orientation
    whys = [_against(state, seat, die) if state.terms.asks else None for die in dice]
    why = next((message for message in whys if message is not None), None)
    void = [
        message is not None or _is_among(die, state.seen.void_dice) for die, message in zip(dice, whys, strict=True)
    ]
    on_show = state.shown.message is not None and state.shown.message.key in _NOTICES
    if not any(void):
        state = state.with_shown(message=None) if on_show and not dice else state
        return state.with_seen(void_dice=()), event
    if why is not None and (state.shown.alarm is None or on_show):
        state = state.with_shown(message=why)
    state = state.with_seen(void_dice=tuple(die.field_xy for die, none in zip(dice, void, strict=True) if none))
    rest = tuple(die for die, none in zip(dice, void, strict=True) if not none)
    return state, replace(event, observation=replace(event.observation, dice=rest))


def _is_among(die: SeenDie, places: Sequence[tuple[float, float]]) -> bool:
    return any(math.dist(die.field_xy, place) < SAME_PLACE for place in places)


def _against(state: State, seat: Orientation, die: SeenDie) -> Message | None:
    """The reason why a die does not count, or None."""
    rules = state.terms.rules.rules
    if _is_put_back(state):
        assert state.record.turn is not None
        return Message("notice.roll-stands", {"dice": str(state.record.turn.dice)}, alarm=False)
    roller = _roller(state)
    if roller is None:
        return None
    if die_tells_player(rules) and die.side == roller.other.value:
        return Message("notice.out-of-turn", {"name": state.name_of(roller)}, alarm=False)
    if not die_counts(Rest(within=_ALL - _elsewhere(die.field_xy, roller, seat)), rules):
        return Message("notice.roll-area", alarm=False)
    if _is_outside(state, die, seat):
        return Message("notice.roll-area-drawn", alarm=False)
    return None


def _roller(state: State) -> Side | None:
    """The side whose dice are awaited: the side to roll, or its opponent once the dice of the turn are lifted."""
    if state.phase in TO_ROLL:
        return state.side if has_to_roll(state.record.position, state.side, state.terms.rules.rules) else None
    best = state.seen.belief.best if state.seen.belief is not None else None
    return state.side.other if state.phase in WRONG and best is not None and best.over else None


def _is_put_back(state: State) -> bool:
    """Whether an illegal play was taken back, so that its roll is still to be played."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    reported = (
        state.record.wrong is not None
        and state.record.wrong.reported
        and state.record.wrong.position != state.record.position
    )
    return state.phase in WRONG and reported and best is not None and best.stage is Stage.ROLLED and best.over


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
