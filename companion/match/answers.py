"""Applies a person's answer to the open question."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice, Play
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match import actions, corrections, interruptions, lost_track
from companion.match.events import Edited, PutBackAsked
from companion.match.orientation import BoardOrientation
from companion.match.phases import ASIDE, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.questions import double_back, name_of
from companion.match.state import Answer, Choice, CurrentRoll, Effect, EndOfTurn, Question, State, may_double
from companion.match.step import Step, as_effects, asked
from companion.record.entries import Kind
from companion.referee.decision import judged, ruled_as_it_lies, ruled_with_known_roll
from companion.referee.roll_evidence import certain_throw
from companion.referee.ruling import MARGINS, habits_of

_RESULTS: Final = (
    Answer("answer.single", Result.SINGLE),
    Answer("answer.gammon", Result.GAMMON),
    Answer("answer.backgammon", Result.BACKGAMMON),
)

_LOOKS_AT_BARE: Final = 2
"""The looks needed to believe a board without dice: one look may miss them."""


def answered(state: State, choice: int) -> Step:
    """Answers the open question with the choice of that number; anything else is only noted."""
    question = state.question
    if question is None or choice not in range(len(question.answers)):
        return as_effects(actions.appended(state, Kind.NOTE, details={"answer_to_no_question": choice}))
    answer = question.answers[choice]
    state = replace(state, question=None, message=None, unclear_looks=0, odd_looks=0)
    details = {"question": question.key, "choice": answer.text}
    state, effects = as_effects(actions.appended(state, Kind.ANSWERED, details=details))
    state, more = _done(state, question, answer)
    return state, effects + more


def _done(state: State, question: Question, answer: Answer) -> Step:
    match answer.meaning:
        case Play() as play if question.turn and answer.dice is not None:
            dice = answer.dice.first, answer.dice.second
            return corrections.edited(state, Edited(question.turn, state.t, dice=dice, play=play.text()))
        case Play() as play if answer.end is not None and state.phase in PLAYING | WRONG | TO_ROLL | {Phase.OPENING}:
            return _played(state, answer, play)
        case Dice() as roll if question.turn:
            return corrections.edited(state, Edited(question.turn, state.t, dice=(roll.first, roll.second)))
        case Dice() as roll:
            return _roll_is(state, roll)
        case Side() if question.key == "question.adrift":
            return lost_track.resumed(state, answer)
        case Side() as winner:
            question = Question("question.how-much", _RESULTS, {"name": name_of(state, winner)}, winner=winner)
            return asked(state, question, None)
        case Result() as result if question.winner is not None:
            return as_effects(actions.given_up(state, question.winner, result))
        case BoardOrientation() as seating:
            state = replace(state, seating=seating)
            look = state.look
            return as_effects(actions.started(state, look.frame if look else None))
        case Choice.TAKE if state.cube.offer is not None:
            return as_effects(actions.taken(state, None, 1.0))
        case Choice.DROP if state.cube.offer is not None:
            return as_effects(actions.dropped(state, None))
        case Choice.DOUBLE_BACK if double_back(state) is not None:
            return as_effects(actions.doubled_back(state, None, 1.0))
        case Choice() as said:
            return _yes_or_no(state, question, yes=said is Choice.YES)
    return state, []


def _yes_or_no(state: State, question: Question, *, yes: bool) -> Step:
    match question.key:
        case "question.undo" | "question.set-back" if yes:
            return as_effects(actions.undone(state, question.back))
        case "question.set-back":
            return replace(state, declined=state.position), []
        case "question.adrift":
            return interruptions.asked_for(state, PutBackAsked(state.t))
        case "question.which-play" | "checker-count":
            return ruled_as_it_lies(state, tuple(one.end for one in question.answers if one.end is not None))
        case "question.doubled" if yes and may_double(state):
            state, effects = as_effects(actions.doubled(state, None, 1.0))
            state, more = as_effects(actions.taken(state, None, 1.0))
            return state, effects + more
        case "question.stands" if state.wrong is not None and state.phase in WRONG:
            if yes:
                return as_effects(actions.stood(state, None)) if state.wrong.position else (state, [])
            return as_effects(actions.correction_demanded(state))
        case "question.premature" if yes and state.early is not None:
            return as_effects(actions.roll_annulled(state))
        case "question.resigned" if state.resignation is not None:
            return as_effects(actions.resignation_answered(state, accepted=yes))
        case "question.who-won" if state.phase in ASIDE:
            return as_effects(actions.resumed(state))
    return state, []


def _played(state: State, answer: Answer, play: Play) -> Step:
    assert answer.end is not None
    effects: list[Effect] = []
    side, bare_looks = answer.end.on_roll.other, state.bare_looks
    aside = state.turn is not None and state.turn.dice is not None and not state.opponent_has_thrown
    early = None if aside else state.early
    if answer.dice is not None:
        state = replace(state, position=replace(state.position, on_roll=side))
        recorded = state.turn is not None and state.turn.dice is not None and state.phase in PLAYING | WRONG
        throw = state.turn.throw if state.turn is not None else certain_throw(answer.dice, at_s=state.t)
        if recorded:
            state, effects = as_effects(actions.roll_corrected(state, throw, answer.dice, None))
        else:
            state, effects = as_effects(actions.rolled(state, throw, answer.dice, None, passes=False))
    if state.phase not in PLAYING | WRONG:
        return state, effects  # the roll leaves nothing to play
    state, more = as_effects(actions.played(state, play, answer.end, None, 1.0, None))
    effects = [*effects, *more]
    if state.questioned is not None and (early is None or state.questioned.at_s < early.at_s):
        # The board is known now, and how it looked.
        lay = state.terms.rules.picture(answer.end)
        state = replace(state, habits=habits_of(state.questioned.observation, lay), questioned=None)
    if early is None or state.phase not in TO_ROLL:
        return state, effects
    if early.margin < MARGINS.certain:  # the play will show which roll it was
        return state.entering(Phase.TRYING, turn=CurrentRoll(early), bare_looks=0), effects
    state, more = as_effects(actions.rolled(state, early, early.best, early.frame))
    effects += more
    if state.phase not in PLAYING or state.ends_by is not EndOfTurn.LIFTED or bare_looks < _LOOKS_AT_BARE:
        return state, effects
    # While it was asked, the opponent has played as well and taken the dice up.
    state, more = _ruled_now(state.entering(Phase.ENDED, ended_t=state.t - 1.0))
    return state, effects + more


def _roll_is(state: State, roll: Dice) -> Step:
    if state.turn is None or state.phase not in PLAYING | WRONG:
        return state, []
    turn = state.turn
    if turn.dice is not None and turn.dice.same_numbers(roll):
        # The number that the dice show now is not to be asked again.
        throw = turn.throw if turn.shows is None else replace(turn.throw, seen_at_s=turn.shows.seen_at_s)
        state = replace(state, turn=replace(turn, throw=throw, shows=None), dice_confirmed=True)
        return ruled_with_known_roll(state) if state.opponent_has_thrown else _ruled_now(state)
    throw = certain_throw(roll, at_s=state.t).lying_as(turn.throw)
    over, early, premature = state.phase is Phase.ENDED, state.early, state.premature
    state, effects = as_effects(actions.roll_entered_anew(state, throw, roll))
    state = replace(state, dice_confirmed=True, early=early, premature=premature)
    if over and state.phase in PLAYING:
        state, more = _ruled_now(state.entering(Phase.ENDED, ended_t=state.t - 1.0))
        effects += more
    return state, effects


def _ruled_now(state: State) -> Step:
    """Rules on a turn that is over without another look, once its roll is known."""
    if state.phase is not Phase.ENDED or state.look is None or state.hand:
        return state, []
    return judged(state, state.look, None, ended=True)
