"""Handles what a look shows outside the turn: a cocked die, the board set up for the next game, set back or cleared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.backgammon import START, Position
from companion.games.rules import BAR, Side, Spot
from companion.match import actions
from companion.match.anchoring import anchored_to
from companion.match.any_game import then
from companion.match.any_record_sync import asked_to_set_back, is_due
from companion.match.any_seen import Odd
from companion.match.clock import Stop
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.orientation import SEATINGS, BoardOrientation
from companion.match.phases import BEFORE_PLAY, IN_GAME, OVER, PLAYING, TO_ROLL, Phase
from companion.match.state import Answer, Choice, Effect, EndOfTurn, Question, State, Step, asked
from companion.record.entries import Kind
from companion.referee.boards import as_position
from companion.referee.course import Stage
from companion.referee.decide import Line, Rest, is_asked_outside_turn, is_written, waits
from companion.referee.known_boards import chances, is_in_sight, likelihoods, shown
from companion.referee.people import SET_UP_ANEW
from vision.observation import POINTS, UNSEEN, Observation

_CLEARLY: Final = 5.0
"""The log-likelihood by which another count on a point has to exceed the right one."""
_MOST_MISREAD: Final = 2
"""Spots of the start position that may be misread before a roll: see :mod:`companion.app.confirmed_turns`."""
_MOST_AT_ONCE: Final = 4
"""The most checkers that leave the board in one turn."""
_ON_BOARD: Final = (BAR, *POINTS)
_SEATING_QUESTIONS: Final = {True: "question.swapped", False: "question.mirrored"}


def cocked(state: State, event: BoardSeen) -> Step:
    cocked = any(die.cocked for die in event.observation.dice)
    if not cocked or state.phase not in TO_ROLL | {Phase.OPENING}:
        return state.counting(Odd.COCKED, shown=False), []
    state = state.counting(Odd.COCKED)
    if state.seen.in_a_row[Odd.COCKED] > 1:
        return state, []
    state = state.with_shown(message=Message("notice.cocked", alarm=False))
    return actions.appended(state, Kind.COCKED, frame=event.frame)


def begins(state: State, event: BoardSeen, *, rolling: bool = False) -> Step:
    """Begins a game once the start position is on the board; ``rolling``: a player rolls, which says that it is."""
    if state.phase is not Phase.SETTING_UP and (state.phase not in OVER or state.match_over):
        return state, []
    rolled = rolling or len(event.observation.dice) > 1
    if not rolled and _is_short(state, event):
        return state, []
    clear = shown([START], event.observation) is not None
    if not clear and not (rolled and len(_misread(event.observation)) <= _MOST_MISREAD):
        return state, []
    state, effects = actions.started(state, event.frame)
    return anchored_to(state), effects


def next_game(state: State, event: BoardSeen) -> Step:
    """Handles the start position in the middle of a game: a dropped double, or a game given up."""
    if state.phase in BEFORE_PLAY | OVER or state.match_over or state.record.position.points == START.points:
        return state, []
    best = state.seen.belief.best if state.seen.belief is not None else None
    played = best is not None and best.stage in (Stage.PLAYED, Stage.HALF_WAY)
    believed = as_position(best.board, state.side) if best is not None and played else state.record.position
    p, *_ = _set_up_chances([START], [state.record.position, believed or state.record.position], event.observation)
    effects: list[Effect] = []
    if state.phase is not Phase.DOUBLED and is_asked_outside_turn(p, state.costs):
        return who_won(state, event.frame)
    if not is_written(p, Line.OTHER, state.costs):
        return state, []
    if state.phase is Phase.DOUBLED:
        state, effects = actions.dropped(state, event.frame)
    if state.match_over:
        return state, effects
    state, effects = then((state, effects), lambda state: actions.started(state, event.frame))
    return anchored_to(state), effects


# --- setting up ------------------------------------------------------------------------------------------


def set_up(state: State, event: BoardSeen) -> Step:
    """Asks once, before a game, about a board set up the other way round, and reports a wrong set-up."""
    if (state.phase is not Phase.SETTING_UP and state.phase not in OVER) or not state.terms.asks or state.match_over:
        return state, []
    as_seen = state.record.seating.observation(event.observation)  # its own inverse: as the camera reader has it
    ways = chances([likelihoods([START], one.observation(as_seen))[0] for one in SEATINGS])
    p, found = max(zip(ways, SEATINGS, strict=True), key=lambda way: way[0])
    is_set_up = is_asked_outside_turn(p, state.costs)
    if is_set_up and found != state.record.seating:
        return _asked_about(state, event, found)
    if not _is_short(state, event) and (state.phase is not Phase.SETTING_UP or is_set_up):
        return state.counting(Odd.BOARD, shown=False), []
    state = state.counting(Odd.BOARD)
    if waits(state.seen.in_a_row[Odd.BOARD], Rest.LOST_TRACK, state.costs):
        return state, []
    points = tuple(spot for spot in _misread(event.observation) if spot in POINTS)
    return state.with_shown(message=Message("notice.not-start", points=points, alarm=False)), []


def _is_short(state: State, event: BoardSeen) -> bool:
    """Whether the board is not set up, going by a point that is seen clearly."""
    if not state.terms.asks:
        return False
    evidence, start = event.observation.unbiased, state.terms.rules.picture(START)
    spots = ((evidence.get(point, UNSEEN), start[point]) for point in POINTS)
    return any(spot.log_likelihood(*spot.best) - spot.log_likelihood(*stack) > _CLEARLY for spot, stack in spots)


def _asked_about(state: State, event: BoardSeen, seating: BoardOrientation) -> Step:
    if state.shown.question is not None:
        return state, []
    key = _SEATING_QUESTIONS[seating.swapped != state.record.seating.swapped]
    question = Question(key, (Answer("answer.yes", seating), Answer("answer.no", Choice.NO)))
    return asked(state, question, event.frame)


def _misread(seen: Observation) -> tuple[Spot, ...]:
    """The spots that look otherwise than the start position has them."""
    start = {BAR: (0, 0), **{n: (max(count, 0), max(-count, 0)) for n, count in enumerate(START.points, 1)}}
    evidence = {spot: seen.unbiased.get(spot, UNSEEN) for spot in start}
    return tuple(spot for spot, one in evidence.items() if one.seen and one.best != start[spot])


# --- the board set back --------------------------------------------------------------------------------------


def set_back(state: State, event: BoardSeen) -> Step:
    """Asks, when an earlier board of the game is set up, whether the plays since then are taken back."""
    still_playing = state.phase in TO_ROLL or state.phase in PLAYING
    if not still_playing or state.shown.question is not None or not state.record.moments:
        return state, []
    if state.terms.end_of_turn is EndOfTurn.STILL or state.seen.said.get("question.set-back") == state.record.position:
        return state, []
    boards = _boards_before(state)
    lying = _set_up_chances(list(boards.values()), [state.record.position], event.observation)
    p, back = max(zip(lying, boards, strict=True), default=(0.0, 0))
    return asked_to_set_back(state, back, p, event.frame)


def _boards_before(state: State) -> dict[int, Position]:
    """Earlier boards of the game by how many plays lie between; the newest where one came twice."""
    boards: dict[int, Position] = {}
    for back, earlier in enumerate(reversed(state.record.moments), start=1):
        if all(earlier.position.points != known.points for known in (state.record.position, *boards.values())):
            boards[back] = earlier.position
    return boards


def _set_up_chances(set_up: Sequence[Position], expected: Sequence[Position], look: Observation) -> list[float]:
    """The probability of each of some boards that are set up again, against an expected one."""
    if not is_in_sight(look):
        return [0.0] * len(set_up)
    return chances(likelihoods([*set_up, *expected], look), [SET_UP_ANEW] * len(set_up))[: len(set_up)]


# --- the board cleared ---------------------------------------------------------------------------------------


def is_cleared(state: State, event: BoardSeen) -> bool:
    """Whether half of all checkers have left the board, and more than any turn takes off.

    A stack that is not empty counts as before, since tall stacks are miscounted.
    """
    if not state.terms.asks or state.phase not in IN_GAME - {Phase.OPENING}:
        return False
    seen = {spot: event.observation.spot(spot) for spot in _ON_BOARD}
    if sum(evidence.seen for evidence in seen.values()) < len(POINTS):
        return False
    stood = state.picture
    there = sum(max(sum(seen[spot].best), sum(stood[spot])) for spot in _ON_BOARD if sum(seen[spot].best))
    should_be = sum(state.record.position.checkers(side) for side in Side)
    return should_be - there > max(_MOST_AT_ONCE, should_be // 2)


def cleared(state: State, event: BoardSeen) -> Step:
    """Suspends ruling, and asks the players whether the game is over."""
    state, is_asked = is_due(state, Odd.BOARD, 1.0, Rest.TURN_OVER)
    return who_won(state, event.frame) if is_asked else (state, [])


def who_won(state: State, frame: int | None) -> Step:
    """Asks for the winner of a game that seems to be given up."""
    light, dark = state.terms.names
    answers = (Answer(light, meaning=Side.LIGHT), Answer(dark, meaning=Side.DARK))
    question = Question("question.who-won", (*answers, Answer("answer.not-over", meaning=Choice.NO)))
    return then(actions.halted(state, Stop.PAUSE, phase=Phase.CLEARED), lambda state: asked(state, question, frame))
