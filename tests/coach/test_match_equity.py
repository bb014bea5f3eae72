"""Match equities: what must hold for any table, and how far ours is from one that many players use."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.coach.match_equity import LONGEST, MatchEquities, match_equities
from tests.patience import PATIENCE_S

TABLE: Final = match_equities()
GNUBG: Final = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
AWAY: Final = st.integers(1, LONGEST + 20)


@pytest.mark.slow
@given(AWAY, AWAY)
def test_the_chances_of_both_add_up_to_one(away: int, their_away: int) -> None:
    assert TABLE.of(away, their_away) + TABLE.of(their_away, away) == pytest.approx(1)


@pytest.mark.slow
@given(AWAY, AWAY)
def test_a_point_won_never_hurts(away: int, their_away: int) -> None:
    seam = 0.002 if away == LONGEST else 0  # from here on a formula answers, which is that far off
    assert TABLE.of(away, their_away) >= TABLE.of(away + 1, their_away) - seam


def test_a_match_that_is_over_is_won_or_lost() -> None:
    assert (TABLE.of(0, 3), TABLE.of(-2, 3), TABLE.of(3, 0)) == (1, 1, 0)


def test_equal_scores_are_even() -> None:
    assert all(TABLE.of(away, away) == 0.5 for away in range(1, 100))


def test_after_the_crawford_game_a_second_point_is_worth_little_and_a_third_much() -> None:
    """Who is behind doubles at once and wins two points a game: four points take as many games as three."""
    two, three, four, five = (TABLE.of(away, 1, after_crawford=True) for away in (2, 3, 4, 5))
    assert 0.48 < two < 0.5
    assert three - four < 0.02 < two - three
    assert four - five > 0.08


def test_rules_without_cube_and_gammons_make_a_match_a_series_of_even_games() -> None:
    plain = match_equities((1, 1, 1), doubling=False)
    assert plain.of(1, 2) == pytest.approx(0.75)
    assert plain.of(1, 3) == pytest.approx(0.875)
    assert plain.of(2, 3) == pytest.approx(0.6875)


def test_the_order_of_asking_does_not_matter() -> None:
    small_first, large_first = MatchEquities(), MatchEquities()
    large_first.of(12, 3)
    assert small_first.of(2, 5) == large_first.of(2, 5)


@pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
def test_ours_are_near_the_rollouts_that_gnu_backgammon_uses(tmp_path: Path) -> None:
    """Kazaross-XG2, up to 25 points: nowhere further than 1.1 % of the match, on average 0.15 %."""
    out, script = tmp_path / "met.json", tmp_path / "script.py"
    script.write_text(f"import gnubg, json\njson.dump(gnubg.met(25), open({str(out)!r}, 'w'))", encoding="utf-8")
    subprocess.run(
        [str(GNUBG), "-t", "-q", "-p", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    before, after, _ = json.loads(out.read_text(encoding="utf-8"))
    scores = [(away, their_away) for away in range(1, 26) for their_away in range(1, 26)]
    off = [abs(TABLE.of(away, their) - before[away - 1][their - 1]) for away, their in scores]
    assert max(off) < 0.011
    assert sum(off) / len(off) < 0.0015
    assert all(abs(TABLE.of(away, 1, after_crawford=True) - after[away - 1]) < 0.005 for away in range(1, 26))
