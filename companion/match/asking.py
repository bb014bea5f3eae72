"""Asks about the turn that is undecided: its roll, its play, or whose turn it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.match.accusing import fault, is_wrong
from companion.match.any_telling import MOST_CHOICES, choices, first_apart, waits, whose_turn
from companion.match.phases import PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import Answer, EndOfTurn, Question, State, Step, asked, number_of_roll
from companion.match.writing import places, play_to
from companion.referee.backgammon import Story
from companion.referee.boards import ROLLS, ends_of
from companion.referee.course import Course, Gap, Item, Played, Rolled, Stage, Stood
from companion.referee.decide import Line, Rest, is_asked_about, is_worth_asking, is_written

_LIKELY: Final = 0.03
_WORTH_ASKING: Final = 0.01
_OURS: Final = frozenset(
    {"question.which-play", "question.which-roll", "checker-count", "hit-not-on-bar.unseen", "question.adrift"}
)


def asked_if_open(state: State, told: Sequence[Story], frame: int | None) -> Step:
    """Asks about the turn that is undecided, once no clearer look is expected."""
    if state.shown.question is not None and state.shown.question.key in _OURS:
        return state, []
    best = told[0]
    thrown = (
        len(best.items) > len(state.seen.told) + 1
    )  # who mends what was wrong is left in peace until the next throw
    may_ask = state.phase in PLAYING | TO_ROLL | {Phase.OPENING} or (state.phase in WRONG and thrown)
    if not state.terms.asks or state.shown.question is not None or not may_ask:
        return state, []
    course = best.course
    if waits(state, course, Rest.UNDECIDED):
        return state, []
    adrift = _adrift(state, told)
    if adrift is not None and not waits(state, course, Rest.ADRIFT):
        return asked(state, adrift, frame)
    n = first_open(state, best)
    if n == len(best.items) < len(state.seen.told):
        return state, []  # it has not got as far as the record
    ahead = len(best.items) - max(n, len(state.seen.told))
    wrong = sum(story.p for story in told if is_wrong(story, state))
    may_tell = ahead == 1 and state.ends_by is not EndOfTurn.BUTTON and not _ends_game(best.items[-1])
    thinks = ahead > 1 and course.stage is Stage.ROLLED and waits(state, course, Rest.NEXT_THINKS)
    doubted = is_asked_about(wrong + sum(story.p for story in _lost(state, told)), state.costs)
    agreed = n == len(state.seen.told)
    if agreed and (((ahead == 0 or may_tell) and not (doubted and course.over)) or (thinks and not doubted)):
        return state, []  # what comes next tells more
    if not agreed and not course.over:
        return state, []  # who is still at it may clear it up
    rolls = _rolls_in_question(state, told, n)
    if rolls:
        answers = tuple(Answer(roll.text(), roll) for roll in rolls[:MOST_CHOICES])
        return asked(state, Question("question.which-roll", answers, turn=number_of_roll(state)), frame)
    plays = _ends(state, told, n) or (_nearest(state, course) if ahead == 0 and agreed else [])
    if not plays or all(play.end in state.seen.rejected for play in choices(plays)[:-1]):
        return state, []
    key, values = "question.which-play", {}
    if state.record.turn is not None and agreed:
        faults = (story.course for story in told if story.p > _LIKELY and is_wrong(story, state))
        whys = (why for course in faults if (why := fault(state, course)[0]) is not None)
        gone = next((why for why in whys if why.is_question), None)
        if gone is not None:
            key, values = gone.text_key, dict(gone.values)
    return asked(state, Question(key, choices(plays), values), frame)


def first_open(state: State, best: Story) -> int:
    """The number of the first item that the likeliest story has otherwise than the record, or has not got there."""
    first = first_apart(best.items, state.seen.told)
    return first if first is not None else min(len(best.items), len(state.seen.told))


def _ends_game(item: Item) -> bool:
    return isinstance(item, Played | Stood) and item.end.winner is not None


def _adrift(state: State, told: Sequence[Story]) -> Question | None:
    """Asks whose turn it is, where the board lies as nothing that is known of can have left it."""
    lost = _lost(state, told)
    if not is_written(sum(story.p for story in lost), Line.PLAY, state.costs):
        return None
    return whose_turn(state, [replace(lost[0].course.position, on_roll=side) for side in Side])


def _lost(state: State, told: Sequence[Story]) -> list[Story]:
    """The stories in which the thread is lost next."""
    n = len(state.seen.told) - (bool(state.seen.told) and isinstance(state.seen.told[-1], Rolled))
    later = [story for story in told if len(story.items) > n and story.starts_with(state.seen.told[:n])]
    return [story for story in later if isinstance(story.items[n], Gap)]


def _rolls_in_question(state: State, told: Sequence[Story], n: int) -> list[Dice]:
    """The rolls of which the undecided turn may have one, the likeliest first; none where that is not the question."""
    before = n > 0 and isinstance(state.seen.told[n - 1], Rolled)
    known = before or (n < len(state.seen.told) and isinstance(state.seen.told[n], Rolled))
    n -= before
    likely: dict[int, float] = {}
    for story in told:
        item = story.items[n] if len(story.items) > n else None
        if not isinstance(item, Rolled) or not story.starts_with(state.seen.told[:n]):
            continue
        alone = len(story.items) == n + 1 and story.course.stage is not Stage.PLAYED
        shows = enumerate(story.course.rolls) if alone else ((item.roll, 0.0),)
        for roll, share in shows:
            likely[roll] = likely.get(roll, 0.0) + story.p * math.exp(share)
    ranked = sorted(likely, key=lambda roll: -likely[roll])
    total = sum(likely.values())
    settled = Line.OTHER if known else Line.ROLL
    if not is_written(total, Line.ROLL, state.costs) or is_written(likely[ranked[0]] / total, settled, state.costs):
        return []
    found = [ROLLS[roll] for roll in ranked if likely[roll] > _WORTH_ASKING]
    return found if len(found) > 1 else []


def _nearest(state: State, course: Course) -> list[Answer]:
    """Where hardly any legal play can have been made: those that leave the board most like what lies there."""
    if state.phase not in PLAYING or course.standing.rolls is None:
        return []
    ends = ends_of(state.terms.rules, course.position, course.likeliest)
    apart = (ends.boards != course.board).sum(axis=1)
    nearest = sorted(range(len(ends)), key=lambda k: int(apart[k]))
    return [Answer(ends.play(k).text(), ends.play(k), ends.position(k)) for k in nearest]


def _ends(state: State, told: Sequence[Story], n: int) -> list[Answer]:
    """The plays that may have been made, the likeliest first."""
    answers: dict[tuple[object, ...], Answer] = {}
    likely = 0.0
    recorded = state.record.turn.dice if state.record.turn is not None and n == len(state.seen.told) else None
    for story in told:
        item = next((one for one in story.items[n:] if not isinstance(one, Rolled)), None)
        unlikely = story.p < _WORTH_ASKING or story.course.stage is Stage.AHEAD
        if not isinstance(item, Played) or not story.starts_with(state.seen.told[:n]) or unlikely:
            continue
        likely += story.p
        dice = ROLLS[item.roll]
        play, end = play_to(state, item)
        said = recorded is not None and recorded.same_numbers(dice)
        text = play.text() if said else f"{dice.text()}: {play.text()}"
        answers.setdefault((item.roll, *places(end)), Answer(text, play, end, None if said else dice))
    return list(answers.values()) if is_worth_asking(likely, state.costs) else []
