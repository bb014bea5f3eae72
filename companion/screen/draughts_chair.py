"""A player's chair at a table of draughts: what is read and touched from there.  No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.draughts import Position
from companion.games.draughts.move_entry import MoveEntry
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, MoveShown
from companion.texts import label, sentence


@dataclass(frozen=True, slots=True)
class DraughtsChair:
    """A player's chair: the view, the side, the language read there, and the move that is entered on the board."""

    view: DraughtsView
    side: Side
    language: str = "en"
    entry: MoveEntry | None = None

    def say(self, key: str, /, **values: str) -> str:
        return sentence(key, values, language=self.language)

    def label(self, text: str) -> str:
        """The words of a key, or a text as it is."""
        return label(text, language=self.language)

    def name(self, side: Side) -> str:
        return label(self.view.names[0 if side is Side.LIGHT else 1], language=self.language)

    @property
    def acts(self) -> bool:
        """Whether something is awaited from this player: from both while it is nobody's move."""
        return self.view.to_move in (None, self.side)

    def board(self, position: Position, last: MoveShown | None = None) -> DraughtsView:
        """A board alone as this reader sees the real one, with the move that led to it."""
        view = self.view
        return DraughtsView(
            view.names, position, view.phase, last=last, checker_bgr=view.checker_bgr,
            light_at_bottom=self.side is Side.LIGHT,
        )  # fmt: skip
