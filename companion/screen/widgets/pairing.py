"""Pairs the table with a club whose code was scanned."""

from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.widgets.modals import Confirm
from companion.screen.widgets.pin import ask_pin
from companion.texts import sentence

_LONGEST_HOST: Final = 38
"""Characters: of a longer name the end, which says whose it is, could be cut off."""


def ask_pairing(anchor: Widget, code: str, services: Services, ways: Navigator, *, locked: bool, language: str) -> bool:
    """Ask whether to send the matches to the club of a code, then for the PIN if that is ``locked``.

    Returns whether there was anything to ask: False for a code of something else.
    """
    club = services.club
    host = None if club is None else club.host(code)
    if club is None or host is None:
        return False
    if len(host) > _LONGEST_HOST:
        ways.tell(sentence("scan.bad", language=language))
        return True

    def say(key: str) -> str:
        return sentence(key, {"host": host}, language=language)

    def pair() -> None:
        try:
            club.pair(code)
        except CompanionError as error:
            ways.tell(str(error))
        else:
            ways.tell(say("scan.club.done"))

    def ask_for_pin() -> None:
        if locked:
            ask_pin(anchor, services, ways, language=language, then=pair)
        else:
            pair()

    keep = sentence("edit.back", language=language)
    Confirm(say("scan.club.ask"), act=say("scan.club.act"), keep=keep, done=ask_for_pin).lie_over(anchor)
    return True
