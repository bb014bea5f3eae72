"""The match graph as a drawing: Light's winning chance, turn after turn, the games side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Final

from companion.coach.analysis_text import GRADE_MARKS, ReportSpeaker
from companion.coach.analysis_turns import name_of
from companion.coach.grading import Grade
from companion.coach.match_graph import GraphPoint, errors_on
from companion.coach.report import JudgedDecision
from companion.games.rules import Side

_WIDTH: Final = 1000
_HEIGHT: Final = 260
_LEFT: Final = 46
_TOP: Final = 12
_BOTTOM: Final = 26
_TALL: Final = _HEIGHT - _TOP - _BOTTOM
_RADII: Final = {Grade.DOUBTFUL: 4, Grade.BAD: 5, Grade.VERY_BAD: 6}
_COLOURS: Final = {Side.LIGHT: "#f6efdd", Side.DARK: "#43261a"}
_LINES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def match_graph_svg(points: Sequence[GraphPoint], speaker: ReportSpeaker) -> str:
    """One ``svg`` element in the colours of the text around it; each game between two upright lines.

    Each turn leads to its place on the page (:func:`companion.coach.analysis_turns.name_of`), and errors are marked.
    """
    # Of the errors of one turn the largest is marked.
    marked = sorted(errors_on(points, speaker.report), key=lambda error: error.decision.loss)
    errors = {error.at: error.decision for error in marked}
    games = [list(game) for _, game in groupby(points, key=lambda point: point.game)]
    step = (_WIDTH - _LEFT) / max(sum(len(game) - 1 for game in games), 1)
    parts, x, first = [*_grid(speaker)], float(_LEFT), 0
    for game in games:
        parts += _curve(game, x, step)
        parts += _links(game, x, step, speaker)
        parts += _marks(game, x, step, speaker, {at - first: one for at, one in errors.items()})
        first += len(game)
        x += step * (len(game) - 1)  # where one game ends the next begins
    label = escape(speaker.graph_caption, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="swings" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def _grid(speaker: ReportSpeaker) -> Iterator[str]:
    for share in _LINES:
        y = _y(share)
        width = 2 if share == _LINES[2] else 1
        yield (
            f'<line x1="{_LEFT}" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" '
            f'stroke-opacity=".25" stroke-width="{width}"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" font-size="13" text-anchor="end" fill="currentColor">'
            f"{speaker.percent(share)}</text>"
        )


def _curve(game: Sequence[GraphPoint], x: float, step: float) -> Iterator[str]:
    points = [(x + step * at, _y(point.light_wins)) for at, point in enumerate(game)]
    line = "L".join(f"{at:.1f} {y:.1f}" for at, y in points)
    even = _y(_LINES[2])
    number = game[0].game
    yield (
        f'<path d="M{x:.1f} {even:.1f}L{line}L{points[-1][0]:.1f} {even:.1f}z" fill="#3f7fd0" fill-opacity=".25"/>'
        f'<path d="M{line}" fill="none" stroke="#3f7fd0" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}" stroke="currentColor" '
        f'stroke-opacity=".45" stroke-dasharray="4 4"/>'
        f'<text x="{x + 4:.1f}" y="{_HEIGHT - 8}" font-size="13" fill="currentColor">{number}</text>'
    )


def _links(game: Sequence[GraphPoint], x: float, step: float, speaker: ReportSpeaker) -> Iterator[str]:
    """Make the whole height over each turn lead to it."""
    for at, point in enumerate(game):
        if point.side is not None:
            where = speaker.say("place", game=str(point.game), turn=str(point.turn))
            title = f"{where}. {speaker.chance}, {speaker.percent(point.light_wins)}"
            yield (
                f'<a href="#g{point.game}t{point.turn}" tabindex="-1"><rect x="{x + step * (at - 0.5):.1f}" y="{_TOP}" '
                f'width="{step:.1f}" height="{_TALL}" fill="#0000"><title>{escape(title)}</title></rect></a>'
            )


def _marks(
    game: Sequence[GraphPoint], x: float, step: float, speaker: ReportSpeaker, errors: Mapping[int, JudgedDecision]
) -> Iterator[str]:
    for at, point in enumerate(game):
        if (error := errors.get(at)) is not None:
            title = f"{speaker.place(error)}. {speaker.who(error)}: {speaker.made(error)} {GRADE_MARKS[error.grade]}"
            fill = _COLOURS[error.side]
            yield (
                f'<a href="#{name_of(error)}"><circle cx="{x + step * at:.1f}" cy="{_y(point.light_wins):.1f}" '
                f'r="{_RADII[error.grade]}" fill="{fill}" stroke="#d1372c" stroke-width="2.5">'
                f"<title>{escape(title)}. {escape(speaker.lost(error))}</title></circle></a>"
            )


def _y(share: float) -> float:
    return _TOP + _TALL * (1 - share)
