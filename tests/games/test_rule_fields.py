"""Every field of a rule set changes what the leaflets say of it, and nothing else.

Each test changes one field and looks at all that follows from a rule set, over many cases.  It is
named after its field; the last test sees that no field has been forgotten.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from companion.games.backgammon import Dice, Position, RuleSet
from companion.games.backgammon.choices import RollArea
from companion.games.backgammon.conduct import AtTheTable, ConductOutcome, Rest
from companion.games.backgammon.cube import Act, Cube, Moment, Refusal
from companion.games.backgammon.ruleset import FIELDS
from companion.games.backgammon.scoring import Result
from companion.games.backgammon.wording import HitPlace
from companion.games.rules import Side, Stack
from tests.games import consequences
from tests.games.consequences import NOT_SHUT_OUT, SHUT_OUT, Case, cases, outcome
from tests.games.reference import board_of, reference_ends

TOURNAMENT = RuleSet.from_text("tournament")


class Change:
    """Two rule sets that differ in one field, and what follows from that."""

    def __init__(self, change: str, *, base: str = "tournament") -> None:
        self.before = RuleSet.from_text(base)
        self.after = RuleSet.from_text(f"{base} {change}")
        (self.field,) = [name for name, value in self.after.values().items() if value != self.before.values()[name]]
        self.found = consequences.changes(self.before, self.after)

    def only(self, matter: str) -> list[Case]:
        """The cases that go otherwise, none of them in any other matter."""
        assert list(self.found) == [matter], self.field
        return self.found[matter]

    def outcomes(self, matter: str, case: Case) -> tuple[Any, Any]:
        return outcome(matter, case, self.before), outcome(matter, case, self.after)


# --- who starts, and with what -----------------------------------------------------------------------


@pytest.mark.slow
def test_changing_opening_lets_the_younger_player_start_with_any_roll() -> None:
    change = Change("opening=younger")
    for case in change.only("opening"):
        before, after = change.outcomes("opening", case)
        if case[0] == "starter":
            assert after is case[3]
        else:
            assert (before, after) == (False, True)
            assert cast(Dice, case[1]).is_double
    assert len([case for case in change.found["opening"] if case[0] == "first roll"]) == 6


def test_changing_automatic_doubles_doubles_the_stake_of_tied_money_games() -> None:
    change = Change("automatic_doubles=3")
    expected = [(ties, money) for ties, money in cases("stake at the start") if ties and money]
    assert change.only("stake at the start") == expected
    for ties, money in expected:
        assert outcome("stake at the start", (ties, money), change.after) == 2 ** min(cast(int, ties), 3)


def test_changing_dice_makes_a_roll_of_two_throws() -> None:
    change = Change("dice=one-twice")
    assert change.only("throws in a roll") == [()]
    assert change.outcomes("throws in a roll", ()) == (1, 2)


def test_changing_whose_dice_lets_a_die_tell_its_player() -> None:
    change = Change("whose_dice=own")
    assert change.only("whose die") == [()]
    assert change.outcomes("whose die", ()) == (False, True)


# --- what may be played ------------------------------------------------------------------------------

slow_ends = cache(reference_ends)


def plays_as_the_slow_enumerator_has_them(change: Change) -> list[Case]:
    """The cases of plays that differ by the slow enumerator; it must agree with the engine in all of them."""
    differing = []
    for case in cases("plays"):
        position, dice = cast(tuple[Position, Dice], case)
        slow = [slow_ends(position, dice, rules) for rules in (change.before, change.after)]
        for rules, known in zip((change.before, change.after), slow, strict=True):
            ends = {board_of(end, position.on_roll) for end in cast(set[Position], outcome("plays", case, rules))}
            assert ends == known
        if slow[0] != slow[1]:
            differing.append(case)
    return differing


def pips_played(position: Position, end: Position) -> int:
    """How far the side on roll has come; a checker borne off comes at most as far as its number."""
    return position.pip_count(position.on_roll) - end.pip_count(position.on_roll)


@pytest.mark.slow
def test_changing_both_numbers_adds_plays_that_spoil_the_other_number() -> None:
    change = Change("both_numbers=false")
    differing = change.only("plays")
    assert differing == plays_as_the_slow_enumerator_has_them(change)
    assert len(differing) > 10
    for case in differing:
        before, after = change.outcomes("plays", case)
        assert before < after, "plays are added, none is taken away"


@pytest.mark.slow
def test_changing_larger_number_adds_plays_of_the_smaller_where_only_one_can_be_played() -> None:
    change = Change("larger_number=false")
    differing = change.only("plays")
    assert differing == plays_as_the_slow_enumerator_has_them(change)
    assert len(differing) > 10
    for case in differing:
        position, dice = cast(tuple[Position, Dice], case)
        before, after = change.outcomes("plays", case)
        assert before < after, "plays are added, none is taken away"
        larger, smaller = max(dice.first, dice.second), min(dice.first, dice.second)
        assert not dice.is_double
        assert all(pips_played(position, end) <= larger for end in before)
        assert all(pips_played(position, end) <= smaller for end in after - before)


@pytest.mark.slow
def test_changing_home_size_changes_plays_only_where_it_lets_a_checker_off_and_what_a_backgammon_is() -> None:
    change = Change("home_size=12")
    assert set(change.found) == {"plays", "results"}
    assert change.found["plays"] == plays_as_the_slow_enumerator_has_them(change)
    assert len(change.found["plays"]) > 25
    for case in change.found["plays"]:
        position, _ = cast(tuple[Position, Dice], case)
        before, after = change.outcomes("plays", case)
        farthest = max(point for point, count in enumerate(position.counts(position.on_roll), start=1) if count)
        assert farthest > 6
        assert any(end.off.of(position.on_roll) > position.off.of(position.on_roll) for end in after - before)
    assert {name for name, _ in change.found["results"]} == {
        "one on the winner's seventh point",
        "one on the winner's twelfth point",
    }
    for name, off in change.found["results"]:
        assert off != Stack(15, 1)
        assert change.outcomes("results", (name, off)) == (Result.GAMMON, Result.BACKGAMMON)


# --- the cube ----------------------------------------------------------------------------------------


def test_changing_cube_refuses_every_double_and_takes_the_stake_from_the_points() -> None:
    change = Change("cube=false")
    assert set(change.found) == {"points", "cube acts"}
    assert change.found["points"] == [case for case in cases("points") if cast(Cube, case[1]).value > 1]
    for won_as, cube, money in change.found["points"]:
        assert outcome("points", (won_as, cube, money), change.after) == won_as
    for case in change.found["cube acts"]:
        assert case[0] is Act.DOUBLE
        assert outcome("cube acts", case, change.after) is Refusal.NO_CUBE
    assert {case for case in cases("cube acts") if case[0] is Act.DOUBLE} == set(change.found["cube acts"])


@pytest.mark.slow
def test_changing_cube_starts_at_changes_the_face_of_an_unturned_cube() -> None:
    change = Change("cube_starts_at=1")
    assert change.only("face of the cube") == [(1,)]
    assert change.outcomes("face of the cube", (1,)) == (64, 1)


@pytest.mark.slow
def test_changing_cube_limit_refuses_doubles_beyond_it() -> None:
    change = Change("cube_limit=8", base="tournament beavers=true raccoons=true")
    for case in change.only("cube acts"):
        cube = cast(Cube, case[2])
        assert change.outcomes("cube acts", case) == (None, Refusal.LIMIT)
        assert 2 * (cube.offer.value if cube.offer else cube.value) > 8
    assert {case[0] for case in change.found["cube acts"]} == {Act.DOUBLE, Act.BEAVER, Act.RACCOON}


def test_changing_crawford_allows_doubles_in_the_crawford_game() -> None:
    change = Change("crawford=false")
    for case in change.only("cube acts"):
        before, _ = change.outcomes("cube acts", case)
        assert before is Refusal.CRAWFORD
        assert cast(Moment, case[3]).crawford
        assert case[0] is Act.DOUBLE


def test_changing_holland_delays_doubles_after_the_crawford_game() -> None:
    change = Change("holland=true")
    for case in change.only("cube acts"):
        moment = cast(Moment, case[3])
        assert change.outcomes("cube acts", case) == (None, Refusal.HOLLAND)
        assert case[0] is Act.DOUBLE
        assert moment.post_crawford
        assert min(moment.rolls) < 2


def test_changing_jacoby_takes_gammons_from_money_games_with_an_unturned_cube() -> None:
    change = Change("jacoby=true")
    expected = [case for case in cases("points") if case[0] is not Result.SINGLE and case[2]]
    assert change.only("points") == [case for case in expected if cast(Cube, case[1]).owner is None]
    for case in change.found["points"]:
        assert outcome("points", case, change.after) == cast(Cube, case[1]).value


def test_changing_beavers_allows_doubling_back_in_money_play() -> None:
    change = Change("beavers=true")
    allowed = 0
    for case in change.only("cube acts"):
        before, after = change.outcomes("cube acts", case)
        money = cast(Moment, case[3]).money
        assert case[0] is Act.BEAVER
        assert (before, after) == (Refusal.NO_BEAVERS, None if money else Refusal.MONEY_ONLY)
        allowed += money
    assert allowed


def test_changing_raccoons_allows_doubling_a_beaver_back_in_money_play() -> None:
    change = Change("raccoons=true", base="tournament beavers=true")
    allowed = 0
    for case in change.only("cube acts"):
        before, after = change.outcomes("cube acts", case)
        money = cast(Moment, case[3]).money
        assert case[0] is Act.RACCOON
        assert (before, after) == (Refusal.NO_RACCOONS, None if money else Refusal.MONEY_ONLY)
        allowed += money
    assert allowed


# --- what a win counts -------------------------------------------------------------------------------


@pytest.mark.slow
def test_changing_gammon_makes_a_gammon_a_plain_win() -> None:
    change = Change("gammon=false", base="tournament backgammon=false")
    assert set(change.found) == {"results", "points"}
    for case in change.found["results"]:
        assert change.outcomes("results", case) == (Result.GAMMON, Result.SINGLE)
    for case in change.found["points"]:
        before, after = change.outcomes("points", case)
        assert before == 2 * after
        assert case[0] is not Result.SINGLE


def test_changing_backgammon_makes_a_backgammon_a_gammon() -> None:
    change = Change("backgammon=false")
    assert set(change.found) == {"results", "points"}
    assert {case[0] for case in change.found["results"]} == {"one in the winner's home", "one on the bar"}
    for case in change.found["results"]:
        assert change.outcomes("results", case) == (Result.BACKGAMMON, Result.GAMMON)
    assert change.found["points"] == [case for case in cases("points") if case[0] is Result.BACKGAMMON]
    for case in change.found["points"]:
        before, after = change.outcomes("points", case)
        assert 2 * before == 3 * after


def test_changing_gammon_by_asks_the_tray_where_the_record_says_otherwise() -> None:
    change = Change("gammon_by=tray")
    for name, off in change.only("results"):
        tray = Stack(15, 1) if name == "one off" else Stack(15, 0)
        assert off not in (None, tray)
        assert outcome("results", (name, off), change.after) == outcome("results", (name, None), change.before)
    assert {name for name, _ in change.found["results"]} == set(consequences.FINISHED)


def test_changing_match_counts_makes_every_win_count_one() -> None:
    change = Change("match_counts=games")
    for case in change.only("points"):
        assert outcome("points", case, change.after) == 1
    assert len(change.found["points"]) == len(
        [case for case in cases("points") if outcome("points", case, TOURNAMENT) != 1]
    )


# --- the board and its words -------------------------------------------------------------------------


def test_changing_has_bar_changes_a_word_only() -> None:
    change = Change("has_bar=false")
    assert change.only("place of hit checkers") == [()]
    assert change.outcomes("place of hit checkers", ()) == (HitPlace.BAR, HitPlace.MIDDLE)


def test_changing_colours_changes_what_sides_are_called() -> None:
    change = Change("colours=white-orange")
    assert change.only("colour") == [(Side.LIGHT,), (Side.DARK,)]
    assert [outcome("colour", (side,), change.after) for side in Side] == ["white", "orange"]


def test_changing_direction_changes_which_way_each_side_is_said_to_go() -> None:
    change = Change("direction=clockwise")
    assert change.only("direction") == [(Side.LIGHT,), (Side.DARK,)]
    assert len({outcome("direction", (side,), change.after) for side in Side}) == 2


@pytest.mark.slow
def test_changing_numbering_changes_the_numbers_that_one_side_reads() -> None:
    for text, side in (("light-path", Side.LIGHT), ("dark-path", Side.DARK)):
        change = Change(f"numbering={text}")
        assert change.only("number of a point") == [(point, side) for point in range(1, 25)]
        assert [outcome("number of a point", (point, side), change.after) for point in (24, 1)] == [1, 24]


# --- at the table ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_changing_illegal_play_leaves_one_noticed_in_time_to_the_opponent() -> None:
    change = Change("illegal_play=responsible-moves", base="tournament told=silent")
    assert change.only("illegal play") == [(False,)]
    assert change.outcomes("illegal play", (False,)) == (
        ConductOutcome.MUST_BE_CORRECTED,
        ConductOutcome.OPPONENT_CHOOSES,
    )


def test_changing_told_keeps_an_illegal_play_from_those_who_do_not_ask() -> None:
    assert Change("told=on-request").only("told") == [(False,)]
    assert Change("told=silent").only("told") == [(False,), (True,)]


def test_changing_roll_area_changes_only_where_dice_count() -> None:
    change = Change("roll_area=right-of-bar")
    for (rest,) in change.only("valid rolls"):
        within = cast(Rest, rest).within
        assert within in (frozenset({RollArea.ANYWHERE}), frozenset({RollArea.RIGHT_OF_BAR}))
        assert outcome("valid rolls", (rest,), change.after) == ((RollArea.RIGHT_OF_BAR in within,) * 2)


def test_changing_die_on_checker_lets_a_flat_die_on_a_checker_count() -> None:
    change = Change("die_on_checker=legal")
    assert change.only("valid rolls") == [(Rest(flat=True, on_checker=True),)]


def test_changing_premature_roll_lets_it_be_made_again() -> None:
    change = Change("premature_roll=re-roll")
    assert change.only("premature") == [()]
    assert change.outcomes("premature", ()) == (False, True)


def test_changing_turn_ends_changes_the_act_that_ends_a_turn() -> None:
    change = Change("turn_ends=clock-or-button")
    assert change.only("end of turn") == [(AtTheTable.LIFTS_DICE,), (AtTheTable.PRESSES,)]
    assert change.outcomes("end of turn", (AtTheTable.PRESSES,)) == (False, True)


def test_changing_shut_out_rolls_makes_only_the_shut_out_player_roll() -> None:
    change = Change("shut_out_rolls=true")
    assert change.only("has to roll") == [(SHUT_OUT, Side.LIGHT)]
    assert outcome("has to roll", (NOT_SHUT_OUT, Side.LIGHT), change.before) is True


def test_changing_delay_s_changes_what_turns_cost() -> None:
    change = Change("delay_s=5")
    assert change.only("clock") == [("charged", 12.0), ("charged", 13.5), ("charged", 60.0)]
    assert change.outcomes("clock", ("charged", 12.0)) == (0.0, 7.0)


def test_changing_reserve_per_point_s_changes_the_reserve_of_matches() -> None:
    change = Change("reserve_per_point_s=180")
    for kind, length, light, dark in change.only("clock"):
        before, after = change.outcomes("clock", (kind, length, light, dark))
        assert after - before == 60 * cast(int, length)
    assert {case[1] for case in change.found["clock"]} == {3, 7}


def test_changing_reserve_less_per_point_scored_s_changes_the_reserve_of_matches_under_way() -> None:
    change = Change("reserve_less_per_point_scored_s=0")
    for kind, length, light, dark in change.only("clock"):
        before, after = change.outcomes("clock", (kind, length, light, dark))
        assert after - before == 60 * (cast(int, light) + cast(int, dark)) > 0
        assert length


def test_changing_reserve_s_gives_matches_of_every_length_the_same_reserve() -> None:
    change = Change("reserve_s=720")
    found = change.only("clock")
    assert {change.outcomes("clock", case)[1] for case in found} == {720}
    assert {case[1] for case in found} == {3, 7}, "money play has no reserve either way"


def test_changing_increment_s_adds_to_the_reserve_with_each_turn() -> None:
    change = Change("increment_s=5")
    assert change.only("clock") == [("gained",)]
    assert change.outcomes("clock", ("gained",)) == (0.0, 5.0)


def test_changing_out_of_reserve_leaves_a_fallen_clock_to_the_director() -> None:
    change = Change("out_of_reserve=director")
    assert change.only("clock") == [("lost", -1.0), ("lost", 0.0)]


def test_every_field_has_its_test() -> None:
    tested = [name for name in globals() if name.startswith("test_changing_")]
    longest_first = sorted(FIELDS, key=len, reverse=True)
    found = [
        next(field for field in longest_first if name.removeprefix("test_changing_").startswith(f"{field}_"))
        for name in tested
    ]
    assert sorted(found) == sorted(FIELDS)


def test_the_same_rules_have_the_same_consequences() -> None:
    assert consequences.changes(TOURNAMENT, RuleSet.from_text("tournament")) == {}
