"""A finger on the drawn board: taps and drags, on the game's own or on the one of the open panel."""

from __future__ import annotations

from companion.games.rules import BAR, TRAY, Side, Spot
from companion.match.events import Event
from tests.screen.conftest import Stage
from tests.screen.frames import pass_frames


def place_of(stage: Stage, spot: Spot, *, opposite: bool = False) -> tuple[float, float]:
    """The place in the window of a spot; of the trays, that of the side on roll."""
    screen = stage.screen
    board = screen.ids.board if screen.panel is None else screen.panel.board
    layout = board.layout
    if spot == TRAY:
        x, y = layout.tray(board.view.on_roll or Side.LIGHT).center
    else:
        x, y = layout.bar.center if spot == BAR else layout.point(spot).center
    turned = opposite and screen.panel is not None
    return (screen.width - x, screen.height - y) if turned else (x, y)


def tap(stage: Stage, *spots: Spot, opposite: bool = False, after_s: float = 1.0) -> list[Event]:
    """Tap spots, one after the other; what the source was told."""
    told = []
    for spot in spots:
        told += stage.touch(*place_of(stage, spot, opposite=opposite), after_s=after_s)
        pass_frames(2)
    return told


def drag(stage: Stage, start: Spot, end: Spot, *, opposite: bool = False, keep: str = "") -> list[Event]:
    """Drag a checker; ``keep``: the name of the picture of it on its way.  What the source was told."""
    from kivy.tests.common import UnitTestTouch

    stage.now_s += 1.0
    before = len(stage.source.told)
    (x0, y0), (x1, y1) = (place_of(stage, spot, opposite=opposite) for spot in (start, end))
    finger = UnitTestTouch(x0, y0)
    finger.time_start = stage.now_s
    finger.touch_down()
    for part in (0.3, 0.6, 1.0):
        finger.touch_move(x0 + part * (x1 - x0), y0 + part * (y1 - y0))
        pass_frames()
        if keep and part == 0.6:
            stage.keep(keep)
    finger.touch_up()
    pass_frames(2)
    return stage.source.told[before:]
