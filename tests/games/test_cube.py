"""The doubling cube: one rule, one test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import RULE_SETS, STANDARD, RuleSet
from companion.games.backgammon.cube import Act, Cube, Moment, Offer, Refusal, is_pointless, refusal
from companion.games.rules import Side, Stack
from companion.texts import LONGEST, TEXTS, forms

LIGHT, DARK = Side.LIGHT, Side.DARK
ANIMALS = replace(STANDARD, beavers=True, raccoons=True)
TURN = Moment(on_roll=LIGHT, money=True)
DOUBLED = Cube().double(LIGHT)
BEAVERED = DOUBLED.beaver(DARK)


def double(side: Side = LIGHT, cube: Cube | None = None, moment: Moment = TURN, rules: RuleSet = STANDARD) -> object:
    return refusal(Act.DOUBLE, side, cube or Cube(), moment, rules)


# --- what the acts do ----------------------------------------------------------------------------


def test_a_game_begins_with_a_stake_of_one_and_the_cube_in_the_middle() -> None:
    assert (Cube().value, Cube().owner, Cube().offer) == (1, None, None)


def test_an_offered_double_changes_no_stake_before_it_is_taken() -> None:
    assert Cube().double(LIGHT) == Cube(1, None, Offer(Act.DOUBLE, LIGHT, 2))


def test_who_takes_owns_the_cube_at_twice_the_stake() -> None:
    assert DOUBLED.take() == Cube(2, DARK)
    assert Cube(2, DARK).double(DARK).take() == Cube(4, LIGHT)


def test_a_dropped_double_leaves_the_stake_before_it() -> None:
    assert Cube(4, LIGHT).double(LIGHT).drop() == Cube(4, LIGHT)


def test_who_beavers_doubles_back_and_keeps_the_cube() -> None:
    assert Cube(2, DARK, Offer(Act.BEAVER, DARK, 4)) == BEAVERED
    assert BEAVERED.take() == Cube(4, DARK)


def test_who_refuses_a_beaver_loses_the_doubled_stake() -> None:
    assert BEAVERED.drop().value == 2


def test_who_is_beavered_and_rolls_has_accepted() -> None:
    assert BEAVERED.gone_on(LIGHT) == Cube(4, DARK)
    assert BEAVERED.gone_on(DARK) == BEAVERED
    assert DOUBLED.gone_on(LIGHT) == DOUBLED
    assert BEAVERED.raccoon(LIGHT).gone_on(LIGHT) == BEAVERED.raccoon(LIGHT)


def test_a_raccoon_doubles_once_more_and_leaves_the_cube_with_who_beavered() -> None:
    raccooned = BEAVERED.raccoon(LIGHT)
    assert raccooned == Cube(4, DARK, Offer(Act.RACCOON, LIGHT, 8))
    assert raccooned.take() == Cube(8, DARK)
    assert raccooned.drop().value == 4


def test_turning_the_cube_is_a_double_a_beaver_or_a_raccoon_by_what_is_on_offer() -> None:
    assert Cube().turn(LIGHT) == DOUBLED
    assert DOUBLED.turn(DARK) == BEAVERED
    assert BEAVERED.turn(LIGHT) == BEAVERED.raccoon(LIGHT)
    assert BEAVERED.act_of_turning(DARK) is Act.DOUBLE, "nobody beavers his own beaver"


def test_equal_opening_rolls_double_the_stake_in_the_middle_as_often_as_the_rules_allow() -> None:
    twice = replace(STANDARD, automatic_doubles=2)
    assert [Cube.at_start(twice, ties=ties, money=True) for ties in range(4)] == [Cube(1), Cube(2), Cube(4), Cube(4)]
    assert Cube.at_start(STANDARD, ties=3, money=True) == Cube()


def test_automatic_doubles_exist_in_money_play_only() -> None:
    assert Cube.at_start(RULE_SETS["gamez"], ties=1) == Cube()
    assert Cube.at_start(RULE_SETS["gamez"], ties=1, money=True) == Cube(2)


def test_an_automatic_double_is_no_turned_cube() -> None:
    assert not Cube(2).turned
    assert not DOUBLED.turned
    assert DOUBLED.take().turned
    assert BEAVERED.turned


def test_a_stake_of_one_shows_on_the_cube_as_the_rules_say() -> None:
    assert Cube().face(STANDARD) == 64
    assert Cube().face(RULE_SETS["gamez"]) == 1
    assert Cube(4, LIGHT).face(STANDARD) == 4


# --- what is allowed -----------------------------------------------------------------------------


def test_either_player_may_double_while_the_cube_is_in_the_middle() -> None:
    assert double(LIGHT) is None
    assert double(DARK, moment=replace(TURN, on_roll=DARK)) is None


def test_only_the_owner_of_the_cube_may_double() -> None:
    assert double(LIGHT, Cube(2, LIGHT)) is None
    assert double(LIGHT, Cube(2, DARK)) is Refusal.NOT_OWNER


def test_a_double_is_offered_in_ones_own_turn() -> None:
    assert double(DARK) is Refusal.NOT_ON_ROLL


def test_a_double_is_offered_before_the_roll() -> None:
    assert double(moment=replace(TURN, rolled=True)) is Refusal.AFTER_ROLL


def test_nobody_doubles_before_the_opening_roll() -> None:
    assert double(moment=replace(TURN, on_roll=None)) is Refusal.OPENING


def test_a_double_awaits_its_answer_before_the_next_one() -> None:
    assert double(LIGHT, DOUBLED) is Refusal.ALREADY_OFFERED


def test_where_the_rules_have_no_cube_nobody_doubles() -> None:
    assert double(rules=RULE_SETS["djeco"]) is Refusal.NO_CUBE


def test_nobody_doubles_in_the_crawford_game() -> None:
    crawford = Moment(on_roll=LIGHT, crawford=True)
    assert double(moment=crawford) is Refusal.CRAWFORD
    assert double(moment=replace(crawford, crawford=False, post_crawford=True)) is None
    assert double(moment=crawford, rules=RULE_SETS["tactic"]) is None, "a leaflet without the Crawford rule"


@pytest.mark.parametrize(("rolls", "refused"), [((1, 2), True), ((2, 1), True), ((2, 2), False)])
def test_under_the_holland_rule_both_roll_twice_before_a_double_after_the_crawford_game(
    rolls: tuple[int, int], refused: bool
) -> None:
    holland = replace(STANDARD, holland=True)
    after = Moment(on_roll=LIGHT, rolls=Stack(*rolls), post_crawford=True)
    assert double(moment=after, rules=holland) is (Refusal.HOLLAND if refused else None)
    assert double(moment=replace(after, post_crawford=False), rules=holland) is None
    assert double(moment=after) is None, "off unless agreed"


def test_the_cube_goes_no_higher_than_the_rules_let_it() -> None:
    capped = replace(ANIMALS, cube_limit=4)
    assert double(LIGHT, Cube(2, LIGHT), rules=capped) is None
    assert double(LIGHT, Cube(4, LIGHT), rules=capped) is Refusal.LIMIT
    assert refusal(Act.BEAVER, DARK, Cube(2, LIGHT).double(LIGHT), TURN, capped) is Refusal.LIMIT
    assert double(LIGHT, Cube(1024, LIGHT)) is None, "no limit unless agreed"


def test_the_doubled_player_takes_or_drops() -> None:
    for act in (Act.TAKE, Act.DROP):
        assert refusal(act, DARK, DOUBLED, TURN) is None
        assert refusal(act, LIGHT, DOUBLED, TURN) is Refusal.OWN_OFFER
        assert refusal(act, DARK, Cube(), TURN) is Refusal.NOTHING_OFFERED


def test_a_beaver_answers_a_double_at_once_where_agreed_on() -> None:
    assert refusal(Act.BEAVER, DARK, DOUBLED, TURN, ANIMALS) is None
    assert refusal(Act.BEAVER, DARK, DOUBLED, TURN) is Refusal.NO_BEAVERS
    assert refusal(Act.BEAVER, LIGHT, DOUBLED, TURN, ANIMALS) is Refusal.OWN_OFFER
    assert refusal(Act.BEAVER, DARK, Cube(), TURN, ANIMALS) is Refusal.NOTHING_OFFERED


def test_a_raccoon_answers_a_beaver_where_agreed_on() -> None:
    assert refusal(Act.RACCOON, LIGHT, BEAVERED, TURN, ANIMALS) is None
    assert refusal(Act.RACCOON, LIGHT, BEAVERED, TURN, replace(STANDARD, beavers=True)) is Refusal.NO_RACCOONS
    assert refusal(Act.RACCOON, DARK, DOUBLED, TURN, ANIMALS) is Refusal.ALREADY_OFFERED


def test_a_raccoon_can_only_be_taken_or_dropped() -> None:
    raccooned = BEAVERED.raccoon(LIGHT)
    assert raccooned.act_of_turning(DARK) is Act.DOUBLE
    assert double(DARK, raccooned) is Refusal.ALREADY_OFFERED
    assert refusal(Act.TAKE, DARK, raccooned, TURN, ANIMALS) is None


def test_nobody_beavers_in_a_match() -> None:
    match = replace(TURN, money=False)
    assert refusal(Act.BEAVER, DARK, DOUBLED, match, ANIMALS) is Refusal.MONEY_ONLY
    assert refusal(Act.RACCOON, LIGHT, BEAVERED, match, ANIMALS) is Refusal.MONEY_ONLY


@pytest.mark.parametrize("act", Act)
def test_nothing_is_done_with_the_cube_after_the_game(act: Act) -> None:
    assert refusal(act, DARK, DOUBLED, replace(TURN, over=True), ANIMALS) is Refusal.GAME_OVER


def test_a_cube_beyond_need_is_pointless_and_never_refused() -> None:
    assert is_pointless(Cube(4, LIGHT), 4)
    assert is_pointless(Cube(4, LIGHT), 1)
    assert not is_pointless(Cube(4, LIGHT), 5)
    assert not is_pointless(Cube(64, LIGHT), None), "in money play every point counts"
    assert double(LIGHT, Cube(4, LIGHT), Moment(on_roll=LIGHT)) is None


@pytest.mark.parametrize("why", Refusal)
def test_every_refusal_has_a_text(why: Refusal) -> None:
    assert all(len(form) <= LONGEST for wording in TEXTS[f"notice.{why.value}"] for form in forms(wording))
