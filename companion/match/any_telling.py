"""Brings the record of any game in line with what the referee believes: writes, takes back, says and asks."""

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
from companion.referee.belief import Game, ItemT, doubted, looked, since
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
    is_asked_beside,
    unaccused,
    waits,
)
from companion.referee.likeliest import CourseT
from companion.referee.story import Story, odds, stories, sureness

_OPEN_EVENTS: Final = 3
"""Turns, doubles and takes that may still be told otherwise."""
_SETTLED: Final = 0.999
MOST_CHOICES: Final = 3
_LIKELY: Final = 0.03
"""What is less likely changes no question."""

StateT = TypeVar("StateT", bound=AnyState[Any, Any, Any])
Step: TypeAlias = tuple[StateT, list[Any]]


@dataclass(frozen=True)
class Telling(Generic[StateT, CourseT, ItemT]):
    """How the record of a game follows the belief, by what the game supplies.

    ``game``: what the referee knows of the match.  ``anchored_to``: the state whose belief is the record, and nothing
    else.  ``line_of``: what kind of line an item is, ``stands``: whether it is a turn that broke a rule and stood,
    ``next_tells``: whether what comes next tells whether it is so.  ``is_wrong``: whether the turn that is not told of
    broke a rule, ``is_against``: whether what lies there is against the rules by a story, where another one is the
    likeliest.  ``is_before``: whether nothing was moved yet in the standing turn, ``is_half_way``: whether it is being
    played.  ``fault``: what is wrong with it, and the board.  ``rolls`` and ``plays``: what may be asked from an item
    on, the likeliest first, and how likely one is true.  ``written``: an item on record, that is so likely.
    ``otherwise``: from which item on a story is to be told instead of what was told, ``taken_back``: from there on.
    ``found_illegal``: a fault on record, and told.  ``beside``: what is said besides; ``in_phase``: the state in the
    phase that the likeliest story is in.
    """

    game: Callable[[StateT], Game[CourseT, Any, ItemT]]
    anchored_to: Callable[[StateT], StateT]
    line_of: Callable[[ItemT], Line]
    stands: Callable[[ItemT], bool]
    next_tells: Callable[[StateT, ItemT], bool]
    is_wrong: Callable[[Story[CourseT, ItemT], StateT], bool]
    is_against: Callable[[Story[CourseT, ItemT], Story[CourseT, ItemT], StateT], bool]
    is_before: Callable[[CourseT], bool]
    is_half_way: Callable[[CourseT], bool]
    fault: Callable[[StateT, CourseT], tuple[Any, Picture]]
    with_turn: Callable[[CourseT, Side], Any]
    rolls: Callable[[StateT, Sequence[Story[CourseT, ItemT]], int], tuple[float, Question] | None]
    plays: Callable[[StateT, Sequence[Story[CourseT, ItemT]], int], tuple[list[Answer], float]]
    written: Callable[[StateT, ItemT, int | None, float], Step[StateT]]
    otherwise: Callable[[tuple[ItemT, ...], tuple[ItemT, ...]], int | None]
    taken_back: Callable[[StateT, Story[CourseT, ItemT], int, int | None], Step[StateT]]
    found_illegal: Callable[[StateT, Picture, Any, int | None, float, float], Step[StateT]]
    beside: Callable[[StateT, Sequence[Story[CourseT, ItemT]], int | None], Step[StateT]]
    in_phase: Callable[[StateT, Story[CourseT, ItemT]], Step[StateT]]

    def stories(self, state: StateT) -> list[Story[CourseT, ItemT]]:
        """What may have happened since what is settled, the likeliest first."""
        return stories(state.seen.belief, self.game(state))

    def looked(self, state: StateT, event: BoardSeen) -> StateT:
        """The state after one more look."""
        state = state if state.seen.belief is not None else self.anchored_to(state)
        belief = looked(state.seen.belief, event.observation, self.game(state), unmoved=event.unmoved)
        return state.with_seen(belief=belief)

    def seen(self, state: StateT, event: BoardSeen) -> Step[StateT]:
        """Weighs a look, and tells what has become sure by it."""
        return self.in_line(self.looked(state, event), event.frame)

    def in_line(
        self, state: StateT, frame: int | None, *, closing: bool = False, answered: bool = False
    ) -> Step[StateT]:
        """Brings record and screen in line with the belief.

        ``closing``: no other look will come; ``answered``: a person has said all that there is to say of the next item.
        """
        if state.seen.belief is None:  # nothing was seen yet since a person changed the record
            state = self.anchored_to(state)
        if state.seen.belief is None:
            return state, []
        told, effects, until = self.stories(state), [], 0
        done: list[Act] = []
        while True:
            if answered and (not done or isinstance(done[-1], Revise)):
                until = len(state.seen.told) + 2
            act = decide(self._outlook(state, told, until, closing=closing), state.costs)
            if isinstance(act, Wait) or act in done:  # what is done once in a look is not done again
                break
            done.append(act)
            state, more = self._done(state, told, act, frame)
            effects += more
        if state.phase in OVER:
            return self.anchored_to(state), effects
        if closing or not state.seen.hand:
            state, more = self.beside(self._put_back(state, told[0]), told, frame)
            effects += more
        state, more = self.in_phase(state, told[0])
        return self._settled(state, told), effects + more

    def doubted(self, state: StateT, denied: Sequence[bool]) -> StateT:
        """The state after a person has said that some of the courses are not what happened."""
        return state if all(denied) else state.with_seen(belief=doubted(state.seen.belief, denied))

    # --- what is believed -------------------------------------------------------------------------------------

    def _outlook(self, state: StateT, told: Sequence[Story[CourseT, ItemT]], until: int, *, closing: bool) -> Outlook:
        """What is believed of the next line of the record, and of what is wrong or undecided.

        ``until``: up to which line a person has said all that there is to say.
        """
        if state.phase in OVER:
            return Outlook()
        quiet = state.seen.hand and not closing  # nobody is accused or asked while a hand is over the board
        outlook = self._next_line(state, told, until, closing=closing)
        if not quiet:
            return self._at_the_table(state, told, outlook)
        writes = outlook.line is not None and outlook.was is None
        return Outlook() if writes and self.stands(self._followed(state, told).items[outlook.n]) else outlook

    def _next_line(self, state: StateT, told: Sequence[Story[CourseT, ItemT]], until: int, *, closing: bool) -> Outlook:
        """What is believed of the next line of the record, or of the first that is written otherwise."""
        items, so_far = self._followed(state, told).items, state.seen.told
        n = self.otherwise(items, so_far)
        if n is not None:
            was = sureness(told, so_far[: n + 1])
            now = sureness(told, items[: n + 1]) if n < len(items) else 1.0 - was
            return Outlook(n, self.line_of(so_far[n]), now, was, late=len(items) > n + 2)
        n, behind = len(so_far), len(items) - len(so_far)
        if behind <= 0 or items[:n] != so_far:
            return Outlook()
        late = closing or behind > _OPEN_EVENTS or n < until or (not state.terms.asks and behind > 1)
        p, fault = self._sure(state, told, items[: n + 1])
        return Outlook(n, self.line_of(items[n]), p, fault=fault, late=late and not isinstance(items[n], Gap))

    def _at_the_table(self, state: StateT, told: Sequence[Story[CourseT, ItemT]], outlook: Outlook) -> Outlook:
        """What is believed of the standing turn, as far as it is not told of."""
        best, so_far, n = told[0], state.seen.told, first_open(state, told[0])
        mended = state.phase in WRONG and len(best.items) <= len(so_far) + self._rolled(so_far)
        behind = n == len(best.items) < len(so_far)  # it has not got as far as the record
        if mended or behind or state.phase not in IN_GAME - {Phase.DOUBLED}:
            return outlook  # who mends what was wrong is left in peace until the next throw
        doubts = self._doubts(state, told, n)
        doubted = any(is_asked_about(p, state.costs) for p, _ in doubts)
        answers = {about: p for about, (p, _) in self._questions(state, told, n).items()} if doubted else {}
        against, looks = self._against(state, told), state.seen.belief.looks_at(best.course)
        rest = Rest.STILL if state.terms.end_of_turn is EndOfTurn.STILL else Rest.TURN_OVER
        return replace(outlook, against=against, rest=rest, doubts=doubts, answers=answers, looks=looks)

    def _doubts(self, state: StateT, told: Sequence[Story[CourseT, ItemT]], n: int) -> tuple[tuple[float, Rest], ...]:
        """How likely the record is wrong from a line on if nobody is asked, each with what may clear it up."""
        best, so_far = told[0], state.seen.told
        agreed, ahead = n == len(so_far), len(best.items) - max(n, len(so_far))
        next_tells = agreed and (ahead == 0 or (ahead == 1 and self.next_tells(state, best.items[-1])))
        over = best.course.over or state.terms.end_of_turn is EndOfTurn.STILL
        lost = self._lost(state, told)
        if best not in lost and not over and (next_tells or not agreed):
            return ()  # who is still at it may clear it up
        amiss = sum(story.p for story in told if self._is_untold(story, state) or story in lost)
        half = sum(story.p for story in told if self._is_half_way(state, story))
        gone = sum(story.p for story in lost)
        doubts = [
            (amiss, Rest.UNDECIDED),
            (gone, Rest.ADRIFT),
            (half, Rest.UNDECIDED if best.course.over else Rest.ADRIFT),
        ]
        if not next_tells:
            open_line = 1.0 - sureness(told, (best.items if agreed else so_far)[: n + 1])
            thinks = agreed and ahead > 1 and self.is_before(best.course)
            doubts.append((open_line, Rest.NEXT_THINKS if thinks else Rest.UNDECIDED))
        return tuple(doubts)

    def _lost(self, state: StateT, told: Sequence[Story[CourseT, ItemT]]) -> list[Story[CourseT, ItemT]]:
        """The stories in which the thread is lost next."""
        n = len(state.seen.told) - self._rolled(state.seen.told)
        later = [story for story in told if len(story.items) > n and story.starts_with(state.seen.told[:n])]
        return [story for story in later if isinstance(story.items[n], Gap)]

    def _is_untold(self, story: Story[CourseT, ItemT], state: StateT) -> bool:
        """Whether the standing turn broke a rule, and nobody was told so."""
        return state.phase not in WRONG and self.is_wrong(story, state)

    def _is_half_way(self, state: StateT, story: Story[CourseT, ItemT]) -> bool:
        """Whether the turn after those told so far was left half-way."""
        return story.items == state.seen.told and self.is_half_way(story.course)

    def _rolled(self, so_far: Sequence[ItemT]) -> bool:
        """Whether a roll is told of, and not how it was played."""
        return bool(so_far) and self.line_of(so_far[-1]) is Line.ROLL

    def _against(self, state: StateT, told: Sequence[Story[CourseT, ItemT]]) -> float:
        """How likely what lies there is against the rules, where that can be named."""
        best = told[0]
        if best.items != state.seen.told or state.phase not in PLAYING or not self.is_against(best, best, state):
            return 0.0
        why, _ = self.fault(state, best.course)
        if why is None or (why.is_question and state.terms.asks and not state.seen.rejected):
            return 0.0
        return sum(story.p for story in told if self.is_against(story, best, state))

    def _questions(
        self, state: StateT, told: Sequence[Story[CourseT, ItemT]], n: int
    ) -> dict[About, tuple[float, Question]]:
        """What may be asked, each with how likely one of its answers is true."""
        found: dict[About, tuple[float, Question]] = {}
        lost = self._lost(state, told)
        if lost:
            # The board lies as nothing that is known of can have left it.
            sides = (Answer(state.name_of(side), side, self.with_turn(lost[0].course, side)) for side in Side)
            question = Question("question.adrift", (*sides, Answer("answer.put-back", Choice.NO)))
            found[About.TURN] = sum(story.p for story in lost), question
        rolls = self.rolls(state, told, n)
        if rolls is not None:
            found[About.ROLL] = rolls
        plays, p = self.plays(state, told, n)
        if plays:
            likely = (story for story in told if story.p > _LIKELY)
            wrongs = [one for one in likely if self._is_untold(one, state) or self._is_half_way(state, one)]
            whys = [self.fault(state, story.course)[0] for story in wrongs] if n == len(state.seen.told) else []
            why = next((why for why in whys if why is not None and why.is_question), None)
            key, values = ("question.which-play", {}) if why is None else (why.text_key, dict(why.values))
            p += sum(story.p for story in wrongs)  # that it was none of them is an answer
            found[About.PLAY] = min(p, 1.0), Question(key, choices(plays), values, to=frozenset({state.side}))
        return found

    # --- what is done -----------------------------------------------------------------------------------------

    def _done(self, state: StateT, told: Sequence[Story[CourseT, ItemT]], act: Act, frame: int | None) -> Step[StateT]:
        """Carries an act out."""
        match act:
            case Write(n):
                items = self._followed(state, told).items
                p, _ = self._sure(state, told, items[: n + 1])
                mark = Change(state.n, state.t, state.record, state.clock)
                state, effects = self.written(state, items[n], frame, p)
                seen = {"told": (*state.seen.told, items[n]), "marks": (*state.seen.marks, mark)}
                return state.with_seen(**seen), effects
            case Revise(n):
                return self.taken_back(state, self._followed(state, told), n, frame)
            case Warn():
                why, picture = self.fault(state, told[0].course)
                p = self._against(state, told)
                return self.found_illegal(state, picture, why, frame, p, odds(p))
            case Ask(about) if state.shown.question is None:
                _, question = self._questions(state, told, first_open(state, told[0]))[about]
                return asked(state, question, frame)
        return state, []

    def _put_back(self, state: StateT, best: Story[CourseT, ItemT]) -> StateT:
        """The state in which nothing is wrong any more once the board is as it was before an illegal play."""
        wrong = state.record.wrong
        unplayed = wrong is not None and wrong.position == state.record.position
        if state.phase not in WRONG or unplayed or best.items != state.seen.told or not self.is_before(best.course):
            return state
        return state.with_seen(ended_t=None).with_shown(message=None if state.shown.alarm else state.shown.message)

    def _sure(
        self, state: StateT, told: Sequence[Story[CourseT, ItemT]], items: tuple[ItemT, ...]
    ) -> tuple[float, float]:
        """How likely the last of these items is, and how likely an act against the rules is passed over by it."""
        sure, item = sureness(told, items), items[-1]
        if not state.terms.asks:  # what is on record may be a guess, and nobody is there to say so
            sure /= max(sureness(told, items[:-1]), 1e-6)
        wrong = sum(story.p for story in told if self.is_wrong(story, state))
        if self.stands(item):
            return (sure if state.phase in WRONG else wrong), 0.0
        return sure, wrong if state.terms.asks and self.line_of(item) is Line.PLAY else 0.0

    def _followed(self, state: StateT, told: Sequence[Story[CourseT, ItemT]]) -> Story[CourseT, ItemT]:
        """The story that the record follows: the likeliest, but it accuses nobody whom a likely one does not accuse."""
        accused = sum(map(self.stands, state.seen.told)) + (state.phase in WRONG)

        def worth(story: Story[CourseT, ItemT]) -> float:
            return story.p * unaccused(state.costs) ** max(sum(map(self.stands, story.items)) - accused, 0)

        return max(told, key=worth)

    def _settled(self, state: StateT, told: Sequence[Story[CourseT, ItemT]]) -> StateT:
        """Forgets how it came to what no likely course denies any more: what lies some turns back."""
        best, belief = told[0], state.seen.belief
        if belief is None or not best.starts_with(state.seen.told):
            return state
        past = next(islice(best.course.pasts(belief.settled), _OPEN_EVENTS, None), None)
        if past is None or sum(story.p for story in told if story.course.leads_from(past)) < _SETTLED:
            return state
        belief = since(belief, past, self.game(state))
        if not belief.begun:  # it is as new as the last movement, from which every look weighs anew
            return state
        left = self.stories(state.with_seen(belief=belief))[0].items
        kept = len(state.seen.told) - (len(best.items) - len(left))
        if kept < 0:
            return state
        return state.with_seen(belief=belief, told=left[:kept], marks=state.seen.marks[len(state.seen.told) - kept :])


def first_apart(items: Sequence[ItemT], told: Sequence[ItemT]) -> int | None:
    """The number of the first item that was told otherwise."""
    return next((k for k, (a, b) in enumerate(zip(items, told, strict=False)) if a != b), None)


def first_open(state: AnyState[Any, Any, Any], best: Story[Any, Any]) -> int:
    """The number of the first item that the likeliest story has otherwise than the record, or has not got there."""
    first = first_apart(best.items, state.seen.told)
    return first if first is not None else min(len(best.items), len(state.seen.told))


def is_due(state: StateT, odd: Odd, p: float, rest: Rest = Rest.UNDECIDED) -> tuple[StateT, bool]:
    """The state after a look by which something odd is so likely, and whether that is asked about by now."""
    is_worth_it = is_asked_beside(p, state.costs)
    state = state.counting(odd, shown=is_worth_it)
    return state, is_worth_it and not waits(state.seen.in_a_row[odd], rest, state.costs)


def asked_to_set_back(state: StateT, back: int, p: float, frame: int | None) -> Step[StateT]:
    """Asks whether the last moves are taken back.

    ``back``: how many moves lie between the record and the board before them, ``p``: how likely that lies there.
    """
    state, is_asked = is_due(state, Odd.SET_BACK, p)
    if not is_asked:
        return state, []
    question = Question("question.set-back", YES_OR_NO, {"count": str(back)}, back=back, to=of_both(state))
    return asked(state.counting(Odd.SET_BACK, shown=False), question, frame)


def choices(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The likeliest answers to a question, and that it was none of these."""
    return (*answers[: MOST_CHOICES - 1], Answer("answer.other", Choice.NO))
