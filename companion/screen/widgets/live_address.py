"""The address of the live page below its switch: in words, and as a code for a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout

from companion.screen.services import LiveShown
from companion.screen.theme import THEME
from companion.screen.widgets.card import QrCode
from companion.screen.widgets.rows import ListRow

_CODE: Final = 190
_BOTH: Final = 480
"""As wide as the words and the code are beside each other."""
_SHOWN_AS: Final = "live.open"


class LiveAddress(BoxLayout):  # type: ignore[misc]
    """What is said of the live page, and where it is served its code.  ``say``: says a text key with its values."""

    def __init__(self, say: Callable[..., str], **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, spacing=THEME.gap_px, **kwargs)
        self.bind(minimum_height=self.setter("height"))
        self._say: Final = say
        self.row: Final = ListRow(grows=True, pos_hint={"top": 1})
        self.code: Final = QrCode(size=(THEME.px(_CODE), THEME.px(_CODE)), pos_hint={"top": 1})
        self.add_widget(self.row)
        self.bind(width=self._turn)

    def show(self, live: LiveShown) -> None:
        """Show an address, or why there is none."""
        said = self._say(live.said, **live.values)
        self.row.title, self.row.note = (live.address, said) if live.address is not None else (said, "")
        self.row.sign = "" if live.said in (_SHOWN_AS, "live.off-now") else "warning"
        self.code.text = live.address or ""
        if (self.code.parent is not None) is not bool(live.address):
            (self.add_widget if live.address else self.remove_widget)(self.code)

    def _turn(self, *_: object) -> None:
        """Put the code beside the words where there is room, else below them."""
        beside = self.width > THEME.px(_BOTH)
        self.orientation = "horizontal" if beside else "vertical"
        self.code.pos_hint = {"top": 1} if beside else {"center_x": 0.5}
