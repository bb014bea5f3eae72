"""A session in which an exercise is done: :func:`step` wraps the one of the match with its coach.

The exercise begins as a board that is put back to its position, a match against the engine as any match.  The
learner's rolls come from the exercise where it sets them; the opponent's plays are chosen here and moved by the
learner: another one is taken back, and shown again.  What an engine is asked goes the coach's way (``AskCoach``,
``HintReady``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.coach.at_the_table import coaching
from companion.coach.at_the_table.events import AskCoach, HintReady, MineAsked
from companion.coach.at_the_table.state import coaching_in
from companion.coach.reasons import why_not
from companion.coach.teaching import Decision, Occasion
from companion.games.backgammon import Position
from companion.games.backgammon.cube import Act, is_pointless
from companion.match import actions, port
from companion.match.anchoring import anchored_to
from companion.match.any_session import said, with_value
from companion.match.events import (
    Answered,
    ButtonPressed,
    CameraBack,
    CameraLost,
    ChangeUndone,
    CubeActed,
    DiceRolled,
    Event,
    NextGame,
    PlayEntered,
    Resigned,
    Resumed,
    Ticked,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.phases import OVER, PLAYING, TO_ROLL, Phase
from companion.match.state import Effect, RollDice, State, Step, to_roll
from companion.practice import asking, resigning, showing
from companion.practice.beginning import begun_at, next_of, restarted
from companion.practice.exercise import OF_CUBE, Goal, Meant, Practice, PracticePlay, practice_in
from companion.practice.goals import awaits_grade, outcome_of, outcome_of_cube
from companion.practice.strength import chosen, doubles, takes
from companion.practice.view import PracticeShown
from companion.record.entries import Entry, Kind
from companion.record.scores import points_needed

_UNDO: Final = "question.undo"
_SET_UP: Final = "practice.stage.set-up"
_PLAYS_ON: Final = "practice.plays-on"
_PLAYED: Final = frozenset({Kind.PLAY, Kind.CORRECTED, Kind.STOOD})
_CUBE_ACTS: Final = {Kind.DOUBLE: Act.DOUBLE, Kind.TAKE: Act.TAKE, Kind.DROP: Act.DROP}


def step(state: State, event: Event) -> Step:
    """The step of a session with what the exercise makes of it; a session without one is as ever."""
    practice = practice_in(state)
    if practice is None:
        return coaching.step(state, event)
    after, effects = _in_exercise(state, practice, event)
    return said(state.at(event.at_s), after, event, effects, port), effects


def _in_exercise(state: State, practice: Practice, event: Event) -> Step:
    if isinstance(event, ButtonPressed):
        event = replace(event, side=None)  # the learner moves for both
    if practice.outcome is not None or _is_given_up(state, practice):
        return _after_outcome(state, practice, event)
    if isinstance(event, UndoAsked) and not practice.plays_opponent:
        return begun_at(state.terms, restarted(practice), after=state), []
    if isinstance(event, ChangeUndone) or (isinstance(event, ButtonPressed) and awaits_grade(practice, state)):
        return state, []
    if isinstance(event, CubeActed) and practice.exercise.goal is Goal.PLAY:
        return state, []  # the roll is given, and nobody is there to take
    if practice.plays_opponent and _is_engines(state, practice, event):
        return state, []
    if isinstance(event, HintReady) and event.decision == practice.asked:
        state = with_value(state, replace(practice, heard=event))
    if isinstance(event, ButtonPressed) and state.seen.blind:
        event = _as_told(state, practice, event)
    if isinstance(event, ButtonPressed) and practice.exercise.goal is Goal.DOUBLE and state.phase is Phase.MAY_DOUBLE:
        return _decided(state, practice, None, state), []
    state, effects = _followed(state, *coaching.step(state, event), event)
    return (_undo_of_learners(state) if isinstance(event, UndoAsked) else state), effects


def replayed(before: State, after: State, entry: Entry) -> State:
    """A match that is taken up: what the coach and the engine know of the time before."""
    after, practice = coaching.replayed(before, after, entry), practice_in(before)
    if practice is None:
        return after
    known = resigning.replayed(practice, before.record, entry)
    return after if known == practice else with_value(after, known)


def shown(state: State) -> Mapping[type, object]:
    """What the coach shows, and the exercise."""
    exercise = showing.shown(state)
    return coaching.shown(state) if exercise is None else {**coaching.shown(state), PracticeShown: exercise}


def _practice(state: State) -> Practice:
    practice = practice_in(state)
    assert practice is not None
    return practice


def _is_given_up(state: State, practice: Practice) -> bool:
    """Whether the game of an exercise was ended, as by a resignation, before there was anything to grade."""
    return state.phase in OVER and not practice.made and not practice.is_match


def _is_engines(state: State, practice: Practice, event: Event) -> bool:
    """Whether it is the engine's to say: nobody turns the cube, resigns or answers for it."""
    if isinstance(event, CubeActed | Resigned):
        return event.side is practice.opponent
    offer = state.record.cube.offer
    is_doubled = state.phase is Phase.DOUBLED and offer is not None and offer.to is practice.opponent
    return isinstance(event, Answered) and (is_doubled or _judges(state, practice))


def _judges(state: State, practice: Practice) -> bool:
    """Whether the engine is to answer a resignation of the learner; where none answers, the learner does it."""
    return practice.plays_opponent and resigning.offerer(state) is practice.learner and not practice.deserted


def _undo_of_learners(state: State) -> State:
    """In a game a learner takes back the own play, and with it the opponent's that has followed on it."""
    question, practice, record = state.shown.question, _practice(state), state.record
    of_opponent = record.last is not None and record.last.side is practice.opponent
    own = record.moments[-1].last if record.moments else None
    if question is None or question.key != _UNDO or not of_opponent or own is None or own.side is practice.opponent:
        return state
    question = replace(question, back=2, values={"play": own.play.text()})
    message = replace(state.shown.message, values=question.values) if state.shown.message is not None else None
    return state.with_shown(question=question, message=message)


def _as_told(state: State, practice: Practice, event: ButtonPressed) -> Event:
    """Where nothing is seen, a press says that the board has been set up, or the opponent's play made, as shown."""
    if state.phase is Phase.PUTTING_BACK:
        return Resumed(event.at_s)
    if state.phase in PLAYING and state.side is practice.opponent and practice.meant is not None:
        return PlayEntered(practice.meant.play.text(), event.at_s)
    return event


def _after_outcome(state: State, practice: Practice, event: Event) -> Step:
    """Nothing is ruled any more; the button goes on, or has another try where the exercise was not solved."""
    match event:
        case CameraLost() | CameraBack() | MineAsked() | HintReady():
            state, effects = coaching.step(state, event)
            return _unasked_dropped(state), effects
        case NextGame() if practice.ahead:
            return begun_at(state.terms, next_of(practice), after=state), []
        case ButtonPressed() if practice.ahead and practice.outcome is not None and practice.outcome.solved:
            return begun_at(state.terms, next_of(practice), after=state), []
        case ButtonPressed() | NextGame() | UndoAsked():
            return begun_at(state.terms, restarted(practice), after=state), []
        case _:
            return state, []


def _decided(state: State, practice: Practice, act: Act | None, before: State) -> State:
    outcome = outcome_of_cube(practice.exercise, act, asking.answer_of(before))
    return with_value(state, replace(practice, outcome=outcome)).with_shown(question=None, message=None)


# --- what follows on a step ----------------------------------------------------------------------


def _followed(before: State, state: State, effects: Sequence[Effect], event: Event) -> Step:
    made = list(effects)
    for entry in [effect for effect in effects if isinstance(effect, Entry)]:
        state, more = _recorded(before, state, entry)
        made += more
    state = _waited(_graded(state), event)
    practice = _practice(state)
    outcome = practice.outcome or outcome_of(practice, state)
    if outcome is not None:
        state = with_value(state, replace(practice, outcome=outcome)).with_shown(
            question=None, message=None, awaiting_dice=False
        )
        return _unasked_dropped(state), _without_roll(made)
    if not state.shown.awaiting_dice:
        made = _without_roll(made)  # of a turn that was taken back, or passed on
    if state.phase is Phase.PUTTING_BACK and state.shown.message is not None and not practice.is_match:
        state = state.with_shown(message=replace(state.shown.message, key=_SET_UP))
    state, more = _asked_of_cube(state)
    made += more
    if _judges(state, _practice(state)):
        state, more = _judged(state, event)
        return state, [*made, *more]
    state, more = _opponents(state, event, is_rolling=any(isinstance(effect, RollDice) for effect in made))
    return _with_set_dice(state, [*made, *more], event)


def _unasked_dropped(state: State) -> State:
    """What the coach would say unasked of a play, the outcome of an exercise says already."""
    practice, coach = practice_in(state), coaching_in(state)
    if practice is None or practice.plays_opponent:
        return state
    asked = {side: said for side, said in coach.remarks.items() if said.occasion is not Occasion.UNASKED}
    return with_value(state, replace(coach, remarks=asked))


def _without_roll(effects: Sequence[Effect]) -> list[Effect]:
    return [effect for effect in effects if not isinstance(effect, RollDice)]


def _graded(state: State) -> State:
    """The learner's last play, by what the coach has found out since."""
    practice = _practice(state)
    compared = coaching_in(state).made.get(practice.learner)
    answer = compared.answer if compared is not None else None
    if compared is None or answer is None or not practice.made or not (answer.refined or answer.failure):
        return state
    *earlier, last = practice.made
    if compared.decision.situation.position != last.before or last.sure:
        return state
    if answer.ranking is None or compared.candidate is None:
        return with_value(state, replace(practice, deserted=True))
    last = replace(last, loss=compared.loss, best=answer.ranking.best.play, sure=True, why_not=answer.reason)
    return with_value(state, replace(practice, made=(*earlier, last)))


def _waited(state: State, event: Event) -> State:
    """An engine that says that it cannot, or nothing for too long, is waited for no longer."""
    practice = _practice(state)
    heard = practice.heard if practice.heard is not None and practice.heard.decision == practice.asked else None
    answers = [answer for answer in (asking.answer_of(state), heard) if answer is not None]
    failed = any(answer.ranking is None and answer.advice is None for answer in answers)
    late = isinstance(event, Ticked) and state.t - state.stirred_t >= asking.PATIENCE_S
    if practice.deserted or not (failed or late):
        return state
    return with_value(state, replace(practice, deserted=True))


def _recorded(before: State, state: State, entry: Entry) -> Step:
    """What goes on record is a play, an act with the cube, a play taken back, or the answer to a resignation."""
    practice = resigning.replayed(_practice(state), before.record, entry)
    state, exercise = with_value(state, practice), practice.exercise
    if practice.outcome is not None:
        return state, []
    if entry.event in (Kind.ROLL, Kind.EDIT):
        return with_value(state, replace(practice, meant=None, misplaced=False, declined=False, deserted=False)), []
    if exercise.goal in OF_CUBE and entry.event in _CUBE_ACTS and entry.side is practice.learner:
        return _decided(state, practice, _CUBE_ACTS[entry.event], before), []
    if entry.event not in _PLAYED or entry.dice is None or state.record.last is None:
        return state, []
    if entry.side is practice.learner:
        return _learner_has_played(before, state, practice)
    return _opponent_was_moved(before, state, practice)


def _learner_has_played(before: State, state: State, practice: Practice) -> Step:
    last, ranking = state.record.last, asking.ranking_so_far(before)
    assert last is not None
    if practice.plays_opponent:
        return with_value(state, replace(practice, deserted=False)), []
    made = PracticePlay(last.before, last.dice, last.play, state.record.position)
    candidate = ranking.of(state.record.position) if ranking is not None else None
    if len(state.terms.rules.legal_ends(last.before, last.dice)) == 1:
        made = replace(made, loss=0.0, sure=True)
    elif ranking is not None and candidate is not None:
        # A play that was dismissed at first sight may look too good beside the best one at a second.
        sure = asking.answer_of(before) is not None and candidate.ply >= ranking.best.ply
        reason = why_not(ranking, candidate, state.terms.rules.rules)
        made = replace(made, loss=ranking.loss(candidate), best=ranking.best.play, sure=sure, why_not=reason)
    state = with_value(state, replace(practice, made=(*practice.made, made), deserted=False))
    if state.phase not in TO_ROLL or state.side is practice.learner:
        return state, []
    turned = state.with_record(position=replace(state.record.position, on_roll=practice.learner))
    return anchored_to(to_roll(turned).with_shown(awaiting_dice=False)), []


def _opponent_was_moved(before: State, state: State, practice: Practice) -> Step:
    """Another legal play than the one that was meant is taken back, and no word said of a fault."""
    meant, last = practice.meant, state.record.last
    assert last is not None
    is_thinking = meant is None and bool(last.play.steps) and not practice.deserted
    if not is_thinking and (meant is None or _lie_alike(meant.end, state.record.position)):
        return with_value(state, replace(practice, meant=None, misplaced=False)), []
    state, effects = actions.undone(state)
    practice = replace(practice, misplaced=meant is not None)
    state = with_value(anchored_to(state), coaching_in(before)).with_shown(message=None, awaiting_dice=False)
    return with_value(state, practice), effects


def _lie_alike(one: Position, other: Position) -> bool:
    return (one.points, one.bar) == (other.points, other.bar)


# --- the opponent, and what an engine is asked -----------------------------------------------------


def _asked_of_cube(state: State) -> Step:
    """The coach asks about rolls by itself; of the cube and of a resignation, an engine is asked where somebody here is
    to decide by it.
    """
    practice = _practice(state)
    if practice.plays_opponent and resigning.offerer(state) is practice.learner:
        return _asked(state, practice, resigning.to_judge(state, practice))
    decision = asking.cube_decision(state)
    if decision is None and practice.asked is not None:  # answered, or put off: then it is asked again
        return with_value(state, replace(practice, asked=None)), []
    opponents = practice.plays_opponent and (state.side is practice.opponent) is (state.phase is Phase.MAY_DOUBLE)
    return _asked(state, practice, decision if opponents or practice.exercise.goal in OF_CUBE else None)


def _asked(state: State, practice: Practice, decision: Decision | None) -> Step:
    if decision is None or decision == practice.asked:
        return state, []
    return with_value(state, replace(practice, asked=decision, deserted=False)), [AskCoach(decision)]


def _judged(state: State, event: Event) -> Step:
    """The learner has resigned: the engine accepts or plays on, as soon as it knows what the game is worth."""
    answer = resigning.judging(state, _practice(state))
    if answer is None:
        question, message = state.shown.question, state.shown.message
        is_of_it = question is not None and message is not None and message.key == question.key
        return state.with_shown(question=None, message=None if is_of_it else message), []
    accepts = resigning.accepts(state, answer)
    asked = state.with_shown(question=state.due())
    state, effects = _followed(asked, *coaching.step(asked, Answered(0 if accepts else 1, event.at_s)), event)
    if not accepts and state.shown.message is None:
        state = state.with_shown(message=Message(_PLAYS_ON, alarm=False))
    return state, effects


def _opponents(state: State, event: Event, *, is_rolling: bool) -> Step:
    """What the opponent does now, if it is to do anything and knows what."""
    practice = _practice(state)
    if not practice.plays_opponent or resigning.offerer(state) is not None:
        return state, []
    knows = practice.deserted or asking.answer_of(state) is not None
    if state.phase is Phase.DOUBLED and state.side is practice.learner and knows:
        return _answers_double(state, practice, event)
    if state.side is not practice.opponent:
        return state, []
    decides = state.phase in PLAYING | {Phase.MAY_DOUBLE}
    result = resigning.offered(state, practice) if decides else None
    if result is not None:
        resigns = Resigned(practice.opponent, result, event.at_s)
        return _followed(state, *coaching.step(state, resigns), resigns)
    if state.phase in PLAYING and practice.meant is None:
        return _with_play(state, practice), []
    if state.phase is Phase.MAY_DOUBLE and not practice.declined and not _is_dead(state):
        return _doubles_or_not(state, practice, event) if knows else (state, [])
    if state.phase in TO_ROLL and state.terms.dice.electronic and not is_rolling and not state.shown.awaiting_dice:
        return step(state, ButtonPressed(event.at_s))
    return state, []


def _is_dead(state: State) -> bool:
    """Whether the side on roll can gain nothing by doubling."""
    needed = points_needed(state.terms.length, state.record.score, state.side)
    return is_pointless(state.record.cube, needed)


def _with_play(state: State, practice: Practice) -> State:
    assert state.record.turn is not None
    if state.record.turn.dice is None:
        return state
    (end, play), *others = state.terms.rules.legal_ends(state.record.position, state.record.turn.dice).items()
    ranking = asking.ranking_so_far(state) if practice.deserted or asking.answer_of(state) is not None else None
    if others and ranking is not None:
        candidate = chosen(ranking, practice.strength, _draw(state, "play"))
        end, play = candidate.end, candidate.play
    elif others:
        return state
    return with_value(state, replace(practice, meant=Meant(play, end)))


def _doubles_or_not(state: State, practice: Practice, event: Event) -> Step:
    advice = asking.advice_of(state)
    if advice is not None and doubles(advice, practice.strength, _draw_of_game(state, "double")):
        return _turned(state, Act.DOUBLE, event)
    return _opponents(with_value(state, replace(practice, declined=True)), event, is_rolling=False)


def _answers_double(state: State, practice: Practice, event: Event) -> Step:
    """Who is doubled and knows nothing better takes."""
    advice = asking.advice_of(state)
    drops = advice is not None and not takes(advice, practice.strength, _draw(state, "answer"))
    return _turned(state, Act.DROP if drops else Act.TAKE, event)


def _turned(state: State, act: Act, event: Event) -> Step:
    """The opponent's act with the cube, seen and said as anybody's."""
    acted = CubeActed(act, _practice(state).opponent, event.at_s)
    return _followed(state, *coaching.step(state, acted), acted)


def _draw(state: State, what: str) -> float:
    """A number that is the same each time a decision comes: a play that was taken back is not chosen anew."""
    return _draw_of_game(state, f"{sum(state.record.rolls)} {what}")


def _draw_of_game(state: State, what: str) -> float:
    """The same for a whole game: who doubled by a draw of each turn would sooner or later double too early."""
    return Random(f"{_practice(state).seed} {state.record.game} {what}").random()


def _with_set_dice(state: State, effects: list[Effect], event: Event) -> Step:
    """Electronic dice that fall as the exercise sets them."""
    practice = _practice(state)
    dice = practice.next_dice
    is_learners = state.phase in TO_ROLL and state.side is practice.learner
    if dice is None or not is_learners or not any(isinstance(effect, RollDice) for effect in effects):
        return state, effects
    state = with_value(state, replace(practice, thrown=practice.thrown + 1))
    state, more = step(state, DiceRolled(dice.first, dice.second, event.at_s))
    return state, [*_without_roll(effects), *more]
