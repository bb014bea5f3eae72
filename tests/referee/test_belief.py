"""The belief about the course of a game: what looks do to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from companion.games.backgammon import START, BackgammonRules, Dice, Play, Position, picture_of
from companion.games.backgammon.notation import resolve
from companion.games.rules import Side
from companion.referee.belief import Belief, anchored, covered, looked
from companion.referee.boards import ROLLS, as_position, ends_of, number_of, on_the_way, packed
from companion.referee.course import Gap, Stage, Turn, events_of
from companion.referee.happening import Model
from companion.referee.story import Played, Rolled, stories, sureness
from tests.table import LEFT, RIGHT, Places, evidence, observed
from vision.observation import BAR, POINTS, Changes, Evidence, Observation

MODEL: Final = Model(BackgammonRules())
SURE: Final = 0.999


def seen(position: Position, dice: str = "", places: Places = RIGHT, *, at_s: float = 0.0) -> Observation:
    picture = picture_of(position)
    spots: dict[int, Evidence] = {spot: evidence((picture[spot][0], picture[spot][1]), SURE) for spot in (BAR, *POINTS)}
    return observed(position, dice, places, misread=spots, at_s=at_s)


def after(position: Position, side: Side, play: str) -> Position:
    return resolve(replace(position, on_roll=side), Play.from_text(play))


def shown(belief: Belief, *looks: Observation, unmoved: bool = False) -> Belief:
    for look in looks:
        belief = looked(belief, look, MODEL, unmoved=unmoved)
    return belief


def test_an_opening_turn_and_the_answer_to_it_are_followed() -> None:
    one = after(START, Side.LIGHT, "8/5 6/5")
    two = after(one, Side.DARK, "24/13")
    belief = shown(
        anchored(), seen(START), seen(START, "31"), seen(one, "31"), seen(one), seen(one, "65", LEFT),
        seen(two, "65", LEFT), seen(two),
    )  # fmt: skip
    told = stories(belief, None, MODEL)
    played = [(item.side, ROLLS[item.roll].text()) for item in told[0].items if isinstance(item, Played)]
    assert played == [(Side.LIGHT, "31"), (Side.DARK, "65")]
    assert sureness(told, told[0].items) > 0.9


def test_the_same_look_once_more_changes_nothing() -> None:
    belief = shown(anchored(), seen(START), seen(START, "31"))
    again = shown(belief, seen(START, "31"), unmoved=True)
    assert again.courses == belief.courses


def test_a_spot_that_is_misread_all_the_while_leads_to_no_other_course() -> None:
    one = after(START, Side.LIGHT, "8/5 6/5")
    bad = {13: evidence((4, 0), SURE)}
    looks = [seen(START), seen(START, "31"), seen(one, "31"), seen(one)]
    misread = [replace(look, evidence={**look.evidence, **bad}) for look in looks]
    best = shown(anchored(), *misread).best
    assert best.stage is Stage.PLAYED
    assert best.end is not None
    assert (best.end.points, best.end.bar) == (one.points, one.bar)


def test_a_board_that_nothing_leads_to_is_taken_up_as_it_lies() -> None:
    far = after(after(after(START, Side.LIGHT, "13/7 13/8"), Side.DARK, "13/8 24/22"), Side.LIGHT, "24/18 8/3 6/2")
    belief = shown(anchored(), seen(START), seen(START, "31"), *[seen(far)] * 3)
    belief = shown(covered(belief), seen(far), seen(far, "42", LEFT), seen(far, "42", LEFT))
    assert np.array_equal(packed(belief.best.position), packed(far))
    assert belief.best.stage is Stage.ROLLED


def test_both_sides_may_be_on_roll_where_the_thread_was_lost() -> None:
    belief = shown(anchored(), seen(START))
    lost = [course for course in belief.courses if course.lost]
    assert {course.position.on_roll for course in lost} == set(Side)
    assert all(isinstance(events_of(course)[-1], Gap) for course in lost)


def test_pictures_that_have_not_changed_outweigh_a_count_that_has() -> None:
    look = seen(START)
    odd = replace(look, evidence={**look.evidence, 13: evidence((4, 0), SURE)})
    still = replace(odd, changes=Changes(dict.fromkeys((BAR, *POINTS), 0.001)))
    moved = replace(odd, changes=Changes({**dict.fromkeys((BAR, *POINTS), 0.001), 13: 0.999}))
    begun = shown(anchored(stage=Stage.TO_ROLL), look)
    unchanged, changed = (shown(begun, one) for one in (still, moved))
    lies = packed(START)
    assert np.array_equal(unchanged.best.board, lies)
    assert sum(not np.array_equal(course.board, lies) for course in changed.courses) >= 1
    assert unchanged.best.regret[13] > changed.best.regret[13] or changed.best.board[13] != lies[13]


def test_dice_that_are_moved_aside_are_the_same_roll() -> None:
    belief = shown(anchored(), seen(START), seen(START, "31"), seen(START, "31", LEFT))
    rolls = {
        item.dice.text()
        for story in stories(belief, None, MODEL)[:1]
        for item in story.items
        if isinstance(item, Rolled)
    }
    assert rolls == {"31"}
    assert not [event for event in events_of(belief.best) if isinstance(event, Turn)]


def test_a_packed_board_is_its_position() -> None:
    assert as_position(packed(START), START.on_roll) == START
    double = packed(START).copy()
    double[6] += 1
    assert as_position(double, START.on_roll) is None


def test_rolls_are_numbered_whichever_die_is_named_first() -> None:
    assert [number_of(roll) for roll in ROLLS] == list(range(21))
    assert number_of(Dice(1, 3)) == number_of(Dice(3, 1))


def test_ends_are_those_of_the_rules_and_boards_on_the_way_lie_between() -> None:
    rules, roll = BackgammonRules(), number_of(Dice(3, 1))
    ends = ends_of(rules, START, roll)
    assert set(ends.positions) == set(rules.legal_ends(START, Dice(3, 1)))
    assert not ends.dance
    between, _ = on_the_way(START, roll)
    assert any(np.array_equal(board, packed(after(START, START.on_roll, "6/5"))) for board in between)
