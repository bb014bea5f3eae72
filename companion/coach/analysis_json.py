"""An analysis as values for JSON: printed by ``companion analyse --json``, and saved on disk.

A decision is one object; losses and grades are written for other readers, and computed again when it is read here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, TypeVar

from companion.coach.cube_acts import CubeAct
from companion.coach.evaluation import Candidate, Chances, CubeAdvice
from companion.coach.grading import performance_rating
from companion.coach.match_graph import match_graph_of
from companion.coach.report import (
    CubeJudged,
    Judged,
    LeftOut,
    LeftOutReason,
    MatchReport,
    PlayJudged,
    RankedPlay,
    cost_of,
)
from companion.coach.resignations import JudgedResignation, ResignAct, ResignJudged
from companion.coach.totals import Totals
from companion.games.backgammon import Play, Position
from companion.games.backgammon.scoring import Result
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.files.document import win_values
from companion.record.files.node import Node

_DIGITS: Final = 6
_LARGEST: Final = 1e6
_RESULTS: Final = {result.name.lower(): result for result in Result}
_Key = TypeVar("_Key", bound=Enum)

Values = dict[str, Any]


# --- writing -------------------------------------------------------------------------------------


def values_of(judged: Judged) -> Values:
    """One decision as an object."""
    about = {"game": judged.game, "turn": judged.turn, "side": judged.side.value}
    match judged:
        case PlayJudged():
            return {"kind": "play"} | about | _play(judged)
        case CubeJudged():
            return {"kind": "cube"} | about | _cube(judged)
        case ResignJudged():
            return {"kind": "resignation"} | about | _resignation(judged)
        case LeftOut():
            return {"kind": "left-out"} | about | {"why": judged.why.value}


def totals_values(totals: Totals) -> Values:
    """The totals of a player: losses and luck in points, rates in millipoints per decision, ``pr`` by the rate."""
    return {
        "rolls": totals.rolls,
        "plays": totals.plays,
        "cubes": totals.cubes,
        "cube_turns": totals.cube_turns,
        "play_loss": _short(totals.play_loss),
        "cube_loss": _short(totals.cube_loss),
        "loss": _short(totals.loss),
        "play_rate": _short(totals.play_rate),
        "cube_rate": _short(totals.cube_rate),
        "rate": _short(totals.rate),
        "pr": _short(performance_rating(totals.rate)),
        "level": totals.level.value if totals.level else None,
        "luck": _short(totals.luck),
        "grades": _named(totals.play_grades),
        "acts": _named(totals.acts),
        "faults": _named(totals.faults),
        "resignations": totals.resignations,
        "resign_loss": _short(totals.resign_loss),
        "resign_faults": _named(totals.resign_faults),
        "fault_losses": {name: _short(lost) for name, lost in _named(totals.fault_losses).items()},
    }


def report_values(report: MatchReport, *, worst: int = 10) -> Values:
    """A whole analysis as one object."""
    worst_ones = report.worst(worst)
    return {
        "names": list(report.names),
        "length": report.length,
        "header": dict(report.header),
        "score": list(report.score),
        "engine": report.engine,
        "ply": report.ply,
        "whole": report.is_whole,
        "players": {side.value: totals_values(report.totals(side)) | _cost(report, side) for side in Side},
        "worst": [values_of(one) | {_cost_of(report): _short(cost_of(one, report.rules))} for one in worst_ones],
        "games": [
            {
                "game": game.number,
                "score": list(game.score),
                "crawford": game.crawford,
                "win": win_values(game.win) if game.win else None,
                "players": {side.value: totals_values(game.totals(side)) for side in Side},
                "decisions": [values_of(one) for one in game.judged],
            }
            for game in report.games
        ],
        "swings_of": "match" if report.length else "game",
        "swings": [[point.game, point.turn, _short(point.light_wins)] for point in match_graph_of(report)],
    }


def _cost(report: MatchReport, side: Side) -> Values:
    return {_cost_of(report): _short(report.cost(side))}


def _cost_of(report: MatchReport) -> str:
    """The unit of costs."""
    return "match_lost" if report.length else "points_lost"


def _play(judged: PlayJudged) -> Values:
    at = judged.situation
    return {
        "position": at.xgid(),
        "played": None if judged.played is None else judged.played.text(),
        "choices": judged.choices,
        "best": _candidate(at, judged.best),
        "made": None if judged.made is None else _candidate(at, judged.made),
        "loss": _short(judged.loss),
        "grade": judged.grade.value,
        "luck": None if judged.luck is None else _short(judged.luck),
        "plays": [[one.play.text(), _short(one.equity), _short(one.win), one.ply] for one in judged.plays],
    }


def _candidate(at: Situation, candidate: Candidate) -> Values:
    return {
        "play": candidate.play.text(),
        "result": at.after(candidate.end).xgid(),
        "equity": _short(candidate.equity),
        "probs": [_short(chance) for chance in candidate.chances],
        "ply": candidate.ply,
    }


def _cube(judged: CubeJudged) -> Values:
    advice = judged.advice
    return {
        "position": judged.situation.xgid(),
        "act": judged.act.value,
        "right": judged.best.value,
        "eq": {
            "nd": _short(advice.no_double), "dt": _short(advice.double_take), "dp": _short(advice.double_drop),
        },
        "probs": [_short(chance) for chance in advice.chances],
        "allowed": advice.allowed,
        "engine": advice.engine,
        "ply": advice.ply,
        "counts": judged.counts,
        "loss": _short(judged.loss),
        "grade": judged.grade.value,
    }  # fmt: skip


def _resignation(judged: ResignJudged) -> Values:
    return {
        "position": judged.situation.xgid(),
        "act": judged.act.value,
        "offered": judged.asked.result.name.lower(),
        "right": judged.best.value,
        "fault": judged.fault.value if judged.fault else None,
        "eq": {"going_on": _short(judged.going_on), "given_up": _short(judged.given_up)},
        "probs": [_short(chance) for chance in judged.chances],
        "loss": _short(judged.loss),
        "grade": judged.grade.value,
    }


def _named(counts: Mapping[_Key, float]) -> dict[str, float]:
    return {key.value: number for key, number in counts.items()}


def _short(number: float) -> float:
    return round(number, _DIGITS)


# --- reading -------------------------------------------------------------------------------------


def judged_from(values: object) -> Judged:
    """The inverse of :func:`values_of`.  Raises :class:`InputError` for anything else."""
    node = Node(values)
    game, turn, side = node["game"].number(1), node["turn"].number(1), node["side"].choice(Side)
    match node["kind"].text():
        case "play":
            return _play_from(node, game, turn, side)
        case "cube":
            return _cube_from(node, game, turn, side)
        case "resignation":
            return _resignation_from(node, game, turn, side)
        case _:
            return LeftOut(game, turn, side, node["why"].choice(LeftOutReason))


def _play_from(node: Node, game: int, turn: int, side: Side) -> PlayJudged:
    at = node["position"].notation(Situation.from_text)
    if at.state.dice is None:
        raise node["position"].fault("a position with its dice")
    played, made, luck = node.find("played"), node.find("made"), node.find("luck")
    return PlayJudged(
        game, turn, side, at,
        None if played is None else played.notation(Play.from_text),
        _candidate_from(node["best"]),
        None if made is None else _candidate_from(made),
        node["choices"].number(1), None if luck is None else _real(luck), _plays_from(node),
    )  # fmt: skip


def _plays_from(node: Node) -> tuple[RankedPlay, ...]:
    # Up to 0.5.0 a saved analysis had the best play and the one made only.
    plays = node.find("plays")
    return () if plays is None else tuple(_ranked_from(one) for one in plays.list())


def _ranked_from(node: Node) -> RankedPlay:
    fields = node.list()
    if len(fields) != 4:
        raise node.fault("a play, its equity, its wins and its depth")
    play, equity, win, ply = fields
    return RankedPlay(play.notation(Play.from_text), _real(equity), _real(win), ply.number())


def _candidate_from(node: Node) -> Candidate:
    return Candidate(
        node["play"].notation(Play.from_text), node["result"].notation(Position.from_xgid),
        _real(node["equity"]), _chances(node["probs"]), node["ply"].number(),
    )  # fmt: skip


def _cube_from(node: Node, game: int, turn: int, side: Side) -> CubeJudged:
    eq = node["eq"]
    advice = CubeAdvice(
        node["engine"].text(), node["ply"].number(), _real(eq["nd"]), _real(eq["dt"]), _real(eq["dp"]),
        _chances(node["probs"]), allowed=node["allowed"].truth(),
    )  # fmt: skip
    at = node["position"].notation(Situation.from_text)
    return CubeJudged(game, turn, side, at, node["act"].choice(CubeAct), advice)


def _resignation_from(node: Node, game: int, turn: int, side: Side) -> ResignJudged:
    at, act = node["position"].notation(Situation.from_text), node["act"].choice(ResignAct)
    offered, eq = node["offered"], node["eq"]
    if (result := _RESULTS.get(offered.text())) is None:
        raise offered.fault(" or ".join(_RESULTS))
    asked = JudgedResignation(game, turn, side, at, act, result)
    return ResignJudged(asked, _chances(node["probs"]), _real(eq["going_on"]), _real(eq["given_up"]))


def _chances(node: Node) -> Chances:
    numbers = [_real(one) for one in node.list()]
    if len(numbers) != len(Chances._fields):
        raise node.fault("five chances")
    return Chances(*numbers)


def _real(node: Node) -> float:
    value = node.value
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < _LARGEST:
        raise node.fault("a number")
    return float(value)
