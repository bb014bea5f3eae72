"""The doubling cube at the table, where the belief has the doubles: what is refused, and what is asked about."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon.conduct import may_be_annulled
from companion.games.backgammon.cube import Act, Refusal
from companion.games.rules import Side
from companion.lab.shadow import telling
from companion.match import cube as usual
from companion.match.events import BoardSeen, CubeActed
from companion.match.phases import TO_ROLL, Phase
from companion.match.questions import YES_OR_NO, name_of
from companion.match.state import Question, State, against_doubling, may_double
from companion.match.step import Step, asked
from companion.referee.belief import ended
from vision.observation import CubePlace

_SURE_OF_STRAYED: Final = 0.6
_LOOKS_AT_STRAYED: Final = 3
_REFUSALS: Final = frozenset(f"notice.{why.value}" for why in Refusal)
_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}


def refused(state: State, event: BoardSeen) -> Step:
    """Says why a double that is offered is not allowed, as long as it is offered."""
    if _place_of(event, state.terms.sure_of_cube) is not CubePlace.OFFERED:
        told = state.cube_refused and state.message is not None and state.message.key in _REFUSALS
        return replace(state, cube_refused=False, message=None if told else state.message), []
    why = against_doubling(state) if state.phase in TO_ROLL else None
    return usual.refused(state, why) if why is not None else (state, [])


def disagrees(state: State, event: BoardSeen) -> Step:
    """Asks about a cube that has lain at another place than on record for some clear looks."""
    place = _place_of(event, _SURE_OF_STRAYED)
    recorded = CubePlace.MIDDLE if state.cube.owner is None else _HOUSE[state.cube.owner]
    if place in (None, recorded, CubePlace.OFFERED) or state.phase not in TO_ROLL:
        return replace(state, cube_looks=0), []
    state = replace(state, cube_looks=state.cube_looks + 1)
    beyond = state.cube_looks >= _LOOKS_AT_STRAYED and state.cube_asked != state.turns
    askable = state.terms.asks and state.question is None and may_double(state)
    if not beyond or not askable or place is not _HOUSE[state.side.other]:
        return state, []
    question = Question("question.doubled", YES_OR_NO, {"name": name_of(state, state.side)})
    return asked(replace(state, cube_asked=state.turns), question, event.frame)


def acted(state: State, event: CubeActed) -> Step:
    """Applies a cube action entered by touch; a double also ends the turn before it."""
    ends = event.act is Act.DOUBLE and event.side is state.side.other and state.phase in (Phase.COMPLETE, Phase.ENDED)
    if ends and state.belief is not None and state.look is not None and not may_be_annulled(state.terms.rules.rules):
        over, effects = telling.in_line(replace(state, belief=ended(state.belief)), state.look.frame)
        if over.side is event.side and over.phase in TO_ROLL and may_double(over):
            over, early = telling.doubled_early(over, event.side)
            over, more = usual.acted(over, event.act, event.side)
            return over, [*effects, *early, *more]
    return usual.acted(state, event.act, event.side)


def _place_of(event: BoardSeen, least: float) -> CubePlace | None:
    cube = event.observation.cube
    return cube.place if cube is not None and cube.confidence >= least else None
