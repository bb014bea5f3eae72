"""The modals that ask for the director's PIN and set it."""

from __future__ import annotations

import math
from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.widgets.keyboard import Pad
from companion.settings.director_lock import DIGITS, is_pin
from companion.settings.file import PIN, kept_pin
from companion.texts import sentence

_MINUTE_S = 60


def ask_pin(anchor: Widget, services: Services, ways: Navigator, *, language: str, then: Callable[[], None]) -> None:
    """Do something once the director's PIN has been typed; at once if there is no PIN."""
    if not services.settings.now().director.pin:
        then()
        return
    if _waits(services, ways, language):
        return

    def typed(pin: str) -> None:
        if services.guard.admits(services.settings.now().director.pin, pin):
            services.settings.renew_pin(pin)
            then()
        elif not _waits(services, ways, language):
            ways.tell(sentence("pin.wrong", language=language))

    _pad(anchor, "pin.ask", typed, language)


def set_pin(anchor: Widget, services: Services, ways: Navigator, *, language: str, done: Callable[[], None]) -> None:
    """Set, change or remove the PIN: ask for the old one, then twice for the new one; an empty one removes it."""

    def left(_: str) -> None:
        ways.tell(sentence("pin.stays", language=language))

    def wanted(pin: str) -> None:
        if pin and not is_pin(pin):
            ways.tell(sentence("pin.short", language=language))
        elif pin:
            _pad(anchor, "pin.again", lambda again: repeated(pin, again), language, left)
        else:
            services.settings.change({PIN: ""})
            ways.tell(sentence("pin.removed", language=language))
            done()

    def repeated(pin: str, again: str) -> None:
        if again != pin:
            ways.tell(sentence("pin.differs", language=language))
            return
        services.settings.change({PIN: kept_pin(pin)})
        ways.tell(sentence("pin.set", language=language))
        done()

    ask_pin(anchor, services, ways, language=language, then=lambda: _pad(anchor, "pin.new", wanted, language, left))


def _pad(
    anchor: Widget, hint: str, done: Callable[[str], None], language: str, left: Callable[[str], None] | None = None
) -> None:
    words = sentence(hint, language=language)
    Pad(hint=words, done=done, left=left, longest=DIGITS[1], secret=True, language=language).lie_over(anchor)


def _waits(services: Services, ways: Navigator, language: str) -> bool:
    waits_s = services.guard.waits_s()
    if waits_s > 2 * _MINUTE_S:
        ways.tell(sentence("pin.wait-minutes", {"n": str(math.ceil(waits_s / _MINUTE_S))}, language=language))
    elif waits_s:
        ways.tell(sentence("pin.wait", {"n": str(math.ceil(waits_s))}, language=language))
    return waits_s > 0
