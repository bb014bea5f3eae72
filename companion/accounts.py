"""All that may have happened at the table since the last thing on record.

One look may show a turn half done, done, or done with the next roll already thrown: frames may be
covered or missed.  Each possibility is an :class:`Account`, a story for the referee to weigh.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.conduct import has_to_roll, may_open
from companion.games.rules import Side
from companion.referee import Story, turn_stories
from companion.state import Phase, State
from companion.throw import Throw, any_roll

# How likely a course of things is before looking (natural logarithms), by judgement:
_THROWN_AGAIN: Final = -5.0
_ROLL_MISSED: Final = -4.0
_CHANGED_ONES_MIND: Final = -4.0
_TAKEN_WRONGLY: Final = -1.0
_STOOD: Final = -2.0
# Rolls that are less likely than the best one by more than this are not tried: e^-7 is one in a thousand.
_PLAUSIBLE: Final = 7.0


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """A roll and what became of it.  ``throw`` None: the roll itself was not seen.

    ``side`` None: unplayed, and nobody knows whose the first roll is.  ``play`` None: not played yet.
    """

    side: Side | None
    throw: Throw | None
    roll: Dice
    play: Play | None
    end: Position


@dataclass(frozen=True, slots=True)
class Account:
    """What happened, in order.  No turns: nothing.

    ``stood``: first of all, the wrong play on the board was let stand.  ``wrong``: it still lies
    there.  ``redone``: the first turn replaces the one played last.  ``passed``: before the first
    turn the side to act, being shut out, passed without a roll.  ``thrown_again``: the first turn's
    throw replaces the standing one.
    """

    turns: tuple[TurnSeen, ...] = ()
    stood: bool = False
    wrong: bool = False
    redone: bool = False
    passed: bool = False
    thrown_again: bool = False


def accounts(state: State, fresh: Throw | None, *, farfetched: bool = False) -> list[Story[Account]]:
    """The stories for one look; ``fresh`` is a throw that was not there before.

    ``farfetched``: also that two plays were made between two looks, which takes long to think through.
    """
    match state.phase:
        case Phase.START | Phase.OPENING | Phase.OVER:
            return list(_opening(state, fresh))
        case Phase.ROLLING:
            return list(_rolling(state, fresh, farfetched=farfetched))
        case Phase.PLAYING:
            return list(_playing(state, fresh, farfetched=farfetched))
        case Phase.CORRECTING:
            return list(_correcting(state, fresh, farfetched=farfetched))
        case Phase.DOUBLED:
            return [still(state)]
    assert_never(state.phase)


def still(state: State) -> Story[Account]:
    """Nothing has happened."""
    return Story(Account(), state.terms.rules.picture(state.position))


def _opening(state: State, fresh: Throw | None) -> Iterator[Story[Account]]:
    yield still(state)
    lying = state.turn.throw if state.turn else None
    for side in Side:
        position = replace(state.position, on_roll=side)
        for throws, prior in _opening_throws(lying, fresh):
            for story in _chains(state, position, throws, prior, last_played=len(throws) == 1):
                first = story.meaning.turns[0]
                if first.play is not None and may_open(first.roll, state.terms.rules.rules):
                    yield story


def _opening_throws(lying: Throw | None, fresh: Throw | None) -> Iterator[tuple[Sequence[Throw | None], float]]:
    if lying and fresh:
        yield (lying, fresh), 0.0
        yield (fresh,), _THROWN_AGAIN
    elif lying or fresh:
        yield (lying or fresh,), 0.0


def _rolling(state: State, fresh: Throw | None, *, farfetched: bool) -> Iterator[Story[Account]]:
    if fresh is not None:
        yield from _chains(state, state.position, (fresh,), 0.0)
        yield from _passed(state, state.position, fresh)
        if state.moved_unrolled:
            yield from _chains(state, state.position, (None, fresh), _ROLL_MISSED, last_played=farfetched)
        if state.last is not None and state.last.throw is not None and not state.last.sure:
            throws = (state.last.throw, fresh)
            for story in _chains(state, state.last.before, throws, _TAKEN_WRONGLY, last_played=farfetched):
                if story.meaning.turns[0].end.points != state.position.points:
                    yield replace(story, meaning=replace(story.meaning, redone=True))
        return
    yield still(state)
    if state.last is not None and state.last.throw is not None and not state.lifted:
        for story in _chains(state, state.last.before, (state.last.throw,), _CHANGED_ONES_MIND):
            (turn,) = story.meaning.turns
            # A dance may have been a misread die; otherwise only the play can be another one.
            may_be = turn.roll.same_numbers(state.last.dice) or not state.last.play.steps
            if turn.play is not None and turn.end.points != state.position.points and may_be:
                yield replace(story, meaning=replace(story.meaning, redone=True))
        for story in _passed(state, state.last.before, state.last.throw):
            yield replace(story, meaning=replace(story.meaning, redone=True))


def _passed(state: State, before: Position, throw: Throw) -> Iterator[Story[Account]]:
    """A player who is shut out did not roll: the throw is the opponent's, who has played it.

    As long as nothing is moved nobody can tell, and it counts as the roll of the side to act.
    """
    if has_to_roll(before, before.on_roll, state.terms.rules.rules):
        return
    for story in _chains(state, replace(before, on_roll=before.on_roll.other), (throw,), 0.0):
        (turn,) = story.meaning.turns
        if turn.play is not None and turn.play.steps:
            yield replace(story, meaning=replace(story.meaning, passed=True))


def _playing(state: State, fresh: Throw | None, *, farfetched: bool) -> Iterator[Story[Account]]:
    assert state.turn is not None
    if fresh is None:
        yield from _chains(state, state.position, (state.turn.throw,), 0.0)
        return
    yield from _chains(state, state.position, (state.turn.throw, fresh), 0.0, last_played=farfetched)
    for story in _chains(state, state.position, (fresh,), _THROWN_AGAIN):
        yield replace(story, meaning=replace(story.meaning, thrown_again=True))


def _correcting(state: State, fresh: Throw | None, *, farfetched: bool) -> Iterator[Story[Account]]:
    assert state.turn is not None
    assert state.wrong is not None
    if fresh is None:
        yield from _chains(state, state.position, (state.turn.throw,), 0.0)
        yield Story(Account(wrong=True), state.wrong.picture)
        return
    yield from _chains(state, state.position, (state.turn.throw, fresh), 0.0, last_played=farfetched)
    if state.wrong.position is not None:
        lies = replace(state.wrong.position, on_roll=state.side.other)
        for story in _chains(state, lies, (fresh,), _STOOD):
            yield replace(story, meaning=replace(story.meaning, stood=True))


def _chains(
    state: State, before: Position, throws: Sequence[Throw | None], prior: float, *, last_played: bool = True,
    dice: float = 0.0,
) -> Iterator[Story[Account]]:  # fmt: skip
    """Every course of so many turns, all but the last of them played; the last perhaps, if ``last_played``."""
    throw, *later = throws
    rolls = any_roll() if throw is None else throw.rolls(_PLAUSIBLE)
    if not later and not last_played:
        board = state.terms.rules.picture(before)
        for roll, weight in rolls.items():
            yield Story(Account((TurnSeen(before.on_roll, throw, roll, None, before),)), board, prior, dice + weight)
        return
    for story in turn_stories(state.terms.rules, before, rolls, prior=prior):
        turn = TurnSeen(before.on_roll, throw, story.meaning.roll, story.meaning.play, story.meaning.end)
        if not later:
            yield Story(Account((turn,)), story.board, prior, dice + story.dice)
        elif turn.play is not None:
            more = _chains(state, turn.end, later, prior, last_played=last_played, dice=dice + story.dice)
            for rest in more:
                yield replace(rest, meaning=Account((turn, *rest.meaning.turns)))
