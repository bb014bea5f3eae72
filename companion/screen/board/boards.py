"""Which widget draws the board of a view: the one list of them, by the type of the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.match.draughts.view import DraughtsView
from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.board.draughts_board import DraughtsBoard, DraughtsEntryBoard
from companion.screen.board.entry_board import EntryBoard
from companion.screen.board.layout import HIGHEST_BOARD
from companion.screen.source import TableView


@dataclass(frozen=True, slots=True)
class BoardKind:
    """The board of a game: ``drawn`` shows it, ``entered`` takes touches.

    ``aspect``: the width of a small one by its height; ``highest``: the height of a large one by its width at most.
    """

    drawn: Any
    entered: Any
    aspect: float
    highest: float


BOARDS: Final[Mapping[type, BoardKind]] = {
    View: BoardKind(BoardWidget, EntryBoard, aspect=1.66, highest=HIGHEST_BOARD),
    DraughtsView: BoardKind(DraughtsBoard, DraughtsEntryBoard, aspect=1.0, highest=1.0),
}


def board_kind(view: TableView) -> BoardKind:
    """The board on which a view is drawn."""
    return BOARDS[type(view)]
