"""What a screen needs to draw the table, as plain values and text keys.

``view_of`` turns the session's state into a :class:`View`; no screen looks at anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.band import Band
from companion.games.backgammon import Play
from companion.games.rules import Side
from companion.state import Phase, State
from vision.observation import POINTS

Bgr = tuple[int, int, int]

_WOOD: Final[tuple[Bgr, Bgr]] = ((200, 225, 240), (40, 35, 35))


@dataclass(frozen=True, slots=True)
class Arrow:
    """One checker's step, in absolute spots: 1 to 24 from Light's seat, 0 the bar, 25 off."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class View:
    """The table at one moment.

    ``points``: 24 signed counts from Light's seat, + Light, - Dark.  ``bar`` and ``off``: (light, dark).
    ``confidence``: per point 0..1, how sure the reading is, None before the first look.
    ``phase``: text key of what is awaited (``phase.start``, ``phase.roll``, ``phase.play``,
    ``phase.take-or-drop``, ``phase.correct``, ``phase.over``).  ``length`` 0 = money play.
    ``checker_bgr``: the colours learned from the board.  ``light_at_bottom``, ``home_at_right``: the
    board as it lies, seen from the camera.
    """

    names: tuple[str, str]
    score: tuple[int, int]
    length: int
    crawford: bool
    points: tuple[int, ...]
    bar: tuple[int, int]
    off: tuple[int, int]
    phase: str
    on_roll: Side | None = None
    dice: tuple[int, int] | None = None
    cube_value: int = 1
    cube_owner: Side | None = None
    cube_offered_by: Side | None = None
    last_side: Side | None = None
    last_play: str = ""
    arrows: tuple[Arrow, ...] = ()
    band: Band | None = None
    confidence: tuple[float, ...] | None = None
    hand: bool = False
    camera_lost: bool = False
    refereed: bool = True
    checker_bgr: tuple[Bgr, Bgr] = _WOOD
    light_at_bottom: bool = True
    home_at_right: bool = True
    winner: Side | None = None
    points_won: int = 0


def view_of(state: State, checker_bgr: tuple[Bgr, Bgr] | None = None) -> View:
    """The table as a session knows it.  ``checker_bgr``: the learned colours of Light and Dark, where known."""
    position, last = state.position, state.last
    look = state.look.observation if state.look else None
    winner, points_won = state.result or (None, 0)
    return View(
        names=state.terms.names,
        score=state.score,
        length=state.terms.length,
        crawford=state.crawford,
        points=position.points,
        bar=(position.bar.light, position.bar.dark),
        off=(position.off.light, position.off.dark),
        phase=_PHASES[state.phase],
        on_roll=None if state.phase in _NOBODYS else state.side,
        dice=_dice(state),
        cube_value=state.cube.value,
        cube_owner=state.cube.owner,
        cube_offered_by=state.cube.offer.by if state.cube.offer else None,
        last_side=last.side if last else None,
        last_play=last.play.text() if last else "",
        arrows=_arrows(last.play, last.side) if last else (),
        band=state.band,
        confidence=tuple(look.spot(point).confidence for point in POINTS) if look else None,
        hand=state.hand,
        camera_lost=state.camera_lost,
        checker_bgr=checker_bgr or _WOOD,
        light_at_bottom=look.orientation.light_at_bottom if look else True,
        home_at_right=look.orientation.home_at_right if look else True,
        winner=winner,
        points_won=points_won,
    )


_PHASES: Final = {
    Phase.START: "phase.start",
    Phase.OPENING: "phase.opening",
    Phase.ROLLING: "phase.roll",
    Phase.PLAYING: "phase.play",
    Phase.DOUBLED: "phase.take-or-drop",
    Phase.CORRECTING: "phase.correct",
    Phase.OVER: "phase.over",
}
_NOBODYS: Final = (Phase.START, Phase.OPENING, Phase.OVER)


def _dice(state: State) -> tuple[int, int] | None:
    """The roll on record: the standing one, or the last one while the next player has not rolled."""
    dice = state.turn.dice if state.turn else state.last.dice if state.last and state.phase is Phase.OVER else None
    return (dice.first, dice.second) if dice else None


def _arrows(play: Play, side: Side) -> tuple[Arrow, ...]:
    return tuple(Arrow(_spot(step.start, side), _spot(step.end, side)) for step in play.steps)


def _spot(own: int, side: Side) -> int:
    """A spot in the mover's own numbering, 25 = bar and 0 = off, as an absolute one, 0 = bar and 25 = off."""
    if own in (0, 25):
        return 25 - own
    return own if side is Side.LIGHT else 25 - own
