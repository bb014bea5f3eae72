"""Brings the record of any game in line with what the referee believes: writes, takes back, says and asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.games.rules import Side
from companion.match.any_game import YES_OR_NO, Answer, AnyState, Choice, Question, asked, of_both
from companion.match.any_seen import Odd
from companion.match.events import BoardSeen
from companion.match.in_play import Change
from companion.match.phases import OVER, WRONG
from companion.referee.any_course import AnyCourse, Gap
from companion.referee.belief import Game, ItemT, doubted, looked, since
from companion.referee.decide import Line, Rest, is_changed, is_written, unaccused
from companion.referee.decide import waits as is_waited_for
from companion.referee.likeliest import CourseT
from companion.referee.story import Story, stories, sureness

_OPEN_EVENTS: Final = 3
"""Turns, doubles and takes that may still be told otherwise."""
_SETTLED: Final = 0.999
MOST_CHOICES: Final = 3
_LOOKS_AT_SET_BACK: Final = 3

StateT = TypeVar("StateT", bound=AnyState[Any, Any, Any])
Step: TypeAlias = tuple[StateT, list[Any]]


@dataclass(frozen=True)
class Telling(Generic[StateT, CourseT, ItemT]):
    """How the record of a game follows the belief, by what the game supplies.

    ``game``: what the referee knows of the match.  ``anchored_to``: the state whose belief is the record, and nothing
    else.  ``line_of``: what kind of line an item is, ``stands``: whether it is a turn that broke a rule and stood,
    ``is_wrong``: whether the turn that is not told of did.  ``written``: an item on record, that is so likely.
    ``otherwise``: from which item on a story is to be told instead of what was told, ``taken_back``: from there on.
    ``says``: what is said and asked besides; ``in_phase``: the state in the phase that the likeliest story is in.
    """

    game: Callable[[StateT], Game[CourseT, Any, ItemT]]
    anchored_to: Callable[[StateT], StateT]
    line_of: Callable[[ItemT], Line]
    stands: Callable[[ItemT], bool]
    is_wrong: Callable[[Story[CourseT, ItemT], StateT], bool]
    written: Callable[[StateT, ItemT, int | None, float], Step[StateT]]
    otherwise: Callable[[tuple[ItemT, ...], tuple[ItemT, ...]], int | None]
    taken_back: Callable[[StateT, Story[CourseT, ItemT], int, int | None], Step[StateT]]
    says: tuple[Callable[[StateT, Sequence[Story[CourseT, ItemT]], int | None], Step[StateT]], ...]
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
        told = self.stories(state)
        state, effects = self._revised(state, told, frame)
        state, more = self._told_on(state, told, frame, closing=closing, answered=answered)
        effects += more
        if state.phase in OVER:
            return self.anchored_to(state), effects
        for say in self.says if closing or not state.seen.hand else ():
            state, more = say(state, told, frame)
            effects += more
        state, more = self.in_phase(state, told[0])
        return self._settled(state, told), effects + more

    def doubted(self, state: StateT, denied: Sequence[bool]) -> StateT:
        """The state after a person has said that some of the courses are not what happened."""
        return state if all(denied) else state.with_seen(belief=doubted(state.seen.belief, denied))

    def _told_on(
        self, state: StateT, told: Sequence[Story[CourseT, ItemT]], frame: int | None, *, closing: bool, answered: bool
    ) -> Step[StateT]:
        """Tells what is sure."""
        effects: list[Any] = []
        items, start = self._followed(state, told).items, len(state.seen.told)
        while len(state.seen.told) < len(items) and items[: len(state.seen.told)] == state.seen.told:
            if state.phase in OVER:
                break
            item, behind = items[len(state.seen.told)], len(items) - len(state.seen.told)
            forced = closing or behind > _OPEN_EVENTS or (answered and len(state.seen.told) < start + 2)
            forced = not isinstance(item, Gap) and (forced or (not state.terms.asks and behind > 1))
            sure, fault = self._sure(state, told, items[: len(state.seen.told) + 1])
            if not forced and not is_written(sure, self.line_of(item), state.costs, fault=fault):
                break
            if self.stands(item) and state.seen.hand and not closing:
                break  # nobody is accused while a hand is over the board
            mark = Change(state.n, state.t, state.record, state.clock)
            state, more = self.written(state, item, frame, sure)
            effects += more
            state = state.with_seen(told=(*state.seen.told, item), marks=(*state.seen.marks, mark))
        return state, effects

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

    def _revised(self, state: StateT, told: Sequence[Story[CourseT, ItemT]], frame: int | None) -> Step[StateT]:
        """Takes back what was told, where the belief says otherwise by now."""
        story, so_far = self._followed(state, told), state.seen.told
        first = self.otherwise(story.items, so_far)
        if first is None:
            return state, []
        was = sureness(told, so_far[: first + 1])
        now = sureness(told, story.items[: first + 1]) if first < len(story.items) else 1.0 - was
        open_yet = len(story.items) <= first + 2
        if not is_changed(was, now, self.line_of(so_far[first]), state.costs, open_yet=open_yet):
            return state, []
        return self.taken_back(state, story, first, frame)

    def _settled(self, state: StateT, told: Sequence[Story[CourseT, ItemT]]) -> StateT:
        """Forgets how it came to what no likely course denies any more: what lies some turns back."""
        best, belief = told[0], state.seen.belief
        if belief is None or not best.starts_with(state.seen.told):
            return state
        past = next(islice(best.course.pasts(belief.settled), _OPEN_EVENTS, None), None)
        if past is None or sum(story.p for story in told if story.course.leads_from(past)) < _SETTLED:
            return state
        belief = since(belief, past)
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


def waits(state: StateT, course: AnyCourse[Any], rest: Rest) -> bool:
    """Whether one more look is waited for, where this course is the likeliest, rather than saying something now."""
    belief = state.seen.belief
    looks = belief.looks_at(course) if belief is not None else course.rested
    return is_waited_for(looks, rest, state.costs)


def whose_turn(state: StateT, boards: Sequence[Any]) -> Question:
    """Asks whose turn it is, where the board lies as nothing that is known of can have left it.

    ``boards``: the position that lies there, with each side to act.
    """
    sides = tuple(Answer(state.name_of(side), side, board) for side, board in zip(Side, boards, strict=True))
    return Question("question.adrift", (*sides, Answer("answer.put-back", Choice.NO)))


def asked_to_set_back(state: StateT, back: int, frame: int | None) -> Step[StateT]:
    """Asks whether the last moves are taken back, once looks in a row show the board before them.

    ``back``: how many moves lie between the record and the board that is seen, 0 where it is no earlier one.
    """
    state = state.counting(Odd.SET_BACK, shown=back > 0)
    if state.seen.in_a_row[Odd.SET_BACK] < _LOOKS_AT_SET_BACK:
        return state, []
    question = Question("question.set-back", YES_OR_NO, {"count": str(back)}, back=back, to=of_both(state))
    return asked(state.counting(Odd.SET_BACK, shown=False), question, frame)


def choices(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The likeliest answers to a question, and that it was none of these."""
    return (*answers[: MOST_CHOICES - 1], Answer("answer.other", Choice.NO))
