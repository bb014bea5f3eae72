"""The match graph: the chance to win the match after each turn; in money play, the chance to win the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.coach.cubeful import equities_of, worth_of
from companion.coach.evaluation import Stakes
from companion.coach.grading import Grade
from companion.coach.report import GameReport, JudgedDecision, MatchReport, PlayJudged
from companion.games.rules import Side, Stack
from companion.record.match import Win
from companion.record.scores import Score, points_needed

_EVEN: Final = 0.5


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """The chances after a turn: ``light_wins``, 0..1, Light's chance to win the match, in money play the game.

    ``turn`` 0: before the first roll.  ``side``: of the turn, None there and after the game.
    """

    game: int
    turn: int
    side: Side | None
    light_wins: float


def match_graph_of(report: MatchReport) -> tuple[GraphPoint, ...]:
    """The points before the first roll of each game, after each valued turn, and at the end; game after game.

    A new game begins where ``turn`` is 0.  In a match the equity of each play is turned into a chance to win the match
    by our own match equities (:mod:`companion.coach.match_equity`), gammons and the cube counted in; in money play it
    is the chance of winning the game, gammon or not, by the engine's chances.
    """
    return tuple(swing for game in report.games for swing in _of_game(report, game))


@dataclass(frozen=True, slots=True)
class GraphError:
    """An error and its place on the graph: the index of the point to which it led, and Light's chance there."""

    at: int
    light_wins: float
    decision: JudgedDecision


def errors_on(graph: Sequence[GraphPoint], report: MatchReport) -> tuple[GraphError, ...]:
    """The errors to be marked on the graph of a report, in the order of the match."""
    errors = [one for one in report.decisions if one.grade is not Grade.FINE]
    found = ((place_of(graph, one.game, one.turn), one) for one in errors)
    return tuple(GraphError(at, graph[at].light_wins, one) for at, one in found)


def columns_of(graph: Sequence[GraphPoint]) -> tuple[int, ...]:
    """The column of each point: the next game begins in the column in which one ends."""
    games = 0
    columns = []
    for at, one in enumerate(graph):
        games += at > 0 and one.turn == 0
        columns.append(at - games)
    return tuple(columns)


def touched(
    graph: Sequence[GraphPoint], errors: Sequence[GraphError], column: float, reach: float
) -> GraphError | GraphPoint:
    """The target of a touch at ``column``: an error within ``reach`` turns, else a point.

    The nearest one, of errors in one place the one of the largest loss.  The graph has points.
    """
    columns = columns_of(graph)
    near = [error for error in errors if abs(columns[error.at] - column) <= reach]
    if near:
        return min(near, key=lambda error: (abs(columns[error.at] - column), -error.decision.loss))
    return graph[min(range(len(graph)), key=lambda at: abs(columns[at] - column))]


def place_of(graph: Sequence[GraphPoint], game: int, turn: int) -> int:
    """The index of the point after a turn; after the last one before it whose point is known."""
    return max((at for at, one in enumerate(graph) if (one.game, one.turn) <= (game, turn)), default=0)


def step_at(report: MatchReport, point: GraphPoint) -> int:
    """The index, among the steps of a report, of the turn that led to a point of its graph.

    A game's beginning means its first turn, its end the last; 0 in a report without steps.
    """
    steps = report.steps
    mine = [at for at, one in enumerate(steps) if one.game == point.game]
    before = [at for at in mine if steps[at].turn <= point.turn]
    return before[-1] if before else mine[0] if mine else 0


def step_of(report: MatchReport, game: int, turn: int) -> int:
    """The index of the first step of a turn, or of the next one that has a step; the last one beyond the end."""
    places = [(one.game, one.turn) for one in report.steps]
    at = next((at for at, place in enumerate(places) if place >= (game, turn)), len(places) - 1)
    return max(at, 0)


def _of_game(report: MatchReport, game: GameReport) -> Iterator[GraphPoint]:
    yield GraphPoint(game.number, 0, None, _before(report, game))
    last = 0
    for one in game.judged:
        if isinstance(one, PlayJudged) and one.made is not None:
            wins = _after(report, one)
            yield GraphPoint(game.number, one.turn, one.side, wins if one.side is Side.LIGHT else 1 - wins)
        last = max(last, one.turn)
    if game.win is not None:
        yield GraphPoint(game.number, last + 1, None, _at_end(report, game, game.win))


def _before(report: MatchReport, game: GameReport) -> float:
    if not report.length:
        return _EVEN
    return _at_score(report, game.score, crawford=game.crawford)


def _after(report: MatchReport, judged: PlayJudged) -> float:
    """In the view of who played."""
    assert judged.made is not None
    if not report.length:
        return judged.made.chances.win
    stakes = Stakes.of(judged.situation.state, report.rules)
    return min(max(worth_of(judged.made.equity, stakes, judged.side), 0.0), 1.0)


def _at_end(report: MatchReport, game: GameReport, win: Win) -> float:
    if not report.length or win.cause.decides_match:
        return 1.0 if win.side is Side.LIGHT else 0.0
    return _at_score(
        report, game.score_after, crawford=report.rules.crawford and not _is_match_point(report, game.score)
    )


def _at_score(report: MatchReport, score: Score, *, crawford: bool) -> float:
    """Light's chance between two games; ``crawford``: the next one at match point is played without the cube."""
    rules = report.rules
    stakes = Stakes(
        length=report.length, score=Stack(*score), gammons=rules.gammon, backgammons=rules.backgammon,
        doubling=rules.cube,
    )  # fmt: skip
    light, dark = (points_needed(report.length, score, side) or 0 for side in Side)
    after_crawford = _is_match_point(report, score) and not crawford
    return equities_of(stakes).of(light, dark, after_crawford=after_crawford)


def _is_match_point(report: MatchReport, score: Score) -> bool:
    return any(points_needed(report.length, score, side) == 1 for side in Side)
