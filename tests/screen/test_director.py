"""What the director does at the table, behind the PIN or asked of both players; with pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match.any_seen import Camera
from companion.match.draughts.session import DraughtsTerms
from companion.match.draughts.session import begun as draughts_begun
from companion.match.draughts.session import step as draughts_step
from companion.match.draughts.view import view_of as draughts_view_of
from companion.match.events import (
    Answered,
    Awarded,
    ChangeUndone,
    CubeActed,
    Directed,
    Event,
    MoveEntered,
    NextGame,
    Paused,
    PlayEntered,
    RollEntered,
    TimeAdjusted,
)
from companion.match.session import Terms, begun, step
from companion.match.view import View, view_of
from companion.settings.director_lock import stored
from tests.screen.conftest import NOW_S, Stage
from tests.screen.frames import pass_frames

SIZES = ((800, 480), (480, 800))


def doubled(*, wanted: bool = False) -> View:
    """Ben has doubled; ``wanted``: and wants it withdrawn."""
    state = begun(Terms(names=("Anna", "Ben"), length=5, clock=True, asks=True)).with_seen(camera=Camera.NONE)
    happened: list[Event] = [
        RollEntered(3, 1, 1.0), PlayEntered("8/5 6/5", 2.0), CubeActed(Act.DOUBLE, Side.DARK, 3.0),
        *([ChangeUndone(4.0, by=Side.DARK)] if wanted else []),
    ]  # fmt: skip
    for event in happened:
        state, _ = step(state, event)
    return view_of(state)


@pytest.fixture
def pin(stage: Stage) -> Iterator[str]:
    """A PIN is set."""
    settings = stage.app._services.settings
    settings.change({"director.pin": stored("2468", bytes(16))})
    yield "2468"
    settings.change({"director.pin": ""})


def reached(stage: Stage, *words: str, opposite: bool = False) -> list[object]:
    told: list[object] = []
    for field in ("menu", "Director", *words):
        told = stage.touch_field(field, opposite=opposite)
    return told


def typed(stage: Stage, pin: str) -> None:
    """A PIN is typed on the pad that lies over the table."""
    for key in (*pin, "done"):
        pad = stage.app.app_root._over()
        stage.touch(*pad.keys[key].center)


def test_without_a_pin_the_players_do_it_together(stage: Stage) -> None:
    stage.lay(doubled())
    assert reached(stage, "Give the game", "Ben", "2") == [Awarded(Side.DARK, 2, NOW_S, by=Side.LIGHT)]
    assert reached(stage, "Give the match", "Anna", opposite=True) == [Awarded(Side.LIGHT, 0, NOW_S, by=Side.DARK)]
    assert reached(stage, "Change a clock", "Ben", "−2:00") == [TimeAdjusted(Side.DARK, -120, NOW_S, by=Side.LIGHT)]


def test_behind_the_pin_the_director_does_it_at_once(stage: Stage, pin: str) -> None:
    stage.lay(doubled(wanted=True))
    assert reached(stage) == []
    stage.keep("director-pin")
    typed(stage, "1111")
    assert stage.screen.panel.page.title != "The director decides"
    assert stage.app.app_root.said == "That is not the PIN."
    stage.app.app_root._unsay()
    stage.app.app_root.home()
    stage.lay(doubled(wanted=True))
    for words, act in (
        (("Allow",), partial(Answered, 0)),
        (("Refuse",), partial(Answered, 1)),
        (("Give the game", "Anna", "4"), partial(Awarded, Side.LIGHT, 4, by=Side.LIGHT)),
        (("Pause",), Paused),
    ):
        reached(stage)
        typed(stage, pin)
        stage.keep("director-behind-the-pin")
        told: list[object] = []
        for field in words:
            told = stage.touch_field(field)
        assert told == [Directed(act(at_s=NOW_S), NOW_S)]


def test_the_director_of_draughts_gives_a_game_or_declares_it_drawn(stage: Stage) -> None:
    state = draughts_begun(DraughtsTerms(names=("Anna", "Ben"), length=3, clock=True, asks=True)).with_seen(
        camera=Camera.NONE
    )
    state, _ = draughts_step(state, NextGame(1.0))
    state, _ = draughts_step(state, MoveEntered("c3-d4", 2.0))
    stage.lay(draughts_view_of(state))
    stage.keep("director-draughts")
    assert reached(stage, "Give the game", "Drawn") == [Awarded(None, 1, NOW_S, by=Side.LIGHT)]
    assert reached(stage, "Give the match", "Ben") == [Awarded(Side.DARK, 0, NOW_S, by=Side.LIGHT)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_pages_of_the_director(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    try:
        stage.lay(doubled(wanted=True))
        pass_frames(3)
        name = f"{size[0]}x{size[1]}"
        stage.keep(f"director-asked-{name}")
        for field, picture in (
            ("menu", "menu"), ("Director", "page"), ("Change a clock", "whose-clock"), ("Anna", "clock"),
        ):  # fmt: skip
            stage.touch_field(field)
            pass_frames(5)  # the panel is laid out
            stage.keep(f"director-{picture}-{name}")
    finally:
        stage.screen.close()


@pytest.mark.parametrize("hides", [False, True], ids=["shown", "hidden"])
def test_the_setting_hides_the_board_during_a_pause(stage: Stage, hides: bool) -> None:
    settings = stage.app._services.settings
    settings.change({"table.pause_hides_board": hides})
    try:
        stage.lay(doubled())
        assert stage.screen.board.opacity == 1
        stage.lay(replace(doubled(), phase="phase.paused", on_roll=None, question=None))
        assert stage.screen.board.opacity == (0 if hides else 1)
        stage.keep(f"pause-{'hidden' if hides else 'shown'}")
    finally:
        settings.change({"table.pause_hides_board": False})
