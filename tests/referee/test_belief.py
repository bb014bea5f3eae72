"""The belief about the course of a game: what looks do to it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from companion.games.backgammon import START, BackgammonRules, Dice, Play, Position, picture_of
from companion.games.backgammon.notation import resolve
from companion.games.rules import Side
from companion.referee.backgammon import Backgammon, Belief, anchored
from companion.referee.belief import covered, looked, since, without_rejected
from companion.referee.boards import (
    ROLLS,
    as_position,
    ends_of,
    in_hand,
    number_of,
    on_the_way,
    packed,
    rolls_of,
    rolls_with,
)
from companion.referee.course import Gap, Played, Rolled, Stage, Turn
from companion.referee.evidence import Gathered, gathered
from companion.referee.hypothesis import hypotheses_of, sureness
from companion.referee.nearby import conserved, misread_once
from tests.table import LEFT, RIGHT, Places, die, evidence, observed
from vision.observation import BAR, POINTS, Evidence, Observation

MODEL: Final = Backgammon(BackgammonRules())
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


def test_an_unsure_reading_that_goes_to_and_fro_is_little_more_evidence_than_one_look() -> None:
    one = {(1, 0): 0.24, (0, 1): 0.26, (0, 0): 0.25, (0, 2): 0.02}
    other = {**one, (1, 0): 0.26, (0, 1): 0.24}
    looks = gathered(Gathered(), seen(START), moved=True)
    for likelihoods in (one, other) * 5:
        looks = gathered(looks, replace(seen(START), evidence={BAR: Evidence(likelihoods)}), moved=False)
    assert looks.epoch is not None
    once = math.log(0.26 / 0.02)
    assert -2.0 * once < looks.epoch.gain[BAR, 2] - looks.epoch.gain[BAR, 1] < -0.5 * once


def test_dice_that_are_pushed_aside_are_still_what_they_were_read_as() -> None:
    belief = shown(anchored(replace(START, on_roll=Side.DARK), stage=Stage.TO_ROLL), seen(START), seen(START, "65"))
    aside = die(6, (0.1, 0.2)), die(4, (0.3, 0.8), sure=0.4)
    belief = shown(belief, replace(seen(START), dice=aside))
    assert belief.best.likeliest == number_of(Dice(6, 5))


def test_two_throws_that_came_in_one_movement_are_a_roll_and_the_next_one() -> None:
    one = after(START, Side.LIGHT, "8/5 6/5")
    two = after(one, Side.DARK, "24/13")
    later = after(two, Side.LIGHT, "24/22 6/5")
    places = ((0.45, 0.2), (0.6, 0.8))
    next_roll = seen(two, "21", places)
    both = replace(next_roll, dice=(*seen(two, "65", LEFT).dice, *next_roll.dice))
    belief = shown(
        anchored(),
        seen(START),
        seen(START, "31"),
        seen(one, "31"),
        seen(one),
        both,
        next_roll,
        seen(later, "21", places),
    )
    told = hypotheses_of(belief, MODEL)[0].items
    assert [ROLLS[item.roll].text() for item in told if isinstance(item, Rolled)] == ["31", "65", "21"]
    assert [item.end.points for item in told if isinstance(item, Played)] == [one.points, two.points]


def test_an_opening_turn_and_the_answer_to_it_are_followed() -> None:
    one = after(START, Side.LIGHT, "8/5 6/5")
    two = after(one, Side.DARK, "24/13")
    belief = shown(
        anchored(), seen(START), seen(START, "31"), seen(one, "31"), seen(one), seen(one, "65", LEFT),
        seen(two, "65", LEFT), seen(two),
    )  # fmt: skip
    told = hypotheses_of(belief, MODEL)
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
    assert all(isinstance(course.past.event, Gap) for course in lost if course.past is not None)


def test_a_face_that_is_misread_in_every_look_is_no_surer_for_that() -> None:
    def look(sure: float) -> Observation:
        one = seen(START, "31")
        other = (1 - sure) / 5
        faces = (other, other, other, sure, other, other)
        return replace(one, dice=tuple(replace(die, likelihoods=faces) for die in one.dice))

    belief = shown(anchored(), seen(START), look(0.7), look(0.5), look(0.8), look(0.6), unmoved=True)
    tracks = belief.gathered.tracks
    odds = [track.shows.max() - np.sort(track.shows)[-2] for track in tracks]
    assert len(tracks) == 2
    assert max(odds) < math.log(0.8 / 0.04)


def test_dice_that_are_moved_aside_are_the_same_roll() -> None:
    belief = shown(anchored(), seen(START), seen(START, "31"), seen(START, "31", LEFT))
    rolls = {
        item.dice.text()
        for story in hypotheses_of(belief, MODEL)[:1]
        for item in story.items
        if isinstance(item, Rolled)
    }
    assert rolls == {"31"}
    assert not [event for event in belief.best.events() if isinstance(event, Turn)]


def test_dice_that_are_left_lying_are_nobodys_next_roll() -> None:
    one = after(START, Side.LIGHT, "8/5 6/5")
    belief = shown(anchored(), seen(START), seen(START, "31"), seen(one, "31"), seen(one, "31"), seen(one, "31"))
    assert belief.best.position.on_roll is Side.LIGHT
    assert not [event for event in belief.best.events() if isinstance(event, Turn)]


def test_a_checker_that_lies_elsewhere_than_on_record_is_found_at_the_next_throw() -> None:
    lies = after(START, Side.LIGHT, "8/5 6/5")
    recorded = after(START, Side.LIGHT, "8/5 8/7")
    two = after(lies, Side.DARK, "24/13")
    belief = shown(anchored(recorded, stage=Stage.TO_ROLL), seen(lies), seen(lies, "65", LEFT), seen(two, "65", LEFT))
    assert np.array_equal(packed(belief.best.position), packed(lies))
    assert any(isinstance(event, Gap) for event in belief.best.events())


def test_a_turn_that_is_the_other_sides_is_found_once_it_is_played() -> None:
    lies = after(START, Side.LIGHT, "8/5 6/5")
    recorded = replace(lies, on_roll=Side.LIGHT)
    two = after(lies, Side.DARK, "24/13")
    three = after(two, Side.LIGHT, "13/7 8/7")
    belief = shown(
        anchored(recorded, stage=Stage.TO_ROLL), seen(lies), seen(lies, "65", LEFT), seen(two, "65", LEFT), seen(two),
        seen(two, "61"), seen(three, "61"), seen(three),
    )  # fmt: skip
    assert belief.best.position.on_roll is Side.LIGHT
    turns = [event for event in belief.best.events() if isinstance(event, Turn)]
    assert [(turn.side, turn.legal) for turn in turns] == [(Side.DARK, True)]


def test_no_look_brings_back_what_denies_the_past_that_is_settled() -> None:
    one = after(START, Side.LIGHT, "8/5 6/5")
    belief = shown(anchored(), seen(START), seen(START, "31"), seen(one, "31"), seen(one), seen(one, "65", LEFT))
    past = belief.best.past
    assert past is not None
    assert not all(course.leads_from(past) for course in (*belief.courses, *belief.begun))
    still = shown(belief, seen(one, "65", LEFT), unmoved=True)
    begun = replace(still, begun=(*still.courses, *still.begun))
    sure = shown(since(begun, past, MODEL), seen(one, "64", LEFT), unmoved=True)
    assert all(course.leads_from(past) for course in sure.courses if not course.lost)
    assert since(begun, past, MODEL).begun


def test_a_board_is_trusted_by_how_often_it_was_misread_once_nothing_denies_what_lay_there() -> None:
    came, regret = np.zeros(25, dtype=bool), np.zeros(25, dtype=np.float32)
    came[1:5], regret[1], regret[6] = True, -8.0, -8.0
    usual = Gathered().grid
    bad, good = usual.counting(came, regret), usual.counting(came, np.zeros_like(regret))
    assert (bad.came, bad.misread) == (4, 1), "what did not come to lie there anew has been counted before"
    assert good.cap[1, 1] < usual.cap[1, 1] < bad.cap[1, 1]
    assert bad.cap[BAR, 1] == usual.cap[BAR, 1], "the bar is of another kind"


def test_what_a_settled_turn_has_left_is_counted_where_it_lies_still() -> None:
    one = after(START, Side.LIGHT, "8/5 6/5")
    belief = shown(anchored(), seen(START), seen(START, "31"), seen(one, "31"), seen(one), seen(one, "65", LEFT))
    past = belief.best.past
    assert past is not None
    assert since(belief, past, MODEL).gathered.grid.came == 0, "nothing is known of what lay there before"
    settled = since(replace(belief, settled_board=packed(START)), past, MODEL)
    assert (settled.gathered.grid.came, settled.gathered.grid.misread) == (3, 0)
    assert settled.settled_board is not None
    assert np.array_equal(settled.settled_board, packed(one))


def test_what_a_person_denies_is_hardly_believed_and_not_forgotten() -> None:
    belief = shown(anchored(), seen(START), seen(START, "31"), seen(START, "32"))
    best, others = belief.best, len(belief.courses)
    told = without_rejected(belief, [course is best for course in belief.courses])
    assert told.best is not best
    assert len(told.courses) == others
    assert told.covered


def test_what_two_dice_may_be_is_together_one() -> None:
    sure = np.full(6, -9.0, dtype=np.float32)
    sure[2] = 0.0
    for rolls in (rolls_of(sure, sure), rolls_with(sure)):
        assert abs(float(np.exp(rolls).sum()) - 1.0) < 1e-4
    assert int(rolls_of(sure, sure).argmax()) == number_of(Dice(3, 3))
    assert abs(float(np.exp(rolls_with(sure)[number_of(Dice(3, 1))])) - 1 / 6) < 0.01


def test_a_checker_that_is_not_seen_is_looked_for_where_it_is_read_least_surely() -> None:
    before = packed(START)
    read = before.copy()
    read[13] -= 16
    table = np.full((25, 256), -7.0, dtype=np.float32)
    table[np.arange(25), read] = 0.0
    table[6, before[6] + 16] = -1.0
    found = conserved(read, before, table)
    assert found[6] == before[6] + 16
    assert int((found // 16).sum()) == 15


def test_a_checker_in_a_hand_and_one_that_is_hit_and_taken_up_first_are_on_the_way() -> None:
    position = Position((-1, *(0,) * 9, 1, *(0,) * 11, -2, -12), on_roll=Side.LIGHT)
    under_way, _ = in_hand(BackgammonRules(), position, number_of(Dice(6, 4)))

    def lies(changes: dict[int, int]) -> bool:
        board = packed(position).copy()
        for spot, number in changes.items():
            board[spot] = number
        return any(np.array_equal(board, one) for one in under_way)

    assert lies({11: 0}), "it is in the hand"
    assert lies({1: 0, 5: 16, 11: 0}), "half-way, and who is hit is taken up"
    assert lies({0: 1, 1: 0, 5: 16, 11: 0}) is False, "the other one is on the bar before it is hit"
    assert not lies({8: 16, 11: 0})


def test_boards_near_one_have_another_number_on_one_spot_and_none_of_both_sides() -> None:
    board = packed(START)
    table = np.full((25, 256), -9.0, dtype=np.float32)
    table[np.arange(25), board] = 0.0
    table[6, 16 * 4], table[6, 16 * 4 + 1], table[13, 16 * 6] = -1.0, -0.5, -2.0
    found = misread_once(board, table)
    assert [(one[6], one[13]) for one in found] == [(16 * 4, 16 * 5), (16 * 5, 16 * 6)]


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
    assert {ends.position(k) for k in range(len(ends))} == set(rules.legal_ends(START, Dice(3, 1)))
    assert not ends.dance
    between, _ = on_the_way(rules, START, roll)
    assert any(np.array_equal(board, packed(after(START, START.on_roll, "6/5"))) for board in between)
