"""``companion explain``: is this end of a turn legal, and if not, which rule does it break."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import InputError
from companion.games.backgammon import Dice, Explanation, Play, Position, explain, picture_of
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import BACKGAMMON, rules_named
from companion.games.rules import BAR, TRAY, Picture, Spot, Stack
from companion.texts import sentence
from vision.observation import Orientation

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("explain", help="is this end of a turn legal, and if not, which rule does it break")
    parser.add_argument("id", metavar="ID", help="the position before: Position ID, PositionID:MatchID or XGID")
    parser.add_argument("dice", nargs=2, metavar="D", help="the two dice")
    parser.add_argument("result", metavar="RESULT",
                        help="the position after, opponent on roll, or a file as 'read --json' writes it")  # fmt: skip
    parser.add_argument("--rules", default="tournament", metavar="NAME", help="|".join(BACKGAMMON))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the verdict; 1 where the turn is not legal."""
    rules = rules_named(options.rules)
    before = Situation.from_text(options.id).position
    dice = Dice.from_text(" ".join(options.dice))
    after, shown = _result(options.result, before)
    fault = explain(before, dice, after, rules.rules, shown=shown)
    text = sentence(fault.text_key, fault.values) if fault else _played(rules.legal_ends(before, dice), after)
    if options.json:
        print(json.dumps(_answer(fault, text), ensure_ascii=False))
    else:
        print(f"{fault.reason.value}: {text}" if fault else f"legal: {text}")
    return 1 if fault else 0


def _answer(fault: Explanation | None, text: str) -> dict[str, Any]:
    return {
        "legal": fault is None,
        "reason": fault.reason.value if fault else None,
        "text": text,
        "points": list(fault.points) if fault else [],
    }


def _played(ends: Any, after: Picture) -> str:
    """The play that ends like this (the first, where unseen spots leave several)."""
    fitting: list[Play] = [play for end, play in ends.items() if _agrees(picture_of(end), after)]
    return fitting[0].text()


def _agrees(known: Picture, seen: Picture) -> bool:
    return all(known[spot] == stack for spot, stack in seen.items())


def _result(text: str, before: Position) -> tuple[Picture, Dice | None]:
    """The board after the turn and, from a reading, the two dice that lie on it."""
    path = Path(text)
    if path.is_file():
        reading = _reading(path)
        return _picture(path, reading), _shown(path, reading)
    if path.suffix == ".json":
        raise InputError(f"result {text!r}: there is no such file")
    return picture_of(Situation.from_text(text, before.on_roll.other).position), None


def _reading(path: Path) -> dict[str, Any]:
    try:
        reading = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"result {str(path)!r}: not JSON as 'companion read --json' writes it ({error})") from None
    if not isinstance(reading, dict) or reading.get("found") is False:
        raise InputError(f"result {str(path)!r}: holds no board that was found")
    return reading


def _picture(path: Path, reading: dict[str, Any]) -> Picture:
    orientation = Orientation()
    picture: dict[Spot, Stack] = {}
    try:
        for row in ("top", "bottom"):
            if len(reading[row]) != 12:
                raise ValueError(f"{row} holds {len(reading[row])} points, not 12")
            for column, cell in enumerate(reading[row]):
                _put(picture, orientation.point(row, column), cell)
        _put(picture, BAR, reading["bar"])
        _put(picture, TRAY, reading["off"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"result {str(path)!r}: expected top, bottom, bar and off with light and dark counts ({error!r})"
        ) from None
    return picture


def _put(picture: dict[Spot, Stack], spot: Spot, cell: Any) -> None:
    """Enter what lies on a spot; null is a spot that was not seen."""
    if cell is None:
        return
    light, dark = cell["light"], cell["dark"]
    if not all(type(count) is int and count >= 0 for count in (light, dark)):
        raise ValueError(f"counts {light!r} and {dark!r}, expected 0 or more")
    picture[spot] = Stack(light, dark)


def _shown(path: Path, reading: dict[str, Any]) -> Dice | None:
    """The roll as it lies, where exactly two flat dice were read."""
    try:
        flat = [die["value"] for die in reading.get("dice") or () if not die.get("cocked")]
        return Dice(*flat) if len(flat) == 2 else None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise InputError(f"result {str(path)!r}: expected dice with a value from 1 to 6 each") from None
