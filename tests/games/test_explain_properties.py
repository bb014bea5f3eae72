"""Explanations of random turns in which one rule was broken."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.backgammon import Dice, Play, Position, Reason, explain, legal_plays, picture_of
from companion.games.backgammon.notation import resolve
from companion.games.rules import BAR, Side, Stack
from companion.texts import TEXTS, sentence
from tests.games.boards import bear_offs, dice, positions

ANY = st.one_of(positions(), bear_offs())


@settings(max_examples=150, deadline=None)
@given(position=ANY, roll=dice, data=st.data())
def test_no_legal_end_is_ever_called_illegal_whatever_is_unseen(
    position: Position, roll: Dice, data: st.DataObject
) -> None:
    end = data.draw(st.sampled_from(list(legal_plays(position, roll))))
    unseen = data.draw(st.sets(st.integers(0, 25), max_size=6))
    picture = {spot: stack for spot, stack in picture_of(end).items() if spot not in unseen}
    assert explain(position, roll, picture) is None


@settings(max_examples=100, deadline=None)
@given(position=ANY, roll=dice, data=st.data())
def test_a_checker_taken_away_is_always_a_question(position: Position, roll: Dice, data: st.DataObject) -> None:
    picture = dict(picture_of(data.draw(st.sampled_from(list(legal_plays(position, roll))))))
    spot = data.draw(st.sampled_from([spot for spot, stack in picture.items() if any(stack)]))
    light, dark = picture[spot]
    picture[spot] = Stack(light - 1, dark) if light else Stack(light, dark - 1)
    found = explain(position, roll, picture)
    assert found
    assert found.reason is Reason.CHECKER_COUNT


@settings(max_examples=100, deadline=None)
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


@settings(max_examples=150, deadline=None)
@given(position=ANY, roll=dice, data=st.data())
def test_stopping_too_soon_is_never_called_more_than_that(position: Position, roll: Dice, data: st.DataObject) -> None:
    play = data.draw(st.sampled_from(list(legal_plays(position, roll).values())))
    assume(play.steps)
    stopped = Play(play.steps[: data.draw(st.integers(0, len(play.steps) - 1))])
    found = explain(position, roll, picture_of(resolve(position, stopped)))
    assert found is None or found.reason.rank >= Reason.WRONG_NUMBER_OF_MOVES.rank


@settings(max_examples=150, deadline=None)
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


@settings(max_examples=100, deadline=None)
@given(position=positions(), roll=dice, data=st.data())
def test_any_picture_gets_a_reason_that_can_be_said(position: Position, roll: Dice, data: st.DataObject) -> None:
    counts = st.builds(Stack, st.integers(0, 3), st.integers(0, 3))
    picture = {**picture_of(position), **data.draw(st.dictionaries(st.integers(0, 25), counts, max_size=5))}
    found = explain(position, roll, picture)
    assert found == explain(position, roll, picture)
    if found:
        assert found.text_key in TEXTS
        assert sentence(found.text_key, found.values)
        assert all(point in range(1, 25) for point in found.points)


def _stands(position: Position, side: Side, point: int) -> int:
    """Own checkers (+) or the opponent's (-) on one of a side's own points."""
    index = point - 1 if side is Side.LIGHT else 24 - point
    return position.points[index] if side is Side.LIGHT else -position.points[index]
