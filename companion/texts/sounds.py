"""The texts of the voice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "voice.roll": ("{first}, {second}",),
    "voice.doubles": ("{name} doubles to {value}",),
    "voice.beavers": ("{name} beavers to {value}",),
    "voice.raccoons": ("{name} raccoons to {value}",),
    "voice.takes": ("{name} takes",),
    "voice.drops": ("{name} drops",),
    "voice.score": ("{light} {points_light}, {dark} {points_dark}",),
}
