"""Decides which question is open: those that follow from the record, and those that wait behind another one.

No question is lost because another takes its place: it returns once that one is answered, as long
as there is still something to answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon.cube import Act, refusal
from companion.games.rules import Side
from companion.match import consent
from companion.match.consent import Lasts
from companion.match.phases import ASIDE, BEFORE_PLAY, OVER, PLAYING, Phase
from companion.match.state import Answer, Choice, Question, State, moment_of
from companion.record.entries import Entry
from companion.record.facts import GoneOn, Halted
from companion.record.helping import GUARD

YES_OR_NO: Final = (Answer("answer.yes", Choice.YES), Answer("answer.no", Choice.NO))

# The questions asked as long as the record awaits an answer.
_OF_THE_RECORD: Final = frozenset({"phase.take-or-drop", "question.resigned", "question.stands"})
# The questions about the current turn, dropped with it.
_OF_THE_TURN: Final = frozenset(
    {
        "question.which-play",
        "question.which-roll",
        "checker-count",
        "hit-not-on-bar.unseen",
        "dice-changed",
        "question.premature",
        GUARD,
    }
)

_OF_WHO_IS_PLAYING: Final = frozenset(
    {"question.which-play", "checker-count", "hit-not-on-bar.unseen", "question.premature", GUARD}
)
_OF_THE_PAUSE: Final = frozenset({"question.who-won", "question.how-much"})


def double_back(state: State) -> Act | None:
    """The doubled player's options besides take and drop."""
    offer = state.record.cube.offer
    if offer is None or state.phase is not Phase.DOUBLED:
        return None
    act = Act.BEAVER if offer.act is Act.DOUBLE else Act.RACCOON
    return act if refusal(act, offer.to, state.record.cube, moment_of(state), state.terms.rules.rules) is None else None


def take_or_drop(state: State) -> Question:
    """The question to the doubled player."""
    answers = (Answer("answer.take", Choice.TAKE), Answer("answer.drop", Choice.DROP))
    back = double_back(state)
    more = () if back is None else (Answer(f"answer.{back.value}", Choice.DOUBLE_BACK),)
    return Question("phase.take-or-drop", (*answers, *more))


def due(state: State) -> Question | None:
    """The question that follows from the record: a double, a resignation or an illegal play awaits its answer."""
    if state.phase in ASIDE:
        return None
    if state.record.resignation is not None:
        side, result = state.record.resignation
        values = {"name": name_of(state, side), "result": f"result.{result.name.lower()}"}
        return Question("question.resigned", YES_OR_NO, values)
    if state.phase is Phase.DOUBLED:
        return take_or_drop(state)
    if state.phase is Phase.RULED and state.record.wrong is not None and state.record.wrong.position is not None:
        return Question("question.stands", YES_OR_NO)
    return None


def put(state: State, question: Question) -> State:
    """The state with a question open; the question that was open waits, and returns."""
    asked_in = (state.record.game, state.record.turns, state.record.position)
    return state.with_shown(question=replace(question, asked_in=asked_in), deferred=making_way(state, question))


def making_way(state: State, other: Question | None = None) -> tuple[Question, ...]:
    """The questions that wait, the open one first unless the record itself asks it again.

    ``other``: the question that takes its place.
    """
    standing, key = state.shown.question, other.key if other else ""
    if standing is None or standing.asked_in is None or standing.key in {key, *_OF_THE_RECORD}:
        return state.shown.deferred
    return (standing, *(waiting for waiting in state.shown.deferred if waiting.key != standing.key))


def aside(state: State, entry: Entry) -> State:
    """The state of a match that is taken up, in which an open question makes way for a pause, and comes back."""
    match entry.facts:
        case Halted():
            return state.with_shown(question=None, deferred=making_way(state))
        case GoneOn():
            state = coming_back(state.with_shown(question=None, deferred=making_way(state)))
            question = state.shown.question  # what the record asks is found anew in the end
            return state if question is None or question.wanted is not None else state.with_shown(question=None)
    return state


def coming_back(state: State) -> State:
    """The state with the next question open, if none is; settled questions are dropped."""
    if not state.terms.asks or state.phase is Phase.PAUSED:
        return state
    waiting = tuple(question for question in state.shown.deferred if _still_open(state, question))
    if state.shown.question is not None:
        return state.with_shown(deferred=waiting) if waiting != state.shown.deferred else state
    first = due(state)
    if first is None and waiting and state.phase is not Phase.PUTTING_BACK:
        first, waiting = waiting[0], waiting[1:]
    return state.with_shown(question=first, deferred=waiting)


def _still_open(state: State, question: Question) -> bool:
    if question.wanted is not None:
        return consent.is_open(state, question, mark)
    assert question.asked_in is not None
    game, turns, position = question.asked_in
    if question.turn:
        return state.record.game == game
    if (state.record.game, state.record.turns, state.record.position) != (game, turns, position):
        return False
    if question.key in _OF_THE_TURN:
        return (state.record.resumes or state.phase) in PLAYING
    return question.key not in _OF_THE_PAUSE or state.phase is Phase.CLEARED


def mark(state: State, lasts: Lasts) -> object:
    """What is the same as long as a question of consent stands."""
    record = state.record
    match lasts:
        case Lasts.GAME:
            return record.game, state.phase in OVER
        case Lasts.PAUSE:
            aside = state.phase in ASIDE, state.phase in OVER
            return record.game, aside, record.dispute.turn if record.dispute is not None else None
    over = state.phase if state.phase in OVER else None
    dice = record.turn.dice if record.turn is not None else None
    return record.game, record.turns, record.position, record.cube, dice, record.result, record.wrong is None, over


def asked_of(state: State, question: Question) -> frozenset[Side]:
    """Who may answer: one player where it is that one's to say, else both."""
    if question.to:
        return question.to
    if state.record.cube.offer is not None and question.key == "phase.take-or-drop":
        return frozenset({state.record.cube.offer.to})
    if state.record.resignation is not None and question.key == "question.resigned":
        return frozenset({state.record.resignation[0].other})
    if question.key == "question.stands":
        return frozenset({state.side.other})
    if question.key in _OF_WHO_IS_PLAYING and state.phase not in BEFORE_PLAY | OVER | ASIDE:
        return frozenset({state.side})
    return frozenset(Side)


def of_both(state: State) -> frozenset[Side]:
    """Of whom each has to say yes to a question whose answer changes the record of both."""
    return consent.BOTH if consent.applies(state.terms) else frozenset()


def name_of(state: State, side: Side) -> str:
    return state.terms.names[0 if side is Side.LIGHT else 1]


def number_of_roll(state: State) -> int:
    """The number in the game of the standing roll, or of the one that is due."""
    return sum(state.record.rolls) + (0 if state.rolled else 1)
