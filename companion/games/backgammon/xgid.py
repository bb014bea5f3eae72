"""XGID, eXtreme Gammon's line for a position with its match.

Source: FORMATS.md section 3 of the design; 400 of ours were accepted by GNU Backgammon 1.07.
Light is the bottom player (upper case), and the board is the same whoever is on roll.
"""

from __future__ import annotations

import re
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.match_id import MOST_POINTS, MatchState, Stage
from companion.games.backgammon.position_id import CHECKERS
from companion.games.rules import Side, Stack

PREFIX: Final = "XGID="
_FIELDS: Final = 10
_DOUBLED: Final = "D"


def decode(text: str) -> tuple[tuple[int, ...], Stack, MatchState]:
    """Read an XGID as (24 signed points from Light's seat, bar, match state).

    Raises :class:`InputError` naming the text.
    """
    fields = text.strip().removeprefix(PREFIX).split(":")
    if len(fields) != _FIELDS or len(fields[0]) != 26:
        raise InputError(
            f"XGID {quoted(text)}: expected 26 characters for the board and 9 more fields separated by ':'"
        )
    points, bar = _board(text, fields[0])
    numbers = [_number(text, field) for field in (*fields[1:4], *fields[5:])]
    return points, bar, _state(text, numbers, fields[4])


def encode(points: tuple[int, ...], bar: Stack, state: MatchState) -> str:
    """Write an XGID.  Raises :class:`InputError` for a state that an XGID cannot express."""
    if state.resigned or state.stage is not Stage.PLAYING:
        raise InputError(f"state {state}: an XGID holds no resignation and no finished game")
    counts = (-bar.dark, *points, bar.light)
    fields = (
        "".join(_letter(count) for count in counts),
        state.cube.bit_length() - 1,
        {Side.LIGHT: 1, Side.DARK: -1, None: 0}[state.owner],
        1 if state.on_roll is Side.LIGHT else -1,
        _DOUBLED if state.doubled else state.dice.text() if state.dice else "00",
        state.score.light,
        state.score.dark,
        int(state.crawford) if state.length else int(state.jacoby) + 2 * int(state.beavers),
        state.length,
        state.max_cube.bit_length() - 1,
    )
    return PREFIX + ":".join(str(field) for field in fields)


def _board(text: str, letters: str) -> tuple[tuple[int, ...], Stack]:
    counts = [_count(text, letter) for letter in letters]
    light, dark = sum(n for n in counts if n > 0), -sum(n for n in counts if n < 0)
    if max(light, dark) > CHECKERS:
        raise InputError(
            f"XGID {quoted(text)}: a side has {max(light, dark)} checkers, at most {CHECKERS} are possible"
        )
    if counts[0] > 0 or counts[25] < 0:
        raise InputError(f"XGID {quoted(text)}: the first place is the top player's bar, the last the bottom player's")
    return tuple(counts[1:25]), Stack(counts[25], -counts[0])


def _count(text: str, letter: str) -> int:
    if letter == "-":
        return 0
    if "A" <= letter <= "O":
        return ord(letter) - ord("A") + 1
    if "a" <= letter <= "o":
        return -(ord(letter) - ord("a") + 1)
    raise InputError(f"XGID {quoted(text)}: {letter!r} in the board, expected '-', A to O or a to o")


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)


def _number(text: str, field: str) -> int:
    if not re.fullmatch("-?[0-9]{1,5}", field):
        raise InputError(f"XGID {quoted(text)}: {quoted(field)} in place of a number of at most five digits")
    return int(field)


def _state(text: str, numbers: list[int], roll: str) -> MatchState:
    cube, owner, turn, light, dark, flags, length, most = numbers
    if owner not in (-1, 0, 1) or turn not in (-1, 1):
        raise InputError(f"XGID {quoted(text)}: cube place {owner} and turn {turn}, expected -1, 0, 1 and -1, 1")
    if not 0 <= cube <= 15 or not 0 <= most <= 15 or not 0 <= flags <= 3:
        raise InputError(
            f"XGID {quoted(text)}: cube {cube}, most {most}, flags {flags}; expected 0 to 15, 0 to 15, 0 to 3"
        )
    if min(light, dark, length) < 0 or max(light, dark, length) > MOST_POINTS:
        raise InputError(f"XGID {quoted(text)}: a score or the match length is not between 0 and {MOST_POINTS}")
    if length and (max(light, dark) > length or flags > 1):
        raise InputError(
            f"XGID {quoted(text)}: a score is past the match length {length}, or a flag is no Crawford flag"
        )
    on_roll = Side.LIGHT if turn == 1 else Side.DARK
    doubled = roll == _DOUBLED
    return MatchState(
        cube=1 << cube,
        owner={1: Side.LIGHT, 0: None, -1: Side.DARK}[owner],
        on_roll=on_roll,
        to_act=on_roll.other if doubled else on_roll,
        doubled=doubled,
        dice=None if doubled or roll == "00" else _dice(text, roll),
        length=length,
        score=Stack(light, dark),
        crawford=bool(length and flags),
        jacoby=bool(not length and flags & 1),
        beavers=bool(not length and flags & 2),
        max_cube=1 << most,
    )


def _dice(text: str, roll: str) -> Dice:
    try:
        return Dice.from_text(roll)
    except InputError:
        raise InputError(f"XGID {quoted(text)}: roll {roll!r}, expected two dice such as 65, 00 or D") from None
