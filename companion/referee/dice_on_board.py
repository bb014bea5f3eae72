"""Tells apart the dice on the board: of the current roll, the opponent's, those of past turns, and stray ones."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from companion.match.events import BoardSeen
from companion.match.phases import Phase
from companion.match.state import CurrentRoll, EndOfTurn, State
from companion.referee.roll_evidence import DiePlace, RollEvidence, flat_dice, throw_of
from companion.referee.ruling import MARGINS
from vision.observation import SeenDie

_PAIR: Final = 2
SURE_OF_ROLL: Final = 4.0
"""Dice that were read less surely than this may be read again without asking."""
_FALLING_S: Final = 2.5
"""Seconds after the first dice within which another die may fall that belongs to them."""


def fresh_throw(state: State, event: BoardSeen) -> RollEvidence | None:
    """The dice on the board if they were rolled since the last look, None if they have not moved."""
    throw = _dice_seen(state, event)
    if throw is None or any(_is_same(state, before, throw, moved=not event.unmoved) for before in _known(state)):
        return None
    return throw


def _is_same(state: State, before: RollEvidence, throw: RollEvidence, *, moved: bool) -> bool:
    """Whether these are the dice of an earlier roll in the same places."""
    if before.is_nowhere:
        return not state.lifted and throw.best.same_numbers(before.best)
    tolerance = state.terms.same_place
    if not before.lies_at(throw.places, tolerance=tolerance):
        # They are rolled in pairs: if one has not moved, the other is one that was misread.
        standing = state.terms.end_of_turn is not EndOfTurn.STILL and (state.turn is None or before not in state.old)
        return standing and not state.lifted and throw.shares_die_with(before, tolerance=tolerance)
    # Dice that were taken up since and show another number now were rolled, wherever they fell.
    old = () if state.terms.end_of_turn is EndOfTurn.STILL else state.old
    taken_up = moved and (state.lifted or before in (old if state.turn is not None else old[1:]))
    return not taken_up or throw.best.same_numbers(before.best)


def dice_lie(state: State, event: BoardSeen) -> bool:
    """Whether dice of the current turn are still in their places; one die elsewhere is none of them."""
    throws = [throw for throw in (state.turn.throw if state.turn else None, state.early) if throw is not None]
    return any(lies_there(state, throw, event) for throw in throws)


def are_taken_up(state: State, event: BoardSeen) -> bool:
    """Whether no die of any known roll is on the board."""
    return not any(lies_there(state, throw, event) for throw in _known(state))


def still_lying(state: State, event: BoardSeen) -> tuple[RollEvidence, ...]:
    """The rolls of past turns whose dice are still on the board."""
    tolerance = state.terms.same_place
    places = [die.field_xy for die in event.observation.dice]
    return tuple(
        throw
        for throw in state.old
        if (throw.is_nowhere and places)
        or sum(any(math.dist(mine, place) <= tolerance for place in places) for mine in throw.places) >= _PAIR
    )


def is_new(state: State, place: DiePlace) -> bool:
    """Whether a die is where there was none at the look before, nor one of a known roll."""
    tolerance = state.terms.same_place
    lay = any(math.dist(place, before) <= tolerance for before in state.lay)
    return not lay and not any(throw.holds(place, tolerance=tolerance) for throw in _known(state))


def without_phantoms(state: State, event: BoardSeen) -> tuple[State, BoardSeen]:
    """The look without phantom dice: dice do not fall while nothing moves.

    The second of a pair may have been overlooked at first, and is no phantom.
    """
    tolerance, dice = state.terms.same_place, event.observation.dice
    there = [place for place in state.phantoms if any(math.dist(place, die.field_xy) <= tolerance for die in dice)]
    real = [die for die in dice if all(math.dist(die.field_xy, place) > tolerance for place in there)]
    new = [die for die in real if is_new(state, die.field_xy)] if event.unmoved else []
    if len(new) == 1 and len(real) != _PAIR:
        there.append(new[0].field_xy)
        real.remove(new[0])
    state = replace(state, phantoms=tuple(there))
    return state, replace(event, observation=replace(event.observation, dice=tuple(real))) if there else event


def lies_there(state: State, throw: RollEvidence, event: BoardSeen) -> bool:
    """Whether a die of this roll is in its place; for an unseen roll, whether there are dice at all."""
    dice = event.observation.dice
    if throw.is_nowhere:
        return len(dice) >= len(throw.places)
    return any(throw.holds(die.field_xy, tolerance=state.terms.same_place) for die in dice)


def _dice_seen(state: State, event: BoardSeen) -> RollEvidence | None:
    if not state.terms.dice.seen:
        return None
    return throw_of(
        event.observation, frame=event.frame, at_s=event.at_s, besides=_known(state), tolerance=state.terms.same_place,
        lay=() if state.terms.end_of_turn is EndOfTurn.STILL else state.lay,
        first=state.lone_face is not None and len(state.lay) == 1,
        most=_PAIR if state.terms.end_of_turn is EndOfTurn.STILL else _PAIR + 1,
    )  # fmt: skip


def _known(state: State) -> list[RollEvidence]:
    """The rolls that may still be on the board: of the current turn, one made during it, those of turns before."""
    standing = state.turn.throw if state.turn else None
    if state.terms.end_of_turn is EndOfTurn.STILL:
        # From picture to picture anything may have happened: only the newest dice may be in their old places.
        newest = standing or (state.last.throw if state.last else None)
        return [newest] if newest is not None else []
    return [throw for throw in (standing, state.early, *state.old) if throw is not None]


def with_evidence_of_dice(state: State, event: BoardSeen, fresh: RollEvidence | None) -> State:
    """The state with this look's evidence of dice that have not moved; ``fresh``: newly rolled dice."""
    state = _with_third_die(state, event)
    again = _dice_seen(state, event)
    if state.turn is None or again is None or fresh is not None:
        return state
    early = state.early
    if early is not None and early.lies_at(again.places, tolerance=state.terms.same_place):
        return replace(state, early=early.seen_again(again)) if again.at_s > early.seen_at_s else state
    if again.at_s <= state.turn.throw.seen_at_s:
        return state
    if state.turn.throw.is_nowhere and state.turn.throw.best.same_numbers(again.best):
        return replace(state, turn=replace(state.turn, throw=replace(again, frame=state.turn.throw.frame)))
    if not state.turn.throw.lies_at(again.places, tolerance=state.terms.same_place):
        return state
    if event.unmoved and state.turn.shows is None:  # nobody has turned a die: it was misread then, or is now
        turn = state.turn
        return replace(state, turn=replace(turn, throw=turn.throw.seen_again(again)))
    return replace(state, turn=_standing_seen_again(state.turn, again, MARGINS.certain))


def _with_third_die(state: State, event: BoardSeen) -> State:
    """Add a third die: if dice fell one by one, one of the first two may have been no die."""
    turn = state.turn
    if turn is None or len(turn.throw.places) > _PAIR or state.dice_confirmed or state.phase is not Phase.TRYING:
        return state
    if not turn.throw.one_by_one and event.at_s - turn.throw.at_s > _FALLING_S:
        return state
    thirds = [die for die in flat_dice(event.observation) if is_new(state, die.field_xy)]
    lie = all(any(_near(state, place, die) for die in event.observation.dice) for place in turn.throw.places)
    if len(thirds) != 1 or not lie:
        return state
    return replace(state, turn=replace(turn, throw=turn.throw.joined_by(thirds[0])))


def _near(state: State, place: DiePlace, die: SeenDie) -> bool:
    return math.dist(place, die.field_xy) <= state.terms.same_place


def _standing_seen_again(standing: CurrentRoll, again: RollEvidence, certain: float) -> CurrentRoll:
    otherwise = standing.dice is not None and not again.best.same_numbers(standing.dice)
    # A sure reading stays sure, however doubtful the look is that shows another number.
    if not otherwise or (again.margin < certain and standing.throw.margin < SURE_OF_ROLL):
        return replace(standing, throw=standing.throw.seen_again(again), shows=None)
    # Dice that show another roll later do not change the recorded roll: people move dice aside.
    shows = standing.shows
    same = shows is not None and shows.best.same_numbers(again.best)
    seen = replace(standing.throw, seen_at_s=again.at_s)
    return replace(standing, throw=seen, shows=shows.seen_again(again) if shows and same else again)
