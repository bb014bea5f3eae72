"""Where either kind of dice counts, as shipped: what ends a turn depends on whether the camera saw its roll."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import Play, Position
from companion.games.backgammon.cube import Act
from companion.games.backgammon.notation import resolve
from companion.games.rules import Side
from companion.match.events import ButtonPressed, CubeActed, DiceRolled, PositionSet, RollEntered
from companion.match.phases import Phase
from companion.match.state import DiceSource, EndOfTurn
from companion.settings.tree import Settings, terms_of
from tests.table import LEFT, RIGHT, Table, after, opened, position
from vision.observation import CubePlace


@pytest.fixture
def opening() -> tuple[Table, Position]:
    """A table with the settings as shipped; Light has opened with 31 and lifted the dice, and Dark is to roll."""
    terms = terms_of(Settings(), asks=True)
    assert (terms.dice, terms.end_of_turn) == (DiceSource.BOTH, EndOfTurn.LIFTED)
    table, board = opened(terms)
    table.see(board)
    table.see(board)
    assert table.recorded() == ["start", "light roll 31", "light play 31 8/5 6/5"]
    table.journal.clear()
    return table, board


def drawn(table: Table, first: int, second: int) -> None:
    """The button is pressed for an electronic roll."""
    at_s = table.state.t + 3.0
    table.happen(ButtonPressed(at_s))
    assert table.state.shown.awaiting_dice
    table.happen(DiceRolled(first, second, at_s))


def test_lifted_dice_end_a_turn_whose_roll_was_seen(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    done = after(board, "65", "24/13")
    table.see(done, "65", LEFT)
    assert table.recorded() == ["dark roll 65"]
    table.see(done)
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13"]


def test_a_press_says_that_a_turn_is_over_in_which_nothing_was_played_once_its_dice_are_up(
    opening: tuple[Table, Position],
) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    table.see(board)
    table.see(board)
    assert table.recorded() == ["dark roll 65"], "who has taken up the dice may throw them again"
    table.press()
    table.see(board)
    table.see(board)
    assert table.recorded()[1] == "dark illegal 65 wrong-number-of-moves"


def test_the_opponents_roll_ends_a_turn_whose_roll_was_seen(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    done = after(board, "65", "24/13")
    table.see(done, "65", LEFT)
    table.see(done, "42", RIGHT)
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13", "light roll 42"]


def test_a_cube_that_is_offered_ends_a_turn_whose_roll_was_seen(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    done = after(board, "65", "24/13")
    table.see(done, "65", LEFT)
    table.see(done, cube=CubePlace.OFFERED)
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13", "light double"]
    table.see(done, cube=CubePlace.DARK)
    assert table.recorded()[3:] == ["dark take"]


def test_a_dance_that_was_seen_is_over_when_the_opponent_rolls(opening: tuple[Table, Position]) -> None:
    """Even where the dice are not seen to be lifted between: a roll that cannot be played is not left unplayed."""
    table, _ = opening
    board = position("6:2 5:2 4:2 3:2 2:2 7:2 8:2 13:1 | 24:-2 19:-4 17:-3 12:-5 bar:-1", Side.DARK)
    table.happen(PositionSet(board.id(), Side.DARK, table.state.t + 3.0))
    table.journal.clear()
    table.see(board)
    table.see(board, "66", LEFT)
    table.see(board, "66", LEFT)
    table.see(board, "41", RIGHT)
    table.see(after(replace(board, on_roll=Side.LIGHT), "41", "13/8"), "41", RIGHT)
    table.see(after(replace(board, on_roll=Side.LIGHT), "41", "13/8"))
    assert table.recorded() == ["dark roll 66", "dark play 66 Cannot Move", "light roll 41", "light play 41 13/8"]


def test_an_electronic_roll_waits_for_the_button(opening: tuple[Table, Position]) -> None:
    table, board = opening
    drawn(table, 6, 5)
    done = after(board, "65", "24/13")
    for _ in range(5):
        table.see(done)
    assert table.recorded() == ["dark roll 65"], "there are no dice to be lifted"
    table.press()
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13"]


def test_a_roll_that_was_told_by_touch_waits_for_the_button(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.happen(RollEntered(6, 5, table.state.t + 3.0))
    for _ in range(5):
        table.see(board)
    assert (table.recorded(), table.state.shown.message) == (["dark roll 65"], None)
    table.see(after(board, "65", "24/13"))
    table.press()
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13"]


def test_real_dice_end_the_turn_of_an_electronic_roll(opening: tuple[Table, Position]) -> None:
    table, board = opening
    drawn(table, 6, 5)
    done = after(board, "65", "24/13")
    table.see(done)
    table.see(done, "42", RIGHT)
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13", "light roll 42"]


def test_a_press_ends_a_whole_play_also_where_its_dice_still_lie_there(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    done = after(board, "65", "24/13")
    table.see(done, "65", LEFT)
    table.happen(ButtonPressed(table.state.t + 0.7))
    assert table.recorded() == ["dark roll 65"], "a hand may have moved something since the last look"
    table.see(done, "65", LEFT)
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13"]


def test_a_press_on_half_a_play_accuses_nobody(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    half = resolve(board, Play.from_text("24/18"))
    table.see(half, "65", LEFT)
    table.happen(ButtonPressed(table.state.t + 0.7))
    table.see(half, "65", LEFT)
    table.see(half, "65", LEFT)
    assert table.recorded() == ["dark roll 65"]
    table.see(after(board, "65", "24/13"), "65", LEFT)
    assert table.recorded() == ["dark roll 65"], "the press was for the half play, and nothing came of it"


def test_a_press_after_a_press_rolls_at_once(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    table.press()
    assert table.recorded() == ["dark roll 65", "dark play 65 24/13"]
    table.press()
    assert table.rolls_asked == 1


def test_a_double_by_touch_still_ends_a_seen_turn(opening: tuple[Table, Position]) -> None:
    table, board = opening
    table.see(board, "65", LEFT)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    table.happen(CubeActed(Act.DOUBLE, Side.LIGHT, table.state.t + 0.1))
    assert table.recorded()[:2] == ["dark roll 65", "dark play 65 24/13"]
    assert table.state.phase is Phase.DOUBLED
