"""Planted acts: each is what it is called, and a board that no legal play leads to."""

from __future__ import annotations

import random

import pytest

from companion.games.backgammon import STANDARD, START, Dice, Position, Reason, explain, legal_plays, picture_of
from companion.games.rules import TRAY, Side, Stack
from companion.lab.simulation.acts import Planted, an_act, carried_out, seldom_act
from companion.lab.simulation.players import chosen
from tests.table import position


def planted(before: Position, dice: str, seed: int) -> Planted | None:
    roll = Dice.from_text(dice)
    return an_act(before, roll, legal_plays(before, roll), STANDARD, random.Random(seed))


# Positions that allow an act which few do, and the roll.
SELDOM = {
    Reason.BAR_FIRST: (position("bar:1 6:5 8:3 13:4 24:2 | 1:-2 12:-5 17:-3 19:-5"), "31"),
    Reason.HIT_NOT_ON_BAR: (position("6:5 8:3 13:5 24:2 | 4:-1 1:-1 12:-5 17:-3 19:-5"), "42"),
    Reason.BEAR_OFF_OUTSIDE: (position("1:3 2:3 3:3 4:3 6:2 8:1 | 19:-5 20:-5 21:-5"), "61"),
    Reason.LOWER_CHECKER_OFF: (position("6:2 3:3 2:3 1:3 | 19:-5 20:-5 21:-5"), "54"),
    Reason.BLOCKED_POINT: (position("24:2 13:5 8:3 6:5 | 1:-2 12:-5 17:-3 19:-5"), "54"),
}


@pytest.mark.parametrize("kind", SELDOM, ids=lambda kind: kind.value)
def test_an_act_that_the_position_allows_is_found(kind: Reason) -> None:
    before, dice = SELDOM[kind]
    found = {act.kind for seed in range(40) if (act := planted(before, dice, seed))}
    assert kind in found


def test_the_smaller_number_played_where_only_the_larger_may_be() -> None:
    before = position("20:1 1:2 | 11:-2 19:-5 21:-4")
    roll = Dice(5, 4)
    assert max(len(play.steps) for play in legal_plays(before, roll).values()) == 1
    acts = [seldom_act(before, roll, legal_plays(before, roll), STANDARD, random.Random(seed)) for seed in range(9)]
    assert Reason.LARGER_NUMBER in {act.kind for act in acts if act}


def test_every_act_of_a_game_is_illegal_by_its_own_name() -> None:
    rng, before = random.Random(5), START
    kinds = set()
    for _ in range(120):
        roll = Dice(rng.randint(1, 6), rng.randint(1, 6))
        ends = legal_plays(before, roll)
        if any(play.steps for play in ends.values()) and (act := an_act(before, roll, ends, STANDARD, rng)):
            after = carried_out(picture_of(before), act.shifts)
            said = explain(before, roll, after, STANDARD, shown=act.turned)
            assert said is not None
            assert said.reason is act.kind
            assert {side: sum(stack.of(side) for stack in after.values()) for side in Side} == {
                side: 15 - (act.kind is Reason.CHECKER_COUNT and act.shifts[-1].side is side) for side in Side
            }
            kinds.add(act.kind)
        before = chosen(before, ends, rng)[0]
        if before.winner:
            before = START
    assert len(kinds) >= 8


def test_an_act_stays_illegal_where_the_borne_off_checkers_are_not_in_sight() -> None:
    before, dice = SELDOM[Reason.LOWER_CHECKER_OFF]
    for seed in range(20):
        act = planted(before, dice, seed)
        assert act is not None
        unseen = carried_out(picture_of(before), act.shifts)
        hidden = {spot: stack for spot, stack in unseen.items() if spot != TRAY}
        assert explain(before, Dice.from_text(dice), hidden, STANDARD, shown=act.turned) is not None


def test_what_is_put_on_the_floor_is_gone_from_the_board() -> None:
    act = next(act for seed in range(200) if (act := planted(START, "31", seed)) and act.kind is Reason.CHECKER_COUNT)
    after = carried_out(picture_of(START), act.shifts)
    assert sum((Stack(*stack).light + stack.dark) for stack in after.values()) == 29
