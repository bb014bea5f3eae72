"""What a look tells beside the turn: the cube, a cocked die, the board set up for the next game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion import chronicle
from companion.accounts import still
from companion.band import Band
from companion.events import BoardSeen, Kind
from companion.games.backgammon import START
from companion.games.backgammon.cube import Refusal
from companion.games.rules import Side
from companion.judging import Step, as_effects, fresh_throw
from companion.referee import Clear, Story, ruling
from companion.state import Effect, Phase, Question, Sound, State, Tone, against_doubling, may_double
from companion.throw import throw_of
from vision.observation import CubePlace, Observation

# A double that nobody saw being offered is believed only of a cube that is seen well.
_SURE_OF_STRAYED: Final = 0.6
_REFUSALS: Final = frozenset(f"notice.{why.value}" for why in Refusal)
_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}


def cube_before_dice(state: State, event: BoardSeen) -> Step:
    """A double that was answered since the last look: before any roll seen in the same look."""
    place = _place_of_cube(state, event.observation)
    dice = throw_of(event.observation, frame=event.frame, at_s=event.at_s)
    if state.phase is Phase.DOUBLED and place is _HOUSE[state.side.other]:
        return as_effects(chronicle.taken(state, event.frame, _confidence_of_cube(event)))
    if state.phase is Phase.DOUBLED and dice is not None and fresh_throw(state, event) is not None:
        # Nobody rolls before the double is answered, and after a drop nobody rolls.
        return as_effects(chronicle.taken(state, event.frame, None, sure=False))
    sure = (_confidence_of_cube(event) or 0.0) >= _SURE_OF_STRAYED
    if state.phase is not Phase.ROLLING or place is not _HOUSE[state.side.other] or not sure or not may_double(state):
        return replace(state, cube_strayed=False), []
    if not state.cube_strayed:
        return replace(state, cube_strayed=True), []  # one look may be wrong about the cube's place
    state, double = chronicle.doubled(state, event.frame, _confidence_of_cube(event))
    state, take = chronicle.taken(state, event.frame, _confidence_of_cube(event))
    return replace(state, cube_strayed=False), [*double, *take]


def cube_after_play(state: State, event: BoardSeen) -> Step:
    """A double is offered; who doubles after an illegal play lets it stand, as by rolling."""
    # A double comes before the roll, when the last dice are taken up: what lies among dice is hardly a cube.
    dice = throw_of(event.observation, frame=event.frame, at_s=event.at_s)
    if dice is not None or _place_of_cube(state, event.observation) is not CubePlace.OFFERED:
        return _without_refusal(state), []
    effects: list[Effect] = []
    if _may_be_let_stand(state) and _lies_wrong(state, event):
        state, effects = as_effects(chronicle.stood(state, event.frame))
    if state.phase is not Phase.ROLLING:
        return state, effects
    if why := against_doubling(state):
        state, more = _refused(state, why)
        return state, effects + more
    state, more = as_effects(chronicle.doubled(state, event.frame, _confidence_of_cube(event)))
    question = Question("phase.take-or-drop", ("take", "drop"))
    return replace(state, question=question if state.terms.asks else None), effects + more


def _refused(state: State, why: Refusal) -> Step:
    """An offer that the rules do not allow is refused with the reason, and leaves no trace in the record."""
    if why is Refusal.NO_CUBE:
        return state, []  # nobody has brought a cube to such a game: whatever lies there is something else
    band = Band(f"notice.{why.value}", _values_of(state, why), alarm=False)
    told = state.band == band
    return replace(state, band=band), [] if told else [Sound(Tone.NOTICE)]


def _values_of(state: State, why: Refusal) -> Mapping[str, str]:
    if why is Refusal.NOT_OWNER:
        return {"name": state.terms.names[0 if state.cube.owner is Side.LIGHT else 1]}
    return {"value": str(state.terms.rules.rules.cube_limit)} if why is Refusal.LIMIT else {}


def _without_refusal(state: State) -> State:
    """The cube is back where it belongs."""
    told = state.band is not None and state.band.key in _REFUSALS
    return replace(state, band=None) if told else state


def _may_be_let_stand(state: State) -> bool:
    """Whether the opponent could double now if the illegal play were let stand."""
    if state.phase is not Phase.CORRECTING or state.wrong is None or state.wrong.position is None:
        return False
    stood = replace(state, phase=Phase.ROLLING, position=replace(state.position, on_roll=state.side.other))
    return may_double(stood)


def _lies_wrong(state: State, event: BoardSeen) -> bool:
    """Whether the illegal play lies on the board, rather than what stood there before it."""
    assert state.wrong is not None
    lies, before = Story("wrong", state.wrong.picture), Story("before", still(state).board)
    verdict = ruling([lies, before], event.observation, standing=before.board, margins=state.terms.margins)
    return isinstance(verdict, Clear) and verdict.story is lies


def _place_of_cube(state: State, observation: Observation) -> CubePlace | None:
    cube = observation.cube
    return cube.place if cube is not None and cube.confidence >= state.terms.sure_of_cube else None


def _confidence_of_cube(event: BoardSeen) -> float | None:
    return event.observation.cube.confidence if event.observation.cube else None


def cocked(state: State, event: BoardSeen) -> Step:
    cocked = any(die.cocked for die in event.observation.dice)
    if not cocked or state.phase not in (Phase.OPENING, Phase.ROLLING):
        return replace(state, cocked=False), []
    if state.cocked:
        return state, []
    state = replace(state, cocked=True, band=Band("notice.cocked", alarm=False))
    return as_effects(chronicle.noted(state, Kind.COCKED, frame=event.frame))


def next_game(state: State, event: BoardSeen) -> Step:
    """The start position stands again in the middle of a game: a dropped double, or a game given up."""
    if state.match_over or state.phase in (Phase.START, Phase.OPENING, Phase.OVER):
        return state, []
    set_up = still(replace(state, position=START))
    verdict = ruling([set_up, still(state)], event.observation, standing=set_up.board, margins=state.terms.margins)
    if not isinstance(verdict, Clear) or verdict.story is not set_up or state.position.points == START.points:
        return state, []
    effects: list[Effect] = []
    if state.phase is Phase.DOUBLED:
        state, effects = as_effects(chronicle.dropped(state, event.frame))
    if state.match_over:
        return state, effects
    state, more = as_effects(chronicle.started(state, event.frame, verdict.confidence))
    return state, effects + more
