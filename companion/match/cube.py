"""The doubling cube at the table: handles it in looks and by touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.backgammon.conduct import has_to_roll, may_be_annulled
from companion.games.backgammon.cube import Act, Refusal
from companion.games.backgammon.cube import refusal as against
from companion.games.rules import Side
from companion.match import actions, record_sync
from companion.match.any_game import YES_OR_NO, of_both, then
from companion.match.any_record_sync import is_due
from companion.match.any_seen import Odd
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import TO_ROLL, WRONG, Phase
from companion.match.state import (
    Question,
    State,
    Step,
    against_doubling,
    asked,
    may_double,
    moment_of,
    take_or_drop,
)
from companion.record.entries import Kind
from companion.referee.decide import Rest, is_asked_outside_turn, waits
from companion.referee.known_boards import shown
from vision.observation import CubePlace

_SEEN: Final = ((0.9, 57 / 67), (0.8, 7 / 11), (0.7, 11 / 24), (0.0, 3 / 39))
"""(least confidence, share of cubes that were at the place seen): 24 films of odd boards."""
_FACES: Final = range(2, 65)
"""The values a cube can show: most cubes have no face for 1, and none has one above 64."""
_CUBE_VALUE: Final = "notice.cube-value"
_REFUSALS: Final = frozenset(f"notice.{why.value}" for why in Refusal if why is not Refusal.NOT_ON_ROLL)
"""Messages about a refused cube; that of the wrong turn is also about dice and presses."""
_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}


def seen_offered(state: State, event: BoardSeen) -> Step:
    """Says why an offered double is not allowed."""
    if _place_of(event, state.terms.sure_of_cube) is not CubePlace.OFFERED:
        on_show = state.shown.message is not None and state.shown.message.key in _REFUSALS
        return (state.with_shown(message=None) if on_show else state), []
    why = against_doubling(state) if state.phase in TO_ROLL else None
    return _refused(state, why) if why is not None else (state, [])


def disagrees(state: State, event: BoardSeen) -> Step:
    """Asks about a cube that several looks show with the other player without an offer."""
    cube, key = event.observation.cube, "question.doubled"
    goes_there = cube is not None and cube.place is _HOUSE[state.side.other] is not _recorded_place(state)
    p = _right(event) if goes_there and state.phase in TO_ROLL else 0.0
    state, is_asked = is_due(state, Odd.CUBE_ASTRAY, p)
    is_said = state.seen.said.get(key) == state.record.turns
    if not is_asked or is_said or state.shown.question is not None or not may_double(state):
        return state, []
    question = Question(key, YES_OR_NO, {"name": state.name_of(state.side)}, to=of_both(state))
    return asked(state.having_said(key, state.record.turns), question, event.frame)


def _recorded_place(state: State) -> CubePlace:
    return CubePlace.MIDDLE if state.record.cube.owner is None else _HOUSE[state.record.cube.owner]


def _place_of(event: BoardSeen, least: float) -> CubePlace | None:
    cube = event.observation.cube
    return cube.place if cube is not None and cube.confidence >= least else None


def _right(event: BoardSeen) -> float:
    """The probability that the cube is at its new place."""
    cube = event.observation.cube
    return 0.0 if cube is None else next(p for least, p in _SEEN if cube.confidence >= least)


def _refused(state: State, why: Refusal) -> Step:
    """Refuses an offer that the rules do not allow, with the reason; the record does not mention it."""
    if why is Refusal.NO_CUBE:
        return state, []  # such a game has no cube: this is something else
    message = Message(f"notice.{why.value}", _values_of(state, why), alarm=False)
    return state.with_shown(message=message), []


def _values_of(state: State, why: Refusal) -> Mapping[str, str]:
    if why is Refusal.NOT_OWNER:
        return {"name": state.name_of(state.side.other)}
    return {"value": str(state.terms.rules.rules.cube_limit)} if why is Refusal.LIMIT else {}


def face_seen(state: State, event: BoardSeen) -> Step:
    """Reports a cube with a wrong face between two turns; a single look may misread it."""
    cube, on_show = event.observation.cube, state.shown.message is not None and state.shown.message.key == _CUBE_VALUE
    is_read = cube is not None and cube.value is not None and cube.place is _recorded_place(state)
    is_between = state.phase in TO_ROLL and state.record.cube.value in _FACES
    if cube is None or not is_read or not is_between or not is_asked_outside_turn(_right(event), state.costs):
        return state.counting(Odd.CUBE_FACE, shown=False), []
    if cube.value == state.record.cube.value:
        state = state.counting(Odd.CUBE_FACE, shown=False)
        return state.with_shown(message=None if on_show else state.shown.message), []
    state = state.counting(Odd.CUBE_FACE)
    if waits(state.seen.in_a_row[Odd.CUBE_FACE], Rest.UNDECIDED, state.costs) or state.shown.message is not None:
        return state, []
    values = {"seen": str(cube.value), "value": str(state.record.cube.value)}
    return state.with_shown(message=Message(_CUBE_VALUE, values, alarm=False)), []


# --- by touch ------------------------------------------------------------------------------------


def acted(state: State, act: Act, side: Side) -> Step:
    """Applies a cube action entered by touch; an illegal one is answered with the reason."""
    state, effects = _in_turn(state, side) if act is Act.DOUBLE and side is state.side.other else (state, [])
    why = against(act, side, state.record.cube, moment_of(state), state.terms.rules.rules)
    allowed = state.phase is Phase.DOUBLED if act is not Act.DOUBLE else state.phase in TO_ROLL
    if why is None and not allowed:
        why = Refusal.AFTER_ROLL if act is Act.DOUBLE else Refusal.NOTHING_OFFERED
    if why is not None:
        values = {"name": state.name_of(side.other), "value": str(state.terms.rules.rules.cube_limit)}
        state = state.with_shown(message=Message(f"notice.{why.value}", values, alarm=False))
        return actions.not_now(state, act.value, why=why.value)
    return then((state, effects), lambda state: _done(state, act))


def may_double_next(state: State) -> bool:
    """Whether the opponent of the side on roll may double now, and so ends its turn, whose play is on the board."""
    if state.phase not in WRONG | {Phase.COMPLETE, Phase.ENDED}:
        return False
    side = state.side.other
    passed = replace(state.record.position, on_roll=side)
    if not may_double(state.with_record(phase=Phase.ROLLING, position=passed)):
        return False
    over, _ = _in_turn(state, side)
    return over.side is side and over.phase in TO_ROLL and may_double(over)


def _done(state: State, act: Act) -> Step:
    match act:
        case Act.TAKE:
            return actions.taken(state, None, 1.0)
        case Act.DROP:
            return actions.dropped(state, None)
        case Act.DOUBLE:
            state, effects = actions.doubled(state, None, 1.0)
        case _:
            state, effects = actions.doubled_back(state, None, 1.0)
    return state.with_shown(question=take_or_drop(state)), effects


def _in_turn(state: State, side: Side) -> Step:
    """Ends the opponent's turn by a double, if its play is on the board and the rules allow it."""
    if state.phase in TO_ROLL and not has_to_roll(state.record.position, state.side, state.terms.rules.rules):
        passed, effects = actions.passed(state)
        return (passed, effects) if may_double(passed) else (state, [])
    look = state.seen.look
    if _may_be_let_stand(state) and not _is_reported(state):
        return actions.stood(state, None)  # nobody knows of it, so it is the opponent's turn
    if look is None or state.seen.hand:
        return state, []
    if _may_be_let_stand(state) and _is_wrong_board(state, look):
        return actions.stood(state, look.frame)
    if state.phase not in (Phase.COMPLETE, Phase.ENDED) or may_be_annulled(state.terms.rules.rules):
        return state, []
    over, effects = record_sync.over(state, look.frame)
    if over.side is not side or over.phase not in TO_ROLL or not may_double(over):
        return state, []
    return then((over, effects), lambda state: actions.appended(state, Kind.PREMATURE, side=side))


def _may_be_let_stand(state: State) -> bool:
    """Whether the opponent could double now if the illegal play were condoned."""
    if state.phase not in WRONG or state.record.wrong is None or state.record.wrong.position is None:
        return False
    stood = state.with_record(phase=Phase.ROLLING, position=replace(state.record.position, on_roll=state.side.other))
    return may_double(stood)


def _is_reported(state: State) -> bool:
    return state.record.wrong is not None and state.record.wrong.reported


def _is_wrong_board(state: State, event: BoardSeen) -> bool:
    """Whether the board shows the illegal play, rather than the position before it."""
    assert state.record.wrong is not None
    assert state.record.wrong.position is not None
    return shown([state.record.wrong.position, state.record.position], event.observation) == 0
