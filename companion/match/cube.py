"""The doubling cube at the table: handles it in looks and by touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.backgammon.conduct import has_to_roll, may_be_annulled
from companion.games.backgammon.cube import Act, Refusal
from companion.games.backgammon.cube import refusal as against
from companion.games.rules import Side
from companion.match import actions
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import TO_ROLL, WRONG, Phase
from companion.match.questions import YES_OR_NO, name_of, take_or_drop
from companion.match.state import Effect, Question, State, against_doubling, may_double, moment_of
from companion.match.step import Step, as_effects, asked
from companion.record.entries import Kind
from companion.referee.decision import judged
from companion.referee.dice_on_board import fresh_throw
from companion.referee.hypotheses import still
from companion.referee.roll_evidence import throw_of
from companion.referee.ruling import Clear, Hypothesis, ruling
from vision.observation import CubePlace, Observation

# A double that nobody saw being offered is believed only of a cube that is seen well, and so is its face.
_SURE_OF_STRAYED: Final = 0.6
_LOOKS_AT_FACE: Final = 3
_FACES: Final = range(2, 65)
"""The values a cube can show: most cubes have no face for 1, and none has one above 64."""
_CUBE_VALUE: Final = "notice.cube-value"
_REFUSALS: Final = frozenset(f"notice.{why.value}" for why in Refusal)
_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}


def answered_unseen(state: State, event: BoardSeen) -> Step:
    """Handles a double that was answered since the last look: before any roll seen in the same look."""
    place = _place_of_cube(state, event.observation)
    dice = throw_of(event.observation, frame=event.frame, at_s=event.at_s)
    if state.phase is Phase.DOUBLED and place is _HOUSE[state.side.other]:
        return as_effects(actions.taken(state, event.frame, _confidence_of_cube(event)))
    if state.phase is Phase.DOUBLED and dice is not None and fresh_throw(state, event) is not None:
        # Nobody rolls before the double is answered, and after a drop nobody rolls.
        return as_effects(actions.taken(state, event.frame, None, sure=False))
    if place is _recorded_place(state):
        state = replace(state, cube_in_place=True)
    sure = state.cube_in_place and (_confidence_of_cube(event) or 0.0) >= _SURE_OF_STRAYED
    if state.phase not in TO_ROLL or place is not _HOUSE[state.side.other] or not sure or not may_double(state):
        return replace(state, cube_strayed=False), []
    if not state.cube_strayed:
        return replace(state, cube_strayed=True), []  # one look may be wrong about the cube's place
    if state.terms.asks and event.observation.cube is not None and event.observation.cube.value != 2 * state.cube.value:
        return _double_asked_about(state, event)
    return _double_and_take(state, event)


def _double_and_take(state: State, event: BoardSeen) -> Step:
    state, double = actions.doubled(state, event.frame, _confidence_of_cube(event))
    state, take = actions.taken(state, event.frame, _confidence_of_cube(event))
    return replace(state, cube_strayed=False), [*double, *take]


def _double_asked_about(state: State, event: BoardSeen) -> Step:
    """Asks, once a turn, about a cube that went to the opponent's side without an offer being seen, or was turned."""
    if state.question is not None or state.cube_asked == state.turns:
        return state, []
    question = Question("question.doubled", YES_OR_NO, {"name": name_of(state, state.side)})
    return asked(replace(state, cube_asked=state.turns), question, event.frame)


def _recorded_place(state: State) -> CubePlace:
    return CubePlace.MIDDLE if state.cube.owner is None else _HOUSE[state.cube.owner]


def offered(state: State, event: BoardSeen) -> Step:
    """Handles an offered double; a player who doubles after an illegal play condones it, as by rolling."""
    # A double comes before the roll, when the last dice are taken up: a thing among dice is hardly a cube.
    dice = throw_of(event.observation, frame=event.frame, at_s=event.at_s)
    if dice is not None or _place_of_cube(state, event.observation) is not CubePlace.OFFERED:
        return _without_refusal(state), []
    effects: list[Effect] = []
    if _may_be_let_stand(state) and _lies_wrong(state, event):
        state, effects = as_effects(actions.stood(state, event.frame))
    if state.phase not in TO_ROLL:
        return state, effects
    if state.terms.asks and not has_to_roll(state.position, state.side, state.terms.rules.rules):
        # A closed-out player does not roll, and so does not double: it is the opponent's turn already.
        state, more = as_effects(actions.passed(state))
        effects += more
    if why := against_doubling(state):
        state, more = refused(state, why)
        return state, effects + more
    state, more = as_effects(actions.doubled(state, event.frame, _confidence_of_cube(event)))
    return replace(state, question=take_or_drop(state) if state.terms.asks else None), effects + more


def refused(state: State, why: Refusal) -> Step:
    """Refuses an offer that the rules do not allow, with the reason; the record does not mention it."""
    if why is Refusal.NO_CUBE:
        return state, []  # such a game has no cube: this is something else
    message = Message(f"notice.{why.value}", _values_of(state, why), alarm=False)
    return replace(state, message=message, cube_refused=True), []


def _values_of(state: State, why: Refusal) -> Mapping[str, str]:
    if why is Refusal.NOT_OWNER:
        return {"name": name_of(state, state.side.other)}
    return {"value": str(state.terms.rules.rules.cube_limit)} if why is Refusal.LIMIT else {}


def _without_refusal(state: State) -> State:
    """Removes the refusal: the cube is back where it belongs."""
    told = state.cube_refused and state.message is not None and state.message.key in _REFUSALS
    return replace(state, cube_refused=False, message=None if told else state.message)


def _may_be_let_stand(state: State) -> bool:
    """Whether the opponent could double now if the illegal play were condoned."""
    if state.phase not in WRONG or state.wrong is None or state.wrong.position is None:
        return False
    stood = replace(state, phase=Phase.ROLLING, position=replace(state.position, on_roll=state.side.other))
    return may_double(stood)


def _lies_wrong(state: State, event: BoardSeen) -> bool:
    """Whether the board shows the illegal play, rather than the position before it."""
    assert state.wrong is not None
    lies, before = Hypothesis("wrong", state.wrong.picture), Hypothesis("before", still(state).board)
    verdict = ruling([lies, before], event.observation, standing=before.board)
    return isinstance(verdict, Clear) and verdict.hypothesis is lies


def _place_of_cube(state: State, observation: Observation) -> CubePlace | None:
    cube = observation.cube
    return cube.place if cube is not None and cube.confidence >= state.terms.sure_of_cube else None


def _confidence_of_cube(event: BoardSeen) -> float | None:
    return event.observation.cube.confidence if event.observation.cube else None


def face_seen(state: State, event: BoardSeen) -> Step:
    """Reports between two turns a cube that nobody has turned; one look may misread it."""
    cube, told = event.observation.cube, state.message is not None and state.message.key == _CUBE_VALUE
    sure = cube is not None and cube.confidence >= _SURE_OF_STRAYED and cube.place is _recorded_place(state)
    if cube is None or cube.value is None or not sure or state.phase not in TO_ROLL or state.cube.value not in _FACES:
        return replace(state, face_looks=0), []
    if cube.value == state.cube.value:
        return replace(state, face_looks=0, message=None if told else state.message), []
    state = replace(state, face_looks=state.face_looks + 1)
    if state.face_looks < _LOOKS_AT_FACE or not state.terms.asks or state.message is not None:
        return state, []
    values = {"seen": str(cube.value), "value": str(state.cube.value)}
    return replace(state, message=Message(_CUBE_VALUE, values, alarm=False)), []


# --- by touch ------------------------------------------------------------------------------------


def acted(state: State, act: Act, side: Side) -> Step:
    """Applies a cube action entered by touch; an illegal one is answered with the reason."""
    state, effects = _in_turn(state, side) if act is Act.DOUBLE and side is state.side.other else (state, [])
    why = against(act, side, state.cube, moment_of(state), state.terms.rules.rules)
    allowed = state.phase is Phase.DOUBLED if act is not Act.DOUBLE else state.phase in TO_ROLL
    if why is None and not allowed:
        why = Refusal.AFTER_ROLL if act is Act.DOUBLE else Refusal.NOTHING_OFFERED
    if why is not None:
        values = {"name": name_of(state, side.other), "value": str(state.terms.rules.rules.cube_limit)}
        state = replace(state, message=Message(f"notice.{why.value}", values, alarm=False), cube_refused=True)
        return as_effects(actions.not_now(state, act.value, why=why.value))
    state, more = _done(state, act)
    return state, effects + more


def _done(state: State, act: Act) -> Step:
    match act:
        case Act.TAKE:
            return as_effects(actions.taken(state, None, 1.0))
        case Act.DROP:
            return as_effects(actions.dropped(state, None))
        case Act.DOUBLE:
            state, effects = as_effects(actions.doubled(state, None, 1.0))
        case _:
            state, effects = as_effects(actions.doubled_back(state, None, 1.0))
    return replace(state, question=take_or_drop(state)), effects


def _in_turn(state: State, side: Side) -> Step:
    """Ends the opponent's turn by a double, if its play is on the board and the rules allow it."""
    if state.phase in TO_ROLL and not has_to_roll(state.position, state.side, state.terms.rules.rules):
        passed, effects = as_effects(actions.passed(state))
        return (passed, effects) if may_double(passed) else (state, [])
    look = state.look
    if look is None or state.hand:
        return state, []
    if _may_be_let_stand(state) and _lies_wrong(state, look):
        return as_effects(actions.stood(state, look.frame))
    if state.phase not in (Phase.COMPLETE, Phase.ENDED) or may_be_annulled(state.terms.rules.rules):
        return state, []
    over, effects = judged(state.entering(Phase.ENDED, ended_t=state.t - 1.0), look, None, ended=True)
    if over.side is not side or over.phase not in TO_ROLL or not may_double(over):
        return state, []
    over, more = as_effects(actions.appended(over, Kind.PREMATURE, side=side))
    return over, [*effects, *more]
