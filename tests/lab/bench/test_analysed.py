"""An analysis held against a reference of the same match."""

from __future__ import annotations

from typing import Any

import pytest

from companion.coach.report import MatchReport
from companion.games.rules import Side
from companion.lab.bench.analysed import compared, match_of, totals
from companion.record.match import Double, Roll, Take
from tests.coach.judged import report

CUBE = {"err-missed-double-below-cp-skill": 0.0, "err-wrong-take-skill": 0.0, "err-wrong-take-cost": 9.0,
        "error-skill": 9.0, "close-cube": 0}  # fmt: skip


def stats(report: MatchReport, side: Side, number: int) -> dict[str, Any]:
    """A game as the reference would have told it, had it found the same."""
    totals = report.games[number].totals(side)
    return {
        "moves": {"error-skill": totals.play_loss, "unforced-moves": totals.plays},
        "cube": CUBE | {"err-missed-double-below-cp-skill": totals.cube_loss, "close-cube": totals.cubes},
        "dice": {"luck": totals.luck},
    }


def row(found: MatchReport) -> dict[str, Any]:
    games = [{"stats": {"X": stats(found, Side.LIGHT, n), "O": stats(found, Side.DARK, n)}} for n in range(2)]
    return {"file": "some_match.mat", "games": games}


def test_an_analysis_that_found_the_same_keeps_to_every_limit() -> None:
    found = report()
    figures = list(compared(list(totals(row(found), found))))
    assert all(figure.ok and figure.value == pytest.approx(0) for figure in figures)
    assert sum(figure.limit == "<= 2" for figure in figures) == 5


def test_one_that_found_more_than_two_per_cent_more_misses_a_limit() -> None:
    found = report()
    told = row(found)
    told["games"][0]["stats"]["X"]["moves"]["error-skill"] *= 0.9
    told["games"][0]["stats"]["O"]["moves"]["unforced-moves"] += 1
    missed = {figure.name for figure in compared(list(totals(told, found))) if not figure.ok}
    assert "equity lost by light of some, away from the reference" in missed
    assert any(name.startswith("counted plays") for name in missed)
    assert "equity lost by dark of some, away from the reference" not in missed


def test_a_match_is_made_of_what_the_reference_tells() -> None:
    info = {"score-X": 1, "score-O": 0, "winner": "X", "points-won": 2}
    acts = [
        {"player": "X", "action": "move", "dice": [3, 1], "move": [[8, 5], [6, 5]]},
        {"player": "O", "action": "double"},
        {"player": "X", "action": "take"},
        {"player": "O", "action": "set"},
    ]
    match = match_of({"games": [{"info": info, "acts": acts}]})
    (game,) = match.games
    assert (match.length, game.score, game.win and game.win.side) == (3, (1, 0), Side.LIGHT)
    roll, double, take = game.actions
    assert isinstance(roll, Roll)
    assert roll.play is not None
    assert (roll.side, roll.play.text()) == (Side.LIGHT, "8/5 6/5")
    assert (double, take) == (Double(Side.DARK, 2), Take(Side.LIGHT))


def test_the_crawford_game_tells_the_length() -> None:
    first = {"score-X": 6, "score-O": 0, "winner": "O", "points-won": 2, "crawford": True}
    assert match_of({"games": [{"info": first, "acts": []}]}).length == 7
