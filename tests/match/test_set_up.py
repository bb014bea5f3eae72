"""Setting up a game: the start position is drawn as it is being set up, and ticked point by point."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START
from companion.games.rules import Stack
from companion.match.message import Message
from companion.match.orientation import SEATINGS, BoardOrientation
from companion.match.set_up import STACKS, with_guidance
from companion.match.state import State, Terms
from companion.match.view import View, view_of
from vision.observation import POINTS

BEFORE = view_of(State(Terms()))
NOTHING = Stack(0, 0)
SET_UP = {0: NOTHING} | {
    point: Stack(max(count, 0), max(-count, 0)) for point, count in zip(POINTS, START.points, strict=True)
}


def seen(lies: dict[int, Stack], **facts: object) -> View:
    return replace(BEFORE, board_read=tuple(lies[spot] for spot in (0, *POINTS)), **facts)  # type: ignore[arg-type]


def ticked(view: View) -> tuple[int, ...]:
    shown = with_guidance(view, known=True)
    assert shown.put_back is not None
    return shown.put_back.ticked


def test_each_point_is_ticked_as_soon_as_it_is_right() -> None:
    lies = dict.fromkeys(range(25), NOTHING)
    assert ticked(seen(lies)) == ()
    for count, point in enumerate((6, 8, 13, 24, 1, 12, 17, 19), start=1):
        lies[point] = SET_UP[point]
        assert len(ticked(seen(lies))) == count
        assert point in ticked(seen(lies))


def test_a_point_with_a_checker_too_few_is_not_ticked_and_one_with_too_many_is_marked() -> None:
    few = with_guidance(seen(SET_UP | {6: Stack(4, 0)}), known=True)
    assert few.put_back is not None
    assert 6 not in few.put_back.ticked
    assert few.put_back.left == ()
    many = with_guidance(seen(SET_UP | {6: Stack(6, 0), 5: Stack(1, 0)}), known=True)
    assert many.put_back is not None
    assert many.put_back.left == (5, 6)


@pytest.mark.parametrize("seating", SEATINGS, ids=str)
def test_every_way_to_set_up_a_board_is_right(seating: BoardOrientation) -> None:
    lies = dict(seating.picture(SET_UP))
    shown = with_guidance(seen(lies), known=True)
    assert shown.put_back is not None
    assert len(shown.put_back.ticked) == STACKS
    assert shown.put_back.left == ()
    assert [shown.points[point - 1] for point in POINTS] == [lies[point].light - lies[point].dark for point in POINTS]


def test_a_board_that_is_not_known_is_asked_for_in_one_line() -> None:
    shown = with_guidance(BEFORE, known=False)
    assert shown.message is not None
    assert (shown.message.key, shown.message.alarm) == ("notice.unknown-board", False)


def test_without_a_camera_nobody_is_told_to_show_it_the_board() -> None:
    for facts in ({"blind": True}, {"camera_lost": True}):
        assert with_guidance(replace(BEFORE, **facts), known=False).message is None  # type: ignore[arg-type]


def test_the_end_of_the_last_game_stays_until_the_next_one_is_being_set_up() -> None:
    lies = dict.fromkeys(range(25), NOTHING)
    over = seen(lies, phase="phase.next-game", points=(0,) * 24)
    assert with_guidance(over, known=True) == over
    begun = seen(lies | {point: SET_UP[point] for point in (6, 8, 13, 24)}, phase="phase.next-game", points=(0,) * 24)
    assert with_guidance(begun, known=True).points == START.points


def test_a_game_under_way_is_left_alone() -> None:
    playing = replace(BEFORE, phase="phase.play")
    assert with_guidance(playing, known=False) == playing


def test_who_is_still_setting_up_is_not_told_that_it_is_not_the_start() -> None:
    told = Message("notice.not-start", points=(6,), alarm=False)
    few = {point: SET_UP[point] for point in (6, 8, 13)}
    nothing = dict.fromkeys(range(25), NOTHING)
    assert with_guidance(seen(nothing | few, message=told), known=True).message is None
    assert with_guidance(seen(SET_UP | {6: Stack(4, 0)}, message=told), known=True).message == told
