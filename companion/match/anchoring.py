"""The referee's model of the match, and the belief that equals the record."""

from __future__ import annotations

from dataclasses import replace

from companion.games.backgammon.conduct import throws_in_roll
from companion.games.backgammon.cube import Act, Cube, refusal
from companion.games.rules import Side
from companion.match.phases import OVER, Phase
from companion.match.state import EndOfTurn, State, moment_of
from companion.referee.backgammon import Backgammon, anchored
from companion.referee.boards import number_of, only
from companion.referee.course import Item, Rolled, Stage, Standing


def model_of(state: State) -> Backgammon:
    """The referee's model of the match."""
    by = state.ends_by
    rules = state.terms.rules

    def allowed(side: Side, cube: Cube) -> bool:
        moment = replace(moment_of(state), on_roll=side, rolled=False, over=False)
        return refusal(Act.DOUBLE, side, cube, moment, rules.rules) is None

    return Backgammon(
        rules, lifting_ends=by is EndOfTurn.LIFTED, still=by is EndOfTurn.STILL,
        dance_ends=state.terms.end_of_turn is not EndOfTurn.LIFTED, one_die=throws_in_roll(rules.rules) > 1,
        may_double=allowed,
    )  # fmt: skip


def anchored_to(state: State, *, others_are_next: bool = False) -> State:
    """The state whose belief equals the record; during a break, the record before it.

    ``others_are_next``: dice on the board that differ from the recorded roll are the next roll.
    """
    phase = state.record.resumes or state.phase
    if phase in (Phase.SETTING_UP, *OVER):
        return state.with_seen(belief=None, recorded=(), marks=())
    looks = state.seen.belief.gathered if state.seen.belief is not None else None
    recorded = state.record.turn.dice if state.record.turn is not None else None
    track_numbers: tuple[int, ...] = ()
    if looks is not None and looks.epoch is not None:
        on_board = [track for n in looks.epoch.on_board if (track := looks.track(n)) is not None]
        own = recorded is not None and sorted(t.value for t in on_board) == sorted((recorded.first, recorded.second))
        track_numbers = () if others_are_next and not own else tuple(track.number for track in on_board[:2])
        others = [track for track in on_board if track.number not in track_numbers] if others_are_next else []
        looks = looks.without(others)  # the next look sees them as a new roll
    standing, stage = Standing(state.record.position), Stage.TO_ROLL
    recorded_items: tuple[Item, ...] = ()
    if phase is Phase.OPENING:
        stage = Stage.OPENING
    elif phase is Phase.DOUBLED:
        stage = Stage.DOUBLED
    elif state.record.turn is not None:
        roll = number_of(state.record.turn.dice)
        track_numbers = () if state.record.turn.drawn else track_numbers
        standing = Standing(state.record.position, track_numbers, only(roll), known=only(roll))
        recorded_items = (Rolled(state.record.position, roll),)
        over = not track_numbers and state.ends_by is EndOfTurn.LIFTED and state.record.turn.seen
        stage = Stage.CORRECTING if over else Stage.ROLLED  # the dice are up, and another play is to be made of them
    belief = anchored(state.record.position, stage=stage, standing=standing, cube=state.record.cube, gathered=looks)
    return state.with_seen(belief=belief, recorded=recorded_items, marks=(None,) * len(recorded_items))
