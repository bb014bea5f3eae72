"""The dice of a roll: whose they are in the opening, and which of them are played already."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import STANDARD, BackgammonRules, Dice, Play, Position, picture_of
from companion.games.backgammon import START as BOARD
from companion.games.backgammon.play_entry import PlayEntry, laid
from companion.games.backgammon.ruleset import RULE_SETS
from companion.games.rules import BAR, Picture, Side, Stack
from companion.match.events import RollEntered
from companion.match.session import Terms
from companion.match.state import DiceSource
from companion.match.view import View, view_of
from companion.screen.board.entering import fresh_entry
from companion.screen.board.used_dice import used_dice
from companion.screen.facts import facts_of
from companion.screen.half_facts import DieShown
from tests.screen.conftest import Stage
from tests.screen.views import BLIND, START
from tests.table import Table, after

LIGHT, DARK = Side.LIGHT, Side.DARK


def shown(view: View) -> dict[Side, list[tuple[int, Side | None]]]:
    return {side: [(die.value, die.side) for die in facts_of(view, side).dice] for side in Side}


# --- the opening ------------------------------------------------------------------------------------------


def begun(**terms: object) -> Table:
    """A table with the start position, at which nobody has rolled yet."""
    table = Table(Terms(**terms))  # type: ignore[arg-type]
    table.see(BOARD)
    return table


@pytest.mark.parametrize("dice", [DiceSource.ELECTRONIC, DiceSource.BOTH])
@pytest.mark.parametrize(("light", "dark", "first"), [(5, 2, LIGHT), (1, 6, DARK)])
def test_each_player_sees_the_own_die_of_the_opening_roll(dice: DiceSource, light: int, dark: int, first: Side) -> None:
    table = begun(dice=dice)
    table.happen(RollEntered(light, dark, 1.0))
    view = view_of(table.state)
    assert view.on_roll is first
    assert shown(view) == {LIGHT: [(light, LIGHT)], DARK: [(dark, DARK)]}


def test_equal_opening_dice_are_shown_as_one_each_until_they_are_rolled_again() -> None:
    table = begun()
    assert shown(view_of(table.state)) == {LIGHT: [], DARK: []}
    table.happen(RollEntered(3, 3, 1.0))
    assert shown(view_of(table.state)) == {LIGHT: [(3, LIGHT)], DARK: [(3, DARK)]}
    table.happen(RollEntered(4, 4, 2.0))
    assert shown(view_of(table.state)) == {LIGHT: [(4, LIGHT)], DARK: [(4, DARK)]}
    table.happen(RollEntered(2, 6, 3.0))
    assert shown(view_of(table.state)) == {LIGHT: [(2, LIGHT)], DARK: [(6, DARK)]}


def test_after_the_opening_a_player_has_both_dice() -> None:
    table = begun()
    table.happen(RollEntered(3, 1, 1.0))
    table.see(after(replace(BOARD, on_roll=LIGHT), "31", "8/5 6/5"), "31")
    table.press()
    assert view_of(table.state).opening is None
    table.happen(RollEntered(6, 4, 2.0))
    assert shown(view_of(table.state)) == {LIGHT: [], DARK: [(6, None), (4, None)]}


def test_where_the_younger_player_begins_the_first_roll_is_one_players() -> None:
    name = next(name for name, rules in RULE_SETS.items() if rules.opening.value == "younger")
    table = begun(rules=BackgammonRules(RULE_SETS[name]))
    table.happen(RollEntered(3, 1, 1.0))
    assert view_of(table.state).opening is None
    assert [len(dice) for dice in shown(view_of(table.state)).values()] in ([2, 0], [0, 2])


# --- what is played ---------------------------------------------------------------------------------------


def entered(view: View, *taps: int) -> PlayEntry:
    entry = fresh_entry(view)
    for spot in taps:
        entry = entry.tapped(spot)
    return entry


def test_a_die_is_dimmed_when_its_number_is_entered_and_lit_when_that_is_taken_back() -> None:
    first = entered(BLIND, 24)
    assert [die.used for die in facts_of(BLIND, LIGHT, entry=first).dice] == [1.0, 0.0]
    assert [die.used for die in facts_of(BLIND, LIGHT, entry=first.tapped(13)).dice] == [1.0, 1.0]
    assert [die.used for die in facts_of(BLIND, LIGHT, entry=first.undone()).dice] == [0.0, 0.0]


def test_a_double_is_dimmed_by_halves_of_its_dice() -> None:
    view = replace(BLIND, dice=(3, 3))
    parts = [used_dice(view, entered(view, *taps)) for taps in ((), (8,), (8, 6), (8, 6, 13), (8, 6, 13, 24))]
    assert parts == [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0)]


def test_the_opening_die_of_the_other_player_is_dimmed_as_well_when_it_is_played() -> None:
    view = replace(BLIND, opening=(6, 5))
    halves = [facts_of(view, side, entry=entered(view, 13, 13)).dice for side in Side]
    assert halves == [(DieShown(6, 1.0, LIGHT),), (DieShown(5, 1.0, DARK),)]


def seen(view: View, lies: Picture) -> View:
    read = tuple(lies.get(spot, Stack(0, 0)) for spot in (BAR, *range(1, 25)))
    return replace(view, blind=False, board_read=read)


def partly(before: Position, play: str) -> Picture:
    return laid(before, Play.from_text(play))


@pytest.mark.parametrize(
    ("dice", "play", "parts"),
    [
        ((6, 5), "", (0.0, 0.0)), ((6, 5), "24/18", (1.0, 0.0)), ((6, 5), "13/8", (0.0, 1.0)),
        ((6, 5), "24/18 13/8", (1.0, 1.0)), ((6, 5), "24/13", (1.0, 1.0)), ((3, 3), "8/5(2)", (1.0, 0.0)),
        ((3, 3), "24/15", (1.0, 0.5)), ((6, 5), "24/23", (0.0, 0.0)),
        ((5, 4), "6/1", (1.0, 0.0)),  # blocked, and told by its distance like any other move
    ],
)  # fmt: skip
@pytest.mark.parametrize("side", Side)
def test_with_a_camera_the_dice_are_dimmed_by_how_the_checkers_lie(
    dice: tuple[int, int], play: str, parts: tuple[float, float], side: Side
) -> None:
    before = replace(BOARD, on_roll=side)
    view = seen(replace(BLIND, on_roll=side, dice=dice), partly(before, play) if play else picture_of(before))
    assert used_dice(view, None) == parts


def test_while_a_spot_is_hidden_nothing_is_said_of_the_dice() -> None:
    view = seen(replace(BLIND, dice=(6, 5)), partly(BOARD, "24/18"))
    assert view.board_read is not None
    assert used_dice(replace(view, board_read=(*view.board_read[:8], None, *view.board_read[9:])), None) == (0.0, 0.0)


def test_a_checker_borne_off_with_a_larger_number_uses_that_number() -> None:
    points = [0] * 24
    points[2], points[1], points[23] = 1, 1, -2
    before = Position(tuple(points), Stack(0, 0), Stack(13, 13), LIGHT)
    view = replace(BLIND, points=before.points, off=(13, 13), dice=(6, 5))
    assert used_dice(seen(view, partly(before, "3/off")), None) == (1.0, 0.0)
    assert used_dice(seen(view, partly(before, "3/off 2/off")), None) == (1.0, 1.0)
    assert PlayEntry.of(before, Dice(6, 5), STANDARD).tapped(3).left == (5,)


def test_in_the_opening_each_half_draws_one_die_in_its_colour(stage: Stage) -> None:
    from tests.screen.with_services import with_services

    view = replace(BLIND, opening=(6, 5), last_side=None, last_play="")
    with with_services(stage, view=view):
        stage.show(view)
        stage.keep("opening-dice")
        stage.show(replace(START, phase="phase.opening", opening=(4, 4), blind=True))
        stage.keep("opening-dice-tied")
        double = replace(BLIND, dice=(3, 3))
        stage.show(double)
        stage.screen.board.dispatch("on_entered", entered(double, 8, 6, 13))
        stage.keep("double-three-played")
