"""A drawn board and the sentences that belong to it: beside each other, or one above the other."""

from __future__ import annotations

from typing import Final

from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.widgets.arranged import Framed, Part, WithBoard, column
from companion.screen.widgets.words import Words

_HEAD: Final = 46.0
_BESIDE: Final = 0.5
_BELOW: Final = 0.55
"""The least share of what is beside the board in a wide window, and below it in an upright one."""


class Illustrated(WithBoard):
    """A heading, sentences, and a board where there is one; below the sentences a part may stand."""

    def __init__(self) -> None:
        self.heading: Final = Words(bold=True, most=34, least=22)
        self.said: Final = Words(most=28, least=19, valign="top")
        self.board: Final = BoardWidget()
        self._illustration: Final = Framed(self.board)
        self._beside: Final = column((self.heading, _HEAD), self.said, margin=True)
        super().__init__(self._illustration, self._beside, least=_BESIDE, below=_BELOW)

    def show(self, heading: str, sentences: tuple[str, ...], board: View | None, *below: Part) -> None:
        """Show this from now on."""
        self.heading.text, self.said.text = heading, "\n\n".join(sentences)
        self.board.view = board
        self._beside.hold((self.heading, _HEAD), self.said, *below)
        self.hold(*([self._illustration] if board is not None else []), self._beside)
