"""Written plays: reading, writing, and what they mean on the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import START, CheckerMove, Dice, Play, Position, legal_plays
from companion.games.backgammon.generator import ends
from companion.games.backgammon.notation import legal_reading, resolve
from companion.games.backgammon.plays import position_of, view_of
from companion.games.rules import Stack
from tests.games.boards import bear_offs, board, dice, positions


@pytest.mark.parametrize(
    ("written", "standard"),
    [
        ("8/5 6/5", "8/5 6/5"),
        ("6/5 8/5", "8/5 6/5"),
        ("25/20", "bar/20"),
        ("Bar/20*", "bar/20*"),
        ("6/0 6/0", "6/off(2)"),
        ("6/OFF(2)", "6/off(2)"),
        ("24/18*/13", "24/18*/13"),
        ("24/18 18/13", "24/13"),
        ("8/5*(2)", "8/5*(2)"),
        ("", "Cannot Move"),
        ("Cannot Move", "Cannot Move"),
    ],
)
def test_plays_are_read_in_many_spellings_and_written_in_one(written: str, standard: str) -> None:
    assert Play.from_text(written).text() == standard


def test_steps_are_in_the_movers_own_numbering() -> None:
    assert Play.from_text("bar/20* 6/off").steps == (CheckerMove(25, 20, True), CheckerMove(6, 0))


@pytest.mark.parametrize("text", ["8", "8/", "5/8", "26/20", "8/5(5)", "8-5", "x/5", "????", "8/8"])
def test_what_is_no_play_is_refused_by_name(text: str) -> None:
    with pytest.raises(InputError, match="play "):
        Play.from_text(text)


def test_a_hit_need_not_be_marked_to_send_the_checker_to_the_bar() -> None:
    position = board("8:1", "20:1")
    assert resolve(position, Play.from_text("8/5")).bar == Stack(0, 1)


def test_a_play_is_applied_literally_even_if_it_is_illegal() -> None:
    after = resolve(START, Play.from_text("13/11 24/23 6/off"))
    assert (after.points[10], after.points[22], after.off) == (1, 1, Stack(1, 0))


def test_a_play_without_its_checker_is_refused() -> None:
    with pytest.raises(InputError, match="no checker stands on 12"):
        resolve(board("13:1", "1:1"), Play.from_text("12/8"))


def test_a_play_onto_two_opposing_checkers_cannot_be_applied() -> None:
    with pytest.raises(InputError, match="opposing checkers"):
        resolve(START, Play.from_text("24/19"))


def reading(position: Position, roll: Dice, text: str) -> tuple[Position, Play] | None:
    view = view_of(position)
    found = legal_reading(view, Play.from_text(text), ends(view, roll.first, roll.second))
    return None if found is None else (position_of(found[0], position), found[1])


def test_a_way_over_both_numbers_is_read_as_two_steps() -> None:
    found = reading(START, Dice(6, 4), "24/14")
    assert found is not None
    assert found[1].steps in ((CheckerMove(24, 18), CheckerMove(18, 14)), (CheckerMove(24, 20), CheckerMove(20, 14)))


def test_an_unwritten_hit_on_the_only_way_is_understood() -> None:
    position = board("24:1", "7:1 5:2")  # 18 holds a blot, 20 is blocked
    found = reading(position, Dice(6, 4), "24/14")
    assert found is not None
    assert found[1].text() == "24/18*/14"


def test_an_unwritten_hit_on_one_of_two_ways_is_not_made() -> None:
    position = board("24:1 13:5", "7:1 8:2")  # 18 holds a blot, 20 is empty
    found = reading(position, Dice(6, 4), "24/14")
    assert found is not None
    assert found[1].text() == "24/14"


def test_an_illegal_play_has_no_legal_reading() -> None:
    assert reading(START, Dice(3, 1), "13/8") is None
    assert reading(START, Dice(3, 1), "20/17 6/5") is None


@pytest.mark.slow
@given(position=st.one_of(positions(), bear_offs()), roll=dice)
def test_every_legal_play_survives_its_text(position: Position, roll: Dice) -> None:
    for end, play in legal_plays(position, roll).items():
        assert resolve(position, play) == end
        assert Play.from_text(play.text()).text() == play.text()
        found = reading(position, roll, play.text())
        assert found is not None
        assert (found[0], found[1].text()) == (end, play.text())
