"""The coach at the table, in training only: its questions to an engine, and the use of the answers.

:func:`step` wraps the step of the match.  It never changes the game, but the guard may hold back the end of a turn
until the player has looked again.  Answers of the engine come as events (:class:`.events.HintReady`), each with its
decision; stale ones are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.coach.at_the_table.decisions import (
    answered_in,
    due,
    is_answered,
    landings_of,
    made_in,
    stands,
    ways_in,
)
from companion.coach.at_the_table.events import AskCoach, CountsAsked, HelpAsked, HintReady, MineAsked
from companion.coach.at_the_table.remarks import compared, next_time, of_double
from companion.coach.at_the_table.shown import may_ask, pips_of
from companion.coach.at_the_table.shown import shown as shown
from companion.coach.at_the_table.state import AnsweredDouble, Coaching, Ending, coaching_in
from companion.coach.shots import shots_at
from companion.coach.teaching import CountsShown, Decision, Occasion, Remark
from companion.coach.themes import ErrorTheme, theme_named, theme_of
from companion.games.backgammon.landings import Ways
from companion.games.rules import Side
from companion.match import actions, port, session
from companion.match.any_session import said, said_of_layer, with_value
from companion.match.events import Answered, BoardSeen, ButtonPressed, Event, PlayEntered
from companion.match.phases import OVER, TO_ROLL, Phase
from companion.match.state import Answer, Choice, Effect, EndOfTurn, Question, State, Step, asked
from companion.match.terms import HintLevel
from companion.record.entries import Entry, Kind
from companion.record.facts import CoachHelped, PlayGraded
from companion.record.helping import GUARD
from companion.record.journal import Mode

_MOST_SPOKEN: Final = 3
"""Unasked, in a game."""
_COSTLY: Final = 0.02
"""Points of equity from which on something can be learned of a play: of one that cost less nothing is said unasked."""
_SURE: Final = (Answer("answer.my-play", Choice.YES), Answer("answer.look-again", Choice.NO))


def step(state: State, event: Event) -> Step:
    """The step of a match, in training with what the coach makes of it."""
    if state.terms.mode is Mode.TRAINING:
        after, effects = _accompanied(state.at(event.at_s), event)
        before = state.at(event.at_s)
        if isinstance(event, HelpAsked | MineAsked | CountsAsked):
            key = "notice.coach-said" if isinstance(event, MineAsked) else "refused.help"
            return said_of_layer(before, after, effects, key, port), effects
        return said(before, after, event, effects, port), effects
    return session.step(state, event)


def _accompanied(state: State, event: Event) -> Step:
    coach, stirred = coaching_in(state), replace(state, stirred_t=state.t)
    match event:
        case HelpAsked(side):
            return _help_asked(stirred, coach, side)
        case MineAsked(side):
            return _mine_asked(stirred, coach, side), []
        case CountsAsked():
            return with_value(stirred, replace(coach, counts=_counts(state))), []
        case HintReady() if not event.decision.is_judged:
            return with_value(state, _informed(coach, event)), []
        case HintReady() if event.decision.act is not None:
            return with_value(state, _judged(state, coach, event)), []
        case HintReady():
            return _graded(state, coach, event)
    after, effects = session.step(with_value(state, Coaching()), event)
    after = with_value(after, coach)  # what is taken back or amended, the coach has said all the same
    if _would_cost(state, after, effects, event):
        return _held_back(state, after, event)
    after, effects = _followed(state, after, effects)
    is_guards = state.shown.question is not None and state.shown.question.key == GUARD
    if isinstance(event, Answered) and event.choice == 0 and is_guards and coach.held is not None:
        after, more = _accompanied(after, replace(coach.held, at_s=event.at_s))
        effects = [*effects, *more]
    return after, effects


def replayed(before: State, after: State, entry: Entry) -> State:
    """A match that is taken up: what a note of the coach says of the time before."""
    if after.terms.mode is not Mode.TRAINING:
        return after
    after = with_value(after, coaching_in(before))
    side = entry.side
    match entry.facts:
        case CoachHelped() if side is not None:
            return with_value(after, _having_helped(after, _of_this_game(after), side))
        case PlayGraded(lost, theme, spoken) if side is not None:
            coach = _having_graded(_of_this_game(after), side, theme_named(theme or ""), lost)
            return with_value(after, replace(coach, spoken=coach.spoken + spoken))
    return after


def unanswered(state: State, *, awaited: Decision | None = None) -> tuple[Decision, ...]:
    """The open questions to an engine, to be asked again if its answers were lost.

    ``awaited``: those of others than the coach.
    """
    coach = coaching_in(state)
    asked = [made.decision for made in coach.made.values() if made.answer is None and not made.forced]
    if coach.answered is not None and coach.answered.answer is None:
        asked.append(coach.answered.decision)
    wanted = coach.playable or coach.hint_level > HintLevel.LANDINGS or awaited == coach.decision
    if coach.decision is not None and coach.answer is None and wanted:
        asked.append(coach.decision)
    return tuple(asked)


# --- what is asked -------------------------------------------------------------------------------


def _help_asked(state: State, coach: Coaching, side: Side) -> Step:
    decision = coach.decision
    if decision is None or side not in may_ask(state, coach):
        return state, []
    hint_level = HintLevel(coach.hint_level + 1)
    unasked = decision.dice is None and coach.hint_level is HintLevel.LANDINGS
    state = with_value(state, replace(_having_helped(state, coach, side), hint_level=hint_level))
    state, effects = actions.appended(state, Kind.NOTE, CoachHelped(int(hint_level)), side=side)
    return state, [*effects, AskCoach(decision)] if unasked else effects


def _having_helped(state: State, coach: Coaching, side: Side) -> Coaching:
    """Help counts once a turn, at any hint level, of the cube and the roll together; to answer a double is a turn."""
    own = state.record.rolls.of(side) + (state.phase in TO_ROLL)
    turn = -state.record.turns if state.phase is Phase.DOUBLED and side is not state.side else own
    return replace(coach, helped_in=coach.helped_in | {(side, turn)})


def _mine_asked(state: State, coach: Coaching, side: Side) -> State:
    made, most = coach.made.get(side), state.terms.teaching.of(side).help
    answered = coach.answered
    if answered is not None and side in answered.of and most >= HintLevel.PLAY:
        answered = answered if answered.answer is not None else replace(answered, wanted=answered.wanted | {side})
        return with_value(state, replace(coach, answered=_with_remark(state, answered, side, Occasion.ASKED)))
    if made is None or most < HintLevel.PLAY:
        return state
    made = replace(made, wanted=made.answer is None and not made.forced)
    remark = compared(made, state.terms.teaching.of(side), Occasion.ASKED)
    return with_value(state, _saying(replace(coach, made={**coach.made, side: made}), remark))


def _counts(state: State) -> CountsShown | None:
    pips = pips_of(state)
    if pips is None:
        return None
    position, rules = state.record.position, state.terms.rules.rules
    light, dark = (shots_at(position, side, rules) for side in Side)
    return CountsShown(pips, {**light.at, **dark.at}, (light.rolls, dark.rolls))


# --- what is answered ----------------------------------------------------------------------------


def _informed(coach: Coaching, event: HintReady) -> Coaching:
    """The best answer so far; where the deeper engine fails, the quick one has to do."""
    known = coach.answer
    if event.decision != coach.decision or (known is not None and known.refined):
        return coach
    if event.failure and known is not None and not known.failure:
        return replace(coach, answer=replace(known, refined=True))
    return replace(coach, answer=event)


def _graded(state: State, coach: Coaching, event: HintReady) -> Step:
    side = event.decision.side
    made = coach.made.get(side)
    if made is None or made.decision != event.decision or (made.answer is not None and made.answer.refined):
        return state, []
    teaching = state.terms.teaching
    graded = replace(made, answer=event, wanted=False)
    coach = replace(coach, made={**coach.made, side: graded})
    costly = (
        teaching.speaks and graded.loss > max(teaching.threshold, _COSTLY) and teaching.of(side).help >= HintLevel.PLAY
    )
    speaks = costly and coach.spoken < _MOST_SPOKEN and state.phase not in OVER
    if speaks or made.wanted:
        occasion = Occasion.ASKED if made.wanted else Occasion.UNASKED
        coach = _saying(coach, compared(graded, teaching.of(side), occasion))
    spoken = speaks and not made.wanted
    if graded.loss < _COSTLY:
        return with_value(state, coach), []
    theme = theme_of(event.reason) if event.reason is not None else None
    coach = replace(_having_graded(coach, side, theme, graded.loss), spoken=coach.spoken + spoken)
    grade = PlayGraded(round(graded.loss, 3), theme.value if theme else "", spoken)
    return actions.appended(with_value(state, coach), Kind.NOTE, grade, side=side)


def _judged(state: State, coach: Coaching, event: HintReady) -> Coaching:
    """The coach with remarks to both players on a double that is answered."""
    answered = coach.answered
    if answered is None or answered.decision != event.decision or answered.answer is not None:
        return coach
    teaching, wanted = state.terms.teaching, answered.wanted
    answered = replace(answered, answer=event, wanted=frozenset())
    for side in answered.of:
        unasked = teaching.speaks and event.advice is not None and teaching.of(side).help >= HintLevel.PLAY
        if side in wanted or unasked:
            occasion = Occasion.ASKED if side in wanted else Occasion.UNASKED
            answered = _with_remark(state, answered, side, occasion)
    return replace(coach, answered=answered)


def _with_remark(state: State, answered: AnsweredDouble, side: Side, occasion: Occasion) -> AnsweredDouble:
    remark = of_double(answered, side, state.terms.teaching.of(side), occasion)
    return replace(answered, remarks={**answered.remarks, side: remark})


def _having_graded(coach: Coaching, side: Side, theme: ErrorTheme | None, loss: float) -> Coaching:
    if theme is None:
        return coach
    return replace(coach, costs={**coach.costs, (side, theme): coach.costs.get((side, theme), 0.0) + loss})


def _saying(coach: Coaching, remark: Remark) -> Coaching:
    return replace(coach, remarks={**coach.remarks, remark.side: remark})


# --- what happens in the game --------------------------------------------------------------------


def _of_this_game(state: State) -> Coaching:
    coach = coaching_in(state)
    return coach if coach.game == state.record.game else Coaching(game=state.record.game)


def _followed(before: State, after: State, effects: Sequence[Effect]) -> Step:
    """The coach takes note of what has happened, and asks about what is to be decided now."""
    coach, asks = _of_this_game(after), list[Effect]()
    kinds = {effect.event for effect in effects if isinstance(effect, Entry)}
    coach = _of_what_stands(coach, after)
    if kinds & {Kind.PLAY, Kind.CORRECTED}:
        made = made_in(after)
        if made is not None:
            coach = replace(coach, made={**coach.made, made.decision.side: made})
            asks += [] if made.forced else [AskCoach(made.decision)]
        coach = _having_decided(coach, before.side)
    if (answered := answered_in(before, after, kinds)) is not None:
        coach = replace(coach, answered=answered)
        asks.append(AskCoach(answered.decision))
    if after.phase in OVER and before.phase not in OVER:
        for side in Side:
            remark = next_time(side, coach.costs, after.terms.teaching.of(side))
            coach = coach if remark is None else _saying(coach, remark)
    decision = due(after)
    if decision != coach.decision:
        coach = _turned_to(coach, decision)
        asks += [AskCoach(decision)] if decision is not None and coach.playable else []
    if decision is not None and decision.dice is not None and after.seen.look is not before.seen.look:
        coach = _with_ways(coach, decision, ways_in(after), is_whole=after.phase is not Phase.TRYING)
    return with_value(after, coach), [*effects, *asks]


def _of_what_stands(coach: Coaching, state: State) -> Coaching:
    """The coach without remarks about a play that was undone, or a game that continues."""
    made = {side: one for side, one in coach.made.items() if stands(state, one)}
    over = (state.record.resumes or state.phase) in OVER
    remarks = {
        side: said for side, said in coach.remarks.items()
        if (over if said.occasion is Occasion.AFTER_GAME else side in made)
    }  # fmt: skip
    answered = coach.answered if coach.answered is not None and is_answered(state, coach.answered) else None
    return replace(coach, made=made, remarks=remarks, answered=answered)


def _having_decided(coach: Coaching, side: Side) -> Coaching:
    """The coach without remarks on a double for a side that has decided something since."""
    return coach if coach.answered is None else replace(coach, answered=coach.answered.without(side))


def _turned_to(coach: Coaching, decision: Decision | None) -> Coaching:
    """Another decision: nothing that was asked or answered before holds for it."""
    fresh = replace(
        coach, decision=decision, answer=None, hint_level=HintLevel.LANDINGS, playable=False, ways=(), landings={},
        counts=None, held=None, guarded=None,
    )  # fmt: skip
    if decision is None or decision.dice is None:
        return fresh
    others = {side: said for side, said in coach.remarks.items() if side is not decision.side}
    found = landings_of(decision, decision.dice)
    if fresh.answered is not None and decision.side is fresh.answered.decision.side:
        fresh = _having_decided(fresh, decision.side)  # who doubled still rolls and plays in the same turn
    return replace(fresh, remarks=others, landings=found, playable=bool(found))


def _with_ways(coach: Coaching, decision: Decision, ways: Ways, *, is_whole: bool) -> Coaching:
    """The coach with the part of the play that is on the board, if it is legal."""
    if ways == coach.ways or decision.dice is None:
        return coach
    found = landings_of(decision, decision.dice, ways)
    if not found and not is_whole:
        found = landings_of(decision, decision.dice)
    return replace(coach, ways=ways, landings=found)


# --- the guard -----------------------------------------------------------------------------------


def _would_cost(before: State, after: State, effects: Sequence[Effect], event: Event) -> bool:
    """Whether the turn that would be over now is one that its player wants to be asked about."""
    coach, teaching = coaching_in(before), before.terms.teaching
    decision, answer = coach.decision, coach.answer
    if decision is None or answer is None or answer.ranking is None or not before.terms.asks:
        return False
    if not teaching.of(decision.side).guard or not _may_be_held(before, event):
        return False
    kinds = [effect.event for effect in effects if isinstance(effect, Entry)]
    if kinds.count(Kind.PLAY) + kinds.count(Kind.CORRECTED) != 1 or Kind.ROLL in kinds:
        return False
    made = made_in(after)
    if made is None or replace(made.decision, made=None) != decision or made.decision.made == coach.guarded:
        return False
    ranking = answer.ranking
    candidate = ranking.of(made.decision.made) if made.decision.made else None
    return candidate is not None and ranking.loss(candidate) > teaching.threshold


def _may_be_held(before: State, event: Event) -> bool:
    """Whether the turn can still be taken back: its dice are not lifted, and the opponent has not rolled."""
    by_button = before.phase is Phase.ENDED and (before.ends_by is EndOfTurn.BUTTON or before.seen.pressed)
    return isinstance(event, ButtonPressed | PlayEntered) or (isinstance(event, BoardSeen) and by_button)


def _held_back(before: State, after: State, event: Event) -> Step:
    """Hold the end of the turn back and ask whether the play is meant."""
    made = made_in(after)
    assert made is not None
    held: Ending = (
        event if isinstance(event, ButtonPressed | PlayEntered) else ButtonPressed(event.at_s, before.seen.pressed_by)
    )
    side = before.side
    coach = replace(_having_helped(before, coaching_in(before), side), held=held, guarded=made.decision.made)
    state = with_value(before, coach, t=after.t).with_seen(ended_t=None)
    state, resumed = actions.came(state, Phase.TRYING if state.phase is Phase.ENDED else state.phase)
    state, effects = actions.appended(state, Kind.NOTE, CoachHelped(GUARD), side=side)
    state, more = asked(state, Question(GUARD, _SURE), None)
    return state, [*resumed, *effects, *more]
