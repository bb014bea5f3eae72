from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import product
from statistics import median

import pytest
from hypothesis import given

from companion.coach import shots
from companion.coach.shots import ROLLS
from companion.games.backgammon import RULE_SETS, Dice, Position, RuleSet, legal_plays
from companion.games.rules import Side, Spot
from tests.coach.oracle import rankings
from tests.games.boards import board, positions

# Rolls that hit one blot so many pips away with nothing in between, as every book of backgammon lists them.
DIRECT = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17}
COMBINED = {7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 15: 1, 16: 1, 18: 1, 20: 1, 24: 1}


@pytest.mark.parametrize(("away", "rolls"), [*DIRECT.items(), *COMBINED.items()])
def test_a_lone_blot_is_hit_by_the_rolls_that_players_know(away: int, rolls: int) -> None:
    position = board("bar:1", "24:1") if away == 24 else board("24:1", f"{away + 1}:1")
    assert shots.shots(position).rolls == rolls


def test_nothing_within_reach_is_hit_by_no_roll() -> None:
    assert shots.shots(board("24:2", "22:1")).at == {3: 0}
    assert shots.shots(board("6:5", "1:1")).rolls == 0


def test_a_blocked_point_on_the_way_takes_its_combinations_away() -> None:
    free, blocked = board("24:2", "8:1"), board("24:2", "8:1 4:2 5:2")  # blot on 17; points 21 and 20 blocked
    assert shots.shots(free).rolls == 6
    assert shots.shots(blocked).rolls == 4  # 6-1 and 5-2, but 4-3 by neither number first


def test_who_waits_to_enter_hits_only_with_what_is_left() -> None:
    closed_but_one = board("bar:1 10:2", "18:1 1:2 2:2 3:2 4:2 5:2")  # enters with a 6 only; the blot on 7
    assert shots.shots(closed_but_one).rolls == 3  # 6-3, in with the 6 and on with the 3; 6-6


def test_each_blot_has_its_own_rolls_and_a_roll_counts_once() -> None:
    both = shots.shots(board("13:2", "18:1 19:1"))  # blots 6 and 7 away
    assert both.at == {7: 17, 6: 6}
    assert both.rolls == 17 + 6 - 2  # 6-1 hits either


@pytest.mark.slow
@given(position=positions())
def test_shots_are_the_rolls_that_some_legal_play_hits_with(position: Position) -> None:
    assert _counted(shots.shots(position)) == _by_legal_plays(position)


@pytest.mark.slow
@given(position=positions(highest=2))
def test_both_sides_are_shot_at_alike(position: Position) -> None:
    mirrored = position.mirrored()
    assert shots.shots(position).rolls == shots.shots(mirrored).rolls
    assert {25 - spot: n for spot, n in shots.shots(position).at.items()} == shots.shots(mirrored).at


def test_shots_are_counted_in_a_moment() -> None:
    times = []
    for ranking in rankings()[:150]:
        begin = time.thread_time()  # what other programs do meanwhile does not count
        shots.shots(ranking.best.end)
        times.append(time.thread_time() - begin)
    assert median(times) < 0.03


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tournament", "box-leaflet"])
def test_shots_follow_the_rules_of_the_match(name: str) -> None:
    rules = RULE_SETS[name]
    for ranking in rankings()[:12]:
        assert _counted(shots.shots(ranking.best.end, rules)) == _by_legal_plays(ranking.best.end, rules)


def _counted(found: shots.Shots) -> tuple[int, Mapping[Spot, int]]:
    return found.rolls, found.at


def _by_legal_plays(position: Position, rules: RuleSet = RULE_SETS["tournament"]) -> tuple[int, Mapping[Spot, int]]:
    """The same, over all 36 rolls and the written plays."""
    side = position.on_roll
    blots = [spot for spot in range(1, 25) if position.points[spot - 1] == (-1 if side is Side.LIGHT else 1)]
    at, rolls = dict.fromkeys(blots, 0), 0
    for first, second in product(range(1, 7), repeat=2):
        hit = {
            spot
            for end in legal_plays(position, Dice(first, second), rules)
            for spot in blots
            if end.bar.of(side.other) > position.bar.of(side.other)
            and end.points[spot - 1] != position.points[spot - 1]
        }
        rolls += bool(hit)
        for spot in hit:
            at[spot] += 1
    assert rolls <= ROLLS
    return rolls, at
