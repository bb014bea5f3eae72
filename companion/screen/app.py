"""The window's application: asks the table for the newest view and draws it."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from operator import methodcaller
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion.screen import theme
from companion.screen.navigator import PageName
from companion.screen.root import AppRoot
from companion.screen.services import Services
from companion.screen.touchscreen import pass_touches_on
from companion.settings.tree import TextSize
from hardware import heap
from hardware.display import fills_screen

POLL_S: Final = 1 / 40
_BACK: Final = 27
"""Escape, and the key of a phone that leads back, as Kivy numbers them."""
_TYPED: Final = {8: methodcaller("erase"), 13: methodcaller("enter"), 271: methodcaller("enter")}
"""What the keys do that type no character: backspace, and both that finish a line."""
_SETTLED_S: Final = 1.0
_QUIET_S: Final = 0.25
_LITTER: Final = 1
"""A full garbage collection is worth its time after this many of Python's middle (generation 1) collections."""
_MOST_LITTER: Final = 20
"""After this many middle collections the full one runs at once, even while somebody waits."""


class CompanionApp(App):  # type: ignore[misc]
    """Shows the table that its services reach, until the window is closed or the table is finished.

    ``auto_close``: whether a finished table closes the window.
    ``first``: the pages that are open over the game at the start, the lowest first.  ``said``: a sentence shown over
    them at first.
    """

    title = "Companion"

    def __init__(
        self,
        services: Services,
        *,
        auto_close: bool = True,
        first: Sequence[PageName] = (),
        said: str = "",
    ) -> None:
        super().__init__()
        self._services: Final = services
        self._auto_close: Final = auto_close
        self._first: Final = tuple(first)
        self._said: Final = said
        self._stirred_s = 0.0
        self._again: Final = Clock.create_trigger(lambda _: self.restyle())
        self._drafts: Final[dict[PageName, dict[str, Any]]] = {}
        self.app_root: AppRoot

    def build(self) -> FloatLayout:
        """Make the pages and start polling the table."""
        if fills_screen():
            pass_touches_on(Window)
        root = FloatLayout()
        self._furnish(root)
        for place in self._first:
            self.app_root.open(place)
        if self._said:
            self.app_root.tell(self._said)
        Window.bind(size=lambda *_: self._again(), on_touch_down=lambda *_: self._stir())
        Window.bind(on_keyboard=self._key_pressed, on_request_close=self._close_asked)
        Window.bind(on_textinput=lambda _, text: self.app_root.typed(lambda over: over.write(text)))
        self._asking = Clock.schedule_interval(lambda _: self._ask(), POLL_S)
        Clock.schedule_once(lambda _: _keep_for_good(), _SETTLED_S)
        return root

    def restyle(self) -> None:
        """Make all pages again, in the current theme, languages and window size."""
        self.app_root.keep_typed()
        view, opened, said = self.app_root.view, self.app_root.opened(), self.app_root.said
        self.app_root.close()
        self.root.clear_widgets()
        del self.app_root
        _collect()  # the new pages take the room of the old ones, not more beside it
        self._furnish(self.root)
        self.app_root.view = view
        for place, opposite, arguments in opened:
            if self.app_root.offers(place):
                self.app_root.open(place, opposite=opposite, **arguments)
        if said:
            self.app_root.tell(said)

    def tidy(self) -> None:
        """Collect what closed pages have left behind and give it back, where it is enough to be worth the time."""
        if gc.get_count()[2] >= _LITTER:
            _collect()

    def _furnish(self, root: FloatLayout) -> None:
        settings = self._services.settings.now()
        # Both read the pages: they are as large as the one needs them who sees less.
        large = TextSize.LARGE in (settings.light.text, settings.dark.text)
        theme.apply(settings.screen.theme, Window.size, theme.LARGE if large else 1.0)
        self.app_root = AppRoot(self._services, drafts=self._drafts, restyle=self._again, leave=self.stop)
        root.add_widget(self.app_root)

    def _key_pressed(self, _: object, key: int, *rest: object) -> bool:
        """Use a key, and answer that it was used: no key reaches what Kivy does with it by itself."""
        del rest
        if key == _BACK:
            self.app_root.step_back()
        elif key in _TYPED:
            self.app_root.typed(_TYPED[key])
        return True

    def open_settings(self, *_: object) -> bool:
        """Do not open the settings that Kivy has of its own, for which it listens to F1."""
        return False

    def _close_asked(self, *_: object, source: str = "", **rest: object) -> bool:
        """Answer whether the window stays open: a key leads back; its own button closes one that may be left."""
        del rest
        if source == "keyboard":
            self.app_root.step_back()
        return source == "keyboard" or not self._services.leaves

    def _ask(self) -> None:
        view = self._services.table.poll()
        if view is not None and view is not self.app_root.view:
            self.app_root.view = view
            self._stir()
        elif Clock.get_time() - self._stirred_s > _QUIET_S:
            self.tidy()
        if self._auto_close and self._services.table.finished():
            self._asking.cancel()
            self.stop()

    def _stir(self) -> None:
        """Put off the garbage collection: something moves on the screen and must not wait for it."""
        self._stirred_s = Clock.get_time()


def _collect() -> None:
    """Collect what nothing refers to any more, and give the memory back."""
    gc.collect()
    heap.trim()


def _keep_for_good() -> None:
    """Exempt the objects made at the start from garbage collection.

    They stay until the end; searching them again and again would delay a touch by a tenth of a second now and then.
    What closed pages leave behind is collected while nobody waits: a few pages take two tenths of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], _MOST_LITTER)
