"""Who meets whom in a tournament, whatever the results are, who comes late and who leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.draw import (
    Entrant,
    Meeting,
    Outcome,
    Pair,
    Plan,
    UndecidedError,
    draw,
    is_over,
    ranked,
    rounds_drawn,
    stands,
)

ROUND_ROBIN = Plan()
PLANS = st.one_of(
    st.just(ROUND_ROBIN),
    st.builds(Plan, rounds=st.integers(1, 6)),
    st.builds(Plan, lives=st.integers(1, 3), again=st.booleans()),
)
WON = st.sampled_from((Outcome.FIRST, Outcome.SECOND))


def entered(count: int) -> list[Entrant]:
    return [Entrant(number, number) for number in range(1, count + 1)]


def decided(data: st.DataObject, number: int, pairs: list[Pair]) -> list[Meeting]:
    return [Meeting(number, a, b, None if b is None else data.draw(WON)) for a, b in pairs]


def people(pairs: list[Pair]) -> list[int]:
    return [one for pair in pairs for one in pair if one is not None]


def met(meetings: list[Meeting]) -> Counter[frozenset[int]]:
    return Counter(frozenset((one.first, one.second)) for one in meetings if one.second is not None)


@given(PLANS, st.integers(2, 11), st.data())
def test_all_who_play_are_in_a_round_once(plan: Plan, count: int, data: st.DataObject) -> None:
    entrants, meetings = entered(count), list[Meeting]()
    for number in range(1, 40):
        pairs = draw(plan, entrants, meetings)
        if not pairs:
            break
        lives = {one.entrant.number: one.lives for one in stands(plan, entrants, meetings).values()}
        playing = [
            one.number for one in entrants if not one.withdrawn and one.since <= number and lives[one.number] != 0
        ]
        assert sorted(people(pairs)) == sorted(playing)
        assert any(second is not None for _, second in pairs)
        meetings += decided(data, number, pairs)
        if number <= 3:  # somebody comes, somebody leaves
            if data.draw(st.booleans()):
                entrants.append(Entrant(len(entrants) + 1, len(entrants) + 1, since=number + 1))
            if data.draw(st.booleans()):
                place = data.draw(st.integers(0, len(entrants) - 1))
                entrants[place] = replace(entrants[place], withdrawn=True)
    assert is_over(plan, entrants, meetings) or len([one for one in entrants if not one.withdrawn]) < 2


@given(st.integers(2, 14), st.data())
def test_a_round_robin_meets_everybody_once_in_as_few_rounds_as_can_be(count: int, data: st.DataObject) -> None:
    entrants, meetings = entered(count), list[Meeting]()
    for number in range(1, count + count % 2):
        pairs = draw(ROUND_ROBIN, entrants, meetings)
        assert len(pairs) == (count + 1) // 2
        meetings += decided(data, number, pairs)
    assert met(meetings) == {frozenset(pair): 1 for pair in combinations(range(1, count + 1), 2)}
    assert draw(ROUND_ROBIN, entrants, meetings) == []
    assert {one.rests for one in stands(ROUND_ROBIN, entrants, meetings).values()} == {count % 2}


@given(st.integers(3, 9), st.integers(1, 4), st.data())
def test_who_comes_late_to_a_round_robin_or_leaves_it_meets_nobody_twice(
    count: int, changed: int, data: st.DataObject
) -> None:
    entrants, meetings = entered(count), list[Meeting]()
    while pairs := draw(ROUND_ROBIN, entrants, meetings):
        number = rounds_drawn(meetings) + 1
        meetings += decided(data, number, pairs)
        if number == changed:
            entrants.append(Entrant(count + 1, count + 1, since=number + 1))
            entrants[0] = replace(entrants[0], withdrawn=True)
        assert number < 2 * count + 4
    assert max(met(meetings).values()) == 1
    there = [one.number for one in entrants if not one.withdrawn]
    assert met(meetings).keys() >= {frozenset(pair) for pair in combinations(there, 2)}


@given(st.integers(2, 11), st.integers(1, 8), st.data())
def test_free_rounds_of_a_swiss_tournament_are_at_most_one_apart(count: int, last: int, data: st.DataObject) -> None:
    plan, entrants, meetings = Plan(rounds=last), entered(count), list[Meeting]()
    while pairs := draw(plan, entrants, meetings):
        meetings += decided(data, rounds_drawn(meetings) + 1, pairs)
        rests = [one.rests for one in stands(plan, entrants, meetings).values()]
        assert max(rests) - min(rests) <= 1
        assert sum(rests) == rounds_drawn(meetings) * (count % 2)
    assert rounds_drawn(meetings) == last


def all_rounds(numbers: tuple[int, ...]) -> Iterator[list[frozenset[int]]]:
    """Each way to pair an even number of players."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        rest = tuple(one for one in others if one != other)
        for pairs in all_rounds(rest):
            yield [frozenset((first, other)), *pairs]


@given(st.integers(3, 8), st.integers(1, 7), st.data())
def test_nobody_meets_again_where_any_other_draw_avoids_it(count: int, last: int, data: st.DataObject) -> None:
    plan, entrants, meetings = Plan(rounds=last), entered(count), list[Meeting]()
    while pairs := draw(plan, entrants, meetings):
        before = met(meetings)
        found = stands(plan, entrants, meetings)
        fewest = min(one.rests for one in found.values())
        rest = [number for number, one in found.items() if one.rests == fewest] if count % 2 else [0]
        best = min(
            sum(before[pair] for pair in one)
            for free in rest
            for one in all_rounds(tuple(number for number in found if number != free))
        )
        assert sum(before[frozenset((a, b))] for a, b in pairs if b is not None) == best
        meetings += decided(data, rounds_drawn(meetings) + 1, pairs)


@given(st.integers(2, 12), st.integers(1, 3), st.booleans(), st.data())
def test_a_knock_out_ends_with_one_who_has_lives_left(count: int, lives: int, again: bool, data: st.DataObject) -> None:
    plan, entrants, meetings = Plan(lives=lives, again=again), entered(count), list[Meeting]()
    while pairs := draw(plan, entrants, meetings):
        meetings += decided(data, rounds_drawn(meetings) + 1, pairs)
        rests = [one.rests for one in stands(plan, entrants, meetings).values() if one.lives]
        assert max(rests) - min(rests) <= 1
    left = [one for one in stands(plan, entrants, meetings).values() if one.lives]
    assert len(left) == 1
    assert ranked(plan, stands(plan, entrants, meetings).values())[0] == (1, left[0])
    assert is_over(plan, entrants, meetings)
    if lives == 1:
        assert rounds_drawn(meetings) == (count - 1).bit_length()


def test_the_strongest_of_a_knock_out_rest_first_and_meet_last() -> None:
    plan, entrants = Plan(lives=1), entered(6)
    first = draw(plan, entrants, [])
    assert first == [(3, 6), (4, 5), (1, None), (2, None)]
    meetings = [Meeting(1, a, b, Outcome.FIRST) for a, b in first]
    assert draw(plan, entrants, meetings) == [(1, 4), (2, 3)]


def test_those_with_as_many_lives_meet() -> None:
    plan, entrants = Plan(lives=2, again=True), entered(4)
    meetings = [Meeting(1, 1, 4, Outcome.FIRST), Meeting(1, 2, 3, Outcome.FIRST)]
    assert draw(plan, entrants, meetings) == [(1, 2), (3, 4)]


def test_the_first_half_of_a_swiss_tournament_meets_the_second() -> None:
    assert draw(Plan(rounds=5), entered(7), []) == [(1, 4), (2, 5), (3, 6), (7, None)]


def test_those_with_as_many_points_meet() -> None:
    meetings = [Meeting(1, 1, 3, Outcome.SECOND), Meeting(1, 2, 4, Outcome.DRAWN)]
    assert draw(Plan(rounds=3), entered(4), meetings) == [(3, 2), (4, 1)]


def test_no_round_is_drawn_while_one_is_open_but_for_a_round_robin() -> None:
    meetings = [Meeting(1, 1, 4), Meeting(1, 2, 3, Outcome.FIRST)]
    for plan in (Plan(rounds=3), Plan(lives=1)):
        with pytest.raises(UndecidedError, match="not decided yet"):
            draw(plan, entered(4), meetings)
    assert draw(ROUND_ROBIN, entered(4), meetings) == [(2, 1), (3, 4)]


def test_who_has_come_late_has_rested_before() -> None:
    entrants = [*entered(3), Entrant(4, 4, since=2), Entrant(5, 5, since=2)]
    meetings = [Meeting(1, 1, 2, Outcome.FIRST), Meeting(1, 3, None)]
    assert draw(Plan(rounds=3), entrants, meetings)[-1] == (2, None)


def test_a_match_to_which_nobody_came_is_lost_by_both() -> None:
    found = stands(Plan(lives=1), entered(2), [Meeting(1, 1, 2, Outcome.NEITHER)])
    assert [(one.lives, one.out) for one in found.values()] == [(0, 1), (0, 1)]


def test_standings_by_points_then_by_those_of_the_opponents() -> None:
    meetings = [
        Meeting(1, 1, 3, Outcome.FIRST),
        Meeting(1, 2, 4, Outcome.DRAWN),
        Meeting(2, 1, 2, Outcome.FIRST),
        Meeting(2, 3, 4, Outcome.FIRST),
    ]
    plan = Plan(rounds=2)
    places = ranked(plan, stands(plan, entered(4), meetings).values())
    table = [(place, one.entrant.number, one.points, one.buchholz, one.sonneborn) for place, one in places]
    assert table == [(1, 1, 2, 1.5, 1.5), (2, 3, 1, 2.5, 0.5), (3, 2, 0.5, 2.5, 0.25), (4, 4, 0.5, 1.5, 0.25)]


def test_who_stands_alike_shares_a_place() -> None:
    places = ranked(ROUND_ROBIN, stands(ROUND_ROBIN, entered(3), [Meeting(1, 2, 3, Outcome.DRAWN)]).values())
    assert [(place, one.entrant.number) for place, one in places] == [(1, 2), (1, 3), (3, 1)]
