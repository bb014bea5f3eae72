"""What could be done at a decision."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.coach.cube_acts import CubeAct
from companion.coach.options import CubeLine, options_of
from companion.coach.report import PlayJudged
from companion.games.backgammon import legal_plays
from tests.coach.judged import cube, play, report


def test_a_roll_has_all_its_plays_the_best_first_and_one_was_made() -> None:
    for decision in report().decisions:
        if isinstance(decision, PlayJudged):
            options = options_of(decision)
            assert {str(one.what) for one in options} == {
                str(one) for one in legal_plays(decision.position, decision.dice).values()
            }
            assert [one.equity for one in options] == sorted((one.equity for one in options), reverse=True)
            assert [one.loss for one in options if one.made] == [pytest.approx(decision.loss)]
            assert options[0].loss == 0


def test_where_no_plays_were_saved_the_best_and_the_one_made_are_known() -> None:
    best, made = options_of(play(0.2))
    assert (best.made, made.made) == (False, True)
    assert made.loss == pytest.approx(0.2)
    assert len(options_of(replace(play(0.0), made=play(0.0).best))) == 1


@pytest.mark.parametrize(
    ("act", "equities", "losses", "made"),
    [
        (CubeAct.ROLLED, (0.5, 0.6, 1.0), (0.1, 0.0, None), CubeLine.NO_DOUBLE),
        (CubeAct.DOUBLED, (0.5, 0.6, 1.0), (0.1, 0.0, None), CubeLine.DOUBLE_TAKE),
        (CubeAct.TOOK, (-0.6, -1.0), (0.0, 0.4), CubeLine.TAKE),
        (CubeAct.DROPPED, (-0.6, -1.0), (0.0, 0.4), CubeLine.DROP),
    ],
)
def test_the_actions_with_the_cube_are_worth_what_they_are_to_who_decides(
    act: CubeAct, equities: tuple[float, ...], losses: tuple[float | None, ...], made: CubeLine
) -> None:
    options = options_of(cube(act, 0.5, 0.6))
    assert [one.equity for one in options] == pytest.approx(equities)
    assert [one.loss for one in options] == [None if loss is None else pytest.approx(loss) for loss in losses]
    assert [one.what for one in options if one.made] == [made]


def test_a_double_that_is_to_be_dropped_is_worth_the_drop() -> None:
    no_double, take, drop = options_of(cube(CubeAct.DOUBLED, 0.8, 1.2))
    assert no_double.loss == pytest.approx(0.2)
    assert (take.loss, drop.loss) == (None, 0.0)
    assert drop.made
