"""The window's application: asks its source for the newest view and draws it."""

from __future__ import annotations

from typing import Final

from kivy.app import App
from kivy.clock import Clock

from companion.screen.play import PlayScreen
from companion.screen.source import Source

POLL_S: Final = 1 / 20


class CompanionApp(App):  # type: ignore[misc]
    """Shows the views of a source until the window is closed, or the source is finished.

    ``auto_close``: whether a finished source closes the window, ``linger_s`` seconds after its last view.
    """

    title = "Companion"

    def __init__(self, source: Source, *, auto_close: bool = True, linger_s: float = 0.0, language: str = "en") -> None:
        super().__init__()
        self._source = source
        self._auto_close = auto_close
        self._linger_s = linger_s
        self._language = language

    def build(self) -> PlayScreen:
        """Make the one screen and start asking."""
        screen = PlayScreen(self._source, language=self._language)
        self._asking = Clock.schedule_interval(lambda _: self._ask(screen), POLL_S)
        return screen

    def _ask(self, screen: PlayScreen) -> None:
        view = self._source.poll()
        if view is not None:
            screen.view = view
        if self._auto_close and self._source.finished():
            self._asking.cancel()
            Clock.schedule_once(lambda _: self.stop(), self._linger_s)
