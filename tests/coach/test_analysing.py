"""A match judged decision by decision, and the sums of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from companion.coach.analysing import analysed
from companion.coach.cube_acts import CubeAct
from companion.coach.evaluation import Ranking
from companion.coach.grading import CubeFault, Grade
from companion.coach.luck import ROLLS, luck
from companion.coach.report import CubeJudged, Judged, JudgedDecision, PlayJudged, totals_of
from companion.coach.totals import NOTHING
from companion.errors import EngineError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from tests.coach.fakes import ByNotation
from tests.coach.judged import OPENING, TWO_GAMES, Failing, cube, one_game, play, report, texts


def test_every_decision_is_one_step_and_told_how_far_it_is() -> None:
    steps = list(analysed(TWO_GAMES, ByNotation()))
    assert [(step.done, step.of) for step in steps] == [(n, 13) for n in range(1, 14)]
    assert texts(step.judged for step in steps)[:4] == [
        "1.1 light 31 8/5 6/5", "1.2 dark rolled", "1.2 dark 42 8/4 6/4", "1.3 light doubled",
    ]  # fmt: skip


@pytest.mark.slow
def test_what_was_judged_before_is_not_judged_again_and_the_whole_is_the_same() -> None:
    whole = [step.judged for step in analysed(TWO_GAMES, ByNotation())]
    for already in range(len(whole) + 1):
        engine = ByNotation()
        rest = [step.judged for step in analysed(TWO_GAMES, engine, so_far=whole[:already])]
        assert whole[:already] + rest == whole
        before = {one.situation for one in whole[:already] if isinstance(one, PlayJudged)}
        assert not before & {situation for situation, _, also in engine.asked if also is not None}


def test_a_double_and_its_answer_share_one_question() -> None:
    engine = ByNotation()
    report(TWO_GAMES, engine)
    asked = [situation for situation, dice, _ in engine.asked if dice is None]
    assert len(asked) == len(set(asked)) == 5


def test_the_loss_is_the_distance_to_the_best_play() -> None:
    judged = report().games[0].judged[0]
    assert isinstance(judged, PlayJudged)
    assert judged.made is not None
    ranked = sorted(one.text() for one in legal_plays(judged.position, judged.dice).values())
    assert judged.loss == pytest.approx(0.1 * ranked.index("8/5 6/5"))
    assert (judged.choices, judged.best.play.text()) == (len(ranked), ranked[0])


def test_the_play_made_is_looked_at_as_deeply_as_the_best() -> None:
    engine = ByNotation()
    report(TWO_GAMES, engine)
    deep = [also for _, _, also in engine.asked if also is not None]
    assert len(deep) == 6, "one for each play with a choice"


def test_a_play_without_a_choice_is_not_counted_and_not_looked_at_deeply() -> None:
    engine = ByNotation()
    # Light's two checkers on the bar meet six closed points.
    found = report(one_game("light 66", start=_shut_out()), engine)
    judged = found.games[0].judged[-1]
    assert isinstance(judged, PlayJudged)
    assert (judged.choices, judged.counts, judged.loss) == (1, False, 0.0)
    assert all(also is None for _, _, also in engine.asked)
    assert found.totals(Side.LIGHT).rolls == 1
    assert found.totals(Side.LIGHT).plays == 0


def test_a_roll_that_was_not_played_is_valued_for_its_luck_only() -> None:
    judged = report(one_game("light 31")).games[0].judged[0]
    assert isinstance(judged, PlayJudged)
    assert (judged.made, judged.loss, judged.counts) == (None, 0.0, False)
    assert judged.luck is not None


def test_an_engine_that_dies_once_is_asked_again() -> None:
    assert len(list(analysed(TWO_GAMES, Failing(30)))) == 13


def test_an_engine_that_dies_twice_at_a_decision_ends_it_and_the_decisions_before_are_there() -> None:
    done: list[Judged] = []
    with pytest.raises(EngineError):
        done.extend(step.judged for step in analysed(TWO_GAMES, Failing(40, times=2)))
    assert 0 < len(done) < 13
    rest = [step.judged for step in analysed(TWO_GAMES, ByNotation(), so_far=done)]
    assert done + rest == [step.judged for step in analysed(TWO_GAMES, ByNotation())]


def test_luck_can_be_left_out() -> None:
    engine = ByNotation()
    judged = [step.judged for step in analysed(TWO_GAMES, engine, luck_ply=None)]
    assert all(one.luck is None for one in judged if isinstance(one, PlayJudged))
    assert len(engine.asked) < 25


# --- luck ----------------------------------------------------------------------------------------


class ByPips(ByNotation):
    """A roll is worth its pips."""

    def worth(self, dice: Dice) -> int:
        return sum(dice.numbers)

    def ranking(
        self, situation: Situation, dice: Dice, *, ply: int | None = None, rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:  # fmt: skip
        ranking = super().ranking(situation, dice, ply=ply, rules=rules, also=also)
        best = replace(ranking.best, equity=float(self.worth(dice)))
        return replace(ranking, candidates=(best, *ranking.candidates[1:]))


def test_luck_is_the_roll_against_the_mean_of_36() -> None:
    engine, elsewhere = ByPips(), Situation.from_text("XGID=-b----E-C---eE---c-c-b--B-:0:0:1:00:0:0:0:7:10")
    mean = Fraction(sum((1 if dice.is_double else 2) * sum(dice.numbers) for dice in ROLLS), 36)
    assert len(ROLLS) == 21
    for dice in (Dice(6, 6), Dice(1, 2)):
        rolled = engine.ranking(elsewhere, dice, ply=0)
        assert luck(engine, elsewhere, rolled) == pytest.approx(float(engine.worth(dice) - mean))


def test_the_luck_of_all_rolls_is_none_at_all() -> None:
    engine, elsewhere = ByNotation(), Situation.from_text("XGID=-b----E-C---eE---c-c-b--B-:0:0:1:00:0:0:0:7:10")
    weighted = [
        (1 if dice.is_double else 2) * luck(engine, elsewhere, engine.ranking(elsewhere, dice, ply=0)) for dice in ROLLS
    ]
    assert sum(weighted) == pytest.approx(0.0)


def test_who_begins_is_luck_too() -> None:
    engine = ByPips()
    rolled = engine.ranking(OPENING, Dice(3, 1), ply=0)
    assert luck(engine, OPENING, rolled) == pytest.approx(4.0), "both players' opening rolls are worth nothing together"


# --- the cube ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("judged", "loss", "fault", "right"),
    [
        (cube(CubeAct.ROLLED, 0.3, 0.5), 0.2, CubeFault.MISSED_DOUBLE, CubeAct.DOUBLED),
        (cube(CubeAct.ROLLED, 0.3, 0.2), 0.0, None, CubeAct.ROLLED),
        (cube(CubeAct.ROLLED, 1.3, 1.5), 0.0, None, CubeAct.ROLLED),
        (cube(CubeAct.DOUBLED, 0.3, 0.2), 0.1, CubeFault.WRONG_DOUBLE, CubeAct.ROLLED),
        (cube(CubeAct.DOUBLED, 1.3, 1.5), 0.3, CubeFault.WRONG_DOUBLE, CubeAct.ROLLED),
        (cube(CubeAct.DOUBLED, 0.9, 1.5), 0.0, None, CubeAct.DOUBLED),
        (cube(CubeAct.TOOK, 0.9, 1.5), 0.5, CubeFault.WRONG_TAKE, CubeAct.DROPPED),
        (cube(CubeAct.TOOK, 0.9, 0.8), 0.0, None, CubeAct.TOOK),
        (cube(CubeAct.DROPPED, 0.9, 0.8), 0.2, CubeFault.WRONG_DROP, CubeAct.TOOK),
        (cube(CubeAct.DROPPED, 0.9, 1.1), 0.0, None, CubeAct.DROPPED),
        (cube(CubeAct.DROPPED, 0.9, 0.9998), 0.0002, None, CubeAct.TOOK),  # as good as right
        (cube(CubeAct.DOUBLED, 0.3, 0.265), 0.035, None, CubeAct.ROLLED),
    ],
)
def test_an_act_about_the_cube_gives_away_what_the_right_one_is_worth_more(
    judged: CubeJudged, loss: float, fault: CubeFault | None, right: CubeAct
) -> None:
    assert judged.loss == pytest.approx(loss)
    assert (judged.fault, judged.best) == (fault, right)


# --- sums ----------------------------------------------------------------------------------------


def test_the_sums_of_a_player_are_those_of_the_decisions() -> None:
    decisions: list[JudgedDecision] = [play(0.05, luck=0.5), play(0.0, luck=-0.2), cube(CubeAct.TOOK, 0.9, 1.5)]
    totals = sum(map(totals_of, decisions), NOTHING)
    assert (totals.rolls, totals.plays, totals.cubes, totals.decisions) == (2, 2, 1, 3)
    assert totals.play_loss == pytest.approx(0.05)
    assert totals.cube_loss == pytest.approx(0.5)
    assert totals.rate == pytest.approx(1000 * 0.55 / 3)
    assert totals.play_rate == pytest.approx(25)
    assert totals.cube_rate == pytest.approx(500)
    assert totals.luck == pytest.approx(0.3)
    assert totals.play_grades == {Grade.DOUBTFUL: 1, Grade.FINE: 1}
    assert totals.faults == {CubeFault.WRONG_TAKE: 1}


def test_who_decided_nothing_has_no_level() -> None:
    assert NOTHING.level is None
    assert NOTHING.rate == 0


def test_the_sums_of_a_match_are_those_of_its_games() -> None:
    found = report()
    for side in Side:
        assert found.totals(side) == found.games[0].totals(side) + found.games[1].totals(side)
    assert found.is_whole
    assert found.name(Side.DARK) == "Bob"


def test_the_worst_decisions_come_first() -> None:
    found = report()
    losses = [one.loss for one in found.worst(4)]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) == 4
    assert {one.side for one in found.worst(50, side=Side.DARK)} == {Side.DARK}
    assert found.worst(50, least=99.0) == ()


def _shut_out() -> Position:
    """Light is on the bar against six closed points."""
    return Position.from_xgid("XGID=-A-----------------bbbbbbA:0:0:1:00:0:0:0:5:10")
