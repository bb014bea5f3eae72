"""Asks at both chairs before something is done that ends what both are playing; the director's PIN is the other way."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.widgets.modals import Confirm
from companion.screen.widgets.pin import ask_pin
from companion.screen.widgets.touching import Opposite
from companion.texts import sentence


def ask_both(
    page: Widget, services: Services, ways: Navigator, words: str, *, act: str, language: str, done: Callable[[], None]
) -> None:
    """Do something once both players have tapped ``act``, the second one at the opposite edge of the page.

    Where a PIN is set, it is asked for in place of the other player.
    """
    keep = sentence("edit.back", language=language)

    def other() -> None:
        if services.settings.now().director.pin:
            ask_pin(page, services, ways, language=language, then=done)
            return
        chair, turned = FloatLayout(pos=page.pos, size=page.size), Opposite(pos=page.pos, size=page.size)
        turned.add_widget(chair)
        page.add_widget(turned)
        asked = Confirm(words, act=act, keep=keep, done=done)
        asked.bind(parent=lambda _, parent: page.remove_widget(turned) if parent is None else None)
        asked.lie_over(chair)

    Confirm(words, act=act, keep=keep, done=other).lie_over(page)
