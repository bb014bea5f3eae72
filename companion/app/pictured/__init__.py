"""Reads one picture of a board into a value of :mod:`companion.photograph`, and prints it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from companion.app.pictured import backgammon, draughts
from companion.games.catalogue import Game
from vision.framed import Framed
from vision.observation import Corners
from vision.rectify import Image


class Kind(Protocol):
    """How the boards of a game are read and printed; each module of a game has these functions.

    ``board``: its value, which answers and corrections replace.
    """

    IDS: str
    """The JSON key of the IDs of this game."""
    EXAMPLE: str
    """Of corrections."""
    SIGNS: str
    """The sides of the letters of a printed board."""
    WHY_CHANGED: str

    def read(self, image_bgr: Image, corners_px: Corners | None = None) -> Any:
        """Read the board at given corners, or where it is found; raises BoardNotFoundError."""
        ...

    def overlay(self, image_bgr: Image, board: Any) -> Image:
        """Return a copy of the picture with what was read in it."""
        ...

    def framed(self, image_bgr: Image, board: Any) -> Framed:
        """Return the part of the picture that shows the board, turned as the board is drawn."""
        ...

    def spot_name(self, board: Any, spot: int) -> str: ...
    def board_text(self, board: Any) -> str:
        """The board as seen in the picture, with the names of its spots in the likeliest orientation."""
        ...

    def notes(self, board: Any) -> list[str]: ...
    def id_lines(self, fitting: Any) -> tuple[str, ...]: ...
    def id_values(self, fitting: Any) -> dict[str, Any]: ...
    def assumed_text(self, key: str, value: str | bool) -> str: ...
    def position_text(self, fitting: Any) -> str: ...
    def svg(self, fitting: Any) -> str: ...
    def touched_svg(self, board: Any) -> str:
        """The board, even if no position fits; a touched spot gives its name for a correction."""
        ...


KINDS: Final[Mapping[Game, Kind]] = MappingProxyType({Game.BACKGAMMON: backgammon, Game.DRAUGHTS: draughts})


def remarks(board: Any, kind: Kind) -> list[str]:
    """Return what a person should look at, a line each."""
    lines = [f"doubtful: {doubt}" for doubt in board.doubts]
    for one in board.changed:
        read, used = board.counts_text(one.read), board.counts_text(one.used)
        lines.append(
            f"changed: {kind.spot_name(board, one.spot)} looks like {read}, taken as {used}: {kind.WHY_CHANGED}"
        )
    changed = {one.spot for one in board.changed}
    for spot in board.doubtful:
        if spot not in changed:
            sure = board.evidence[spot].confidence
            read = f"read as {board.counts_text(board.counts[spot])} ({sure:.0%})" if sure else "hidden, taken as empty"
            lines.append(f"doubtful: {kind.spot_name(board, spot)}, {read}")
    return lines
