"""A player's errors come from whole analyses of the matches as they are on record, by one engine at one depth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.coach.analysing import analysed, report_of
from companion.coach.analysis_json import values_of
from companion.coach.analysis_sums import FOLDER, summed_up
from companion.coach.grading import CubeFault
from companion.coach.player_errors import PlayerErrors, player_errors
from companion.coach.saved_analyses import Keeping, kept_in
from companion.games.rules import Side
from companion.record import Header
from companion.record.players import PlayerRecord, PlayersMatch
from tests.coach.fakes import ByNotation
from tests.coach.judged import TWO_GAMES

WHOLE = [step.judged for step in analysed(TWO_GAMES, ByNotation())]
REPORT = report_of(TWO_GAMES, WHOLE, engine="fake", ply=0)


def analyse(folder: Path, number: int, *, engine: str = "fake", until: int | None = None) -> Path:
    with Keeping(folder, TWO_GAMES, engine=engine, ply=0, number=number) as kept:
        for one in WHOLE[len(kept.so_far) : until]:
            kept.add(one)
    return kept.path


def player(
    number: int, side: Side = Side.LIGHT, *, finished: bool = True, score: tuple[int, int] = (0, 3)
) -> PlayerRecord:
    """Somebody with so many matches."""
    own = score if side is Side.LIGHT else score[::-1]
    matches = [
        PlayersMatch(Header(n, "2026-11-20T19:30:00+00:00", length=5), side, "Bob", False, own, finished, None)
        for n in range(1, number + 1)
    ]
    return PlayerRecord(("Anna",), tuple(matches))


def errors(folder: Path, record: PlayerRecord, helped: frozenset[tuple[int, str]] = frozenset()) -> PlayerErrors | None:
    return player_errors(record, summed_up(folder, range(10)), helped)


@pytest.mark.parametrize("side", Side)
def test_the_rate_is_that_of_the_analysis(tmp_path: Path, side: Side) -> None:
    analyse(tmp_path, 1)
    found = errors(tmp_path, player(1, side))
    totals = REPORT.totals(side)
    assert found is not None
    assert (found.engine, found.ply) == ("fake", 0)
    assert found.rate.rate == pytest.approx(totals.rate, abs=1e-3)
    assert found.rate.decisions == totals.decisions
    assert list(found.matches) == [1]


def test_the_kinds_of_errors_hold_those_of_the_cube(tmp_path: Path) -> None:
    analyse(tmp_path, 1)
    analyse(tmp_path, 2)
    for side in Side:
        found = errors(tmp_path, player(2, side))
        assert found is not None
        faults = {one.kind: one.errors for one in found.kinds if isinstance(one.kind, CubeFault)}
        assert faults == {fault: 2 * number for fault, number in REPORT.totals(side).faults.items()}
        graded = sum(REPORT.totals(side).play_grades.values()) - sum(
            number for grade, number in REPORT.totals(side).play_grades.items() if grade.value == "fine"
        )
        assert sum(one.errors for one in found.kinds) == 2 * (graded + sum(REPORT.totals(side).faults.values()))
        assert [one.lost for one in found.kinds] == sorted((one.lost for one in found.kinds), reverse=True)


def test_an_analysis_that_was_stopped_does_not_count(tmp_path: Path) -> None:
    analyse(tmp_path, 1, until=-1)
    assert errors(tmp_path, player(1)) is None
    analyse(tmp_path, 1)
    assert errors(tmp_path, player(1)) is not None


def test_what_was_judged_whole_by_an_older_companion_is_summed_up_when_it_is_opened(tmp_path: Path) -> None:
    path = analyse(tmp_path, 1)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert errors(tmp_path, player(1)) is None
    analyse(tmp_path, 1)
    assert errors(tmp_path, player(1)) is not None
    assert [values_of(one) for one in kept_in(path)] == [values_of(one) for one in WHOLE]


def test_a_damaged_sum_is_as_none(tmp_path: Path) -> None:
    path = analyse(tmp_path, 1)
    for junk in (b'{"sum": 3}\n', b'{"sum": {"engine": 1}}\n', b'{"sum": \n', b"\xff\n"):
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]) + junk)
        assert errors(tmp_path, player(1)) is None


def test_a_match_that_is_not_finished_or_went_on_since_does_not_count(tmp_path: Path) -> None:
    analyse(tmp_path, 1)
    assert errors(tmp_path, player(1, finished=False)) is None
    assert errors(tmp_path, player(1, score=(2, 3))) is None


def test_a_match_with_help_does_not_count_for_who_had_it(tmp_path: Path) -> None:
    analyse(tmp_path, 1)
    helped = frozenset({(1, "light")})
    assert errors(tmp_path, player(1), helped) is None
    assert errors(tmp_path, player(1, Side.DARK), helped) is not None


def test_the_engine_of_most_matches_counts_and_the_others_are_named(tmp_path: Path) -> None:
    analyse(tmp_path, 1, engine="other")
    for number in (1, 2):
        analyse(tmp_path, number)
    analyse(tmp_path, 3, engine="other")
    analyse(tmp_path, 4)
    found = errors(tmp_path, player(4))
    assert found is not None
    assert (found.engine, sorted(found.matches), found.apart) == ("fake", [1, 2, 4], 1)


def test_a_match_that_is_too_short_is_neither_the_best_nor_the_worst(tmp_path: Path) -> None:
    for number in (1, 2):
        analyse(tmp_path, number)
    found = errors(tmp_path, player(2))
    assert found is not None
    assert found.best is None
    rates = dict(
        zip((1, 2), (replace(found.rate, rate=5, decisions=80), replace(found.rate, decisions=80)), strict=True)
    )
    long = replace(found, matches=rates)
    assert (long.best, long.worst) == (1, 2)


def test_without_analyses_there_is_nothing(tmp_path: Path) -> None:
    assert errors(tmp_path, player(3)) is None
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "match-x-1.jsonl").write_text("{}\n")
    assert errors(tmp_path, player(3)) is None
