"""The drawn draughts board: what a view puts on it, and what a finger does there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.draughts.move_entry import MoveEntry
from companion.games.draughts.squares import DARK_SQUARES, SQUARES, named
from companion.games.rules import Side
from companion.match.draughts.view import IllegalMoveShown
from companion.screen.board.draughts_ground import ground, pale_square
from companion.screen.board.draughts_layout import DraughtsLayout
from companion.screen.board.draughts_scene import entered, scene_of
from companion.screen.board.layout import Box
from companion.screen.board.legible import checker_colours
from companion.screen.theme import THEME, apply, contrast, names
from tests.screen import draughts_views as views
from tests.screen.conftest import Stage

BOX = Box(20.0, 30.0, 470.0, 312.0)


@contextmanager
def on_stage(stage: Stage, *boards: Any) -> Iterator[None]:
    """Lay widgets over all that the window shows."""
    from companion.screen.board.drawn import filled

    root = stage.app.root
    with root.canvas.after:
        filled(Box(0, 0, *root.size), THEME.background)
    for board in boards:
        root.canvas.after.add(board.canvas)
    try:
        yield
    finally:
        root.canvas.after.clear()


def test_every_square_lies_on_the_board_where_its_player_sees_it() -> None:
    for light_at_bottom in (True, False):
        layout = DraughtsLayout(BOX, light_at_bottom)
        a1, h8 = layout.square(named("a1")), layout.square(named("h8"))
        assert (a1.x < h8.x) == (a1.y < h8.y) == light_at_bottom
        for square in SQUARES:
            inside, field = layout.square(square), layout.field
            assert field.x <= inside.x
            assert inside.x + inside.width <= field.x + field.width
            assert field.y <= inside.y
            assert inside.y + inside.height <= field.y + field.height
        for square in DARK_SQUARES:
            x, y = layout.square(square).center
            assert layout.spot_at(x + layout.step * 0.4, y - layout.step * 0.4) == square
    assert layout.spot_at(BOX.x + 1, BOX.y + 1) is None, "beside the board"


@pytest.mark.parametrize("name", names())
def test_both_sides_stand_out_from_the_squares_they_stand_on(name: str) -> None:
    apply(name)
    try:
        colours = checker_colours(views.FRESH.checker_bgr)
        assert all(contrast(colour, THEME.field) >= 3.0 for colour in colours.values())
        assert contrast(pale_square(), THEME.field) >= 1.5, "the squares can be told apart"
        layout = DraughtsLayout(Box(0.0, 0.0, 312.0, 312.0))
        picture = ground(layout)
        dark, pale = (
            picture[int(box.y) + 8 : int(box.y + box.height) - 8, int(box.x) + 8 : int(box.x + box.width) - 8]
            for box in (layout.square(named("c3")), layout.square(named("c4")))
        )
        assert abs(np.mean(dark[..., :3] / 255, axis=(0, 1)) - THEME.field[:3]).max() < 0.02
        assert abs(np.mean(pale[..., :3] / 255, axis=(0, 1)) - pale_square()[:3]).max() < 0.02
    finally:
        apply("dusk")


def test_the_last_move_is_an_arrow_through_every_jump() -> None:
    scene = scene_of(views.TWO_TAKEN)
    assert scene.way == views.squares("c1 e3 g5")
    assert scene.captured == views.squares("d2 f4")
    assert not scene.warns
    assert not {piece.square for piece in scene.pieces} & set(scene.captured)


def test_an_illegal_move_lies_on_the_board_with_its_way_in_the_colour_of_the_warning() -> None:
    scene = scene_of(views.ILLEGAL)
    lies = {piece.square: piece.side for piece in scene.pieces}
    assert lies[named("g3")] is Side.LIGHT
    assert named("f2") not in lies
    assert scene.warns
    assert scene.alarm
    assert scene.way == views.squares("f2 g3")
    assert scene.named == views.squares("c3 d4")


def test_a_king_keeps_its_rank_where_the_picture_knows_none() -> None:
    before = views.board("a1 c1", "h8 f6", "a1")
    illegal = IllegalMoveShown(
        views.lying(before, a1=views.NOTHING, b4=views.LIGHT_MAN), Side.LIGHT, views.squares("a1 b4")
    )
    scene = scene_of(views.played(start=before, illegal=illegal))
    assert {piece.square for piece in scene.pieces if piece.king} == {named("b4")}


def test_what_is_captured_lies_there_until_the_move_is_whole() -> None:
    entry = MoveEntry.of(views.FORKED.position).tapped(named("a1")).tapped(named("c3"))
    scene = entered(views.FORKED, entry)
    assert [piece.square for piece in scene.pieces if piece.taken] == [named("b2")]
    assert scene.lifted == named("c3")
    assert scene.landings == {named("e5")}
    whole = entered(views.FORKED, entry.tapped(named("c7")))
    assert not any(piece.taken for piece in whole.pieces)
    assert whole.lifted is None
    assert whole.way == views.squares("a1 c3 e5 c7")


def test_a_carried_piece_is_not_where_it_was() -> None:
    entry = MoveEntry.of(views.FORKED.position)
    scene = entered(views.FORKED, entry, named("a1"), carried=True)
    assert named("a1") not in {piece.square for piece in scene.pieces}
    assert scene.landings == {named("c3")}


def test_every_state_of_the_board_is_drawn(stage: Stage) -> None:
    from companion.screen.board.draughts_board import DraughtsBoard, DraughtsEntryBoard

    stage.resize(1280, 1000)
    shown = ("fresh", "captured", "two-taken", "kings", "crowning", "illegal", "put-back", "hand")
    places = [(10 + 322 * (number % 4), 340 - 330 * (number // 4)) for number in range(len(shown))]
    boards = [
        DraughtsBoard(view=views.ALL[name], size_hint=(None, None), size=(312, 312), pos=place)
        for name, place in zip(shown, places, strict=True)
    ]
    entry = MoveEntry.of(views.FORKED.position).tapped(named("a1")).tapped(named("c3"))
    boards.append(
        DraughtsEntryBoard(view=views.FORKED, entry=entry, size_hint=(None, None), size=(312, 312), pos=(10, 670))
    )
    far = replace(views.KINGS, light_at_bottom=False)
    boards.append(DraughtsBoard(view=far, size_hint=(None, None), size=(312, 312), pos=(332, 670)))
    boards.append(DraughtsBoard(view=views.TWO_TAKEN, size_hint=(None, None), size=(130, 130), pos=(660, 670)))
    with on_stage(stage, *boards):
        stage.picture()
        stage.keep("draughts-boards")
        before = stage.picture()
    after = stage.picture()
    assert (before != after).any(axis=2).mean() > 0.3
