"""The sentences of the camera page: one or two, the most urgent one first.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from companion.match.set_up import STACKS
from companion.match.view import View
from companion.screen.camera_service import Answer, Facts, Why

_MOST: Final = 2


class Tone(Enum):
    """The kind of a sentence, shown by its sign."""

    GOOD = "good"
    NOTE = "note"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence: its sign and its text key."""

    tone: Tone
    key: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of camera and board.

    ``picture``: one has come.  ``checked``: the last check of board and light.  ``learning``: the board
    is being learned; ``learned``: the result.  ``known``: the board is known.  ``dragged``: a person has moved
    its corners since.
    """

    facts: Facts
    picture: bool = False
    checked: Answer | None = None
    learning: bool = False
    learned: Answer | None = None
    known: bool = False
    dragged: bool = False
    view: View | None = None


def said(standing: Standing) -> tuple[Said, ...]:
    """The sentences to show, two at most."""
    if standing.facts.trouble:
        return Said(Tone.WARNING, "camera.lost"), Said(Tone.NOTE, "camera.comes-back")
    if standing.facts.warning:
        return (Said(Tone.WARNING, "camera.covered"),)
    if not standing.picture:
        return (Said(Tone.NOTE, "camera.waiting"),)
    if standing.learning:
        return (Said(Tone.NOTE, "camera.learning"),)
    if standing.learned is not None and standing.learned.why is not None:
        return (Said(Tone.WARNING, _WHY[standing.learned.why]),)
    return (*_of_light(standing), *_of_board(standing))[:_MOST]


def _of_light(standing: Standing) -> tuple[Said, ...]:
    advice = standing.checked.advice if standing.checked is not None else ()
    return tuple(Said(Tone.WARNING, f"camera.advice.{one.value}") for one in advice)


def _of_board(standing: Standing) -> tuple[Said, ...]:
    if standing.dragged:
        return (Said(Tone.NOTE, "camera.dragged"),)
    if standing.known:
        just = standing.learned is not None and standing.learned.calibration is not None
        return (Said(Tone.GOOD, "camera.learned" if just else "camera.known"), *_of_set_up(standing.view))
    if standing.checked is None:
        return (Said(Tone.NOTE, "camera.looking"),)
    if standing.checked.corners_px is None:
        return Said(Tone.WARNING, "camera.no-board"), Said(Tone.NOTE, "camera.drag")
    return Said(Tone.GOOD, "camera.found"), Said(Tone.NOTE, "camera.set-up")


def _of_set_up(view: View | None) -> tuple[Said, ...]:
    if view is None or view.phase != "phase.start" or view.put_back is None:
        return ()
    return (Said(Tone.NOTE, "camera.set-up-so-far", {"count": str(len(view.put_back.ticked)), "all": str(STACKS)}),)


_WHY: Final[Mapping[Why, str]] = {
    Why.NO_CAMERA: "camera.lost",
    Why.NO_BOARD: "camera.no-board",
    Why.NO_START: "camera.no-start",
    Why.MOVING: "camera.moving",
    Why.NOT_KEPT: "camera.not-kept",
    Why.FAILED: "camera.failed",
}
