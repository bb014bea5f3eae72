"""Asks about the turn that is undecided: its roll, its play, or whose turn it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from companion.match.any_record_sync import MOST_CHOICES, choices
from companion.match.phases import PLAYING
from companion.match.state import Answer, EndOfTurn, Question, State, number_of_roll
from companion.match.writing import places, play_to
from companion.referee.backgammon import Hypothesis
from companion.referee.boards import ROLLS, ends_of
from companion.referee.course import Course, Item, Played, Rolled, Stage, Stood
from companion.referee.decide import Line, is_written

_WORTH_ASKING: Final = 0.01


def plays(state: State, hypotheses: Sequence[Hypothesis], n: int) -> tuple[list[Answer], float]:
    """The possible plays, the likeliest first, and the probability that one of them was made."""
    found, p = _ends(state, hypotheses, n)
    if not found and n == len(hypotheses[0].items) == len(state.seen.recorded):
        found = _nearest(state, hypotheses[0].course)
    return ([], p) if all(play.end in state.seen.rejected for play in choices(found)[:-1]) else (found, p)


def next_decides(state: State, item: Item) -> bool:
    """Whether the next roll decides if this item is true."""
    ends_game = isinstance(item, Played | Stood) and item.end.winner is not None
    return state.ends_by is not EndOfTurn.BUTTON and not ends_game


def rolls(state: State, hypotheses: Sequence[Hypothesis], n: int) -> tuple[float, Question] | None:
    """The possible rolls of the undecided turn as a question with its probability; None if the roll is certain."""
    before = n > 0 and isinstance(state.seen.recorded[n - 1], Rolled)
    known = before or (n < len(state.seen.recorded) and isinstance(state.seen.recorded[n], Rolled))
    n -= before
    likely: dict[int, float] = {}
    for hypothesis in hypotheses:
        item = hypothesis.items[n] if len(hypothesis.items) > n else None
        if not isinstance(item, Rolled) or not hypothesis.starts_with(state.seen.recorded[:n]):
            continue
        alone = len(hypothesis.items) == n + 1 and hypothesis.course.stage is not Stage.PLAYED
        shows = enumerate(hypothesis.course.rolls) if alone else ((item.roll, 0.0),)
        for roll, share in shows:
            likely[roll] = likely.get(roll, 0.0) + hypothesis.p * math.exp(share)
    ranked = sorted(likely, key=lambda roll: -likely[roll])
    total = sum(likely.values())
    settled = Line.OTHER if known else Line.ROLL
    found = [ROLLS[roll] for roll in ranked if likely[roll] > _WORTH_ASKING]
    if len(found) < 2 or is_written(likely[ranked[0]] / total, settled, state.costs):
        return None
    answers = tuple(Answer(roll.text(), roll) for roll in found[:MOST_CHOICES])
    return total, Question("question.which-roll", answers, turn=number_of_roll(state))


def _nearest(state: State, course: Course) -> list[Answer]:
    """The legal plays by the number of spots that differ from the board."""
    if state.phase not in PLAYING or course.standing.rolls is None:
        return []
    ends = ends_of(state.terms.rules, course.position, course.likeliest)
    apart = (ends.boards != course.board).sum(axis=1)
    nearest = sorted(range(len(ends)), key=lambda k: int(apart[k]))
    return [Answer(ends.play(k).text(), ends.play(k), ends.position(k)) for k in nearest]


def _ends(state: State, hypotheses: Sequence[Hypothesis], n: int) -> tuple[list[Answer], float]:
    """The plays that may have been made, the likeliest first."""
    answers: dict[tuple[object, ...], Answer] = {}
    likely = 0.0
    recorded = state.record.turn.dice if state.record.turn is not None and n == len(state.seen.recorded) else None
    for hypothesis in hypotheses:
        item = next((one for one in hypothesis.items[n:] if not isinstance(one, Rolled)), None)
        unlikely = hypothesis.p < _WORTH_ASKING or hypothesis.course.stage is Stage.AHEAD
        if not isinstance(item, Played) or not hypothesis.starts_with(state.seen.recorded[:n]) or unlikely:
            continue
        likely += hypothesis.p
        dice = ROLLS[item.roll]
        play, end = play_to(state, item)
        said = recorded is not None and recorded.same_numbers(dice)
        text = play.text() if said else f"{dice.text()}: {play.text()}"
        answers.setdefault((item.roll, *places(end)), Answer(text, play, end, None if said else dice))
    return list(answers.values()), likely
