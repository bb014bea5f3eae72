"""Handles what a look shows outside the turn: a cocked die, the board set up for the next game, or set back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import START
from companion.match import actions, interruptions
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.orientation import SEATINGS, BoardOrientation
from companion.match.phases import BEFORE_PLAY, OVER, PLAYING, TO_ROLL, Phase
from companion.match.state import Answer, Choice, Effect, EndOfTurn, Question, State
from companion.match.step import Step, as_effects, asked
from companion.record.entries import Kind
from companion.referee.hypotheses import still
from companion.referee.roll_evidence import RollEvidence
from companion.referee.ruling import MARGINS, Clear, Hypothesis, likelihood, ruling
from vision.observation import POINTS, UNSEEN, Observation

_LOOKS_BEFORE_NAMING: Final = 4
_CLEARLY: Final = 5.0
"""So much likelier (log-likelihood) is another count on a point than the right one, where it is hardly misread."""
_LOOKS_AT_TURNED: Final = 3
_LOOKS_AT_SET_BACK: Final = 3
_SEATING_QUESTIONS: Final = {True: "question.swapped", False: "question.mirrored"}


def cocked(state: State, event: BoardSeen) -> Step:
    cocked = any(die.cocked for die in event.observation.dice)
    if not cocked or state.phase not in TO_ROLL | {Phase.OPENING}:
        return replace(state, cocked=False), []
    if state.cocked:
        return state, []
    state = replace(state, cocked=True, message=Message("notice.cocked", alarm=False))
    return as_effects(actions.appended(state, Kind.COCKED, frame=event.frame))


def next_game(state: State, event: BoardSeen) -> Step:
    """Handles the start position in the middle of a game: a dropped double, or a game given up."""
    if state.phase in BEFORE_PLAY | OVER or state.match_over:
        return state, []
    set_up, now = still(replace(state, position=START)), still(state)
    if likelihood(set_up.board, event.observation) < likelihood(now.board, event.observation):
        return state, []
    verdict = ruling([set_up, now], event.observation, standing=set_up.board)
    if not isinstance(verdict, Clear) or verdict.hypothesis is not set_up or state.position.points == START.points:
        return state, []
    effects: list[Effect] = []
    if state.phase is Phase.DOUBLED:
        state, effects = as_effects(actions.dropped(state, event.frame))
    elif state.terms.asks:
        return interruptions.who_won(state, event.frame)
    if state.match_over:
        return state, effects
    if state.phase not in OVER:
        state = state.entering(Phase.CLEARED)
    state, more = as_effects(actions.started(state, event.frame, verdict.confidence))
    return state, effects + more


# --- setting up ------------------------------------------------------------------------------------------


def set_up(state: State, event: BoardSeen) -> Step:
    """Asks once, before a game, about a board set up the other way round, and reports a wrong set-up."""
    if (state.phase is not Phase.SETTING_UP and state.phase not in OVER) or not state.terms.asks or state.match_over:
        return state, []
    as_seen = state.seating.observation(event.observation)  # its own inverse: as the camera reader has it
    boards = {
        seating: Hypothesis(seating, seating.picture(still(replace(state, position=START)).board))
        for seating in SEATINGS
    }
    verdict = ruling(list(boards.values()), as_seen, standing=boards[state.seating].board)
    if isinstance(verdict, Clear) and verdict.hypothesis.meaning != state.seating:
        return _asked_about(state, event, verdict.hypothesis.meaning)
    short = isinstance(verdict, Clear) and is_short(state, event, None)
    if not short and (state.phase is not Phase.SETTING_UP or isinstance(verdict, Clear)):
        return replace(state, odd_looks=0), []
    state = replace(state, odd_looks=state.odd_looks + 1)
    if state.odd_looks < _LOOKS_BEFORE_NAMING:
        return state, []
    return replace(state, message=Message("notice.not-start", points=_wrong_points(event.observation), alarm=False)), []


def is_short(state: State, event: BoardSeen, fresh: RollEvidence | None) -> bool:
    """Whether the board is not set up, going by a point that is seen clearly; who rolls all the same begins with it."""
    if (state.phase is not Phase.SETTING_UP and state.phase not in OVER) or not state.terms.asks or fresh is not None:
        return False
    seen, start = event.observation, still(replace(state, position=START)).board
    evidence = seen.unbiased
    spots = ((evidence.get(point, UNSEEN), start[point]) for point in POINTS)
    return any(spot.log_likelihood(*spot.best) - spot.log_likelihood(*stack) > _CLEARLY for spot, stack in spots)


def _asked_about(state: State, event: BoardSeen, seating: BoardOrientation) -> Step:
    if state.question is not None:
        return state, []
    key = _SEATING_QUESTIONS[seating.swapped != state.seating.swapped]
    question = Question(key, (Answer("answer.yes", seating), Answer("answer.no", Choice.NO)))
    return asked(state, question, event.frame)


def _wrong_points(seen: Observation) -> tuple[int, ...]:
    start = [(max(count, 0), max(-count, 0)) for count in START.points]
    return tuple(point for point, lies in zip(POINTS, start, strict=True) if seen.spot(point).best != lies)


# --- dice that differ from the record -----------------------------------------------------------------------


def turned_dice(state: State, event: BoardSeen) -> Step:
    """Asks about dice that show another roll than the recorded one: a misread is likelier than a cheat."""
    turn = state.turn
    if state.phase not in PLAYING or turn is None or turn.dice is None or turn.shows is None or state.dice_confirmed:
        return state, []
    enough = turn.shows.looks >= _LOOKS_AT_TURNED and turn.shows.margin >= MARGINS.certain
    if not enough or not state.terms.asks or state.question is not None:
        return state, []
    now = turn.shows.best
    answers = (Answer(turn.dice.text(), turn.dice), Answer(now.text(), now))
    question = Question("dice-changed", answers, {"now": str(now), "roll": str(turn.dice)})
    return asked(state, question, event.frame)


# --- the board set back --------------------------------------------------------------------------------------


def set_back(state: State, event: BoardSeen) -> Step:
    """Asks, when an earlier board of the game is set up, whether the plays since then are taken back."""
    still_playing = state.phase in TO_ROLL or state.phase in PLAYING
    if not state.terms.asks or not still_playing or state.question is not None or state.earlier is None:
        return state, []
    if state.terms.end_of_turn is EndOfTurn.STILL or state.declined == state.position:
        return state, []
    if not state.puzzled:
        return replace(state, back_looks=0), []
    now = still(state)
    verdict = ruling([now, *_boards_before(state)], event.observation, standing=now.board)
    if not isinstance(verdict, Clear) or verdict.hypothesis.meaning == now.meaning:
        return replace(state, back_looks=0), []
    state = replace(state, back_looks=state.back_looks + 1)
    back = verdict.hypothesis.meaning
    if state.back_looks < _LOOKS_AT_SET_BACK or not isinstance(back, int):
        return state, []
    answers = (Answer("answer.yes", Choice.YES), Answer("answer.no", Choice.NO))
    question = Question("question.set-back", answers, {"count": str(back)}, back=back)
    return asked(replace(state, back_looks=0), question, event.frame)


def _boards_before(state: State) -> list[Hypothesis[object]]:
    """Earlier boards of the game, each by how many plays lie between; the newest where one came twice."""
    rules, found = state.terms.rules, [state.position.points]
    hypotheses: list[Hypothesis[object]] = []
    earlier, back = state.earlier, 1
    while earlier is not None:
        if earlier.position.points not in found:
            found.append(earlier.position.points)
            hypotheses.append(Hypothesis(back, rules.picture(earlier.position)))
        earlier, back = earlier.earlier, back + 1
    return hypotheses
