"""Keeps the record of any game in line with the referee's belief: writes, takes back, reports and asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.games.rules import Picture, Side
from companion.match.any_game import YES_OR_NO, Answer, AnyState, Choice, Question, asked, of_both
from companion.match.any_seen import Odd
from companion.match.events import BoardSeen
from companion.match.in_play import Change
from companion.match.phases import IN_GAME, OVER, PLAYING, WRONG, Phase
from companion.match.terms import EndOfTurn
from companion.referee.any_course import Gap
from companion.referee.belief import Game, ItemT, looked, since, without_rejected
from companion.referee.decide import (
    About,
    Act,
    Ask,
    Line,
    Outlook,
    Rest,
    Revise,
    Wait,
    Warn,
    Write,
    decide,
    is_asked_about,
    is_asked_outside_turn,
    unaccused,
    waits,
)
from companion.referee.hypothesis import Hypothesis, hypotheses_of, odds, sureness
from companion.referee.likeliest import CourseT

_OPEN_EVENTS: Final = 3
"""Turns, doubles and takes that may still be revised."""
_SETTLED: Final = 0.999
MOST_CHOICES: Final = 3
_LIKELY: Final = 0.03
"""Hypotheses that are less likely change no question."""

StateT = TypeVar("StateT", bound=AnyState[Any, Any, Any])
Step: TypeAlias = tuple[StateT, list[Any]]


@dataclass(frozen=True)
class RecordSync(Generic[StateT, CourseT, ItemT]):
    """How the record of a game follows the belief, by functions of the game.

    ``game``: the referee's model of the match.  ``anchored_to``: the state whose belief equals the record.
    ``line_of``: the kind of an item; ``stands``: whether it is an illegal turn that stood; ``next_decides``: whether
    the next roll decides about it.  ``is_wrong``: whether the unreported turn broke a rule; ``is_against``: whether the
    board does by one hypothesis, given the likeliest one.  ``is_before``: whether nothing was moved yet in the current
    turn; ``is_half_way``: whether it is being played.  ``fault``: the fault of the turn, and the board.  ``rolls``,
    ``plays``: possible answers from an item on, the likeliest first, and the probability that one is true.
    ``written``: puts an item on record.  ``otherwise``: the first item that is to be revised; ``taken_back``: takes the
    record back from there on.  ``found_illegal``: reports a fault.  ``outside_turn``: handles what does not belong to
    the turn.  ``in_phase``: sets the phase of the likeliest hypothesis.
    """

    game: Callable[[StateT], Game[CourseT, Any, ItemT]]
    anchored_to: Callable[[StateT], StateT]
    line_of: Callable[[ItemT], Line]
    stands: Callable[[ItemT], bool]
    next_decides: Callable[[StateT, ItemT], bool]
    is_wrong: Callable[[Hypothesis[CourseT, ItemT], StateT], bool]
    is_against: Callable[[Hypothesis[CourseT, ItemT], Hypothesis[CourseT, ItemT], StateT], bool]
    is_before: Callable[[CourseT], bool]
    is_half_way: Callable[[CourseT], bool]
    fault: Callable[[StateT, CourseT], tuple[Any, Picture]]
    with_turn: Callable[[CourseT, Side], Any]
    rolls: Callable[[StateT, Sequence[Hypothesis[CourseT, ItemT]], int], tuple[float, Question] | None]
    plays: Callable[[StateT, Sequence[Hypothesis[CourseT, ItemT]], int], tuple[list[Answer], float]]
    written: Callable[[StateT, ItemT, int | None, float], Step[StateT]]
    otherwise: Callable[[tuple[ItemT, ...], tuple[ItemT, ...]], int | None]
    taken_back: Callable[[StateT, Hypothesis[CourseT, ItemT], int, int | None], Step[StateT]]
    found_illegal: Callable[[StateT, Picture, Any, int | None, float, float], Step[StateT]]
    outside_turn: Callable[[StateT, Sequence[Hypothesis[CourseT, ItemT]], int | None], Step[StateT]]
    in_phase: Callable[[StateT, Hypothesis[CourseT, ItemT]], Step[StateT]]

    def hypotheses(self, state: StateT) -> list[Hypothesis[CourseT, ItemT]]:
        """The hypotheses since the settled turn, the likeliest first."""
        return hypotheses_of(state.seen.belief, self.game(state))

    def looked(self, state: StateT, event: BoardSeen) -> StateT:
        """The state with a look in its belief."""
        state = state if state.seen.belief is not None else self.anchored_to(state)
        belief = looked(state.seen.belief, event.observation, self.game(state), unmoved=event.unmoved)
        return state.with_seen(belief=belief)

    def seen(self, state: StateT, event: BoardSeen) -> Step[StateT]:
        """Weighs a look and brings the record in line."""
        return self.in_line(self.looked(state, event), event.frame)

    def in_line(
        self, state: StateT, frame: int | None, *, closing: bool = False, answered: bool = False
    ) -> Step[StateT]:
        """Brings record and screen in line with the belief.

        ``closing``: no other look will come; ``answered``: a person has answered about the next item.
        """
        if state.seen.belief is None:  # nothing was seen yet since a person changed the record
            state = self.anchored_to(state)
        if state.seen.belief is None:
            return state, []
        hypotheses, effects, until = self.hypotheses(state), [], 0
        done: list[Act] = []
        while True:
            if answered and (not done or isinstance(done[-1], Revise)):
                until = len(state.seen.recorded) + 2
            act = decide(self._outlook(state, hypotheses, until, closing=closing), state.costs)
            if isinstance(act, Wait) or act in done:  # what is done once in a look is not done again
                break
            done.append(act)
            state, more = self._done(state, hypotheses, act, frame)
            effects += more
        if state.phase in OVER:
            return self.anchored_to(state), effects
        if closing or not state.seen.hand:
            state, more = self.outside_turn(self._put_back(state, hypotheses[0]), hypotheses, frame)
            effects += more
        state, more = self.in_phase(state, hypotheses[0])
        return self._settled(state, hypotheses), effects + more

    def reject(self, state: StateT, rejected: Sequence[bool]) -> StateT:
        """The state after a person has rejected some of the courses."""
        return state if all(rejected) else state.with_seen(belief=without_rejected(state.seen.belief, rejected))

    # --- what is believed -------------------------------------------------------------------------------------

    def _outlook(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]], until: int, *, closing: bool
    ) -> Outlook:
        """The probabilities for the decision.   ``until``: the items before it need no further answer."""
        if state.phase in OVER:
            return Outlook()
        quiet = state.seen.hand and not closing  # nobody is accused or asked while a hand is over the board
        outlook = self._next_line(state, hypotheses, until, closing=closing)
        if not quiet:
            return self._at_the_table(state, hypotheses, outlook)
        writes = outlook.line is not None and outlook.was is None
        return Outlook() if writes and self.stands(self._followed(state, hypotheses).items[outlook.n]) else outlook

    def _next_line(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]], until: int, *, closing: bool
    ) -> Outlook:
        """The probabilities of the next item, or of the first one that is to be revised."""
        items, recorded = self._followed(state, hypotheses).items, state.seen.recorded
        n = self.otherwise(items, recorded)
        if n is not None:
            was = sureness(hypotheses, recorded[: n + 1])
            now = sureness(hypotheses, items[: n + 1]) if n < len(items) else 1.0 - was
            return Outlook(n, self.line_of(recorded[n]), now, was, late=len(items) > n + 2)
        n, behind = len(recorded), len(items) - len(recorded)
        if behind <= 0 or items[:n] != recorded:
            return Outlook()
        late = closing or behind > _OPEN_EVENTS or n < until or (not state.terms.asks and behind > 1)
        p, fault = self._sure(state, hypotheses, items[: n + 1])
        return Outlook(n, self.line_of(items[n]), p, fault=fault, late=late and not isinstance(items[n], Gap))

    def _at_the_table(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]], outlook: Outlook
    ) -> Outlook:
        """The probabilities of the unreported current turn."""
        best, recorded, n = hypotheses[0], state.seen.recorded, first_open(state, hypotheses[0])
        corrected = state.phase in WRONG and len(best.items) <= len(recorded) + self._rolled(recorded)
        behind = n == len(best.items) < len(recorded)  # it has not got as far as the record
        if corrected or behind or state.phase not in IN_GAME - {Phase.DOUBLED}:
            return outlook  # a player who corrects a fault is not disturbed before the next roll
        doubts = self._doubts(state, hypotheses, n)
        questioned = any(is_asked_about(p, state.costs) for p, _ in doubts)
        answers = {about: p for about, (p, _) in self._questions(state, hypotheses, n).items()} if questioned else {}
        against, looks = self._against(state, hypotheses), state.seen.belief.looks_at(best.course)
        rest = Rest.STILL if state.terms.end_of_turn is EndOfTurn.STILL else Rest.TURN_OVER
        return replace(outlook, against=against, rest=rest, doubts=doubts, answers=answers, looks=looks)

    def _doubts(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]], n: int
    ) -> tuple[tuple[float, Rest], ...]:
        """The probabilities that the record is wrong from an item on without a question, each with what may clear it
        up.
        """
        best, recorded = hypotheses[0], state.seen.recorded
        agreed, ahead = n == len(recorded), len(best.items) - max(n, len(recorded))
        next_decides = agreed and (ahead == 0 or (ahead == 1 and self.next_decides(state, best.items[-1])))
        over = best.course.over or state.terms.end_of_turn is EndOfTurn.STILL
        lost = self._lost(state, hypotheses)
        if best not in lost and not over and (next_decides or not agreed):
            return ()  # the player who is still moving may clear it up
        amiss = sum(
            hypothesis.p for hypothesis in hypotheses if self._is_unreported(hypothesis, state) or hypothesis in lost
        )
        half = sum(hypothesis.p for hypothesis in hypotheses if self._is_half_way(state, hypothesis))
        gone = sum(hypothesis.p for hypothesis in lost)
        doubts = [
            (amiss, Rest.UNDECIDED),
            (gone, Rest.LOST_TRACK),
            (half, Rest.UNDECIDED if best.course.over else Rest.LOST_TRACK),
        ]
        if not next_decides:
            open_line = 1.0 - sureness(hypotheses, (best.items if agreed else recorded)[: n + 1])
            thinks = agreed and ahead > 1 and self.is_before(best.course)
            doubts.append((open_line, Rest.NEXT_THINKS if thinks else Rest.UNDECIDED))
        return tuple(doubts)

    def _lost(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]]
    ) -> list[Hypothesis[CourseT, ItemT]]:
        """The hypotheses in which the thread is lost next."""
        n = len(state.seen.recorded) - self._rolled(state.seen.recorded)
        later = [
            hypothesis
            for hypothesis in hypotheses
            if len(hypothesis.items) > n and hypothesis.starts_with(state.seen.recorded[:n])
        ]
        return [hypothesis for hypothesis in later if isinstance(hypothesis.items[n], Gap)]

    def _is_unreported(self, hypothesis: Hypothesis[CourseT, ItemT], state: StateT) -> bool:
        """Whether the current turn broke a rule without a report."""
        return state.phase not in WRONG and self.is_wrong(hypothesis, state)

    def _is_half_way(self, state: StateT, hypothesis: Hypothesis[CourseT, ItemT]) -> bool:
        """Whether the turn after the recorded ones was left half-way."""
        return hypothesis.items == state.seen.recorded and self.is_half_way(hypothesis.course)

    def _rolled(self, recorded: Sequence[ItemT]) -> bool:
        """Whether the last recorded item is a roll without its play."""
        return bool(recorded) and self.line_of(recorded[-1]) is Line.ROLL

    def _against(self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]]) -> float:
        """The probability that the board breaks a rule that can be named."""
        best = hypotheses[0]
        if best.items != state.seen.recorded or state.phase not in PLAYING or not self.is_against(best, best, state):
            return 0.0
        why, _ = self.fault(state, best.course)
        if why is None or (why.is_question and state.terms.asks and not state.seen.rejected):
            return 0.0
        return sum(hypothesis.p for hypothesis in hypotheses if self.is_against(hypothesis, best, state))

    def _questions(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]], n: int
    ) -> dict[About, tuple[float, Question]]:
        """The possible questions, each with the probability that one of its answers is true."""
        found: dict[About, tuple[float, Question]] = {}
        lost = self._lost(state, hypotheses)
        if lost:
            # No known event can have led to this board.
            sides = (Answer(state.name_of(side), side, self.with_turn(lost[0].course, side)) for side in Side)
            question = Question("question.adrift", (*sides, Answer("answer.put-back", Choice.NO)))
            found[About.TURN] = sum(hypothesis.p for hypothesis in lost), question
        rolls = self.rolls(state, hypotheses, n)
        if rolls is not None:
            found[About.ROLL] = rolls
        plays, p = self.plays(state, hypotheses, n)
        if plays:
            likely = (hypothesis for hypothesis in hypotheses if hypothesis.p > _LIKELY)
            wrongs = [one for one in likely if self._is_unreported(one, state) or self._is_half_way(state, one)]
            whys = (
                [self.fault(state, hypothesis.course)[0] for hypothesis in wrongs]
                if n == len(state.seen.recorded)
                else []
            )
            why = next((why for why in whys if why is not None and why.is_question), None)
            key, values = ("question.which-play", {}) if why is None else (why.text_key, dict(why.values))
            p += sum(hypothesis.p for hypothesis in wrongs)  # that it was none of them is an answer
            found[About.PLAY] = min(p, 1.0), Question(key, choices(plays), values, to=frozenset({state.side}))
        return found

    # --- what is done -----------------------------------------------------------------------------------------

    def _done(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]], act: Act, frame: int | None
    ) -> Step[StateT]:
        match act:
            case Write(n):
                items = self._followed(state, hypotheses).items
                p, _ = self._sure(state, hypotheses, items[: n + 1])
                mark = Change(state.n, state.t, state.record, state.clock)
                state, effects = self.written(state, items[n], frame, p)
                seen = {"recorded": (*state.seen.recorded, items[n]), "marks": (*state.seen.marks, mark)}
                return state.with_seen(**seen), effects
            case Revise(n):
                return self.taken_back(state, self._followed(state, hypotheses), n, frame)
            case Warn():
                why, picture = self.fault(state, hypotheses[0].course)
                p = self._against(state, hypotheses)
                return self.found_illegal(state, picture, why, frame, p, odds(p))
            case Ask(about) if state.shown.question is None:
                _, question = self._questions(state, hypotheses, first_open(state, hypotheses[0]))[about]
                return asked(state, question, frame)
        return state, []

    def _put_back(self, state: StateT, best: Hypothesis[CourseT, ItemT]) -> StateT:
        """The state without a fault once the board is as before an illegal play."""
        wrong = state.record.wrong
        unplayed = wrong is not None and wrong.position == state.record.position
        if state.phase not in WRONG or unplayed or best.items != state.seen.recorded or not self.is_before(best.course):
            return state
        return state.with_seen(ended_t=None).with_shown(message=None if state.shown.alarm else state.shown.message)

    def _sure(
        self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]], items: tuple[ItemT, ...]
    ) -> tuple[float, float]:
        """The probability of the last of these items, and that writing it passes over an illegal act."""
        sure, item = sureness(hypotheses, items), items[-1]
        if not state.terms.asks:  # what is on record may be a guess, and nobody is there to say so
            sure /= max(sureness(hypotheses, items[:-1]), 1e-6)
        wrong = sum(hypothesis.p for hypothesis in hypotheses if self.is_wrong(hypothesis, state))
        if self.stands(item):
            return (sure if state.phase in WRONG else wrong), 0.0
        return sure, wrong if state.terms.asks and self.line_of(item) is Line.PLAY else 0.0

    def _followed(self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]]) -> Hypothesis[CourseT, ItemT]:
        """The hypothesis that the record follows: the likeliest, weighed against further accusations."""
        accused = sum(map(self.stands, state.seen.recorded)) + (state.phase in WRONG)

        def worth(hypothesis: Hypothesis[CourseT, ItemT]) -> float:
            return hypothesis.p * unaccused(state.costs) ** max(sum(map(self.stands, hypothesis.items)) - accused, 0)

        return max(hypotheses, key=worth)

    def _settled(self, state: StateT, hypotheses: Sequence[Hypothesis[CourseT, ItemT]]) -> StateT:
        """The state without the past that no likely course contradicts."""
        best, belief = hypotheses[0], state.seen.belief
        if belief is None or not best.starts_with(state.seen.recorded):
            return state
        past = next(islice(best.course.pasts(belief.settled), _OPEN_EVENTS, None), None)
        if (
            past is None
            or sum(hypothesis.p for hypothesis in hypotheses if hypothesis.course.leads_from(past)) < _SETTLED
        ):
            return state
        belief = since(belief, past, self.game(state))
        if not belief.begun:  # it happened in the last movement, from which every look starts again
            return state
        left = self.hypotheses(state.with_seen(belief=belief))[0].items
        kept = len(state.seen.recorded) - (len(best.items) - len(left))
        if kept < 0:
            return state
        return state.with_seen(
            belief=belief, recorded=left[:kept], marks=state.seen.marks[len(state.seen.recorded) - kept :]
        )


def first_apart(items: Sequence[ItemT], recorded: Sequence[ItemT]) -> int | None:
    """The number of the first item that differs from the recorded one."""
    return next((k for k, (a, b) in enumerate(zip(items, recorded, strict=False)) if a != b), None)


def first_open(state: AnyState[Any, Any, Any], best: Hypothesis[Any, Any]) -> int:
    """The number of the first item that the record has differently, or not yet."""
    first = first_apart(best.items, state.seen.recorded)
    return first if first is not None else min(len(best.items), len(state.seen.recorded))


def is_due(state: StateT, odd: Odd, p: float, rest: Rest = Rest.UNDECIDED) -> tuple[StateT, bool]:
    """The state after a look with an oddity, and whether to ask about it now."""
    is_worth_it = is_asked_outside_turn(p, state.costs)
    state = state.counting(odd, shown=is_worth_it)
    return state, is_worth_it and not waits(state.seen.in_a_row[odd], rest, state.costs)


def asked_to_set_back(state: StateT, back: int, p: float, frame: int | None) -> Step[StateT]:
    """Asks whether the last moves are taken back.

    ``back``: the moves between the record and the earlier board, ``p``: the probability of that board.
    """
    state, is_asked = is_due(state, Odd.SET_BACK, p)
    if not is_asked:
        return state, []
    question = Question("question.set-back", YES_OR_NO, {"count": str(back)}, back=back, to=of_both(state))
    return asked(state.counting(Odd.SET_BACK, shown=False), question, frame)


def choices(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The likeliest answers to a question, and "none of these"."""
    return (*answers[: MOST_CHOICES - 1], Answer("answer.other", Choice.NO))
