"""A play entered by touching a board, or in words."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import (
    RULE_SETS,
    STANDARD,
    START,
    Dice,
    Play,
    Position,
    RuleSet,
    legal_plays,
)
from companion.games.backgammon.play_entry import PlayEntry, laid
from companion.games.backgammon.table import spot_of
from companion.games.rules import BAR, TRAY, Side, Spot, Stack
from tests.games import boards
from tests.games.boards import board

LIGHT = replace(START, on_roll=Side.LIGHT)
DARK = replace(START, on_roll=Side.DARK)
SPOTS = range(26)


def tapped(before: Position, dice: str, *spots: Spot) -> PlayEntry:
    entry = PlayEntry.of(before, Dice.from_text(dice), STANDARD)
    for spot in spots:
        entry = entry.tapped(spot)
    return entry


def dragged(before: Position, dice: str, *ways: tuple[Spot, Spot]) -> PlayEntry:
    entry = PlayEntry.of(before, Dice.from_text(dice), STANDARD)
    for start, end in ways:
        entry = entry.dragged(start, end)
    return entry


def steps(entry: PlayEntry) -> str:
    return entry.steps.text()


# --- taps ------------------------------------------------------------------------------------------------


def test_a_tap_plays_the_larger_number_and_the_next_one_the_other() -> None:
    assert steps(tapped(LIGHT, "65", 24)) == "24/18"
    assert steps(tapped(LIGHT, "65", 24, 13)) == "24/18 13/8"
    assert steps(tapped(LIGHT, "31", 8, 6)) == "8/5 6/5"
    assert steps(tapped(LIGHT, "65", 13, 13)) == "13/7 13/8", "another checker of the same point"


def test_a_tap_plays_the_smaller_number_where_the_larger_one_cannot_be_played() -> None:
    assert steps(tapped(LIGHT, "52", 24)) == "24/22"
    assert steps(tapped(board("20:1", "16:2"), "65", 20)) == "20/14", "only the larger one is legal"
    assert steps(tapped(board("20:1 10:1", "11:2"), "65", 20)) == "20/15", "after the larger one no 5 could be played"


def test_a_tap_of_the_moved_checker_goes_on_then_changes_the_number_then_takes_back() -> None:
    entries = ["13/7", "13/2", "13/8", "Cannot Move"]
    for taps, expected in enumerate(entries, start=1):
        spots = (13, 7, 2, 8)[:taps]
        assert steps(tapped(LIGHT, "65", *spots)) == expected


def test_the_order_in_which_one_checker_plays_both_numbers_matters_where_it_hits() -> None:
    before = board("24:1", "2:1 6:2")
    assert steps(tapped(before, "51", 24, 23)) == "24/23*/18"
    both = board("24:1", "2:1 6:1")
    assert steps(tapped(both, "51", 24, 19)) == "24/19*/18"
    assert steps(tapped(both, "51", 24, 19, 18, 23)) == "24/23*/18"


def test_a_point_that_the_moved_checker_could_reach_is_tapped_instead() -> None:
    assert steps(tapped(LIGHT, "61", 24, 23)) == "24/23"
    assert steps(tapped(LIGHT, "64", 24, 14)) == "24/14"
    assert steps(tapped(LIGHT, "65", 24, 3)) == "24/18", "it leads nowhere"


def test_a_tap_of_what_cannot_move_changes_nothing() -> None:
    for spot in (1, 2, 12, BAR, TRAY):
        assert tapped(LIGHT, "65", spot) == tapped(LIGHT, "65")


def test_checkers_come_in_from_the_bar_by_tapping_it() -> None:
    before = board("bar:1 13:2", "24:2")
    assert steps(tapped(before, "63", 13)) == "Cannot Move"
    assert steps(tapped(before, "63", BAR, 13)) == "bar/19 13/10"
    assert steps(tapped(before, "63", BAR, 19, 16, 22, 22)) == "Cannot Move", "through every way, and back"
    assert steps(tapped(before, "63", BAR, 19, 16, 13)) == "bar/22 13/7"


def test_checkers_are_borne_off_by_tapping_them() -> None:
    before = board("6:2 5:2 2:1", "24:2")
    entry = tapped(before, "65", 6, 5)
    assert (steps(entry), entry.board.off.light) == ("6/off 5/off", before.off.light + 2)
    assert steps(tapped(before, "61", 6, TRAY)) == "6/5", "the checker in the tray is the one that was moved last"


def test_dark_counts_points_from_the_other_seat() -> None:
    assert steps(tapped(DARK, "31", 17, 19)) == "8/5 6/5"


def test_four_taps_play_a_double() -> None:
    assert steps(tapped(LIGHT, "11", 8, 8, 6, 6)) == "8/7(2) 6/5(2)"
    assert steps(tapped(LIGHT, "22", 24, 22, 20, 18)) == "24/16"


# --- drags, undo, and what may be landed on --------------------------------------------------------------------


def test_a_drag_plays_one_number_or_several() -> None:
    assert steps(dragged(LIGHT, "65", (24, 13))) == "24/13"
    assert steps(dragged(LIGHT, "22", (24, 18), (6, 4))) == "24/18 6/4"
    assert steps(dragged(LIGHT, "65", (13, 8), (24, 18))) == "24/18 13/8"
    assert dragged(LIGHT, "65", (24, 19)) == dragged(LIGHT, "65"), "blocked"


def test_the_moved_checker_is_dragged_back_or_elsewhere() -> None:
    assert steps(dragged(LIGHT, "65", (24, 18), (18, 24))) == "Cannot Move"
    assert steps(dragged(LIGHT, "65", (13, 7), (7, 8))) == "13/8"
    assert steps(dragged(board("6:2 2:3", "24:2"), "61", (6, TRAY), (TRAY, 5))) == "6/5"


def test_undo_takes_back_touch_by_touch_or_all() -> None:
    entry = dragged(LIGHT, "22", (24, 18)).tapped(13)
    assert entry.undone() == dragged(LIGHT, "22", (24, 18))
    assert entry.undone().undone() == entry.cleared() == dragged(LIGHT, "22")
    assert entry.cleared().undone() == entry.cleared()


def test_landings_are_those_that_some_legal_play_holds() -> None:
    entry = tapped(LIGHT, "31")
    assert entry.landings(8) == {7, 5, 4}
    assert entry.tapped(8).landings(8) == {7}
    assert (entry.landings(1), entry.landings(BAR)) == (frozenset(), frozenset())
    assert entry.tapped(8).may_lift(5)
    assert not entry.may_lift(5)


def test_a_play_is_complete_as_soon_as_the_turn_may_end() -> None:
    assert not tapped(LIGHT, "31", 8).is_complete
    assert tapped(LIGHT, "31", 8).play is None
    assert tapped(LIGHT, "31", 8, 6).play == Play.from_text("8/5 6/5")
    assert tapped(board("bar:1", "6:2 5:2 4:2 3:2 2:2 1:2"), "65").play == Play()


Touches = Callable[[PlayEntry], Iterable[PlayEntry]]


def by_taps(entry: PlayEntry) -> Iterable[PlayEntry]:
    return (entry.tapped(spot) for spot in SPOTS)


def by_drags(entry: PlayEntry) -> Iterable[PlayEntry]:
    return (entry.dragged(start, end) for start in SPOTS for end in entry.landings(start))


def reached(entry: PlayEntry, touches: Touches) -> list[PlayEntry]:
    """Every entry to which touches lead."""
    found = {entry.touches: entry}
    waiting = [entry]
    while waiting:
        for after in touches(waiting.pop()):
            if after.touches not in found:
                found[after.touches] = after
                waiting.append(after)
    return list(found.values())


def played(entry: PlayEntry, play: Play, touches: Touches) -> list[PlayEntry]:
    """The entry after a play of a double, step by step: by taps, or by drags."""
    for step in play.steps:
        start, end = spot_of(step.start, entry.side), spot_of(step.end, entry.side)
        entry = entry.tapped(start) if touches is by_taps else entry.dragged(start, end)
    return [entry]


def check(before: Position, dice: Dice, rules: RuleSet, touches: Touches) -> None:
    legal, entry = legal_plays(before, dice, rules), PlayEntry.of(before, dice, rules)
    found = (
        [each for play in legal.values() for each in played(entry, play, touches)]
        if dice.is_double
        else reached(entry, touches)
    )
    complete = {replace(each.board, on_roll=before.on_roll.other): each for each in found if each.is_complete}
    assert complete.keys() == legal.keys(), "every legal play, and no other"
    assert all(each.play == legal[end] for end, each in complete.items())
    for each in found:
        undone = [each]
        for _ in each.touches:
            undone.append(undone[-1].undone())
        assert undone[-1] == entry == each.cleared()


@pytest.mark.slow
@pytest.mark.parametrize("touches", [by_taps, by_drags])
@given(position=st.one_of(boards.positions(highest=3), boards.bear_offs()), dice=boards.dice)
def test_every_legal_play_and_no_other_is_reached(position: Position, dice: Dice, touches: Touches) -> None:
    check(position, dice, STANDARD, touches)


@pytest.mark.slow
@pytest.mark.parametrize("touches", [by_taps, by_drags])
@pytest.mark.parametrize("rules", [STANDARD, RULE_SETS["box-leaflet"]], ids=lambda rules: rules.name)
def test_it_is_so_by_rules_that_play_otherwise(rules: RuleSet, touches: Touches) -> None:
    draw = random.Random(11)
    position = LIGHT
    for k in range(8):
        ends = list(legal_plays(position, Dice(draw.randint(1, 6), draw.randint(1, 6)), rules))
        position = draw.choice([end for end in ends if end.winner is None] or [LIGHT])
        dice = Dice(1 + k % 6, draw.randint(1, 6))
        check(position, dice, rules, touches)


@given(position=boards.positions(), dice=boards.dice, seed=st.integers(0, 99))
def test_whatever_is_touched_a_legal_play_remains_possible(position: Position, dice: Dice, seed: int) -> None:
    draw, entry = random.Random(seed), PlayEntry.of(position, dice, STANDARD)
    for _ in range(12):
        spot = draw.choice(SPOTS)
        entry = draw.choice([entry.tapped(spot), entry.dragged(spot, draw.choice(SPOTS)), entry.undone()])
    while not entry.is_complete:
        landings = {spot: entry.landings(spot) for spot in SPOTS}
        start = next(spot for spot in SPOTS if landings[spot])
        entry = entry.dragged(start, min(landings[start]))
    assert replace(entry.board, on_roll=position.on_roll.other) in legal_plays(position, dice)


# --- plays in words -------------------------------------------------------------------------------------------


def test_a_blot_that_is_hit_goes_to_the_bar() -> None:
    before = board("6:5 8:3", "20:1 bar:1")
    after = laid(before, Play.from_text("8/5*"))
    assert (after[5], after[BAR]) == (Stack(1, 0), Stack(0, 2))


def test_a_play_of_checkers_that_are_not_there_cannot_be_laid() -> None:
    with pytest.raises(InputError, match="no checker stands on 7"):
        laid(LIGHT, Play.from_text("7/4"))
