"""What a person's answer about an undecided turn makes of the belief."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.games.backgammon import Dice, Play
from companion.match import actions
from companion.match.anchoring import model_of
from companion.match.any_telling import first_open
from companion.match.state import Answer, State, Step
from companion.match.telling import in_line
from companion.match.writing import places, play_to
from companion.referee.backgammon import Story
from companion.referee.belief import doubted
from companion.referee.boards import number_of, only
from companion.referee.course import Course, Played, Rolled, Stage
from companion.referee.story import stories


def choose(state: State, answer: Answer) -> State | None:
    """The state of somebody who was told how an undecided turn was played; None where no course has it so."""
    roll = number_of(answer.dice) if answer.dice is not None else None
    return _told_by_a_person(state, lambda item: roll in (None, item.roll) and is_said(state, item, answer))


def none_of(state: State, answers: Sequence[Answer]) -> Step:
    """Goes on from the answer that an undecided turn was played in none of these ways."""
    told = _told_by_a_person(state, lambda item: any(is_said(state, item, one) for one in answers), denied=True)
    ends = [answer.end for answer in answers if answer.end is not None]
    state = (told or state).with_seen(rejected=(*state.seen.rejected, *ends))
    return state, []  # what lies there by now, the next look shows


def is_said(state: State, item: Played, answer: Answer) -> bool:
    """Whether a turn is what an answer says: by where it ended, or by what was moved, wherever else checkers lie."""
    assert answer.end is not None
    if item.side is answer.end.on_roll:
        return False
    same = isinstance(answer.meaning, Play) and play_to(state, item)[0].text() == answer.meaning.text()
    return same or places(item.end) == places(answer.end)


def roll_known(state: State, roll: Dice) -> Step:
    """Goes on from the answer which roll the turn has that is undecided, or is being played."""
    if state.seen.belief is not None:
        told = stories(state.seen.belief, model_of(state))
        n, number = first_open(state, told[0]), number_of(roll)
        n -= n > 0 and isinstance(state.seen.told[n - 1], Rolled)
        weighed = [_with_roll(story, number, n) if story.starts_with(state.seen.told[:n]) else None for story in told]
        if any(course is not None for course in weighed):
            denied = [course is None for course in weighed]
            courses = tuple(new or old for new, old in zip(weighed, state.seen.belief.courses, strict=True))
            belief = doubted(replace(state.seen.belief, courses=courses), denied)
            return in_line(state.with_seen(belief=belief), None)
    return actions.roll_entered_anew(state, roll) if state.record.turn is not None else (state, [])


def _with_roll(story: Story, number: int, n: int) -> Course | None:
    """The course of a story if the roll that it has in that place is known; None where it has another one."""
    item = story.items[n] if len(story.items) > n else None
    course = story.course
    if not isinstance(item, Rolled):
        return None
    if course.position == item.before and course.stage is not Stage.PLAYED and course.standing.rolls is not None:
        return replace(course, standing=course.standing._replace(rolls=only(number), known=only(number)))
    return course if item.roll == number else None


def _told_by_a_person(state: State, fits: Callable[[Played], bool], *, denied: bool = False) -> State | None:
    """The state after a person has said that a turn ended so, or not; None where no course has it as is said."""
    if state.seen.belief is None:
        return None
    told = stories(state.seen.belief, model_of(state))
    asked_after = state.seen.told[: first_open(state, told[0])]
    so = [any(isinstance(item, Played) and fits(item) for item in story.items) for story in told]
    true = [
        not played if denied else played and story.starts_with(asked_after)
        for story, played in zip(told, so, strict=True)
    ]
    return state.with_seen(belief=doubted(state.seen.belief, [not one for one in true])) if any(true) else None
