"""The texts of the live page, of its overlay, of its switch, and of the page that hands a match to a phone."""

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
    "live.cube": ("Cube on {value}: {name}", "Cube on {value}"),
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
    "live.by-game": ("Score by game",),
    "live.game": ("Game",),
    "live.result": ("Result",),
    "live.so-far": ("Not over yet",),
    "live.dearest": ("Worst decisions",),
    "live.judging": ("The analysis is not ready yet. The decisions appear here by themselves.",),
    "live.judged": ("The analysis is ready.",),
    "live.judging-failed": ("The analysis failed. Analyse the match again at the table.",),
    "live.no-dear": ("The analysis is ready: no costly decisions.",),
    "live.progress": ("Progress of the analysis",),
    "live.now": ("Live page",),
    "live.gone": ("This match is not shown here. Show its code again at the table.",),
    "live.later": ("This match is shown here later: spectators are some minutes behind.",),
    "live.open": ("Open on a phone on the same network",),
    "live.off-now": ("Nobody else can see the match.",),
    "live.stopped": ("The live page has stopped. Turn it off and on again.",),
    "live.no-extra": ("The live page needs Python packages that are not installed: {packages}.",),
    "live.no-network": ("This device is not on a network, or the companion may not use it.",),
    "live.in-use": ("Another program uses port {port}. Choose another one.",),
    "screen.phone": ("Send to phone",),
    "recap.phone": ("Send to phone",),
    "review.phone": ("Send to phone",),
    "phone.opens": (
        "Scan the code with a phone on the same network. It opens the match: result, score by game, "
        "the worst decisions once they are analysed, and the file.",
    ),
    "phone.holds": (
        "The code holds the whole match and needs no network. Scan it, copy the text and send it to a computer. "
        "There, this command makes a match file from it:",
    ),
    "phone.no-page": ("The live page is off, or this device is not on a network.",),
    "phone.not-yet": ("While spectators are behind, a match in play is not opened on the live page.",),
    "phone.too-long": ("The match is too long for a code. Export it to a USB stick instead.",),
    "phone.link": ("Open on the live page",),
    "phone.match": ("The match itself",),
}
