"""The pages around a match: welcome, new match, settings, doctor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "keyboard.done": ("Done",),
    "button.other-screens": ("All screens",),
    "screen.welcome": ("Backgammon companion",),
    "screen.new_match": ("New match",),
    "screen.camera": ("Camera",),
    "screen.position": ("Correct the position",),
    "screen.recap": ("The game",),
    "screen.review": ("Review",),
    "screen.archive": ("Archive",),
    "screen.export": ("Export",),
    "screen.settings": ("Settings",),
    "screen.doctor": ("Check-up",),
    "welcome.go-on": ("Go on: {names}, {score}",),
    "welcome.play": ("Play",),
}
