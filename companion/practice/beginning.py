"""How an exercise begins: as a board that is put to its position."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import STANDARD, BackgammonRules
from companion.games.backgammon.match_id import MatchState
from companion.games.rules import Stack
from companion.match.any_session import with_value
from companion.match.phases import Phase
from companion.match.session import begun
from companion.match.state import Back, State, Terms, to_roll
from companion.practice.exercise import Exercise, Goal, Practice
from companion.record.journal import Mode
from companion.record.match import Double, Game, Placed, Take

_BOTH_HAVE_ROLLED: Final = Stack(1, 1)


def begun_at(terms: Terms, practice: Practice, *, after: State | None = None) -> State:
    """A session whose exercise is still to be set up; practice is played by the tournament's rules, with
    Jacoby's where a drill comes from such a game.

    ``terms``: in training, by the button and with electronic dice.  ``after``: the session at whose table it
    follows.
    """
    assert terms.mode is Mode.TRAINING, "practice has hints"
    exercise = practice.exercise
    around = exercise.around or MatchState()
    rules = BackgammonRules(STANDARD.changed({"cube": exercise.cube, "jacoby": around.jacoby}))
    state = with_value(begun(replace(terms, rules=rules, length=around.length)), practice)
    if after is not None:
        state = replace(state, n=after.n, t=after.t, started_at_s=after.started_at_s, stirred_t=after.t)
        seen = replace(
            state.seen, camera=after.checked().seen.camera, look=after.seen.look, hand=after.seen.hand,
        )  # fmt: skip
        state = replace(state, seen=seen).with_record(seating=after.record.seating)
    return state if exercise.from_opening else _to_be_set_up(state, exercise, around)


def _to_be_set_up(state: State, exercise: Exercise, around: MatchState) -> State:
    position = exercise.position
    taken = (Double(around.owner.other, around.cube), Take(around.owner)) if around.owner is not None else ()
    doubled = (Double(position.on_roll, 2 * around.cube),) if exercise.goal is Goal.ANSWER else ()
    stake = around.cube // 2 if taken else around.cube
    game = Game(around.score, (*taken, Placed(position), *doubled), crawford=around.crawford, cube=stake)
    record = state.record.with_games((game,), state.terms.rules)
    ready = to_roll(replace(state, record=replace(record, rolls=_BOTH_HAVE_ROLLED)))
    if doubled:
        ready = ready.with_record(phase=Phase.DOUBLED)
    elif exercise.goal is Goal.PLAY:  # of a roll that is given: the cube was left alone
        ready = ready.with_record(phase=Phase.ROLLING)
    return ready.with_record(phase=Phase.PUTTING_BACK, resumes=ready.phase).with_shown(back=Back())


def next_of(practice: Practice) -> Practice:
    """The exercise that follows."""
    exercise, *ahead = practice.ahead
    number, seed = practice.number + 1, practice.seed + 1
    return restarted(replace(practice, exercise=exercise, ahead=tuple(ahead), number=number, seed=seed))


def restarted(practice: Practice) -> Practice:
    """The exercise as it begins."""
    kept = {name: getattr(practice, name) for name in ("lesson", "number", "of", "ahead", "seed")}
    return Practice(practice.exercise, **kept)
