"""A sentence after its sign: good, a note, a warning."""

from __future__ import annotations

from typing import Any, Final

from kivy.properties import ObjectProperty

from companion.screen.camera_text import SentenceTone
from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.words import NOTE, Words

_SIGN_PX: Final = 40.0


class SignedLine(Words):
    """Shows one sentence; a sign before it shows its ``tone``, None = no sign."""

    tone = ObjectProperty(None, allownone=True)

    def __init__(self, tone: SentenceTone | None = None, words: str = "", **kwargs: Any) -> None:
        super().__init__(text=words, bold=True, **({"most": 25, "least": NOTE} | kwargs))
        self.tone = tone
        for name in ("pos", "size", "tone"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self.padding = (0 if self.tone is None else THEME.px(_SIGN_PX), 0, THEME.px(6), 0)
        self._fit()
        self.canvas.after.clear()
        center, size = (self.x + THEME.px(_SIGN_PX * 0.45), self.center_y), THEME.px(26)
        with self.canvas.after:
            match self.tone:
                case SentenceTone.GOOD:
                    signs.tick(center, size, THEME.tick)
                case SentenceTone.NOTE:
                    signs.sign("i", center, size, THEME.notice, THEME.ink_band)
                case SentenceTone.WARNING:
                    signs.sign("!", center, size, THEME.warning, THEME.ink_band)
