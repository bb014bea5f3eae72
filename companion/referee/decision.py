"""Decides on one look at the board: records what is certain; else waits, asks, or takes the likeliest.

An illegal play is reported, with its reason, once its turn is over.  A reason that is a question (checkers
missing, other dice) accuses nobody: a hidden checker or a misread die is likelier than a cheat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, assert_never

from companion.games.backgammon import START, Dice, Explanation, Position, Reason
from companion.games.backgammon.conduct import may_open
from companion.games.rules import TRAY, Picture, Side
from companion.match import actions
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import OVER, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import Answer, Choice, CurrentRoll, Effect, EndOfTurn, Question, State
from companion.match.step import Step, as_effects, asked
from companion.record.entries import Kind
from companion.referee import rejected
from companion.referee.accusation import (
    NOTHING_MOVED,
    explained,
    is_one_turns_work,
    is_unfinished,
    may_accuse,
    may_go_on,
    mover,
    only_others_moved,
    opponent_plays,
)
from companion.referee.alternatives import (
    MOST_CHOICES,
    agree_but_for_roll,
    common_beginning,
    distinct_rolls,
    ends_standing_turn,
    is_missed,
    plays_to_choose,
    question_about,
    without_last_play,
)
from companion.referee.attempted_play import as_played
from companion.referee.dice_on_board import SURE_OF_ROLL, lies_there, with_evidence_of_dice
from companion.referee.hypotheses import CourseOfPlay, TurnSeen, can_be_played, courses_of_play, half_played
from companion.referee.roll_evidence import RollEvidence
from companion.referee.ruling import (
    MARGINS,
    NOBODY,
    Ambiguous,
    Clear,
    Hypothesis,
    Illegal,
    Reading,
    Ruling,
    Unreadable,
    habits_of,
    ruling,
)
from vision.observation import Observation

_LOOKS_AT_GONE: Final = 6
_LOOKS_AT_EARLY: Final = 3
_LOOKS_AT_WRONG: Final = 4


def judged(
    state: State, event: BoardSeen, fresh: RollEvidence | None, *, closing: bool = False, ended: bool = False,
    trying: bool = False,
) -> Step:  # fmt: skip
    """Decides on one look.

    ``closing``: no other look will come.  ``ended``: the turn is over.  ``trying``: the turn is not over, and
    nothing is reported about the checkers.
    """
    state = with_evidence_of_dice(state, event, fresh)
    verdict = _verdict(state, event, fresh, ended=ended)
    state = replace(state, puzzled=not isinstance(verdict, Clear))
    gone = verdict.gone if isinstance(verdict, Clear) else None
    state = replace(state, gone_looks=state.gone_looks + 1 if gone not in (None, NOBODY) else 0)
    unmoved = not rejected.is_thrown_over(state) or state.at_early is event
    if state.rejected and unmoved and not rejected.tells_otherwise(verdict):
        return _ruled_on(state, event)
    match verdict:
        case Clear():
            return _clear(state, event, fresh, verdict, ended=ended, trying=trying)
        case Illegal():
            if trying and state.opponent_has_thrown:
                return _lies_wrong_under_next_roll(state, event, verdict)
            if trying:
                return _unsettled(state, event, fresh)
            return _illegal(state, event, fresh, verdict, closing=closing, ended=ended)
        case Ambiguous():
            if trying and state.early is not None and not verdict.doubtful:
                return _first_of_two(state, event, fresh, verdict)
            if trying:
                return _unsettled(state, event, fresh)
            if ended and state.terms.asks and state.unclear_looks and agree_but_for_roll(verdict):
                return _roll_guessed(state, event, verdict)
            return _unclear(state, event, fresh, verdict, closing=closing)
        case Unreadable():
            return state, []
    assert_never(verdict)


def _verdict(state: State, event: BoardSeen, fresh: RollEvidence | None, *, ended: bool) -> Ruling[CourseOfPlay]:
    if state.phase in OVER:
        state = replace(state, position=START, habits={})  # the next thing to be seen is the next game
    verdict = _ruling(
        state, event, rejected.believable(state, event, courses_of_play(state, fresh)), fresh, ended=ended
    )
    if isinstance(verdict, Clear | Unreadable) or fresh is None:
        return verdict
    farfetched = courses_of_play(state, fresh, farfetched=True)
    second = _ruling(state, event, rejected.believable(state, event, farfetched), fresh, ended=ended)
    return second if isinstance(second, Clear) else verdict


def _ruling(
    state: State,
    event: BoardSeen,
    hypotheses: list[Hypothesis[CourseOfPlay]],
    fresh: RollEvidence | None,
    *,
    ended: bool,
) -> Ruling[CourseOfPlay]:
    if ended:
        played = [
            hypothesis
            for hypothesis in hypotheses
            if hypothesis.meaning.turns and hypothesis.meaning.turns[-1].play is not None
        ]
        hypotheses = played or hypotheses
    return ruling(
        hypotheses,
        event.observation,
        standing=state.terms.rules.picture(state.position),
        habits=state.habits,
        thrown_over=_thrown_over(state, event, fresh),
        doable=lambda now: _is_doable(state, now, fresh),
    )


def _is_doable(state: State, now: Picture, fresh: RollEvidence | None) -> bool:
    """Whether the current turn may have left such a board, legally or not."""
    roll = state.turn.dice if state.turn and state.phase in PLAYING else None
    alone = fresh is None and state.early is None
    return roll is None or not alone or is_one_turns_work(state, state.side, roll, now)


def _thrown_over(state: State, event: BoardSeen, fresh: RollEvidence | None) -> Observation | None:
    """The first look that showed the newest dice, if looks come often enough to show what was played since."""
    if state.terms.end_of_turn is EndOfTurn.STILL:
        return None
    first = event if fresh is not None else state.at_early if state.early is not None else None
    return first.observation if first is not None else None


def at_next_roll(state: State, event: BoardSeen, fresh: RollEvidence) -> Step:
    """Decide when dice are rolled before a turn is ended: the opponent's end it, or the player has rolled again."""
    assert state.turn is not None
    gone = not lies_there(state, state.turn.throw, event)
    if gone and not state.lifted and state.early is None and fresh.best.same_numbers(state.turn.throw.best):
        # The same numbers elsewhere: dice that were moved aside, or else the opponent's.
        return judged(replace(state, early=fresh), event, None, trying=True)
    verdict = _verdict(state, event, fresh, ended=False)
    if state.rejected and not rejected.tells_otherwise(verdict):
        return _ruled_on(replace(state, early=fresh, early_looks=0, early_lies=None, premature=False), event)
    if isinstance(verdict, Clear):
        course = verdict.hypothesis.meaning
        if len(course.turns) > 1 or (course.turns and not (course.thrown_again or course.unplayed)):
            return _clear(state, event, fresh, verdict, ended=False, trying=False)
    if state.terms.asks and state.ended_t is not None and agree_but_for_roll(verdict):
        return _roll_guessed(state, event, verdict)
    if state.terms.asks and state.ends_by is EndOfTurn.LIFTED and state.ended_t is not None:
        # The dice were up before: the board shows what was played, and it will never be clearer.
        alone = _verdict(state, event, None, ended=True)
        if isinstance(alone, Illegal) and not _goes_on(state, alone):
            return _illegal(state, event, fresh, alone, closing=False)
        if isinstance(alone, Ambiguous) and not state.lone_die:
            if state.early is not None and isinstance(verdict, Ambiguous) and len(verdict.hypotheses) == 1:
                # Two turns would be lost with the question: they are recorded as uncertain.
                course = without_last_play(verdict.hypotheses[0].meaning)
                told = actions.told(state, course, event.frame, verdict.confidence, verdict.margin, sure=False)
                state, effects = as_effects(told)
                return replace(state, habits={}, unclear_looks=0), effects
            state, effects = _asked(state, event, alone.hypotheses, doubtful=alone.doubtful)
            return replace(state, early=fresh, early_looks=0, early_lies=None, premature=False), effects
    roll = state.turn.dice if state.turn else None
    to_play = roll is None or can_be_played(state, state.side, roll)
    unfinished = to_play and (not isinstance(verdict, Illegal) or _goes_on(state, verdict))
    state, effects = _roll_alone(state, event, None)
    return replace(state, early=fresh, early_looks=0, early_lies=None, premature=unfinished), effects


def _lies_wrong_under_next_roll(state: State, event: BoardSeen, verdict: Illegal[CourseOfPlay]) -> Step:
    """Report an illegal play over which the opponent has rolled once the board is still: the play may be half done."""
    early = state.early
    assert early is not None
    if opponent_plays(state, verdict.reading):
        return _unplayed(state, event, early, verdict)
    same = state.early_lies == verdict.reading.picture
    state = replace(state, early_lies=verdict.reading.picture, early_looks=state.early_looks + 1 if same else 0)
    if state.early_looks < _LOOKS_AT_WRONG or _goes_on(state, verdict) or _is_quick(state, event, early):
        return _unsettled(state, event, None)
    return _illegal(state, event, early, verdict, closing=False)


def _unplayed(state: State, event: BoardSeen, early: RollEvidence, verdict: Illegal[CourseOfPlay]) -> Step:
    """Let the current roll stand unplayed: the opponent plays the newer dice, and nothing of that roll is played."""
    state = replace(state, early_looks=state.early_looks + 1)
    if state.early_looks < _LOOKS_AT_EARLY or state.turn is None or state.turn.dice is None:
        return state, []
    told = actions.told(state, CourseOfPlay(unplayed=True), event.frame, verdict.confidence, verdict.margin)
    state, effects = as_effects(told)
    state, more = _roll_alone(state, event, early)
    return state, effects + more


def _is_quick(state: State, event: BoardSeen, fresh: RollEvidence) -> bool:
    """Whether the board may show a legally played turn and the opponent's turn half played."""
    hypotheses = half_played(state, fresh)
    return bool(hypotheses) and not isinstance(_ruling(state, event, hypotheses, None, ended=False), Illegal)


def _goes_on(state: State, verdict: Illegal[CourseOfPlay]) -> bool:
    """Whether the play on the board is only incomplete, or nothing was played at all."""
    roll = state.turn.dice if state.turn else None
    why = explained(state, state.side, roll, verdict.reading) if roll else None
    return why is None or is_unfinished(why) or why.text_key == NOTHING_MOVED


def at_opening_roll(state: State, event: BoardSeen, fresh: RollEvidence) -> Step:
    """Decide on dice rolled to begin the game, or rolled by the opponent of the player who has begun it."""
    verdict = _verdict(state, event, fresh, ended=False)
    if isinstance(verdict, Clear):
        return _clear(state, event, fresh, verdict, ended=False, trying=False)
    if state.turn is None:
        return _with_roll_to_come(state, fresh), []
    begun, effects = _with_opening_roll(state, event)
    if begun.phase not in PLAYING:
        return replace(state, early=fresh), []
    state, more = at_next_roll(begun, event, fresh)
    return state, effects + more


def opening_taken_up(state: State, event: BoardSeen) -> Step:
    """Decide when the dice of the opening roll are taken up: its turn is over, whoever has played it."""
    state, effects = _with_opening_roll(state, event)
    if state.phase in PLAYING:
        state = state.entering(Phase.ENDED, ended_t=state.t)
    state, more = judged(state, event, None, ended=True)
    return state, effects + more


def _with_opening_roll(state: State, event: BoardSeen) -> Step:
    """Take the roller of the opening roll from the side whose checkers moved, even if the play is not clear."""
    verdict = _verdict(state, event, None, ended=False)
    throw = state.turn.throw if state.turn is not None else None
    if throw is None or throw.margin < MARGINS.certain or not isinstance(verdict, Ambiguous | Illegal):
        return state, []
    firsts = [next(iter(hypothesis.meaning.turns), None) for hypothesis in verdict.hypotheses]
    sides = {None if first is None or first.play is None else first.side for first in firsts}
    side = sides.pop()
    if side is None or sides:
        return state, []
    rolled = CourseOfPlay((TurnSeen(side, throw, throw.best, None, state.position),))
    return as_effects(actions.told(state, rolled, event.frame, verdict.confidence, verdict.margin))


def at_roll(state: State, event: BoardSeen, fresh: RollEvidence) -> Step:
    """Record dice rolled at the start of a turn, and wait for the play."""
    verdict = _verdict(state, event, fresh, ended=False)
    if isinstance(verdict, Clear):
        return _clear(state, event, fresh, verdict, ended=False, trying=False)
    if isinstance(verdict, Ambiguous | Illegal) and is_missed(verdict.hypotheses[0].meaning):
        return _missed(state, event, fresh, verdict)
    return _roll_alone(state, event, fresh)


def _missed(
    state: State, event: BoardSeen, fresh: RollEvidence, verdict: Ambiguous[CourseOfPlay] | Illegal[CourseOfPlay]
) -> Step:
    """Record the likeliest version of a turn with an unseen roll as uncertain, and ask about it once."""
    firsts = [hypothesis.meaning.turns[0] for hypothesis in verdict.hypotheses if is_missed(hypothesis.meaning)]
    number = sum(state.rolls) + 1
    state, effects = _told_as_uncertain(state, event, CourseOfPlay(tuple(firsts[:1])), verdict.confidence, 0.0)
    state, more = _roll_alone(state, event, fresh)
    effects += more
    state, more = _asked_once(state, event, firsts, number)
    return state, effects + more


def _roll_guessed(state: State, event: BoardSeen, verdict: Ambiguous[CourseOfPlay]) -> Step:
    """Record a turn with a clear play and an unclear roll as uncertain, and ask about it once."""
    best = verdict.hypotheses[0].meaning
    course = without_last_play(best) if len(best.turns) > 1 else best
    number = sum(state.rolls) + (state.turn is None or state.turn.dice is None)
    state, effects = _told_as_uncertain(state, event, course, verdict.confidence, verdict.margin)
    state, more = _asked_once(state, event, [hypothesis.meaning.turns[0] for hypothesis in verdict.hypotheses], number)
    return state, effects + more


def _told_as_uncertain(state: State, event: BoardSeen, course: CourseOfPlay, confidence: float, margin: float) -> Step:
    state, effects = as_effects(actions.told(state, course, event.frame, confidence, margin, sure=False))
    return replace(state, moved_unrolled=False, unclear_looks=0, habits={}), effects


def _asked_once(state: State, event: BoardSeen, turns: Sequence[TurnSeen], number: int) -> Step:
    """Ask which of these turns the one recorded as uncertain was."""
    question = question_about(turns, number)
    if question is None or not state.terms.asks or state.phase in OVER:
        return state, []
    return asked(state, question, event.frame)


# --- a clear look --------------------------------------------------------------------------------


def _clear(
    state: State,
    event: BoardSeen,
    fresh: RollEvidence | None,
    verdict: Clear[CourseOfPlay],
    *,
    ended: bool,
    trying: bool,
) -> Step:
    course = verdict.hypothesis.meaning
    if trying:
        return _tried(state, event, fresh, verdict)
    if state.terms.asks and verdict.gone != NOBODY and (ended or len(course.turns) > 1):
        if len(course.turns) > 1 or state.gone_looks >= _LOOKS_AT_GONE:
            return _asked_after_gone(state, event, fresh, verdict)
        return state, []  # a misreading is mostly corrected by a later look
    if state.phase in WRONG and course.turns and not _seen_twice(state, course, fresh):
        return replace(state, put_right=course.turns[-1].end), []
    if (other := _another_roll_told(state, course)) is not None:
        return _which_roll(state, event, other)
    state, effects = _opened(state, event, verdict.confidence)
    opponents = len(course.turns) > 1 or course.stood
    if not ended and state.terms.end_of_turn is not EndOfTurn.STILL and (opponents or state.phase not in WRONG):
        course = without_last_play(course)
    state, more = as_effects(actions.told(state, course, event.frame, verdict.confidence, verdict.margin))
    effects += more
    state = _with_dice_of(state, course, fresh)
    state, more = _tied(state, event, fresh)
    effects += more
    if state.phase in WRONG and not course.wrong:
        state = replace(state, message=None)  # set back to before the illegal play: nothing on the board is wrong
    habits = habits_of(event.observation, verdict.hypothesis.board, state.habits)
    return replace(state, habits=habits, unclear_looks=0, moved_unrolled=False, odd_looks=0), effects


def _asked_after_gone(state: State, event: BoardSeen, fresh: RollEvidence | None, verdict: Clear[CourseOfPlay]) -> Step:
    """Report a missing checker, and ask what was played; keep the opponent's roll meanwhile."""
    side = Side.LIGHT if verdict.gone.light else Side.DARK
    count = state.position.checkers(side)
    values = {"side": side.value, "n": str(count - verdict.gone.of(side)), "expected": str(count)}
    why = Explanation(Reason.CHECKER_COUNT, (), values)
    state, effects = _asked(state, event, (verdict.hypothesis,), doubtful=True, why=why)
    return replace(state, early=fresh or state.early), effects


def _another_roll_told(state: State, course: CourseOfPlay) -> Dice | None:
    """The roll that a hypothesis reads in the current dice if another one is recorded: a person is asked."""
    recorded = state.turn.dice if state.turn and state.phase in PLAYING else None
    first = course.turns[0] if course.turns else None
    rolled_anew = course.thrown_again and state.terms.end_of_turn is EndOfTurn.STILL
    unsaid = rolled_anew or course.unplayed or course.redone or course.missed is not None
    if recorded is None or first is None or unsaid or not state.terms.asks or state.dice_confirmed:
        return None
    unsure = state.turn is not None and state.turn.throw.margin < SURE_OF_ROLL
    return None if unsure or first.roll.same_numbers(recorded) else first.roll


def _seen_twice(state: State, course: CourseOfPlay, fresh: RollEvidence | None) -> bool:
    """Whether the correction of an illegal play has been seen twice: its player may still be moving."""
    still = state.terms.end_of_turn is EndOfTurn.STILL or fresh is not None
    return still or course.turns[-1].end == state.put_right


def _tried(state: State, event: BoardSeen, fresh: RollEvidence | None, verdict: Clear[CourseOfPlay]) -> Step:
    """Handle a turn that is not over: record its roll, and of the play only whether it is complete."""
    course = verdict.hypothesis.meaning
    first = course.turns[0] if course.turns else None
    effects: list[Effect] = []
    if state.early is not None and not course.thrown_again and len(course.turns) > 1:
        state = replace(state, early_looks=state.early_looks + 1)
        still_lies = state.turn is not None and lies_there(state, state.turn.throw, event)
        if still_lies or state.early_looks < _LOOKS_AT_EARLY:
            return state, effects  # the roller may still change: the same dice may have been rolled again
    if len(course.turns) > 1 and not course.unplayed:
        # The opponent's dice are on the board, so the turn is over all the same.
        told = actions.told(state, without_last_play(course), event.frame, verdict.confidence, verdict.margin)
        state, effects = as_effects(told)
        return replace(state, habits={}, unclear_looks=0), effects
    if course.thrown_again or course.unplayed:
        return replace(state, early=fresh or state.early), effects
    if course.missed is not None:
        return state, effects  # reported once that turn is over
    state, effects = _roll_alone(state, event, fresh)
    if state.phase not in PLAYING or first is None:
        return state, effects
    whole = first.play is not None and bool(first.play.steps)
    state = state.entering(Phase.COMPLETE if whole else Phase.TRYING, ended_t=None, unclear_looks=0)
    if not whole:
        state = replace(state, habits=habits_of(event.observation, verdict.hypothesis.board, state.habits))
    return state, effects


def _first_of_two(state: State, event: BoardSeen, fresh: RollEvidence | None, verdict: Ambiguous[CourseOfPlay]) -> Step:
    """Decide on the turn before the opponent's dice alone: they end it even if they are read badly."""
    agreed = common_beginning([hypothesis.meaning for hypothesis in verdict.hypotheses])
    over = len(verdict.hypotheses[0].meaning.turns) > 1 and bool(agreed.turns) and agreed.turns[0].play is not None
    irregular = agreed.thrown_again or agreed.unplayed or agreed.missed is not None
    lies = state.turn is not None and lies_there(state, state.turn.throw, event)
    state = replace(state, early_looks=state.early_looks + 1 if over and not irregular and not lies else 0)
    if state.early_looks < _LOOKS_AT_EARLY:
        return _unsettled(state, event, fresh)
    return _what_is_sure(state, event, fresh, verdict, replace(agreed, turns=agreed.turns[:1]))


def _unsettled(state: State, event: BoardSeen, fresh: RollEvidence | None) -> Step:
    """Report nothing while the turn is not over and checkers are being moved, or cannot be read."""
    state, effects = _roll_alone(state, event, fresh)
    return (state.entering(Phase.TRYING, ended_t=None) if state.phase in PLAYING else state), effects


def _opened(state: State, event: BoardSeen, confidence: float) -> Step:
    if state.phase is not Phase.SETTING_UP and state.phase not in OVER:
        return state, []
    return as_effects(actions.started(state, event.frame, confidence))


def _with_dice_of(state: State, course: CourseOfPlay, fresh: RollEvidence | None) -> State:
    """Assign the dice on the board to the current turn, even if that changes nothing in the record."""
    if fresh is None:
        return state
    if state.phase is Phase.OPENING and not course.turns:
        return replace(state, turn=CurrentRoll(fresh))  # the play will show whose it is
    if course.thrown_again and state.turn is not None:
        return replace(state, turn=replace(state.turn, throw=fresh))
    return state


def _tied(state: State, event: BoardSeen, fresh: RollEvidence | None) -> Step:
    """Handle equal opening dice, which are rolled again; they are recorded only if they double the stake."""
    rules = state.terms.rules.rules
    if fresh is None or state.phase is not Phase.OPENING or not rules.automatic_doubles:
        return state, []
    if may_open(fresh.best, rules) or fresh.margin < MARGINS.certain:
        return state, []
    return as_effects(actions.tied(state, fresh.best.first, event.frame, fresh.confidence))


# --- an unclear look -----------------------------------------------------------------------------


def _unclear(
    state: State, event: BoardSeen, fresh: RollEvidence | None, verdict: Ambiguous[CourseOfPlay], *, closing: bool
) -> Step:
    """Record what all likely hypotheses agree on; for the rest wait for another look, ask, or take the likeliest."""
    if state.phase is Phase.SETTING_UP or state.phase in OVER:
        return state, []
    moved = state.phase in TO_ROLL and fresh is None and verdict.doubtful
    state = replace(state, unclear_looks=state.unclear_looks + 1, moved_unrolled=state.moved_unrolled or moved)
    agreed = (
        CourseOfPlay()
        if verdict.doubtful
        else common_beginning([hypothesis.meaning for hypothesis in verdict.hypotheses])
    )
    settled = bool(agreed.turns) and agreed.turns[0].play is not None
    best = verdict.hypotheses[0].meaning
    over = closing or (fresh is not None and ends_standing_turn(best))
    if over and not settled and not state.terms.asks and best.turns and best.turns[0].play is not None:
        return _taken_as_likeliest(state, event, verdict, closing=closing)
    state, effects = _what_is_sure(state, event, fresh, verdict, agreed)
    if state.terms.asks and not settled and (over or state.unclear_looks >= state.terms.looks_before_asking):
        state, more = _asked(state, event, verdict.hypotheses, doubtful=verdict.doubtful)
        effects += more
    return state, effects


def _what_is_sure(
    state: State, event: BoardSeen, fresh: RollEvidence | None, verdict: Ambiguous[CourseOfPlay], agreed: CourseOfPlay
) -> Step:
    if not agreed.turns:
        return _roll_alone(state, event, fresh)
    to_come = fresh or state.early
    state, effects = as_effects(actions.told(state, agreed, event.frame, verdict.confidence, verdict.margin))
    return _with_roll_to_come(state, to_come), effects


def _with_roll_to_come(state: State, fresh: RollEvidence | None) -> State:
    """Keep an uncertain roll unrecorded until the play shows which it was."""
    if fresh is None or state.turn is not None or state.phase not in TO_ROLL | {Phase.OPENING}:
        return state
    phase = Phase.TRYING if state.phase in TO_ROLL else state.phase
    return state.entering(phase, turn=CurrentRoll(fresh), bare_looks=0)


def _roll_alone(state: State, event: BoardSeen, fresh: RollEvidence | None) -> Step:
    """Decide on the dice alone: they may be clear though the board is not."""
    state = _with_roll_to_come(state, fresh)
    standing = state.turn
    if state.phase not in PLAYING or standing is None or standing.dice is not None:
        return state, []
    if standing.throw.margin < MARGINS.certain:
        return state, []
    seen = TurnSeen(state.side, standing.throw, standing.throw.best, None, state.position)
    return as_effects(actions.told(state, CourseOfPlay((seen,)), event.frame, standing.throw.confidence, 0.0))


def _asked(
    state: State,
    event: BoardSeen,
    hypotheses: Sequence[Hypothesis[CourseOfPlay]],
    *,
    doubtful: bool,
    why: Explanation | None = None,
) -> Step:
    """Ask what was played; ``why``: what makes it doubtful, if known."""
    if state.question is not None or state.turn is None:
        return state, []
    answers = plays_to_choose(state, hypotheses)
    if not answers:
        return state, []
    if state.turn.dice is not None:
        best = answers[0]
        rolls = [answer.dice for answer in answers if answer.dice is not None and answer.end == best.end]
        if best.dice is not None:
            return _which_roll(state, event, *rolls)
        answers = [answer for answer in answers if answer.dice is None]
    choices = answers[:MOST_CHOICES]
    if doubtful:  # it may well have been none of them
        choices = [*answers[: MOST_CHOICES - 1], Answer("answer.other", Choice.NO)]
    key, values = ("question.which-play", {}) if why is None else (why.text_key, why.values)
    question = Question(key, tuple(choices), values)
    return asked(replace(state, unclear_looks=0, questioned=_last_of_turn(state, event)), question, event.frame)


def _last_of_turn(state: State, event: BoardSeen) -> BoardSeen:
    """The look by which a turn is ruled on: once the opponent has rolled, checkers may have moved since."""
    thrown = state.at_early if state.early is not None and not state.premature else None
    return thrown or event


def ruled_as_it_lies(state: State, ends: tuple[Position, ...]) -> Step:
    """Rules on the board as it was read, after a person has said that none of the legal plays was made."""
    state = replace(state, rejected=(*state.rejected, *ends))
    if rejected.is_thrown_over(state) and state.questioned is not None:
        return _ruled_on(state, state.questioned)  # the opponent has rolled: the board may have changed by now
    return state, []  # by the next clear look, for it may have been corrected


def _ruled_on(state: State, look: BoardSeen) -> Step:
    if state.turn is None or state.phase not in PLAYING | {Phase.OPENING}:
        return state, []
    reading = rejected.read(state, look, missing=MARGINS.gone)  # a person says that something is amiss
    side, dice = mover(state, reading), state.turn.dice or state.turn.throw.best
    if side is not None:
        reading = _as_played(state, look, side, dice, reading)
    why = explained(state, side, dice, reading) if side is not None else None
    if why is not None and why.reason is Reason.CHECKER_COUNT:
        return replace(state, message=Message(why.text_key, why.values, why.points, alarm=False)), []
    one_turns = side is not None and is_one_turns_work(state, side, dice, reading.picture)
    if side is None or why is None or why.reason.is_question or not one_turns:
        return replace(state, message=Message("notice.unreadable", alarm=False)), []
    seen = TurnSeen(side, state.turn.throw, dice, None, state.position)
    early = state.early if rejected.is_thrown_over(state) else None
    return _found_illegal(state, look, early, seen, Illegal(reading, (), 0.0, 1.0, 0.0), why)


def _found_illegal(
    state: State,
    event: BoardSeen,
    fresh: RollEvidence | None,
    seen: TurnSeen,
    verdict: Illegal[CourseOfPlay],
    why: Explanation,
) -> Step:
    """Record the roll if it is missing, then the illegal play, and the next roll."""
    effects: list[Effect] = []
    if state.phase not in WRONG and (state.turn is None or state.turn.dice is None):
        rolled = actions.told(state, CourseOfPlay((seen,)), event.frame, verdict.confidence, verdict.margin)
        state, effects = as_effects(rolled)
    told = actions.found_illegal(state, verdict.reading, why, event.frame, verdict.confidence, verdict.margin)
    state, more = as_effects(told)
    return _then_rolled(state, event, None if seen.throw is fresh else fresh, effects + more)


def ruled_with_known_roll(state: State) -> Step:
    """Rules on the board as it was when a person was asked for the roll; a later roll follows."""
    look = state.questioned or state.look
    if look is None or state.phase not in PLAYING:
        return state, []
    early = state.early
    state, effects = judged(replace(state, early=None, premature=False), look, None, ended=True)
    if state.phase in PLAYING:
        return replace(state, early=early), effects
    return _then_rolled(state, look, early, effects)


def _then_rolled(state: State, look: BoardSeen, early: RollEvidence | None, effects: list[Effect]) -> Step:
    """Add the opponent's roll that was on the board when the turn was ruled on; an illegal play is condoned."""
    if early is None:
        return state, effects
    if state.wrong is not None and state.wrong.position is not None:
        state, more = _stood_then_rolled(state, look, early, state.wrong.position)  # the window has closed
    else:
        state, more = _roll_alone(state, look, early)
    return state, effects + more


def _taken_as_likeliest(state: State, event: BoardSeen, verdict: Ambiguous[CourseOfPlay], *, closing: bool) -> Step:
    best = verdict.hypotheses[0].meaning
    firsts = [hypothesis.meaning.turns[0] for hypothesis in verdict.hypotheses if hypothesis.meaning.turns]
    choices = dict.fromkeys(f"{turn.roll.text()}: {turn.play or 'nothing'}" for turn in firsts)
    details = {"question": "question.which-play", "choices": list(choices)}
    state, effects = as_effects(
        actions.appended(state, Kind.ASKED, frame=event.frame, side=best.turns[0].side, details=details)
    )
    # Only the turn that is over is decided; the next one may still become clear.
    settled = best if closing else replace(best, turns=best.turns[:1])
    told = actions.told(state, settled, event.frame, verdict.confidence, verdict.margin, sure=False)
    state, more = as_effects(told)
    effects += more
    if not closing and len(best.turns) > 1 and best.turns[1].throw is not None:
        state = _with_roll_to_come(state, best.turns[1].throw)
        state, more = _roll_alone(state, event, None)
        effects += more
    return replace(state, unclear_looks=0), effects


# --- an illegal play -----------------------------------------------------------------------------


def _illegal(
    state: State,
    event: BoardSeen,
    fresh: RollEvidence | None,
    verdict: Illegal[CourseOfPlay],
    *,
    closing: bool,
    ended: bool = False,
) -> Step:
    throw = state.turn.throw if state.turn else fresh
    if throw is None or state.phase is Phase.SETTING_UP or state.phase in OVER:
        return replace(state, moved_unrolled=state.phase in TO_ROLL), []  # nobody was seen to roll
    side = mover(state, verdict.reading)
    roll = state.turn.dice if state.turn and state.turn.dice else throw.best
    if side is not None:
        verdict = replace(verdict, reading=_as_played(state, event, side, roll, verdict.reading))
    why = explained(state, side, roll, verdict.reading) if side else None
    recorded = state.phase in WRONG or (state.turn is not None and state.turn.dice is not None)
    playable = recorded or can_be_played(state, side, roll)
    two_turns = ended and state.opponent_has_thrown and state.terms.asks  # nobody can know whose fault it is
    others = why is not None and side is not None and only_others_moved(state, side, why, verdict.reading)
    if others and state.turn is not None and state.turn.drawn:  # whose roll it is, is beyond doubt
        name = state.terms.names[0 if state.side is Side.LIGHT else 1]
        return replace(state, message=Message("notice.out-of-turn", {"name": name}, alarm=False)), []
    misread = state.terms.asks and not recorded and throw.margin < MARGINS.certain  # the roll is unknown
    unsure = not playable or two_turns or others or misread
    if side is None or why is None or unsure or not may_accuse(state, why, verdict, side, roll):
        doubtful = Ambiguous(verdict.hypotheses, verdict.ahead, 1 - verdict.confidence, doubtful=True)
        return _unclear(state, event, fresh, doubtful, closing=closing)
    if ended and may_go_on(state, why):
        return state, []
    if ended and state.terms.asks and state.lone_die:
        return state, []  # the opponent has rolled, and one of the dice is not seen
    if state.terms.asks and state.phase not in WRONG and (roll_meant := _other_roll(state, verdict)):
        return _which_roll(state, event, roll_meant)
    if state.phase in WRONG and fresh is not None:
        if state.terms.end_of_turn is not EndOfTurn.STILL and _is_quick(state, event, fresh):
            return replace(state, early=fresh), []
        return _another_wrong_play_stood(state, event, fresh, verdict.reading)
    if state.wrong is not None and state.wrong.picture == verdict.reading.picture:
        return state, []
    return _found_illegal(state, event, fresh, TurnSeen(side, throw, roll, None, state.position), verdict, why)


def _other_roll(state: State, verdict: Illegal[CourseOfPlay]) -> Dice | None:
    """The roll with which the board is a legal end, if only the dice contradict it."""
    hypothesis = verdict.hypotheses[0]
    turn = hypothesis.meaning.turns[0] if len(hypothesis.meaning.turns) == 1 else None
    fits = all(
        hypothesis.board.get(spot, stack) == stack for spot, stack in verdict.reading.picture.items() if spot != TRAY
    )
    if turn is None or turn.play is None or not fits or state.dice_confirmed:
        return None
    recorded = state.turn.dice if state.turn else None
    return None if recorded is None or turn.roll.same_numbers(recorded) else turn.roll


def _which_roll(state: State, event: BoardSeen, *others: Dice) -> Step:
    """Ask for the roll if the play is legal with another one: a die is misread more often than played so wrongly."""
    assert state.turn is not None
    assert state.turn.dice is not None
    if state.question is not None:
        return state, []
    rolls = [state.turn.dice, *distinct_rolls(others)][:MOST_CHOICES]
    answers = tuple(Answer(roll.text(), roll) for roll in rolls)
    question = Question("question.which-roll", answers)
    return asked(replace(state, questioned=_last_of_turn(state, event)), question, event.frame)


def _as_played(state: State, look: BoardSeen, side: Side, roll: Dice, reading: Reading) -> Reading:
    if not state.terms.asks:
        return reading
    before = replace(state.position, on_roll=side)
    return as_played(before, roll, state.terms.rules, reading, look.observation, habits=state.habits)


def _another_wrong_play_stood(state: State, event: BoardSeen, fresh: RollEvidence, reading: Reading) -> Step:
    """Condone the illegal play on the board when the opponent rolls: it is not the one that was reported."""
    lies = actions.position_read(state.position, reading.picture)
    if lies is None or state.wrong is None:
        return state, []
    state = replace(state, wrong=replace(state.wrong, picture=reading.picture, position=lies))
    return _stood_then_rolled(state, event, fresh, lies)


def _stood_then_rolled(state: State, event: BoardSeen, fresh: RollEvidence, lies: Position) -> Step:
    side = state.side.other
    seen = TurnSeen(side, fresh, fresh.best, None, replace(lies, on_roll=side))
    course = CourseOfPlay((seen,), stood=True)
    return as_effects(actions.told(state, course, event.frame, fresh.confidence, fresh.margin))
