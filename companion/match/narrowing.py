"""The effect of a person's answer about an undecided turn on the belief."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.games.backgammon import Dice, Play
from companion.match import actions
from companion.match.anchoring import model_of
from companion.match.any_record_sync import first_open
from companion.match.record_sync import in_line
from companion.match.state import Answer, State, Step
from companion.match.writing import places, play_to
from companion.referee.backgammon import Hypothesis
from companion.referee.belief import without_rejected
from companion.referee.boards import number_of, only
from companion.referee.course import Course, Played, Rolled, Stage
from companion.referee.hypothesis import hypotheses_of


def choose(state: State, answer: Answer) -> State | None:
    """The state after the answer how an undecided turn was played; None if no course has it so."""
    roll = number_of(answer.dice) if answer.dice is not None else None
    return _answered(state, lambda item: roll in (None, item.roll) and is_said(state, item, answer))


def none_of(state: State, answers: Sequence[Answer]) -> Step:
    """Applies the answer that the undecided turn was played in none of these ways."""
    narrowed = _answered(state, lambda item: any(is_said(state, item, one) for one in answers), rejected=True)
    ends = [answer.end for answer in answers if answer.end is not None]
    state = (narrowed or state).with_seen(rejected=(*state.seen.rejected, *ends))
    return state, []  # the next look shows the board


def is_said(state: State, item: Played, answer: Answer) -> bool:
    """Whether a turn fits an answer: by its end, or by the moved checkers wherever others are."""
    assert answer.end is not None
    if item.side is answer.end.on_roll:
        return False
    same = isinstance(answer.meaning, Play) and play_to(state, item)[0].text() == answer.meaning.text()
    return same or places(item.end) == places(answer.end)


def roll_known(state: State, roll: Dice) -> Step:
    """Applies the answer about the undecided or current roll."""
    if state.seen.belief is not None:
        hypotheses = hypotheses_of(state.seen.belief, model_of(state))
        n, number = first_open(state, hypotheses[0]), number_of(roll)
        n -= n > 0 and isinstance(state.seen.recorded[n - 1], Rolled)
        weighed = [
            _with_roll(hypothesis, number, n) if hypothesis.starts_with(state.seen.recorded[:n]) else None
            for hypothesis in hypotheses
        ]
        if any(course is not None for course in weighed):
            rejected = [course is None for course in weighed]
            courses = tuple(new or old for new, old in zip(weighed, state.seen.belief.courses, strict=True))
            belief = without_rejected(replace(state.seen.belief, courses=courses), rejected)
            return in_line(state.with_seen(belief=belief), None)
    return actions.roll_entered_again(state, roll) if state.record.turn is not None else (state, [])


def _with_roll(hypothesis: Hypothesis, number: int, n: int) -> Course | None:
    """The course of a hypothesis with this roll in that place; None if it has another one."""
    item = hypothesis.items[n] if len(hypothesis.items) > n else None
    course = hypothesis.course
    if not isinstance(item, Rolled):
        return None
    if course.position == item.before and course.stage is not Stage.PLAYED and course.standing.rolls is not None:
        return replace(course, standing=course.standing._replace(rolls=only(number), known=only(number)))
    return course if item.roll == number else None


def _answered(state: State, fits: Callable[[Played], bool], *, rejected: bool = False) -> State | None:
    """The state after a person has said that a turn ended so, or not; None if no course fits."""
    if state.seen.belief is None:
        return None
    hypotheses = hypotheses_of(state.seen.belief, model_of(state))
    asked_after = state.seen.recorded[: first_open(state, hypotheses[0])]
    so = [any(isinstance(item, Played) and fits(item) for item in hypothesis.items) for hypothesis in hypotheses]
    true = [
        not played if rejected else played and hypothesis.starts_with(asked_after)
        for hypothesis, played in zip(hypotheses, so, strict=True)
    ]
    return state.with_seen(belief=without_rejected(state.seen.belief, [not one for one in true])) if any(true) else None
