"""What a look tells beside the turn: the cube, a cocked die, the board set up for the next game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion import breaks, chronicle
from companion.accounts import still
from companion.band import Band
from companion.events import BoardSeen, Kind
from companion.games.backgammon import START
from companion.games.backgammon.conduct import has_to_roll
from companion.games.backgammon.cube import Refusal
from companion.games.rules import Side
from companion.judging import Step, as_effects, asked
from companion.lying import fresh_throw
from companion.phases import BEFORE_PLAY, OVER, PLAYING, TO_ROLL, WRONG, Phase
from companion.referee import Clear, Story, likelihood, ruling
from companion.seating import SEATINGS, Seating
from companion.state import (
    Answer,
    Choice,
    Effect,
    EndOfTurn,
    Question,
    Sound,
    State,
    Tone,
    against_doubling,
    may_double,
    take_or_drop,
)
from companion.throw import throw_of
from vision.observation import POINTS, CubePlace, Observation

# A double that nobody saw being offered is believed only of a cube that is seen well.
_SURE_OF_STRAYED: Final = 0.6
_LOOKS_BEFORE_NAMING: Final = 4
_LOOKS_AT_TURNED: Final = 3
_LOOKS_AT_SET_BACK: Final = 3
_SEATING_QUESTIONS: Final = {True: "question.swapped", False: "question.mirrored"}
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
    state, double = chronicle.doubled(state, event.frame, _confidence_of_cube(event))
    state, take = chronicle.taken(state, event.frame, _confidence_of_cube(event))
    return replace(state, cube_strayed=False), [*double, *take]


def _double_asked_about(state: State, event: BoardSeen) -> Step:
    """The cube went to the opponent's side without being seen on offer, or turned: a question, once a turn."""
    if state.question is not None or state.cube_asked == state.turns:
        return state, []
    answers = (Answer("answer.yes", Choice.YES), Answer("answer.no", Choice.NO))
    name = state.terms.names[0 if state.side is Side.LIGHT else 1]
    question = Question("question.doubled", answers, {"name": name})
    return asked(replace(state, cube_asked=state.turns), question, event.frame)


def _recorded_place(state: State) -> CubePlace:
    return CubePlace.MIDDLE if state.cube.owner is None else _HOUSE[state.cube.owner]


def cube_after_play(state: State, event: BoardSeen) -> Step:
    """A double is offered; who doubles after an illegal play lets it stand, as by rolling."""
    # A double comes before the roll, when the last dice are taken up: what lies among dice is hardly a cube.
    dice = throw_of(event.observation, frame=event.frame, at_s=event.at_s)
    if dice is not None or _place_of_cube(state, event.observation) is not CubePlace.OFFERED:
        return _without_refusal(state), []
    effects: list[Effect] = []
    if _may_be_let_stand(state) and _lies_wrong(state, event):
        state, effects = as_effects(chronicle.stood(state, event.frame))
    if state.phase not in TO_ROLL:
        return state, effects
    if state.terms.asks and not has_to_roll(state.position, state.side, state.terms.rules.rules):
        # Who is shut out does not roll, and so does not double: it is the opponent's turn already.
        state, more = as_effects(chronicle.passed(state))
        effects += more
    if why := against_doubling(state):
        state, more = _refused(state, why)
        return state, effects + more
    state, more = as_effects(chronicle.doubled(state, event.frame, _confidence_of_cube(event)))
    return replace(state, question=take_or_drop() if state.terms.asks else None), effects + more


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
    if state.phase not in WRONG or state.wrong is None or state.wrong.position is None:
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
    if not cocked or state.phase not in TO_ROLL | {Phase.OPENING}:
        return replace(state, cocked=False), []
    if state.cocked:
        return state, []
    state = replace(state, cocked=True, band=Band("notice.cocked", alarm=False))
    return as_effects(chronicle.noted(state, Kind.COCKED, frame=event.frame))


def next_game(state: State, event: BoardSeen) -> Step:
    """The start position stands again in the middle of a game: a dropped double, or a game given up."""
    if state.phase in BEFORE_PLAY | OVER or state.match_over:
        return state, []
    set_up, now = still(replace(state, position=START)), still(state)
    if likelihood(set_up.board, event.observation) < likelihood(now.board, event.observation):
        return state, []
    verdict = ruling([set_up, now], event.observation, standing=set_up.board, margins=state.terms.margins)
    if not isinstance(verdict, Clear) or verdict.story is not set_up or state.position.points == START.points:
        return state, []
    effects: list[Effect] = []
    if state.phase is Phase.DOUBLED:
        state, effects = as_effects(chronicle.dropped(state, event.frame))
    elif state.terms.asks:
        return breaks.who_won(state, event.frame)
    if state.match_over:
        return state, effects
    if state.phase not in OVER:
        state = state.entering(Phase.CLEARED)
    state, more = as_effects(chronicle.started(state, event.frame, verdict.confidence))
    return state, effects + more


# --- setting up ------------------------------------------------------------------------------------------


def set_up(state: State, event: BoardSeen) -> Step:
    """Before a game: a board set up the other way round is asked about once, a wrong one is named."""
    if (state.phase is not Phase.SETTING_UP and state.phase not in OVER) or not state.terms.asks or state.match_over:
        return state, []
    as_seen = state.seating.observation(event.observation)  # its own inverse: as the eyes have it
    boards = {
        seating: Story(seating, seating.picture(still(replace(state, position=START)).board)) for seating in SEATINGS
    }
    verdict = ruling(list(boards.values()), as_seen, standing=boards[state.seating].board, margins=state.terms.margins)
    if isinstance(verdict, Clear) and verdict.story.meaning != state.seating:
        return _asked_about(state, event, verdict.story.meaning)
    if state.phase is not Phase.SETTING_UP or isinstance(verdict, Clear):
        return replace(state, odd_looks=0), []
    state = replace(state, odd_looks=state.odd_looks + 1)
    if state.odd_looks < _LOOKS_BEFORE_NAMING:
        return state, []
    return replace(state, band=Band("notice.not-start", points=_wrong_points(event.observation), alarm=False)), []


def _asked_about(state: State, event: BoardSeen, seating: Seating) -> Step:
    if state.question is not None:
        return state, []
    key = _SEATING_QUESTIONS[seating.swapped != state.seating.swapped]
    question = Question(key, (Answer("answer.yes", seating), Answer("answer.no", Choice.NO)))
    return asked(state, question, event.frame)


def _wrong_points(seen: Observation) -> tuple[int, ...]:
    start = [(max(count, 0), max(-count, 0)) for count in START.points]
    return tuple(point for point, lies in zip(POINTS, start, strict=True) if seen.spot(point).best != lies)


# --- dice that lie otherwise than recorded ------------------------------------------------------------------


def turned_dice(state: State, event: BoardSeen) -> Step:
    """Dice that show another roll than the one on record: a misread is likelier than a cheat, so it is asked."""
    turn = state.turn
    if state.phase not in PLAYING or turn is None or turn.dice is None or turn.shows is None or state.dice_confirmed:
        return state, []
    enough = turn.shows.looks >= _LOOKS_AT_TURNED and turn.shows.margin >= state.terms.margins.certain
    if not enough or not state.terms.asks or state.question is not None:
        return state, []
    now = turn.shows.best
    answers = (Answer(turn.dice.text(), turn.dice), Answer(now.text(), now))
    question = Question("dice-changed", answers, {"now": str(now), "roll": str(turn.dice)})
    return asked(state, question, event.frame)


# --- the board set back --------------------------------------------------------------------------------------


def set_back(state: State, event: BoardSeen) -> Step:
    """The board stands as it stood earlier in the game: asked whether the plays since then are taken back."""
    still_playing = state.phase in TO_ROLL or state.phase in PLAYING
    if not state.terms.asks or not still_playing or state.question is not None or state.earlier is None:
        return state, []
    if state.terms.end_of_turn is EndOfTurn.STILL or state.declined == state.position:
        return state, []
    if not state.puzzled:
        return replace(state, back_looks=0), []
    now = still(state)
    verdict = ruling([now, *_boards_before(state)], event.observation, standing=now.board, margins=state.terms.margins)
    if not isinstance(verdict, Clear) or verdict.story.meaning == now.meaning:
        return replace(state, back_looks=0), []
    state = replace(state, back_looks=state.back_looks + 1)
    back = verdict.story.meaning
    if state.back_looks < _LOOKS_AT_SET_BACK or not isinstance(back, int):
        return state, []
    answers = (Answer("answer.yes", Choice.YES), Answer("answer.no", Choice.NO))
    question = Question("question.set-back", answers, {"count": str(back)}, back=back)
    return asked(replace(state, back_looks=0), question, event.frame)


def _boards_before(state: State) -> list[Story[object]]:
    """Earlier boards of the game, each by how many plays lie between; the newest where one came twice."""
    rules, found = state.terms.rules, [state.position.points]
    stories: list[Story[object]] = []
    earlier, back = state.earlier, 1
    while earlier is not None:
        if earlier.position.points not in found:
            found.append(earlier.position.points)
            stories.append(Story(back, rules.picture(earlier.position)))
        earlier, back = earlier.earlier, back + 1
    return stories
