from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given

from companion.games.backgammon import RULE_SETS, STANDARD, START, Dice, Position, RuleSet, legal_plays
from companion.games.backgammon.landings import Ways, all_landings
from companion.games.rules import BAR, TRAY, Side, Spot
from tests.games import boards
from tests.games.boards import board

LIGHT, DARK = Side.LIGHT, Side.DARK


def landings(position: Position, dice: Dice, start: Spot, ways: Ways = ()) -> frozenset[Spot]:
    return all_landings(position, dice, ways=ways).get(start, frozenset())


def test_a_checker_goes_by_either_number_or_by_both() -> None:
    assert landings(START, Dice(3, 1), 6) == {5, 3, 2}
    assert landings(START, Dice(3, 1), 24) == {23, 21, 20}


def test_a_blocked_point_is_no_landing_and_no_stop() -> None:
    assert landings(START, Dice(5, 5), 24) == frozenset()
    assert landings(START, Dice(6, 5), 24) == {18, 13}


def test_the_bar_comes_first() -> None:
    position = board("bar:1 8:2", "1:2 12:3")
    assert set(all_landings(position, Dice(3, 2))) == {BAR}
    assert landings(position, Dice(3, 2), BAR) == {22, 23, 20}
    assert landings(position, Dice(3, 2), 8) == frozenset()
    assert landings(position, Dice(3, 2), 8, ways=((BAR, 22),)) == {6}


def test_what_would_leave_a_number_that_has_to_be_played_is_no_landing() -> None:
    position = board("20:1 10:1", "11:2")  # point 14 is blocked: after 10/5 no 6 could be played
    assert landings(position, Dice(6, 5), 10) == {4}
    assert landings(position, Dice(6, 5), 20) == {15, 9}


def test_only_the_larger_number_may_be_played_where_it_is_one_or_the_other() -> None:
    assert landings(board("20:1", "16:2"), Dice(6, 5), 20) == {14}


def test_bearing_off_lands_in_the_tray() -> None:
    assert landings(board("6:1 2:2", "1:2"), Dice(6, 1), 6) == {TRAY, 5}


def test_what_was_played_by_two_numbers_at_once_uses_both() -> None:
    assert not all_landings(START, Dice(6, 5), ways=((24, 13),))
    assert landings(START, Dice(2, 2), 24, ways=((13, 9),)) == {22, 20}


def test_ways_that_are_no_part_of_a_legal_turn_lead_nowhere() -> None:
    assert landings(START, Dice(3, 1), 6, ways=((13, 6),)) == frozenset()


def test_dark_goes_the_other_way() -> None:
    position = START.mirrored()
    assert position.on_roll is DARK
    assert landings(position, Dice(3, 1), 19) == {20, 22, 23}


@pytest.mark.slow
@given(position=boards.positions(highest=3), dice=boards.dice)
def test_landings_are_where_the_checkers_of_legal_turns_come_to_rest(position: Position, dice: Dice) -> None:
    assert set(all_landings(position, dice)) == _starts(position, dice)
    for start in _starts(position, dice):
        assert landings(position, dice, start) == _landings(position, dice, start)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [STANDARD, RULE_SETS["box-leaflet"]], ids=lambda rules: rules.name)
def test_a_turn_played_landing_by_landing_ends_as_a_legal_one(rules: RuleSet) -> None:
    draw = random.Random(7)
    for k in range(40):
        position = START if k % 2 else START.mirrored()
        for _ in range(k):
            ends = list(legal_plays(position, Dice(draw.randint(1, 6), draw.randint(1, 6)), rules))
            position = draw.choice([end for end in ends if end.winner is None] or [position])
        dice = Dice(draw.randint(1, 6), draw.randint(1, 6))
        ways: Ways = ()
        while found := all_landings(position, dice, ways=ways, rules=rules):
            start = draw.choice(sorted(found))
            ways = (*ways, (start, draw.choice(sorted(found[start]))))
        assert _moved(ways, position) in {_checkers(end, position) for end in legal_plays(position, dice, rules)}


def _starts(position: Position, dice: Dice) -> frozenset[Spot]:
    return frozenset(walk[0][0] for walk in _walks(position, dice) if walk)


def _landings(position: Position, dice: Dice, start: Spot) -> frozenset[Spot]:
    """Where the first checker of any walk gets to, going on as long as it is the one moved."""
    found = set()
    for walk in _walks(position, dice):
        at = start
        for begin, end in walk:
            if begin != at:
                break
            at = end
            found.add(end)
    return frozenset(found)


def _walks(position: Position, dice: Dice, rules: RuleSet = STANDARD) -> list[list[tuple[Spot, Spot]]]:
    """Every order of single steps that ends as a legal play does, by trying all of them on a plain board."""
    side = position.on_roll
    ends = {_checkers(end, position) for end in legal_plays(position, dice, rules)}
    found: list[list[tuple[Spot, Spot]]] = []

    def go(own: dict[int, int], left: tuple[int, ...], walk: list[tuple[Spot, Spot]]) -> None:
        if _key(own) in ends:
            found.append(walk)
        for number in dict.fromkeys(left[:1]):
            for point in [p for p, n in own.items() if n and p]:
                if own.get(25) and point != 25:
                    continue
                end = max(point - number, 0)
                if end and position.counts(side.other)[24 - end] > 1:
                    continue
                if not end and (
                    any(n for p, n in own.items() if p > rules.home_size)
                    or (point < number and any(n for p, n in own.items() if p > point))
                ):
                    continue
                after = {**own, point: own[point] - 1, end: own.get(end, 0) + 1}
                go(after, left[1:], [*walk, (_spot(point, side), _spot(end, side))])

    begin = {point: n for point, n in enumerate(position.counts(side), start=1) if n}
    begin[0] = position.off.of(side)
    for order in set(permutations(dice.numbers)):
        go(begin, order, [])
    return found


def _key(own: dict[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset((point, n) for point, n in own.items() if n)


def _checkers(end: Position, before: Position) -> frozenset[tuple[int, int]]:
    side = before.on_roll
    own = dict(enumerate(end.counts(side), start=1))
    own[0] = end.off.of(side)
    return _key(own)


def _moved(ways: Ways, position: Position) -> frozenset[tuple[int, int]]:
    side = position.on_roll
    own = dict(enumerate(position.counts(side), start=1))
    own[0] = position.off.of(side)
    for start, end in ways:
        own[_spot(start, side)] -= 1
        own[_spot(end, side)] += 1
    return _key(own)


def _spot(point: int, side: Side) -> Spot:
    """Own numbering to spots and back."""
    if point in (0, 25):
        return 25 - point
    return point if side is Side.LIGHT else 25 - point
