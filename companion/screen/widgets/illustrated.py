"""A drawn board and the sentences that belong to it: beside each other, or one above the other."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.floatlayout import FloatLayout

from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.board.layout import Box
from companion.screen.theme import THEME
from companion.screen.widgets.words import Words

_HIGH: Final = 0.62
"""The height of the board, as a share of its width."""
_HEAD: Final = 46.0
_BESIDE: Final = 0.5
"""The width of the board in a wide window, as a share of the window's."""
_ABOVE: Final = 0.52
"""The most of a high window that the board takes."""


class Illustrated(FloatLayout):  # type: ignore[misc]
    """A heading, sentences, and a board where there is one.

    ``extra_px``: the height that is left free below the sentences, at :attr:`room`.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.heading: Final = Words(bold=True, most=34, least=22)
        self.said: Final = Words(most=28, least=19, valign="top")
        self.board: Final = BoardWidget(size_hint=(None, None))
        self.extra_px = 0.0
        self.room = Box(0, 0, 1, 1)
        """What is left free for whoever shows this."""
        self.add_widget(self.heading)
        self.add_widget(self.said)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, heading: str, sentences: tuple[str, ...], board: View | None, *, extra_px: float = 0.0) -> None:
        """Show this from now on."""
        self.heading.text, self.said.text = heading, "\n\n".join(sentences)
        self.board.view, self.extra_px = board, extra_px
        if (board is not None) != (self.board.parent is not None):
            (self.add_widget if board is not None else self.remove_widget)(self.board)
        self._lay()

    def _lay(self, *_: object) -> None:
        margin = THEME.margin_px
        box = Box(self.x + margin, self.y, max(self.width - 2 * margin, 1), max(self.height, 1))
        if self.board.parent is None:
            beside = box
        elif box.width > box.height:
            beside = self._lay_beside(box, margin)
        else:
            beside = self._lay_below(box)
        head = min(THEME.px(_HEAD), beside.height * 0.3)
        self.heading.pos, self.heading.size = (beside.x, beside.y + beside.height - head), (beside.width, head)
        extra = min(self.extra_px, beside.height - head)
        self.room = beside._replace(height=extra)
        self.said.pos = (beside.x, beside.y + extra + THEME.gap_px)
        self.said.size = (beside.width, max(beside.height - head - extra - 2 * THEME.gap_px, 1))

    def _lay_beside(self, box: Box, margin: float) -> Box:
        wide = box.width * _BESIDE
        high = min(wide * _HIGH, box.height - 2 * THEME.gap_px)
        self.board.pos, self.board.size = (box.x, box.y + (box.height - high) / 2), (wide, high)
        return Box(box.x + wide + margin, box.y, box.width - wide - margin, box.height)

    def _lay_below(self, box: Box) -> Box:
        high = min(box.width * _HIGH, box.height * _ABOVE)
        self.board.pos, self.board.size = (box.x, box.y + box.height - high - THEME.gap_px), (box.width, high)
        return box._replace(height=box.height - high - 2 * THEME.gap_px)
