"""The likely hypotheses of a look: what they have in common, where they differ, and the choices for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeGuard

from companion.games.backgammon import Dice, Position
from companion.match.state import Answer, Question, State
from companion.referee.hypotheses import CourseOfPlay, TurnSeen
from companion.referee.ruling import Ambiguous, Hypothesis, Ruling

MOST_CHOICES: Final = 3


def agree_but_for_roll(verdict: Ruling[CourseOfPlay]) -> TypeGuard[Ambiguous[CourseOfPlay]]:
    """Whether the hypotheses agree that a turn was played and how it ended, but not on its roll."""
    if not isinstance(verdict, Ambiguous) or verdict.doubtful:
        return False
    accounts_ = [hypothesis.meaning for hypothesis in verdict.hypotheses]
    if any(course.thrown_again or course.unplayed or not course.turns for course in accounts_):
        return False
    firsts = [course.turns[0] for course in accounts_]
    rolls = distinct_rolls([turn.roll for turn in firsts])
    ends = {(turn.end.points, turn.end.bar) for turn in firsts if turn.play is not None}
    return len(ends) == 1 and len(rolls) > 1 and all(turn.play is not None for turn in firsts)


def common_beginning(likely: Sequence[CourseOfPlay]) -> CourseOfPlay:
    """The beginning on which all hypotheses agree: whole turns, then perhaps the roll of the next."""
    best, *others = likely
    if any(replace(other, turns=()) != replace(best, turns=()) for other in others):
        return CourseOfPlay()
    turns: list[TurnSeen] = []
    for place, turn in enumerate(best.turns):
        if any(len(other.turns) <= place or not _same_roll(other.turns[place], turn) for other in others):
            break
        if any(_end(other.turns[place]) != _end(turn) for other in others):
            turns.append(replace(turn, play=None))
            break
        turns.append(turn)
    return replace(best, turns=tuple(turns))


def _same_roll(one: TurnSeen, other: TurnSeen) -> bool:
    return one.side is other.side and one.roll.same_numbers(other.roll)


def _end(turn: TurnSeen) -> Position | None:
    return None if turn.play is None else turn.end


def is_missed(course: CourseOfPlay) -> bool:
    """Whether a turn was played with an unseen roll before the newest dice were rolled."""
    return len(course.turns) > 1 and course.turns[0].throw is None and course.turns[0].play is not None


def ends_standing_turn(course: CourseOfPlay) -> bool:
    """Whether the next player has rolled, so that the current turn will not become clearer."""
    return len(course.turns) > 1 and not course.thrown_again


def without_last_play(course: CourseOfPlay) -> CourseOfPlay:
    if not course.turns or course.turns[-1].play is None:
        return course
    return replace(course, turns=(*course.turns[:-1], replace(course.turns[-1], play=None)))


def distinct_rolls(rolls: Sequence[Dice]) -> list[Dice]:
    """The distinct rolls, in order: 61 and 16 are the same roll."""
    found: dict[tuple[int, int], Dice] = {}
    for roll in rolls:
        found.setdefault((max(roll.first, roll.second), min(roll.first, roll.second)), roll)
    return list(found.values())


def plays_to_choose(state: State, hypotheses: Sequence[Hypothesis[CourseOfPlay]]) -> list[Answer]:
    """The plays to choose from, likeliest first; with the roll if it is not the recorded one."""
    recorded = state.turn.dice if state.turn else None
    found: dict[tuple[Position, str], Answer] = {}
    for hypothesis in hypotheses:
        course = hypothesis.meaning
        turn = course.turns[0] if course.turns else None
        if turn is None or turn.play is None or course.unplayed or course.redone:
            continue
        if recorded is not None and turn.roll.same_numbers(recorded):
            found.setdefault((turn.end, ""), Answer(turn.play.text(), turn.play, turn.end))
        else:
            text = f"{turn.roll.text()}: {turn.play.text()}"
            roll = turn.roll.text() if recorded is not None else ""
            found.setdefault((turn.end, roll), Answer(text, turn.play, turn.end, turn.roll))
    return list(found.values())


def question_about(turns: Sequence[TurnSeen], number: int) -> Question | None:
    """The question which of several turns was played, the first of which is recorded; None if they are all the same.

    ``number``: the number of its roll in the game.
    """
    rolls = distinct_rolls([turn.roll for turn in turns])
    answers = [Answer(roll.text(), roll) for roll in rolls]
    key = "question.which-roll"
    if any(turn.end != turns[0].end for turn in turns):
        plays: dict[Position, TurnSeen] = {}
        for turn in turns:
            plays.setdefault(turn.end, turn)
        key = "question.which-play"
        answers = [
            Answer(f"{turn.roll.text()}: {turn.play}", turn.play, turn.end, turn.roll)
            for turn in plays.values()
            if turn.play is not None
        ]
    return Question(key, tuple(answers[:MOST_CHOICES]), turn=number) if len(answers) > 1 else None
