"""Pictures of boards for the screen's tests: read already, nothing is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.errors import InputError
from companion.games.backgammon import Position
from companion.games.catalogue import Game
from companion.games.draughts import Position as Squares
from companion.games.draughts.position import picture_of
from companion.photograph.backgammon import PicturedBoard
from companion.photograph.draughts import PicturedSquares
from companion.screen.services import Pictured, PictureFile, PicturePlace
from tests.photograph.lying import observed, pictured
from vision.framed import cut_out
from vision.observation import Evidence, Observation

CORNERS: Final = ((100.0, 80.0), (540.0, 80.0), (540.0, 400.0), (100.0, 400.0))
OPEN: Final = "XGID=-A----------------------a-:0:0:1:00:0:0:0:0:10"
"""One checker of each side: neither which way round it is can be told, nor where the others are."""


def framed_board(board: Any) -> Pictured:
    """A board in a grey picture."""
    seen: Observation = replace(board.seen, corners_px=CORNERS)
    return Pictured(replace(board, seen=seen), cut_out(np.full((480, 640, 3), 90, np.uint8), CORNERS))


@dataclass
class Pictures:
    """``listed``: on a stick; ``why``: nothing is read.  ``games``: of what was."""

    board: Any = field(default_factory=lambda: pictured(Position.from_xgid(OPEN)))
    listed: tuple[PictureFile, ...] = (
        PictureFile(Path("/media/HOLIDAY/DCIM/PXL_20261127_184501123.jpg"), "HOLIDAY", 1.7e9),
        PictureFile(Path("/media/HOLIDAY/b.png"), "HOLIDAY", 1.6e9),
    )
    why: str = ""
    games: list[Game] = field(default_factory=list)

    @property
    def open_board(self) -> PicturedBoard:
        return pictured(Position.from_xgid(OPEN), alike=True)

    @property
    def open_squares(self) -> PicturedSquares:
        held = {}
        for square, (light, dark) in picture_of(Squares.from_fen("W:We3:Bd4")).items():
            held[square] = Evidence({(light, dark): 0.9 if light else 0.999})
        return PicturedSquares(observed(held), 0)

    def refused(self) -> str:
        return self.why

    def places(self) -> tuple[PicturePlace, ...]:
        return tuple(PicturePlace)

    def files(self) -> tuple[PictureFile, ...]:
        return self.listed

    def from_file(self, path: Path, game: Game) -> Pictured | None:
        if path.suffix == ".png":
            raise InputError(f"{path.name}: not a picture, or a broken one; expected a whole JPEG or PNG")
        return self.from_camera(game)

    def from_camera(self, game: Game) -> Pictured | None:
        self.games.append(game)
        return None if self.board is None else framed_board(self.board)
