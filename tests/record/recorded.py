"""Short matches as journals tell them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import START, Dice, Play, Position, legal_plays
from companion.games.rules import Side
from companion.record.entries import Entry, Kind

LIGHT, DARK = Side.LIGHT, Side.DARK


def entries_of(*entries: Entry) -> tuple[Entry, ...]:
    """The entries numbered from 1."""
    return tuple(replace(entry, n=number) for number, entry in enumerate(entries, start=1))


def _after(before: Position, dice: str, play: str) -> Position:
    ends = {made.text(): end for end, made in legal_plays(before, Dice.from_text(dice)).items()}
    return ends[Play.from_text(play).text()]


_OPENED: Final = replace(START, on_roll=LIGHT)
_MADE: Final = _after(_OPENED, "31", "8/5 6/5")
_RAN: Final = _after(_MADE, "65", "24/13")

MATCH: Final = entries_of(
    Entry(0, 0.0, Kind.START, 0, position=START.id()).with_details({"game": 1, "score": [0, 0]}),
    Entry(0, 4.0, Kind.ROLL, 7, LIGHT, (3, 1), position=_OPENED.id()),
    Entry(0, 9.0, Kind.PLAY, 12, LIGHT, (3, 1), "8/5 6/5", _MADE.id(), confidence=0.9, margin=5.0),
    Entry(0, 15.0, Kind.ROLL, 15, DARK, (6, 5), position=_MADE.id()),
    Entry(
        0, 20.0, Kind.ILLEGAL, 21, DARK, (6, 5), position=_MADE.id(), reason="blocked-point",
    ).with_details(
        {"text": "blocked-point", "points": [8], "values": {"point": "8"}, "seen": {"8": [2, 1], "24": [0, 1]}}
    ),
    Entry(0, 27.0, Kind.CORRECTED, 28, DARK, (6, 5), "24/13", _RAN.id()),
    Entry(0, 30.0, Kind.DOUBLE, None, LIGHT).with_details({"value": 2}),
    Entry(0, 33.0, Kind.TAKE, None, DARK).with_details({"value": 2}),
    Entry(0, 35.0, Kind.ROLL, 40, LIGHT, (6, 6), position=_RAN.id()),
    Entry(0, 41.0, Kind.PLAY, 44, LIGHT, (6, 6), "24/18(2) 13/7(2)"),
    Entry(0, 50.0, Kind.GAME_OVER, None, LIGHT).with_details({"points": 2}),
    Entry(0, 60.0, Kind.START, 60, position=START.id()).with_details({"game": 2, "score": [2, 0]}),
    Entry(0, 64.0, Kind.ROLL, 64, DARK, (2, 1), position=replace(START, on_roll=DARK).id()),
    Entry(0, 69.0, Kind.PLAY, 66, DARK, (2, 1), "13/11 6/5"),
    Entry(0, 80.0, Kind.GAME_OVER, None, LIGHT).with_details({"points": 1}),
    Entry(0, 80.0, Kind.MATCH_OVER, None, LIGHT).with_details({"score": [3, 0]}),
)  # fmt: skip
"""A match to 3 points in two games; Light has won it after entry 15.  Nobody need have borne off for it."""

MONEY: Final = entries_of(*MATCH[:3], Entry(0, 12.0, Kind.GAME_OVER, None, LIGHT).with_details({"points": 1}))
