"""The texts of the page in a match's pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "pack.says": ("The record with its pictures; {command} detects every later alteration",),
    "pack.steps-say": ("The arrow keys step from turn to turn",),
    "pack.as-read": ("The board as it was read",),
    "pack.took": (Counted("This turn: {n} second", "This turn: {n} seconds", by="n"),),
    "pack.left": ("Time left",),
    "pack.used": ("Time used",),
    "pack.corrections": ("Corrections",),
    "pack.no-corrections": ("Nothing was corrected",),
    "pack.rulings": ("Rulings, questions and disputes",),
    "pack.no-rulings": ("There was no ruling and no dispute",),
    "pack.when": ("Time",),
    "pack.what": ("What",),
    "pack.who": ("Who",),
    "pack.agreed": ("{name}; agreed: {other}",),
    "pack.unknown": ("not recorded",),
    "pack.program": ("Program: version {version}",),
    "pack.models": ("Models that read the board",),
    "pack.settings": ("Match settings",),
    "pack.epoch": ("Epoch {n}",),
    "pack.chain": (Counted("{n} entry; last hash", "{n} entries; last hash", by="n"),),
}
