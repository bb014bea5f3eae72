"""``companion explain``: says whether the end of a turn is legal, and if not, which rule it breaks."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.app.arguments import THE_DICE, add_rules_argument, position_and_dice
from companion.app.draughts_results import draughts_verdict
from companion.errors import InputError
from companion.games import draughts
from companion.games.backgammon import Dice, Explanation, Play, Position, explain, picture_of
from companion.games.backgammon.dice import FACES
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import (
    BACKGAMMON,
    DRAUGHTS,
    Game,
    backgammon_named,
    draughts_named,
    game_of_position,
)
from companion.games.draughts.squares import name
from companion.games.rules import BAR, TRAY, Picture, Spot, Stack
from companion.texts import sentence
from vision.observation import Orientation

_IN_A_ROW: Final = 12
_COUNTS: Final = range(31)
"""Checkers that a reading may report on a spot: no more than both sides have."""
_LONGEST_READING: Final = 1_000_000


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the position before: Position ID, PositionID:MatchID or XGID; or FEN")
    parser.add_argument("dice", nargs="*", metavar="D", help=f"{THE_DICE}; none after a FEN")
    parser.add_argument("result", metavar="RESULT",
                        help="the position after, opponent on roll, or a file as 'read --json' writes it; "
                        "after a FEN a move will do")  # fmt: skip
    add_rules_argument(parser, any_game=True)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the verdict; return 1 if the turn is not legal."""
    return _VERDICTS[game_of_position(options.id)](options)


def _draughts(options: argparse.Namespace) -> int:
    if options.dice:
        raise InputError(f"{' '.join(options.dice)}: draughts has no dice, expected FEN RESULT")
    rules = draughts_named(options.rules or next(iter(DRAUGHTS))).rules
    before = draughts.Position.from_fen(options.id)
    fault, played = draughts_verdict(before, options.result, rules)
    said = sentence(fault.text_key, fault.values) if fault else played
    squares = [name(square) for square in fault.squares] if fault else []
    if options.json:
        reason = fault.reason.value if fault else None
        answer = {"legal": fault is None, "reason": reason, "text": said, "points": squares}
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print(f"{fault.reason.value}: {said}" if fault else f"legal: {said}")
    return 1 if fault else 0


def _backgammon(options: argparse.Namespace) -> int:
    rules = backgammon_named(options.rules or next(iter(BACKGAMMON)))
    # the second die, or both of them, may be given in place of the result
    if not options.dice or (len(options.dice) == 1 and len(options.dice[0]) == 1):
        raise InputError(f"{' '.join([options.id, *options.dice, options.result])}: expected ID D1 D2 RESULT, all four")
    position, dice = position_and_dice([options.id, *options.dice])
    before = Situation.from_text(position).position
    after, shown = _result(options.result, before)
    fault = explain(before, dice, after, rules.rules, shown=shown)
    text = (
        sentence(fault.text_key, fault.values, terms=rules.rules.terms)
        if fault
        else _played(rules.legal_ends(before, dice), after)
    )
    if options.json:
        print(json.dumps(_answer(fault, text), ensure_ascii=False))
    else:
        print(f"{fault.reason.value}: {text}" if fault else f"legal: {text}")
    return 1 if fault else 0


_VERDICTS: Final = {Game.BACKGAMMON: _backgammon, Game.DRAUGHTS: _draughts}


def _answer(fault: Explanation | None, text: str) -> dict[str, Any]:
    return {
        "legal": fault is None,
        "reason": fault.reason.value if fault else None,
        "text": text,
        "points": list(fault.points) if fault else [],
    }


def _played(ends: Mapping[Position, Play], after: Picture) -> str:
    """The play that ends in this position (the first, if unseen spots leave several)."""
    fitting = [play for end, play in ends.items() if _agrees(picture_of(end), after)]
    return fitting[0].text()


def _agrees(known: Picture, seen: Picture) -> bool:
    return all(known[spot] == stack for spot, stack in seen.items())


def _result(text: str, before: Position) -> tuple[Picture, Dice | None]:
    """The board after the turn and, from a reading, the two dice on it."""
    path = Path(text)
    if _is_file(path):
        reading = _reading(path)
        return _picture(path, reading), _shown(path, reading)
    if path.suffix == ".json":
        raise InputError(f"result {text!r}: file not found")
    return picture_of(Situation.from_text(text, before.on_roll.other).position), None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # longer than any file name
        return False


def _reading(path: Path) -> dict[str, Any]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(_LONGEST_READING + 1)
        if len(text) > _LONGEST_READING:
            raise ValueError(f"longer than {_LONGEST_READING:,} characters")
        reading = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"result {str(path)!r}: not JSON as 'companion read --json' writes it ({error})") from None
    if not isinstance(reading, dict) or reading.get("found") is False:
        raise InputError(f"result {str(path)!r}: holds no board that was found")
    return reading


def _picture(path: Path, reading: dict[str, Any]) -> Picture:
    """The board of a reading; null means an unseen spot, or an unseen bear-off tray."""
    orientation = Orientation()
    cells: dict[Spot, tuple[str, Any]] = {}
    for row in ("top", "bottom"):
        points = reading.get(row)
        if not isinstance(points, list) or len(points) != _IN_A_ROW:
            raise InputError(f"result {str(path)!r}: expected {row!r} with {_IN_A_ROW} points, from left to right")
        for column, cell in enumerate(points):
            cells[orientation.point(row, column)] = (f"point {column + 1} of {row!r}", cell)
    if "bar" not in reading:
        raise InputError(f"result {str(path)!r}: expected 'bar' with light and dark counts")
    cells |= {BAR: ("'bar'", reading["bar"]), TRAY: ("'off'", reading.get("off"))}
    return {spot: _stack(path, name, cell) for spot, (name, cell) in cells.items() if cell is not None}


def _stack(path: Path, name: str, cell: Any) -> Stack:
    counts = [cell.get(side) for side in ("light", "dark")] if isinstance(cell, dict) else [None]
    if not all(type(count) is int and count in _COUNTS for count in counts):
        raise InputError(f"result {str(path)!r}: expected light and dark counts from 0 to {_COUNTS[-1]} at {name}")
    return Stack(*counts)


def _shown(path: Path, reading: dict[str, Any]) -> Dice | None:
    """The dice on the board, if exactly two flat dice were read."""
    dice = reading.get("dice") or []
    if not isinstance(dice, list) or not all(isinstance(die, dict) for die in dice):
        raise InputError(f"result {str(path)!r}: expected dice as a list, with a value from 1 to 6 each")
    flat = [die.get("value") for die in dice if not die.get("cocked")]
    if len(flat) != 2:
        return None
    if not all(type(value) is int and value in FACES for value in flat):
        raise InputError(f"result {str(path)!r}: expected dice with a value from 1 to 6 each")
    return Dice(*flat)
