"""The sentences of the camera page: one or two, the most urgent one first.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from companion.screen.board.camera_boards import camera_board
from companion.screen.camera_service import CameraAnswer, CameraFacts, NotLearned
from companion.screen.source import TableView
from hardware.cameras.address import is_address, shown

_MOST: Final = 2
_OLD_S: Final = 2.0
"""A network that is so far behind is slow, or stalls; after five seconds without a picture the camera is lost."""


class SentenceTone(Enum):
    """The kind of a sentence, shown by its sign."""

    GOOD = "good"
    NOTE = "note"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class CameraSentence:
    """A sentence: its sign and its text key."""

    tone: SentenceTone
    key: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The state of camera and board.

    ``picture``: one has come.  ``checked``: the last check of board and light.  ``learning``: the board
    is being learned; ``learned``: the result.  ``known``: the board is known.  ``dragged``: a person has moved
    its corners since.
    """

    facts: CameraFacts
    picture: bool = False
    checked: CameraAnswer | None = None
    learning: bool = False
    learned: CameraAnswer | None = None
    known: bool = False
    dragged: bool = False
    view: TableView | None = None


def said(standing: CameraStatus) -> tuple[CameraSentence, ...]:
    """The sentences to show, two at most."""
    if standing.facts.trouble:
        return _of_loss(standing.facts)
    if standing.facts.warning:
        return (CameraSentence(SentenceTone.WARNING, "camera.covered"),)
    if not standing.picture:
        return (CameraSentence(SentenceTone.NOTE, "camera.waiting"),)
    if is_address(standing.facts.name) and standing.facts.age_s > _OLD_S:
        return (CameraSentence(SentenceTone.WARNING, "camera.old", {"seconds": f"{standing.facts.age_s:.0f}"}),)
    if standing.facts.other:
        return (CameraSentence(SentenceTone.WARNING, f"camera.other.{standing.facts.other}"),)
    if standing.learning:
        return (CameraSentence(SentenceTone.NOTE, "camera.learning"),)
    if standing.learned is not None and standing.learned.why is not None:
        return (_refused(standing.learned),)
    return (*_of_light(standing), *_of_board(standing))[:_MOST]


def _of_loss(facts: CameraFacts) -> tuple[CameraSentence, ...]:
    lost = "camera.lost" if facts.network is None else f"camera.network.{facts.network.value}"
    back = "camera.comes-back" if facts.network is None else "camera.network.comes-back"
    return CameraSentence(SentenceTone.WARNING, lost), CameraSentence(SentenceTone.NOTE, back)


def network_status(facts: CameraFacts, device: str) -> CameraSentence | None:
    """Whether pictures come from the address ``device``; None where it is none."""
    if not is_address(device):
        return None
    if facts.trouble:
        return _of_loss(facts)[0]
    if facts.name != shown(device):
        return CameraSentence(SentenceTone.NOTE, "camera.waiting")
    return CameraSentence(SentenceTone.GOOD, "network-camera.fine")


def _of_light(standing: CameraStatus) -> tuple[CameraSentence, ...]:
    advice = standing.checked.advice if standing.checked is not None else ()
    return tuple(CameraSentence(SentenceTone.WARNING, f"camera.advice.{one.value}") for one in advice)


def _of_board(standing: CameraStatus) -> tuple[CameraSentence, ...]:
    if standing.dragged:
        return (CameraSentence(SentenceTone.NOTE, "camera.dragged"),)
    if standing.known:
        just = standing.learned is not None and standing.learned.calibration is not None
        return (
            CameraSentence(SentenceTone.GOOD, "camera.learned" if just else "camera.known"),
            *_of_set_up(standing.view),
        )
    if standing.checked is None:
        return (CameraSentence(SentenceTone.NOTE, "camera.looking"),)
    if standing.checked.other or standing.checked.why is NotLearned.LARGER_BOARD:
        return (_refused(standing.checked),)
    if standing.checked.corners_px is None:
        return CameraSentence(SentenceTone.WARNING, "camera.no-board"), CameraSentence(SentenceTone.NOTE, "camera.drag")
    return CameraSentence(SentenceTone.GOOD, "camera.found"), CameraSentence(SentenceTone.NOTE, "camera.set-up")


def _refused(answer: CameraAnswer) -> CameraSentence:
    """Why the board was not learned; another game's board and the wrong spots of the start are named."""
    if answer.other:
        return CameraSentence(SentenceTone.WARNING, f"camera.other.{answer.other}")
    if answer.astray:
        return CameraSentence(SentenceTone.WARNING, "camera.astray", {"spots": ", ".join(answer.astray)})
    assert answer.why is not None
    return CameraSentence(SentenceTone.WARNING, _WHY[answer.why])


def _of_set_up(view: TableView | None) -> tuple[CameraSentence, ...]:
    board = camera_board(view)
    if view is None or view.phase != "phase.start" or (ticked := board.ticked(view)) is None:
        return ()
    values = {"count": str(len(ticked)), "all": str(board.all)}
    return (CameraSentence(SentenceTone.NOTE, board.so_far, values),)


_WHY: Final[Mapping[NotLearned, str]] = {
    NotLearned.NO_CAMERA: "camera.lost",
    NotLearned.NO_BOARD: "camera.no-board",
    NotLearned.NO_START: "camera.no-start",
    NotLearned.OTHER_BOARD: "camera.no-board",
    NotLearned.LARGER_BOARD: "camera.larger-board",
    NotLearned.LIGHT_SQUARES: "camera.light-squares",
    NotLearned.MOVING: "camera.moving",
    NotLearned.NOT_KEPT: "camera.not-kept",
    NotLearned.FAILED: "camera.failed",
}
