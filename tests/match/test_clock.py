"""The clock as a rule book: delay, reserve, and whose time runs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import STANDARD, RuleSet
from companion.games.backgammon.conduct import loses_on_time
from companion.games.rules import Side
from companion.match.clock import Clock, Stop, TurnTime

LIGHT, DARK = Side.LIGHT, Side.DARK


def seven_points() -> Clock:
    """14 minutes each, 12 seconds of delay."""
    return Clock.at_start(7)


def test_the_reserve_is_that_of_the_rules_at_the_score_where_the_clock_starts() -> None:
    assert [seven_points().left_s(side, 0.0) for side in Side] == [840.0, 840.0]
    assert Clock.at_start(7, (3, 2)).left_s(DARK, 0.0) == 540.0
    ukbgf = RuleSet.from_text("tournament reserve_less_per_point_scored_s=0")
    assert Clock.at_start(7, (3, 2), ukbgf).left_s(DARK, 0.0) == 840.0


def test_before_the_first_turn_nobodys_time_runs() -> None:
    clock = seven_points()
    assert not clock.runs
    assert [clock.left_s(side, 1000.0) for side in Side] == [840.0, 840.0]
    assert clock.delay_left_s(1000.0) == 12.0


def test_the_delay_runs_first_and_then_the_reserve() -> None:
    clock = seven_points().running(LIGHT, 100.0)
    assert (clock.delay_left_s(107.0), clock.left_s(LIGHT, 107.0)) == (5.0, 840.0)
    assert (clock.delay_left_s(112.0), clock.left_s(LIGHT, 112.0)) == (0.0, 840.0)
    assert (clock.delay_left_s(120.5), clock.left_s(LIGHT, 120.5)) == (0.0, 831.5)


@pytest.mark.parametrize("took_s", [3.0, 12.0, 12.25, 100.0])
def test_a_turn_costs_what_the_rules_charge_for_it(took_s: float) -> None:
    clock = seven_points().running(LIGHT, 5.0).running(DARK, 5.0 + took_s)
    assert clock.left_s(LIGHT, 900.0) == 840.0 - max(0.0, took_s - 12.0)


def test_the_time_of_only_one_side_runs() -> None:
    clock = seven_points().running(DARK, 0.0)
    assert (clock.left_s(DARK, 42.0), clock.left_s(LIGHT, 42.0)) == (810.0, 840.0)


def test_each_turn_has_a_delay_of_its_own() -> None:
    clock = seven_points().running(LIGHT, 0.0).running(DARK, 10.0).running(LIGHT, 20.0)
    assert clock.delay_left_s(20.0) == 12.0
    assert [clock.left_s(side, 30.0) for side in Side] == [840.0, 840.0]


def test_a_delay_that_is_not_used_up_is_not_saved() -> None:
    clock = seven_points().running(LIGHT, 0.0).running(DARK, 2.0).running(LIGHT, 4.0)
    assert clock.left_s(LIGHT, 4.0 + 13.0) == 839.0


def test_saying_again_whose_time_runs_changes_nothing() -> None:
    clock = seven_points().running(LIGHT, 0.0)
    again = clock.running(LIGHT, 6.0)
    assert again.delay_left_s(10.0) == clock.delay_left_s(10.0) == 2.0
    assert again.move_s(10.0) == 10.0


@pytest.mark.parametrize("reason", [Stop.DISPUTE, Stop.PAUSE, Stop.DIE_OFF_TABLE])
def test_a_dispute_a_pause_and_a_die_off_the_table_cost_nobody_anything(reason: Stop) -> None:
    clock = seven_points().running(LIGHT, 0.0).stopped(20.0, reason)
    assert clock.stop is reason
    assert (clock.left_s(LIGHT, 500.0), clock.move_s(500.0)) == (832.0, 20.0)


@pytest.mark.parametrize("reason", [Stop.DISPUTE, Stop.PAUSE, Stop.DIE_OFF_TABLE])
def test_after_a_stop_the_turn_goes_on_from_where_it_stood(reason: Stop) -> None:
    stopped = seven_points().running(LIGHT, 0.0).stopped(7.0, reason)
    for clock in (stopped.going_on(100.0), stopped.running(LIGHT, 100.0)):
        assert clock.stop is None
        assert clock.delay_left_s(103.0) == 2.0
        assert clock.left_s(LIGHT, 106.0) == 839.0


def test_a_side_that_plays_again_without_a_turn_between_has_a_new_turn() -> None:
    # The opponent is shut out and passes, or the winner begins the next game.
    clock = seven_points().running(LIGHT, 0.0).stopped(10.0, Stop.BETWEEN_TURNS).running(LIGHT, 11.0)
    assert clock.delay_left_s(11.0) == 12.0


def test_a_pause_between_turns_does_not_bring_the_last_turn_back() -> None:
    clock = seven_points().running(LIGHT, 0.0).stopped(10.0).stopped(11.0, Stop.PAUSE)
    assert clock.stop is Stop.BETWEEN_TURNS
    assert clock.going_on(60.0) == clock
    assert clock.running(LIGHT, 60.0).delay_left_s(60.0) == 12.0


def test_on_a_correction_the_offenders_time_runs_again_without_a_new_delay() -> None:
    ended = seven_points().running(LIGHT, 0.0).running(DARK, 10.0)
    correcting = ended.stopped(14.0, Stop.DISPUTE).correcting(LIGHT, 60.0)
    assert correcting.delay_left_s(60.0) == 2.0
    assert [correcting.left_s(side, 67.0) for side in Side] == [835.0, 840.0]


def test_after_a_correction_the_opponent_begins_with_a_whole_delay_and_what_was_spent_stays_spent() -> None:
    noticed = seven_points().running(LIGHT, 0.0).running(DARK, 10.0).correcting(LIGHT, 30.0)
    clock = noticed.running(DARK, 35.0)
    assert clock.delay_left_s(35.0) == 12.0
    assert [clock.left_s(side, 35.0) for side in Side] == [837.0, 832.0]


def test_a_play_found_illegal_before_the_turn_was_handed_over_is_put_right_on_the_same_time() -> None:
    clock = seven_points().running(LIGHT, 0.0).stopped(8.0, Stop.DISPUTE).correcting(LIGHT, 20.0)
    assert (clock.delay_left_s(21.0), clock.move_s(21.0)) == (3.0, 9.0)


def test_a_turn_that_was_over_may_still_be_put_right() -> None:
    clock = seven_points().running(LIGHT, 0.0).stopped(8.0, Stop.BETWEEN_TURNS).correcting(LIGHT, 20.0)
    assert clock.move_s(21.0) == 9.0


def test_who_has_used_up_the_reserve_is_out_of_time() -> None:
    clock = Clock.at_start(1).running(DARK, 0.0)
    assert [clock.out_of_time(at_s) for at_s in (131.9, 132.0, 500.0)] == [None, DARK, DARK]
    assert clock.left_s(DARK, 500.0) == 0.0
    assert loses_on_time(clock.left_s(DARK, 500.0) or 0.0, STANDARD)


def test_who_is_out_of_time_stays_so_where_the_director_lets_play_go_on() -> None:
    clock = Clock.at_start(1).running(DARK, 0.0).running(LIGHT, 200.0)
    assert clock.out_of_time(210.0) is DARK
    assert clock.out_of_time(200.0 + 132.0) is LIGHT, "who is on the clock goes before who was out already"


def test_money_play_has_no_reserve_and_counts_the_time_of_turns() -> None:
    clock = Clock.at_start(0).running(LIGHT, 0.0).running(DARK, 95.0)
    assert not clock.has_reserve
    assert clock.left_s(LIGHT, 95.0) is None
    assert clock.out_of_time(100_000.0) is None
    assert clock.move_s(100.0) == 5.0
    assert clock.spent_s == ((95.0,), (0.0,))


def test_rules_without_a_reserve_only_count_time() -> None:
    clock = Clock.at_start(
        7, rules=RuleSet.from_text("tournament reserve_per_point_s=0 reserve_less_per_point_scored_s=0")
    )
    assert clock.running(LIGHT, 0.0).out_of_time(1000.0) is None


def test_the_time_of_a_turn_holds_its_delay_and_no_stop() -> None:
    clock = seven_points().running(LIGHT, 0.0).stopped(5.0, Stop.PAUSE).going_on(50.0)
    assert clock.move_s(60.0) == 15.0


def test_a_team_shares_one_reserve_and_each_seat_has_its_own_time() -> None:
    clock = Clock.at_start(7, seats=(2, 1)).running(LIGHT, 0.0, seat=0).running(DARK, 20.0)
    clock = clock.running(LIGHT, 30.0, seat=1).stopped(50.0)
    assert clock.left_s(LIGHT, 50.0) == 840.0 - 8.0 - 8.0
    assert clock.spent_s == ((20.0, 20.0), (10.0,))


def test_a_clock_that_runs_is_taken_up_from_its_details_in_another_time() -> None:
    clock = seven_points().running(LIGHT, 0.0).running(DARK, 20.0)
    details = json.loads(json.dumps(clock.as_details(25.5)))
    again = Clock.from_details(details, 3.0)
    assert again.turn == TurnTime(DARK, 0, 5.5)
    assert again.delay_left_s(4.0) == 5.5
    assert [again.left_s(side, 4.0) for side in Side] == [832.0, 840.0]
    assert again.correcting(LIGHT, 4.0).move_s(5.0) == 21.0


def test_a_clock_that_stands_is_taken_up_standing() -> None:
    clock = seven_points().running(LIGHT, 0.0).stopped(3.0, Stop.DISPUTE)
    again = Clock.from_details(clock.as_details(90.0), 1.0)
    assert again == clock
    assert again.going_on(10.0).delay_left_s(10.0) == 9.0


WHILE = st.integers(0, 200_000).map(lambda ms: ms / 1000)
ACTS = st.lists(st.tuples(WHILE, st.sampled_from([*Side, *Stop, "on", "light again", "dark again"])), max_size=12)


def told(clock: Clock, act: Any, at_s: float) -> Clock:
    if isinstance(act, Side):
        return clock.running(act, at_s)
    if isinstance(act, Stop):
        return clock.stopped(at_s, act)
    return clock.going_on(at_s) if act == "on" else clock.correcting(Side(act.split()[0]), at_s)


@given(ACTS)
def test_whatever_happens_no_second_is_lost_or_charged_twice(acts: list[tuple[float, Any]]) -> None:
    clock, at_s, ran_s = seven_points(), 0.0, 0.0
    for passed_s, act in acts:
        at_s, ran_s = at_s + passed_s, ran_s + passed_s * clock.runs
        clock = told(clock, act, at_s)
    clock = clock.stopped(at_s)
    assert sum(sum(times) for times in clock.spent_s) == pytest.approx(ran_s)
    left = [clock.left_s(side, at_s) or 0.0 for side in Side]
    assert all(0 <= one <= 840 for one in left)
    assert sum(840 - one for one in left) <= ran_s + 1e-6


@given(ACTS)
def test_details_say_the_whole_clock(acts: list[tuple[float, Any]]) -> None:
    clock, at_s = seven_points(), 0.0
    for passed_s, act in acts:
        at_s += passed_s
        clock = told(clock, act, at_s)
    again = Clock.from_details(json.loads(json.dumps(clock.as_details(at_s))), at_s)
    for side in Side:
        assert again.left_s(side, at_s + 50) == pytest.approx(clock.left_s(side, at_s + 50), abs=0.002)
    assert again.move_s(at_s + 50) == pytest.approx(clock.move_s(at_s + 50), abs=0.002)
    assert (again.stop, again.runs) == (clock.stop, clock.runs)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"delay": -1}, "delay is -1"),
        ({"delay": float("nan")}, "delay is nan"),
        ({"left": [1]}, "left is"),
        ({"spent": [[0.0], []]}, "spent is"),
        ({"turn": {"side": "red", "seat": 0, "used": 0}}, "turn is"),
        ({"turn": {"side": "dark", "seat": 4, "used": 0}}, "seat is 4"),
        ({"turn": None, "stopped": None}, "turn is None"),
        ({"earlier": 3}, "earlier is 3"),
        ({"stopped": "tea"}, "stopped is 'tea'"),
    ],
)
def test_details_that_make_no_sense_are_named(change: dict[str, object], named: str) -> None:
    details = seven_points().running(LIGHT, 0.0).as_details(1.0) | change
    with pytest.raises(InputError, match=f"clock: {named}"):
        Clock.from_details(details, 0.0)


def test_a_clock_is_a_value() -> None:
    clock = seven_points().running(LIGHT, 0.0)
    assert replace(clock) == clock
    assert clock.running(DARK, 1.0) != clock
    assert clock.turn == TurnTime(LIGHT)


def test_an_increment_is_gained_once_for_a_turn_that_is_taken_back_and_ended_again() -> None:
    clock = Clock.of_game(600.0, 5.0).running(Side.LIGHT, 0.0).running(Side.DARK, 10.0)
    again = Clock.from_details(clock.as_details(12.0), 12.0).correcting(Side.LIGHT, 12.0).running(Side.DARK, 15.0)
    assert again.left_s(Side.LIGHT, 15.0) == pytest.approx(600 - 10 - 3 + 5)


def test_nobody_gains_an_increment_for_a_turn_that_is_taken_back_before_its_end() -> None:
    clock = Clock.of_game(600.0, 5.0).running(Side.LIGHT, 0.0).running(Side.DARK, 10.0).running(Side.LIGHT, 20.0)
    before = clock.correcting(Side.DARK, 30.0).correcting(Side.LIGHT, 31.0)
    assert before.left_s(Side.DARK, 31.0) == pytest.approx(600 - 10 - 1)


def test_two_turns_that_are_taken_back_have_one_delay_and_one_increment_each() -> None:
    played = replace(Clock.of_game(600.0, 5.0), delay_s=12.0).running(LIGHT, 0.0).running(DARK, 20.0)
    clock = Clock.from_details(json.loads(json.dumps(played.running(LIGHT, 50.0).as_details(51.0))), 51.0)
    again = clock.correcting(DARK, 52.0).correcting(LIGHT, 54.0)
    assert again.delay_left_s(54.0) == 0.0, "it was used up before"
    assert again.gained_s == (0.0, 0.0)
    ended = again.running(DARK, 60.0)
    assert ended.left_s(LIGHT, 60.0) == pytest.approx(600 - (20 - 12) - 6 + 5)
    assert ended.left_s(DARK, 60.0) == pytest.approx(600 - (30 - 12) - 2)


def test_a_clock_that_an_earlier_version_kept_is_read_and_reads_ours() -> None:
    played = seven_points().running(LIGHT, 0.0).running(DARK, 20.0).running(LIGHT, 25.0)
    details = played.as_details(26.0)
    assert details["before"] == {"side": "dark", "seat": 0, "used": 5.0}
    assert len(Clock.from_details(details, 26.0).before) == 2
    del details["earlier"]
    assert Clock.from_details(details, 26.0).correcting(DARK, 26.0).move_s(26.0) == 5.0
    assert Clock.from_details(details | {"before": None}, 26.0).before == ()
