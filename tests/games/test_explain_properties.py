"""Explanations of random turns in which one rule was broken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.games.backgammon import (
    RULE_SETS,
    STANDARD,
    Dice,
    Explanation,
    Play,
    Position,
    Reason,
    explain,
    legal_plays,
    picture_of,
)
from companion.games.backgammon.notation import resolve
from companion.games.rules import BAR, TRAY, Picture, Side, Spot, Stack
from companion.lab.bench.judge import stops_at
from companion.lab.bench.steps import PlayedBoard, TimedTurn
from companion.texts import SILENT_ABOUT_WHERE, TEXTS, sentence
from tests.games.boards import bear_offs, dice, positions
from tests.games.reference import board_of

ANY = st.one_of(positions(), bear_offs())


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_no_legal_end_is_ever_called_illegal_whatever_is_unseen(
    position: Position, roll: Dice, data: st.DataObject
) -> None:
    end = data.draw(st.sampled_from(list(legal_plays(position, roll))))
    unseen = data.draw(st.sets(st.integers(0, 25), max_size=6))
    picture = {spot: stack for spot, stack in picture_of(end).items() if spot not in unseen}
    assert explain(position, roll, picture) is None


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_a_checker_taken_away_is_always_a_question(position: Position, roll: Dice, data: st.DataObject) -> None:
    picture = dict(picture_of(data.draw(st.sampled_from(list(legal_plays(position, roll))))))
    spot = data.draw(st.sampled_from([spot for spot, stack in picture.items() if any(stack)]))
    light, dark = picture[spot]
    picture[spot] = Stack(light - 1, dark) if light else Stack(light, dark - 1)
    found = explain(position, roll, picture)
    assert found
    assert found.reason is Reason.CHECKER_COUNT


@pytest.mark.slow
@given(position=positions(highest=1), roll=dice, data=st.data())
def test_a_hit_checker_left_where_it_was_is_named(position: Position, roll: Dice, data: st.DataObject) -> None:
    hits = [(end, play) for end, play in legal_plays(position, roll).items() if any(s.hit for s in play.steps)]
    assume(hits)
    end, play = data.draw(st.sampled_from(hits))
    hit = next(step.end for step in play.steps if step.hit)
    spot = hit if position.on_roll is Side.LIGHT else 25 - hit
    picture = dict(picture_of(end))
    for place, more in ((spot, 1), (BAR, -1)):
        light, dark = picture[place]
        dark_hit = position.on_roll is Side.LIGHT
        picture[place] = Stack(light, dark + more) if dark_hit else Stack(light + more, dark)
    found = explain(position, roll, picture)
    assert found is None or found.reason.rank <= Reason.HIT_NOT_ON_BAR.rank


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_stopping_too_soon_is_never_called_more_than_that(position: Position, roll: Dice, data: st.DataObject) -> None:
    play = data.draw(st.sampled_from(list(legal_plays(position, roll).values())))
    assume(play.steps)
    stopped = Play(play.steps[: data.draw(st.integers(0, len(play.steps) - 1))])
    found = explain(position, roll, picture_of(resolve(position, stopped)))
    # A checker left alone may also have been hit in passing, with all numbers played.
    assert (
        found is None or found.reason is Reason.HIT_NOT_ON_BAR or found.reason.rank >= Reason.WRONG_NUMBER_OF_MOVES.rank
    )


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_a_wrong_last_step_is_named_as_that_or_an_earlier_fault(
    position: Position, roll: Dice, data: st.DataObject
) -> None:
    play = data.draw(st.sampled_from(list(legal_plays(position, roll).values())))
    assume(play.steps and all(step.end for step in play.steps))
    *kept, last = play.steps
    possible = {k * roll.first for k in range(5)} if roll.is_double else {*roll.numbers, sum(roll.numbers)}
    wrong = data.draw(st.sampled_from(sorted({*range(1, 13)} - possible)))
    assume(last.start - wrong > 0)
    assume(sum(step.start - step.end for step in kept) + wrong not in possible)  # else it looks like a right one
    partly = resolve(position, Play(tuple(kept)))
    assume(_stands(partly, position.on_roll, last.start - wrong) >= -1)
    steps = (*kept, type(last)(last.start, last.start - wrong))
    found = explain(position, roll, picture_of(resolve(position, Play(steps))))
    assert found
    assert found.reason.rank <= Reason.WRONG_NUMBER_OF_MOVES.rank


counts = st.builds(Stack, st.integers(0, 30), st.integers(0, 30))


@pytest.mark.slow
@given(position=ANY, roll=dice, picture=st.dictionaries(st.integers(0, 25), counts), data=st.data())
def test_any_picture_gets_a_reason_that_can_be_said(
    position: Position, roll: Dice, picture: Picture, data: st.DataObject
) -> None:
    rules = data.draw(st.sampled_from([*RULE_SETS.values(), replace(STANDARD, both_numbers=False)]))
    _can_be_said(explain(position, roll, picture, rules))
    _can_be_said(explain(position, roll, {**picture_of(position), **picture}, rules))


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_any_board_without_a_checker_lost_gets_a_reason_that_can_be_said(
    position: Position, roll: Dice, data: st.DataObject
) -> None:
    picture = _disturbed(position, data)
    unseen = data.draw(st.sets(st.integers(0, 25), max_size=6))
    for seen in (picture, {spot: stack for spot, stack in picture.items() if spot not in unseen}):
        _can_be_said(explain(position, roll, seen, data.draw(st.sampled_from(list(RULE_SETS.values())))))


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_the_order_in_which_spots_are_given_does_not_matter(
    position: Position, roll: Dice, data: st.DataObject
) -> None:
    picture = _disturbed(position, data)
    spots = data.draw(st.permutations(list(picture)))
    assert explain(position, roll, {spot: picture[spot] for spot in spots}) == explain(position, roll, picture)


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_both_sides_are_judged_alike(position: Position, roll: Dice, data: st.DataObject) -> None:
    picture = _disturbed(position, data)
    found = explain(position, roll, picture)
    mirrored = {_opposite(spot): Stack(stack.dark, stack.light) for spot, stack in picture.items()}
    told = explain(position.mirrored(), roll, mirrored)
    if found is None or told is None:
        assert found is told
        return
    assert (told.text_key, told.points) == (found.text_key, tuple(_opposite(point) for point in found.points))
    assert {**told.values, "side": ""} == {**found.values, "side": ""}


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_where_a_play_exists_is_never_said(position: Position, roll: Dice, data: st.DataObject) -> None:
    play = data.draw(st.sampled_from(list(legal_plays(position, roll).values())))
    stopped = Play(play.steps[: data.draw(st.integers(0, len(play.steps)))])
    found = explain(position, roll, picture_of(resolve(position, stopped)))
    if found and found.text_key in SILENT_ABOUT_WHERE:
        assert found.points == ()
        assert found.values in ({}, {"die": str(roll.first)}, {"die": str(roll.second)})
    if found and roll.is_double:
        assert found.reason is not Reason.BOTH_NUMBERS  # a number is left that can be played from here


@pytest.mark.slow
@given(position=ANY, roll=dice, data=st.data())
def test_numbers_are_left_only_where_lawful_steps_lead(position: Position, roll: Dice, data: st.DataObject) -> None:
    play = data.draw(st.sampled_from(list(legal_plays(position, roll).values())))
    stopped = resolve(position, Play(play.steps[: data.draw(st.integers(0, len(play.steps)))]))
    picture = _disturbed(stopped, data, most=1)
    found = explain(position, roll, picture)
    turn = TimedTurn(PlayedBoard(*board_of(position, position.on_roll)), roll, (), 0)
    is_lawful = bool(stops_at(turn, _board_seen(picture, position.on_roll)))
    if found and found.reason is not Reason.HIT_NOT_ON_BAR:  # which may look like a lawful board as well
        is_left = found.reason.rank > Reason.WRONG_NUMBER_OF_MOVES.rank or found.variant == "none"
        assert is_left is is_lawful


def _disturbed(position: Position, data: st.DataObject, *, most: int = 6) -> Picture:
    """The board after some checkers of either side were moved anywhere."""
    picture = dict(picture_of(position))
    for side in data.draw(st.lists(st.sampled_from((Side.LIGHT, Side.LIGHT, Side.DARK)), max_size=most)):
        start = data.draw(st.sampled_from([spot for spot, stack in picture.items() if stack.of(side)]))
        for spot, more in ((start, -1), (data.draw(st.integers(0, 25)), 1)):
            light, dark = picture[spot]
            picture[spot] = Stack(light + more, dark) if side is Side.LIGHT else Stack(light, dark + more)
    return picture


def _board_seen(picture: Picture, side: Side) -> PlayedBoard:
    own, other = [0] * 26, [0] * 26
    for spot, stack in picture.items():
        place = {BAR: 25, TRAY: 0}.get(spot, spot if side is Side.LIGHT else 25 - spot)
        own[place], other[{25: 0, 0: 25}.get(place, place)] = stack.of(side), stack.of(side.other)
    return PlayedBoard(tuple(own), tuple(other))


def _opposite(spot: Spot) -> Spot:
    return spot if spot in (BAR, TRAY) else 25 - spot


def _can_be_said(found: Explanation | None) -> None:
    if found:
        assert found.text_key in TEXTS
        assert sentence(found.text_key, found.values)
        assert all(point in range(1, 25) for point in found.points)


def _stands(position: Position, side: Side, point: int) -> int:
    """Own checkers (+) or the opponent's (-) on one of a side's own points."""
    index = point - 1 if side is Side.LIGHT else 24 - point
    return position.points[index] if side is Side.LIGHT else -position.points[index]
