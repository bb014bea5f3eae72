"""Puts certain items on record, and takes back items that are revised."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.games.backgammon import Explanation, Play, Position, explain
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match import actions
from companion.match.any_game import then
from companion.match.any_record_sync import first_apart
from companion.match.phases import PLAYING, TO_ROLL, WRONG
from companion.match.state import Effect, State, Step, may_double, take_or_drop
from companion.referee.backgammon import Hypothesis
from companion.referee.boards import ROLLS
from companion.referee.course import CubeAct, Gap, Item, Pass, Played, Rolled, Stood, Tie
from companion.referee.decide import Line, is_written
from companion.referee.hypothesis import odds

_NOT_TURNS: Final = (CubeAct, Tie, Gap)
"""Items that no undo of a play takes back."""


def line_of(item: Item) -> Line:
    """The kind of an item."""
    return Line.ROLL if isinstance(item, Rolled) else Line.PLAY if isinstance(item, Played) else Line.OTHER


def stands(item: Item) -> bool:
    """Whether an item is an illegal turn that stood."""
    return isinstance(item, Stood)


def written(state: State, item: Item, frame: int | None, p: float) -> Step:
    """Puts an item with this probability on record."""
    effects: list[Effect] = []
    rolled = state.seen.recorded[-1] if state.seen.recorded else None
    certain = is_written(p, Line.PLAY, state.costs) and (not isinstance(rolled, Rolled) or rolled.seen)
    side = _before_roll(item)
    if side is not None and (state.phase not in TO_ROLL or state.side is not side):
        # What was taken for this turn's roll came after it, or was none.
        state, effects = actions.placed(state, replace(state.record.position, on_roll=side))
    return then((state, effects), lambda state: _item_written(state, item, frame, p, certain=certain))


def _before_roll(item: Item) -> Side | None:
    """The side on roll of an item that comes before the roll, else None."""
    if isinstance(item, CubeAct) and item.act is not Act.DOUBLE:
        return None
    return item.side if isinstance(item, CubeAct | Pass) else None


def _item_written(state: State, item: Item, frame: int | None, p: float, *, certain: bool) -> Step:
    match item:
        case Rolled():
            return _roll_written(state, item, frame, p)
        case Played(end=end):
            play, legal_end = play_to(state, item)
            return actions.played(state, play, legal_end, frame, p, odds(p), sure=certain)
        case Stood(end=end):
            return _stood(state, end, frame, p)
        case CubeAct(act=Act.DOUBLE) if not may_double(state):
            return state, []  # the record has the cube elsewhere; if it stays there, that is asked about
        case CubeAct(act=Act.DOUBLE):
            state, effects = actions.doubled(state, frame, p)
            return state.with_shown(question=take_or_drop(state) if state.terms.asks else None), effects
        case CubeAct() if state.record.cube.offer is None:
            return state, []
        case CubeAct():
            return actions.taken(state, frame, p, sure=certain)
        case Pass():
            return actions.passed(state)
        case Tie(number=number):
            return actions.tied(state, number, frame, p)
        case Gap(position=position):
            return actions.placed(state, position)


def _roll_written(state: State, item: Rolled, frame: int | None, p: float) -> Step:
    effects: list[Effect] = []
    if item.early:
        state, effects = actions.rolled_early(state, item.side, item.dice, frame)
    if (state.record.position.points, state.record.position.bar) != (item.before.points, item.before.bar):
        state, more = actions.placed(state, item.before)
        effects += more
    recorded = state.record.turn.dice if state.record.turn is not None and state.phase in PLAYING | WRONG else None
    if recorded is not None and state.side is not item.side:
        state, more = actions.placed(state, item.before)
        effects, recorded = effects + more, None
    if recorded is not None and recorded.same_numbers(item.dice):
        return state, effects
    if recorded is not None:
        state, more = actions.roll_corrected(state, item.dice, frame, seen=True, confidence=p)
    else:
        state, more = actions.rolled(
            state, item.dice, frame, passes=False, side=item.side, seen=True, blind=not item.seen, confidence=p,
            margin=odds(p),
        )  # fmt: skip
    return state, effects + more


def play_to(state: State, item: Played) -> tuple[Play, Position]:
    """The play of a finished turn, and its legal end by the rules."""
    ends = state.terms.rules.legal_ends(item.before, ROLLS[item.roll])
    found = next(one for one in ends if places(one) == places(item.end))
    return ends[found], found


def places(position: Position) -> tuple[object, ...]:
    """The places of the checkers in play, without the side on roll."""
    return position.points, position.bar


def _stood(state: State, end: Position, frame: int | None, p: float) -> Step:
    effects: list[Effect] = []
    if state.phase not in WRONG:
        why = _why(state, end)
        if why is None:
            return state, []
        picture = state.terms.rules.picture(end)
        state, effects = actions.found_illegal(state, picture, why, frame, p, odds(p))
    return then((state, effects), lambda state: actions.stood(state, frame, position=replace(end, on_roll=state.side)))


def _why(state: State, end: Position) -> Explanation | None:
    assert state.record.turn is not None
    return explain(
        state.record.position, state.record.turn.dice, state.terms.rules.picture(end), state.terms.rules.rules
    )


def otherwise(items: tuple[Item, ...], recorded: tuple[Item, ...]) -> int | None:
    """The first item that is to be revised; a play without a later roll is not."""
    first = first_apart(items, recorded)
    return None if first is not None and isinstance(recorded[first], Played) and len(items) == first + 1 else first


def taken_back(state: State, hypothesis: Hypothesis, first: int, frame: int | None) -> Step:
    """Takes back the record from the first item that differs."""
    mark = state.seen.marks[first]
    effects: list[Effect] = []
    if mark is not None and any(isinstance(item, _NOT_TURNS) for item in state.seen.recorded[first:]):
        state, effects = actions.restored(state, mark)
        kept, marks = state.seen.recorded[:first], state.seen.marks[:first]
        return state.with_seen(recorded=kept, marks=marks).with_shown(message=None), effects
    kept = state.seen.recorded[:first]
    # Only the ends of turns can be taken back; what came before their roll stands.
    while kept and not isinstance(kept[-1], Played | Stood | Pass | CubeAct):
        kept = kept[:-1]
    back = sum(_may_be_undone(item, before) for before, item in pairwise((None, *state.seen.recorded)))
    back -= sum(_may_be_undone(item, before) for before, item in pairwise((None, *kept)))
    if back == 0:
        rolled, was_recorded = hypothesis.items[first], state.seen.recorded[first]
        if isinstance(was_recorded, Rolled) and isinstance(rolled, Rolled):
            state, effects = _roll_written(state, rolled, frame, hypothesis.p)
            state = state.with_seen(recorded=(*state.seen.recorded[:first], rolled))
        elif isinstance(was_recorded, Rolled):  # something else came before the roll, or there was none
            state, effects = actions.placed(state, was_recorded.before)
            state = state.with_seen(recorded=state.seen.recorded[:first], marks=state.seen.marks[:first])
        return state, effects
    for _ in range(back):
        if not state.record.moments:
            break
        state, more = actions.undone(state)
        effects += more
    return state.with_seen(recorded=kept, marks=state.seen.marks[: len(kept)]).with_shown(message=None), effects


def _may_be_undone(item: Item | None, before: Item | None) -> bool:
    """Whether an undo takes back a recorded item; ``before``: the item before it."""
    if isinstance(item, Rolled) and isinstance(before, Played | Stood):
        return places(item.before) != places(before.end)  # the board was set right first
    return isinstance(item, Played | Stood | Pass | Gap)
