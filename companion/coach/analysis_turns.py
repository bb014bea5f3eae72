"""The turns of an analysis as parts of a page: each opens to its board and to all that could be done, with equities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

from companion.coach.analysis_text import FORTUNE_MARKS, GRADE_MARKS, ReportSpeaker
from companion.coach.cube_acts import CubeAct
from companion.coach.grading import Grade, fortune
from companion.coach.options import Option, options_of
from companion.coach.report import CubeJudged, GameReport, Judged, JudgedDecision, LeftOut, PlayJudged, is_step
from companion.games.backgammon import Play, picture_of
from companion.games.backgammon.cube import Cube
from companion.games.backgammon.table import spot_of
from companion.games.rules import Side
from companion.record.reports.board_svg import SvgArrow, board_svg

FIELDS: Final = "board"
"""The name of the empty boards that all others of the page refer to."""


@dataclass(frozen=True, slots=True)
class Turn:
    """All that was decided in one turn: about the cube, and how its roll was played."""

    game: int
    number: int
    judged: tuple[Judged, ...]

    @property
    def name(self) -> str:
        """Under which the page refers to it."""
        return name_of(self.judged[0])

    @property
    def decisions(self) -> tuple[JudgedDecision, ...]:
        return tuple(one for one in self.judged if not isinstance(one, LeftOut))

    @property
    def play(self) -> PlayJudged | None:
        return next((one for one in self.judged if isinstance(one, PlayJudged)), None)


def name_of(judged: Judged) -> str:
    """The name of the turn in which something was judged."""
    return f"g{judged.game}t{judged.turn}"


def turns_of(game: GameReport) -> tuple[Turn, ...]:
    """The turns of a game in order."""
    ordered = groupby(sorted(game.judged, key=lambda one: one.turn), key=lambda one: one.turn)
    return tuple(Turn(game.number, number, tuple(judged)) for number, judged in ordered)


def head_of(speaker: ReportSpeaker) -> str:
    """The heads of the columns of the closed turns."""
    words = [speaker.say(column) for column in ("turn", "player", "roll", "play")]
    numbers = [speaker.say("loss"), speaker.say("lost"), speaker.say("luck"), speaker.chance]
    cells = [*_cells(words, _WORDS), *_cells(numbers, _NUMBERS)]
    return f'<div class="row head">{"".join(cells)}</div>'


def turn_part(speaker: ReportSpeaker, turn: Turn, chance: float | None, before: Turn | None, after: Turn | None) -> str:
    """One turn, closed to a line.  ``chance``: that Light wins after it; ``before``, ``after``: where it leads on."""
    return (
        f'<details class="turn" id="{turn.name}"><summary class="row">{_line(speaker, turn, chance)}</summary>'
        f'<div class="open"><div class="board">{_board_of(speaker, turn)}</div><div class="facts">'
        + "".join(_facts(speaker, turn))
        + f"</div></div>{_ways_on(speaker, before, after)}</details>"
    )


def board_of(decision: JudgedDecision, label: str) -> str:
    """The board before a decision, with dice, cube, and the arrows of the play made and the best one."""
    state, at = decision.situation.state, decision.position
    cube = Cube(state.cube, state.owner)
    if isinstance(decision, CubeJudged) and decision.act in (CubeAct.TOOK, CubeAct.DROPPED):
        cube = cube.double(at.on_roll)
    return board_svg(
        picture_of(at), label=label, arrows=_arrows(decision), numbered_for=at.on_roll, dice=state.dice,
        roller=at.on_roll, cube=None if state.crawford else cube, field_at=FIELDS,
    )  # fmt: skip


def _board_of(speaker: ReportSpeaker, turn: Turn) -> str:
    decisions = turn.decisions
    return board_of(turn.play or decisions[-1], speaker.place(decisions[-1])) if decisions else ""


def _arrows(decision: JudgedDecision) -> tuple[SvgArrow, ...]:
    if not isinstance(decision, PlayJudged):
        return ()
    made = decision.made.play if decision.made is not None else Play()
    return (*_ways(made, decision.side, dashed=False), *_ways(decision.best.play, decision.side, dashed=True))


def _ways(play: Play, side: Side, *, dashed: bool) -> Iterator[SvgArrow]:
    for start, end in play.ways():
        yield SvgArrow(spot_of(start, side), spot_of(end, side), side, dashed)


# --- the line of a closed turn ------------------------------------------------------------------

_WORDS: Final = ("number", "who", "roll", "what")
_NUMBERS: Final = ("cost", "loss", "luck", "chance")


def _cells(words: Sequence[str], classes: Sequence[str]) -> Iterator[str]:
    return (f'<span class="{name}">{escape(word)}</span>' for word, name in zip(words, classes, strict=True))


def _line(speaker: ReportSpeaker, turn: Turn, chance: float | None) -> str:
    play, decisions = turn.play, turn.decisions
    first = turn.judged[0]
    dot = f'<i class="dot {first.side.value}"></i>'
    luck = "" if play is None or play.luck is None else luck_words(speaker, play)
    roll = str(play.dice) if play is not None else ""
    worst = max(decisions, key=lambda one: one.loss, default=None)
    cost = loss = ""
    if worst is not None and any(one.counts for one in decisions):
        cost = speaker.cost(worst) if worst.loss else ""
        loss = f"{speaker.number(worst.loss, 3)} {mark_of(speaker, worst)}"
    chance_words = speaker.percent(chance) if chance is not None else ""
    what = " · ".join(_what(speaker, turn)) or "–"
    return (
        f'<span class="number">{turn.number}</span><span class="who">{dot}{escape(speaker.name(first.side))}</span>'
        f'<span class="roll">{roll}</span><span class="what">{escape(what)}</span><span class="cost">{cost}</span>'
        f'<span class="loss">{loss}</span><span class="luck">{luck}</span><span class="chance">{chance_words}</span>'
    )


def _what(speaker: ReportSpeaker, turn: Turn) -> Iterator[str]:
    for one in turn.judged:
        if isinstance(one, LeftOut):
            yield speaker.not_judged(one)
        elif not isinstance(one, CubeJudged) or one.act is not CubeAct.ROLLED or one.act is not one.best:
            yield speaker.made(one)


def luck_words(speaker: ReportSpeaker, play: PlayJudged) -> str:
    """The luck of a roll with its mark."""
    luck = play.luck or 0.0
    number = f"{speaker.number(luck, 3, signed=True)} {FORTUNE_MARKS[fortune(luck)]}".strip()
    return f'<span title="{escape(speaker.fortune(play))}">{number}</span>'


def mark_of(speaker: ReportSpeaker, decision: JudgedDecision) -> str:
    """The mark of an error, or empty."""
    grade = decision.grade
    if grade is Grade.FINE:
        return ""
    return f'<span class="mark {grade.value}" title="{escape(speaker.grade(decision))}">{GRADE_MARKS[grade]}</span>'


# --- an opened turn -----------------------------------------------------------------------------


def _facts(speaker: ReportSpeaker, turn: Turn) -> Iterator[str]:
    for one in turn.judged:
        if isinstance(one, LeftOut):
            yield f"<p>{escape(speaker.not_judged(one))}</p>"
        else:
            yield from _decision(speaker, one)


def _decision(speaker: ReportSpeaker, decision: JudgedDecision) -> Iterator[str]:
    who, standing = escape(speaker.who(decision)), escape(speaker.standing(decision))
    yield f'<p><b>{who}</b> · <span class="note">{standing}</span></p>'
    if not isinstance(decision, PlayJudged) or decision.made is None:
        yield f"<p>{escape(speaker.say('made', what=speaker.made(decision)))}</p>"
    if decision.grade is not Grade.FINE:
        yield f"<p>{escape(speaker.lost(decision))} {mark_of(speaker, decision)}</p>"
        yield f'<p class="why">{escape(speaker.reason(decision))}</p>'
    yield _table(speaker, decision)
    if is_step(decision):
        yield f"<code>{escape(decision.situation.xgid())}</code>"


def _table(speaker: ReportSpeaker, decision: JudgedDecision) -> str:
    rolled = isinstance(decision, PlayJudged)
    first = speaker.say("play") if rolled else ""
    names = (speaker.say("equity"), speaker.say("loss"), *([speaker.say("wins")] if rolled else []))
    numbers = "".join(f'<th class="n">{escape(name)}</th>' for name in names)
    head = f"<tr><th></th><th>{escape(first)}</th>{numbers}</tr>"
    lines = (_option(speaker, at, option, decision.side) for at, option in enumerate(options_of(decision), start=1))
    return f'<div class="plays"><table>{head}{"".join(lines)}</table></div>'


def _option(speaker: ReportSpeaker, at: int, option: Option, side: Side) -> str:
    words = speaker.option(option, side)
    rolled = isinstance(option.what, Play)
    what = escape(speaker.say("made", what=words) if option.made and rolled else words)
    if option.ply != speaker.report.ply and rolled:
        what += f' <span class="note">({escape(speaker.say("shallow", ply=str(option.ply)))})</span>'
    loss = "–" if option.loss is None else speaker.number(-option.loss, 3) if option.loss else ""
    wins = [] if option.win is None else [speaker.percent(option.win, 1)]
    made = ' class="made"' if option.made else ""
    numbers = "".join(f'<td class="n">{cell}</td>' for cell in (speaker.equity(option), loss, *wins))
    return f'<tr{made}><td class="n">{at if rolled else ""}</td><td>{what}</td>{numbers}</tr>'


def _ways_on(speaker: ReportSpeaker, before: Turn | None, after: Turn | None) -> str:
    ways = (("before", f"‹ {speaker.say('before')}", before), ("next", f"{speaker.say('next')} ›", after))
    links = (f'<a class="{key}" href="#{turn.name}">{escape(words)}</a>' for key, words, turn in ways if turn)
    return f"<nav>{''.join(links)}</nav>"
