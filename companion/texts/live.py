"""The texts of the live page, of its overlay, and of its switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "live.title": ("Live",),
    "live.turns": ("Turns",),
    "live.table": ("The board as a table",),
    "live.point": ("Point",),
    "live.row": ("Row",),
    "live.bar": ("Bar",),
    "live.off": ("Borne off",),
    "live.cube": ("Cube {value}: {name}", "Cube {value}"),
    "live.file": ("Download the match",),
    "live.lost": ("Connection lost. Trying again …",),
    "live.waiting": ("Waiting for the match",),
    "live.delay-turns": (Counted("{n} turn behind", "{n} turns behind", by="n"),),
    "live.delay-minutes": ("{n} min behind",),
    "live.build": ("Overlay for a stream",),
    "live.build-note": ("Choose, then enter this address as a browser source of 1920 × 1080.",),
    "live.address": ("Address",),
    "live.place": ("Place",),
    "live.top-left": ("Top left",),
    "live.top-right": ("Top right",),
    "live.bottom-left": ("Bottom left",),
    "live.bottom-right": ("Bottom right",),
    "live.size": ("Size",),
    "live.show": ("Show",),
    "live.board": ("Board",),
    "live.clock": ("Clock",),
    "live.last": ("Last play",),
    "live.ink": ("Text colour",),
    "live.back": ("Background",),
    "live.accent": ("On roll",),
    "live.language": ("Language",),
    "live.preview": ("Preview",),
    "live.open": ("Open on a phone in the same network",),
    "live.off-now": ("Nobody else can see the match.",),
    "live.stopped": ("The live page has stopped. Turn it off and on again.",),
    "live.no-extra": ("The live page needs Python packages that are not installed: {packages}.",),
    "live.no-network": ("This device is in no network, or the companion may not use it.",),
    "live.in-use": ("Another program uses port {port}. Choose another one.",),
}
