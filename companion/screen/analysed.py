"""The steps of an analysis in words and as boards: what was decided, and all that could be done.  No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.coach.analysis_text import GRADE_MARKS, ReportSpeaker
from companion.coach.cube_acts import CubeAct
from companion.coach.grading import Grade
from companion.coach.options import Option, options_of
from companion.coach.report import CubeJudged, Judged, JudgedDecision, LeftOut, PlayJudged
from companion.games.backgammon import Dice, Play, RuleSet
from companion.games.backgammon.arrows import Arrow, arrows_of
from companion.games.backgammon.cube import Cube
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.facts import seated
from companion.screen.hints import HintLine
from companion.screen.match_history import board_view
from companion.settings.tree import Lower

Compared = tuple[Side, tuple[Arrow, ...], tuple[Arrow, ...]]
"""A side, the play that was made and another one, as arrows on the board before the play."""


@dataclass(frozen=True, slots=True)
class StepWords:
    """What is said of a step: where it is and who decided, what was done, what was best, how the match stood, why."""

    place: str
    made: str
    best: str = ""
    standing: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OptionTold:
    """A row of the list of all that could be done.  ``play``: to be shown on the board, None of the cube."""

    line: HintLine
    rank: str
    worth: str
    wins: str
    play: Play | None


def words_of(step: Judged, telling: ReportSpeaker) -> StepWords:
    """What is said of a step."""
    place = f"{telling.place(step)} · {telling.name(step.side)}"
    if isinstance(step, LeftOut):
        return StepWords(place, telling.not_judged(step))
    if isinstance(step, PlayJudged):
        place = f"{telling.place(step)} · {telling.who(step)}"
    made = f"{telling.say('made', what=telling.made(step))} {GRADE_MARKS[step.grade]}".strip()
    wrong = step.grade is not Grade.FINE
    reason = f"{telling.lost(step)}. {telling.reason(step)}".strip() if wrong else ""
    return StepWords(place, made, telling.say("best", what=telling.best(step)), telling.standing(step), reason)


def options_words(step: Judged, telling: ReportSpeaker) -> tuple[OptionTold, ...]:
    """All that could be done, in the order of :func:`companion.coach.options.options_of`; none if it was left out."""
    if isinstance(step, LeftOut):
        return ()
    return tuple(_option(one, rank, step.side, telling) for rank, one in enumerate(options_of(step), start=1))


def view_of_step(step: Judged, like: View | None, *, rules: RuleSet) -> View | None:
    """The board before a decision, at its lower edge the player who decided; None if the board is not known."""
    if isinstance(step, LeftOut):
        return None
    state = step.situation.state
    answers = isinstance(step, CubeJudged) and step.act in (CubeAct.TOOK, CubeAct.DROPPED)
    board = board_view(step.position, Cube(state.cube, state.owner), like, rules=rules, mover=step.side)
    return replace(
        seated(board, Lower(step.side.value)), on_roll=step.side, with_cube=rules.cube, crawford=state.crawford,
        cube_offered_by=step.side.other if answers else None,
    )  # fmt: skip


def rolled_in(step: Judged) -> tuple[Side, Dice] | None:
    """Whose roll waits to be played, and which."""
    if isinstance(step, LeftOut) or step.situation.state.dice is None:
        return None
    return step.position.on_roll, step.situation.state.dice


def compared(step: Judged, other: Play | None = None) -> Compared | None:
    """The play made beside another one, by default the best; None if nothing was to be played."""
    if not isinstance(step, PlayJudged):
        return None
    made = Play() if step.made is None else step.made.play
    return step.side, arrows_of(made, step.side), arrows_of(other or step.best.play, step.side)


def error_words(error: JudgedDecision, telling: ReportSpeaker) -> tuple[str, str, str]:
    """A row of the errors: who decided what, where and with which loss of equity, and what it cost."""
    who = telling.who(error) if isinstance(error, PlayJudged) else f"{telling.who(error)}, {telling.made(error)}"
    where = f"{telling.place(error)} · {telling.number(-error.loss, 3)}"
    return who, where, f"{telling.cost(error)} {GRADE_MARKS[error.grade]}".strip()


def _option(option: Option, rank: int, side: Side, telling: ReportSpeaker) -> OptionTold:
    play = option.what if isinstance(option.what, Play) else None
    words = telling.option(option, side)
    if option.made and play is not None:
        words = telling.say("made", what=words)
    line = HintLine(words, option.equity, option.loss or 0.0, option.win)
    wins = "" if option.win is None else telling.percent(option.win, 1)
    return OptionTold(line, str(rank) if play is not None else "", telling.equity(option), wins, play)
