"""Writes what is sure on record, item by item, and takes back what is told otherwise by now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.games.backgammon import Explanation, Play, Position, explain
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match import actions
from companion.match.accusing import is_wrong
from companion.match.anchoring import model_of
from companion.match.phases import OVER, PLAYING, TO_ROLL, WRONG
from companion.match.state import Change, Effect, State, Step, as_effects, may_double, take_or_drop
from companion.referee.backgammon import Story
from companion.referee.boards import ROLLS
from companion.referee.course import CubeAct, Gap, Item, Pass, Played, Rolled, Stood, Tie
from companion.referee.decide import Line, is_changed, is_written, unaccused
from companion.referee.story import odds, sureness

_BESIDE_TURNS: Final = (CubeAct, Tie, Gap)
"""What no undo of a play takes back."""


def told_on(state: State, told: Sequence[Story], frame: int | None, *, closing: bool, answered: bool) -> Step:
    """Tells what is sure."""
    effects: list[Effect] = []
    items, start = _followed(state, told).items, len(state.seen.told)
    while (
        len(state.seen.told) < len(items)
        and items[: len(state.seen.told)] == state.seen.told
        and state.phase not in OVER
    ):
        item = items[len(state.seen.told)]
        sure = sureness(told, items[: len(state.seen.told) + 1])
        if not state.terms.asks:  # what is on record may be a guess, and nobody is there to say so
            sure /= max(sureness(told, state.seen.told), 1e-6)
        behind = len(items) - len(state.seen.told)
        forced = (
            closing
            or behind > 3
            or (answered and len(state.seen.told) < start + 2)
            or (not state.terms.asks and behind > 1)
        )
        fault = 0.0
        if isinstance(item, Played) and state.terms.asks:
            fault = sum(story.p for story in told if is_wrong(story, state, model_of(state)))
        elif isinstance(item, Stood) and state.phase not in WRONG:
            sure = sum(story.p for story in told if is_wrong(story, state, model_of(state)))
        if not is_written(sure, line_of(item), state.costs, fault=fault) and (not forced or isinstance(item, Gap)):
            break
        if isinstance(item, Stood) and state.seen.hand and not closing:
            break  # nobody is accused while a hand is over the board
        rolled = state.seen.told[-1] if state.seen.told else None
        certain = is_written(sure, Line.PLAY, state.costs) and (not isinstance(rolled, Rolled) or rolled.seen)
        mark = Change(state.n, state.t, state.record, state.clock)
        state, more = _written(state, item, frame, sure, certain=certain)
        effects += more
        state = state.with_seen(told=(*state.seen.told, item), marks=(*state.seen.marks, mark))
    return state, effects


def line_of(item: Item) -> Line:
    """What kind of line an item is."""
    return Line.ROLL if isinstance(item, Rolled) else Line.PLAY if isinstance(item, Played) else Line.OTHER


def _followed(state: State, told: Sequence[Story]) -> Story:
    """The story that the record follows: the likeliest, but nobody is accused whom a likely one does not accuse."""
    accused = sum(isinstance(item, Stood) for item in state.seen.told) + (state.phase in WRONG)

    def worth(story: Story) -> float:
        more = sum(isinstance(item, Stood) for item in story.items) - accused
        return story.p * unaccused(state.costs) ** max(more, 0)

    return max(told, key=worth)


def _written(state: State, item: Item, frame: int | None, p: float, *, certain: bool) -> Step:
    margin = odds(p)
    effects: list[Effect] = []
    side = _before_roll(item)
    if side is not None and (state.phase not in TO_ROLL or state.side is not side):
        # What was taken for this turn's roll came after it, or was none.
        state, effects = as_effects(actions.placed(state, replace(state.record.position, on_roll=side)))
    state, more = _item_written(state, item, frame, p, margin, certain=certain)
    return state, effects + more


def _before_roll(item: Item) -> Side | None:
    """Whose turn it is where an item comes before the roll, None of others."""
    if isinstance(item, CubeAct) and item.act is not Act.DOUBLE:
        return None
    return item.side if isinstance(item, CubeAct | Pass) else None


def _item_written(state: State, item: Item, frame: int | None, p: float, margin: float, *, certain: bool) -> Step:
    match item:
        case Rolled():
            return _roll_written(state, item, frame, p)
        case Played(end=end):
            play, legal_end = play_to(state, item)
            return as_effects(actions.played(state, play, legal_end, frame, p, margin, sure=certain))
        case Stood(end=end):
            return _stood(state, end, frame, p)
        case CubeAct(act=Act.DOUBLE) if not may_double(state):
            return state, []  # the record has the cube elsewhere; if it stays there, that is asked about
        case CubeAct(act=Act.DOUBLE):
            state, effects = as_effects(actions.doubled(state, frame, p))
            return state.with_shown(question=take_or_drop(state) if state.terms.asks else None), effects
        case CubeAct() if state.record.cube.offer is None:
            return state, []
        case CubeAct():
            return as_effects(actions.taken(state, frame, p, sure=certain))
        case Pass():
            return as_effects(actions.passed(state))
        case Tie(number=number):
            return as_effects(actions.tied(state, number, frame, p))
        case Gap(position=position):
            return as_effects(actions.placed(state, position))


def _roll_written(state: State, item: Rolled, frame: int | None, p: float) -> Step:
    effects: list[Effect] = []
    if item.early:
        state, effects = as_effects(actions.rolled_early(state, item.side, item.dice, frame))
    if (state.record.position.points, state.record.position.bar) != (item.before.points, item.before.bar):
        state, more = as_effects(actions.placed(state, item.before))
        effects += more
    recorded = state.record.turn.dice if state.record.turn is not None and state.phase in PLAYING | WRONG else None
    if recorded is not None and state.side is not item.side:
        state, more = as_effects(actions.placed(state, item.before))
        effects, recorded = effects + more, None
    if recorded is not None and recorded.same_numbers(item.dice):
        return state, effects
    if recorded is not None:
        state, more = as_effects(actions.roll_corrected(state, item.dice, frame, seen=True, confidence=p))
    else:
        told = actions.rolled(
            state, item.dice, frame, passes=False, side=item.side, seen=True, blind=not item.seen, confidence=p,
            margin=odds(p),
        )  # fmt: skip
        state, more = as_effects(told)
    return state, effects + more


def play_to(state: State, item: Played) -> tuple[Play, Position]:
    """The play of a turn that is over, and its legal end as the rules have it."""
    ends = state.terms.rules.legal_ends(item.before, ROLLS[item.roll])
    found = next(one for one in ends if places(one) == places(item.end))
    return ends[found], found


def places(position: Position) -> tuple[object, ...]:
    """Where the checkers in play are, whoever is on roll."""
    return position.points, position.bar


def _stood(state: State, end: Position, frame: int | None, p: float) -> Step:
    effects: list[Effect] = []
    if state.phase not in WRONG:
        why = _why(state, end)
        if why is None:
            return state, []
        picture = state.terms.rules.picture(end)
        state, effects = as_effects(actions.found_illegal(state, picture, why, frame, p, odds(p)))
    state, more = as_effects(actions.stood(state, frame, lies=replace(end, on_roll=state.side)))
    return state, effects + more


def _why(state: State, end: Position) -> Explanation | None:
    assert state.record.turn is not None
    return explain(
        state.record.position, state.record.turn.dice, state.terms.rules.picture(end), state.terms.rules.rules
    )


def revised(state: State, told: Sequence[Story], frame: int | None) -> Step:
    """Takes back what was told, where the belief says otherwise by now."""
    items = _followed(state, told).items
    common = next((k for k, (a, b) in enumerate(zip(items, state.seen.told, strict=False)) if a != b), None)
    if common is None:
        return state, []
    was, now = sureness(told, state.seen.told[: common + 1]), sureness(told, items[: common + 1])
    if isinstance(state.seen.told[common], Played) and len(items) == common + 1:
        return state, []  # nobody has thrown since
    line, open_yet = line_of(state.seen.told[common]), len(items) <= common + 2
    if not is_changed(was, now, line, state.costs, open_yet=open_yet):
        return state, []
    mark = state.seen.marks[common]
    effects: list[Effect] = []
    if mark is not None and any(isinstance(item, _BESIDE_TURNS) for item in state.seen.told[common:]):
        state, effects = as_effects(actions.restored(state, mark))
        kept, marks = state.seen.told[:common], state.seen.marks[:common]
        return state.with_seen(told=kept, marks=marks).with_shown(message=None), effects
    kept = state.seen.told[:common]
    # Only the ends of turns can be taken back; what came before their roll stands.
    while kept and not isinstance(kept[-1], Played | Stood | Pass | CubeAct):
        kept = kept[:-1]
    back = sum(_may_be_undone(item, before) for before, item in pairwise((None, *state.seen.told)))
    back -= sum(_may_be_undone(item, before) for before, item in pairwise((None, *kept)))
    if back == 0:
        rolled, was_told = items[common], state.seen.told[common]
        if isinstance(was_told, Rolled) and isinstance(rolled, Rolled):
            state, effects = _roll_written(state, rolled, frame, told[0].p)
            state = state.with_seen(told=(*state.seen.told[:common], rolled))
        elif isinstance(was_told, Rolled):  # something else came before the roll, or there was none
            state, effects = as_effects(actions.placed(state, was_told.before))
            state = state.with_seen(told=state.seen.told[:common], marks=state.seen.marks[:common])
        return state, effects
    for _ in range(back):
        if not state.record.moments:
            break
        state, more = as_effects(actions.undone(state))
        effects += more
    return state.with_seen(told=kept, marks=state.seen.marks[: len(kept)]).with_shown(message=None), effects


def _may_be_undone(item: Item | None, before: Item | None) -> bool:
    """Whether an undo takes back an item that was told; ``before``: the one before it."""
    if isinstance(item, Rolled) and isinstance(before, Played | Stood):
        return places(item.before) != places(before.end)  # the board was set right first
    return isinstance(item, Played | Stood | Pass | Gap)
