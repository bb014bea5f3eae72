"""What there was to decide in a match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.coach.cube_acts import CubeAct
from companion.coach.decisions import CubeTurned, RollDecision, decisions
from companion.coach.report import LeftOut, LeftOutReason
from companion.errors import InputError
from companion.games.backgammon import Position
from companion.games.rules import Side
from companion.record.match import Double, Drop, Match, Placed, Take
from tests.coach.judged import TWO_GAMES, one_game
from tests.record.playing import game_of, random_match

FIRST = ("light 31 8/5 6/5", "dark 42 8/4 6/4")


def told(match: Match) -> list[str]:
    return [_told(one) for one in decisions(match)]


def _told(one: object) -> str:
    match one:
        case RollDecision():
            return f"{one.turn} {one.side.value} {one.dice.text()}"
        case CubeTurned():
            return f"{one.turn} {one.side.value} {one.act.value}"
        case LeftOut():
            return f"{one.turn} {one.side.value} left out: {one.why.value}"
    raise AssertionError(one)


def test_each_roll_and_each_turn_of_the_cube_is_a_decision_in_order() -> None:
    assert told(TWO_GAMES) == [
        "1 light 31", "2 dark rolled", "2 dark 42", "3 light doubled", "3 dark took", "3 light 65", "4 dark rolled",
        "4 dark 11",
        "1 dark 64", "2 light rolled", "2 light 21", "3 dark doubled", "3 light dropped",
    ]  # fmt: skip


def test_the_situation_holds_score_cube_and_dice_as_they_were() -> None:
    found = decisions(TWO_GAMES)
    doubled, after = found[3], found[5]
    assert isinstance(doubled, CubeTurned)
    assert isinstance(after, RollDecision)
    assert (doubled.situation.state.cube, doubled.situation.state.owner, doubled.situation.state.dice) == (
        1,
        None,
        None,
    )
    assert (after.situation.state.cube, after.situation.state.owner) == (2, Side.DARK)
    last = found[-1]
    assert last.side is Side.LIGHT
    assert isinstance(last, CubeTurned)
    assert last.situation.position.on_roll is Side.DARK, "an answer is judged from the doubler's chair"
    assert tuple(last.situation.state.score) == (0, 2)


def test_who_does_not_own_the_cube_has_nothing_to_decide_about_it() -> None:
    match = one_game(*FIRST, "light double 2", "dark take", "light 65 24/18 18/13", "dark 11 8/7(2) 6/5(2)", "light 31")
    assert [one for one in told(match) if "light" in one][-1:] == ["5 light 31"]
    assert "5 light rolled" not in told(match)


def test_there_is_no_cube_in_the_crawford_game() -> None:
    assert [one for one in told(one_game(*FIRST, score=(4, 1), crawford=True)) if "rolled" in one] == []


def test_not_to_double_is_no_decision_where_a_double_is_pointless() -> None:
    earlier = game_of(*FIRST, score=(4, 1), crawford=True)
    after = game_of("dark 31 8/5 6/5", "light 42 8/4 6/4", "dark 21 13/11 6/5", score=(4, 2))
    match = Match(("Anna", "Bob"), 5, (earlier, after))
    told_of_second = [one for one in decisions(match) if one.game == 2]
    acts = [(one.turn, one.side) for one in told_of_second if isinstance(one, CubeTurned)]
    assert acts == [(3, Side.DARK)], "light needs one point only"


def test_a_rule_set_without_the_cube_has_no_decisions_about_it() -> None:
    assert [one for one in told(replace(one_game(*FIRST), rules="tournament cube=false")) if "rolled" in one] == []


def test_a_beaver_is_judged_as_a_take_and_what_follows_on_it_is_not() -> None:
    game = game_of(*FIRST)
    actions = (*game.actions, Double(Side.LIGHT, 2), Double(Side.DARK, 4), Drop(Side.LIGHT))
    match = Match(length=0, games=(replace(game, actions=actions),), rules="tournament beavers=true")
    assert told(match)[-2:] == ["3 light doubled", "3 dark took"]


def test_an_answer_to_no_offer_is_passed_over() -> None:
    game = game_of(*FIRST)
    match = Match(length=5, games=(replace(game, actions=(*game.actions, Take(Side.DARK))),))
    assert told(match) == ["1 light 31", "2 dark rolled", "2 dark 42"]


def test_a_roll_that_was_not_played_is_there_without_an_end() -> None:
    last = decisions(one_game(*FIRST, "light 65"))[-1]
    assert isinstance(last, RollDecision)
    assert (last.played, last.end) == (None, None)


def test_a_play_against_the_rules_has_no_end_to_judge() -> None:
    second = decisions(one_game("light 31 8/5 6/4", "dark 42 8/4 6/4"))[0]
    assert isinstance(second, RollDecision)
    assert second.played is not None
    assert second.end is None


def test_where_nobody_knows_how_the_checkers_lay_the_rolls_are_left_out() -> None:
    match = one_game("light 31 3/1", "dark 42 8/4 6/4")
    assert told(match) == ["1 light 31", "2 dark left out: unknown-board"]


def test_after_an_illegal_play_it_goes_on_where_the_checkers_are_placed() -> None:
    game = game_of("light 31 3/1", "dark 42 8/4 6/4")
    placed = Placed(replace(Position.from_id("4HPwATDgc/ABMA"), on_roll=Side.DARK))
    actions = (game.actions[0], placed, game.actions[1])
    found = decisions(Match(length=5, games=(replace(game, actions=actions),)))
    assert isinstance(found[-1], RollDecision)
    assert found[-1].end is not None


def test_a_score_that_does_not_fit_the_match_leaves_its_game_out() -> None:
    found = decisions(one_game(*FIRST, score=(5, 0)))
    assert [one.why for one in found if isinstance(one, LeftOut)] == [LeftOutReason.SCORE, LeftOutReason.SCORE]


def test_rules_that_cannot_be_read_are_told() -> None:
    with pytest.raises(InputError):
        decisions(replace(one_game(*FIRST), rules="nobody's"))


@pytest.mark.parametrize("seed", range(4))
def test_every_roll_of_a_match_is_there_once(seed: int) -> None:
    match = random_match(seed, 5)
    found = decisions(match)
    rolled = sum(isinstance(one, RollDecision) for one in found)
    assert rolled == sum(hasattr(action, "dice") for game in match.games for action in game.actions)
    acts = [one.act for one in found if isinstance(one, CubeTurned)]
    assert acts.count(CubeAct.DOUBLED) == acts.count(CubeAct.TOOK) + acts.count(CubeAct.DROPPED)
