"""The facts of an entry as a row of the journal.

The keys of a row are the names of the fields, in their order; None, False and defaults are left out.  Unknown keys of
another version are kept as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.record.facts import (
    OF_KIND,
    ActWanted,
    ChangeWanted,
    Facts,
    MoveWanted,
    RollWanted,
    TurnWanted,
    TurnWas,
    UndoWanted,
)
from companion.record.kinds import Kind
from companion.record.match import Cause

_LEFT_OUT: Final = (None, False, Cause.PLAY)
"""Values that a row leaves out where they are the usual ones."""


def row_of(facts: Facts | TurnWas | ChangeWanted | None) -> dict[str, object]:
    """Return the facts as JSON values by key."""
    if facts is None:
        return {}
    values = ((field, getattr(facts, field.name)) for field in fields(facts))
    return {field.name: _plain(value) for field, value in values if not (value is field.default and value in _LEFT_OUT)}


def facts_of(kind: Kind, row: Mapping[str, object]) -> tuple[Facts | None, dict[str, object]]:
    """Return the facts of a row, and its unknown part."""
    for meant in OF_KIND.get(kind, ()):
        known = {field.name: field for field in fields(meant)}
        if not any(key in row for key in known) or not all(_is_given(field, row) for field in known.values()):
            continue
        try:
            values: dict[str, Any] = {key: _read(known[key], value) for key, value in row.items() if key in known}
        except (TypeError, ValueError, KeyError, AttributeError):
            continue
        return meant(**values), {key: value for key, value in row.items() if key not in known}
    return None, dict(row)


def _is_given(field: Field[Any], row: Mapping[str, object]) -> bool:
    """Whether a row has a field that its meaning depends on."""
    return field.name in row if field.default is MISSING or field.default is True else True


def _read(field: Field[Any], value: object) -> object:
    return _READERS[str(field.type).removesuffix(" | None")](value)


def _exactly(kind: type | tuple[type, ...]) -> Callable[[object], object]:
    def read(value: object) -> object:
        if not isinstance(value, kind):
            raise TypeError(f"{value!r} is no {kind}")
        return value

    return read


def _many(value: Any) -> tuple[object, ...]:
    _exactly((list, tuple))(value)
    return tuple(value)


def _pair(value: Any) -> tuple[int, int]:
    first, second = _many(value)
    return int(str(first)), int(str(second))


def _wanted(value: Any) -> ChangeWanted:
    match value:
        case {"by": by, "turn": int(turn), "dice": dice, "play": str() | None as play}:
            return TurnWanted(_chair(by), turn, None if dice is None else _pair(dice), play)
        case {"by": by, "move_number": int(number), "move": str(move)}:
            return MoveWanted(_chair(by), number, move)
        case {"by": by, "roll": roll}:
            return RollWanted(_chair(by), _pair(roll))
        case {"by": by, "act": str(act), **rest}:
            return ActWanted(_chair(by), act, str(rest.get("said", "")))
        case {"by": by}:
            return UndoWanted(_chair(by))
    raise ValueError(f"{value!r}: expected a change of a turn, a roll or a move, an undo, or another act")


def _chair(by: Any) -> Side | None:
    return None if by is None else Side(by)


def _board(value: Any) -> dict[int, Stack]:
    return {int(spot): Stack(*_pair(stack)) for spot, stack in value.items()}


_READERS: Final[Mapping[str, Callable[[Any], object]]] = MappingProxyType(
    {
        "int": _exactly(int),
        "str": _exactly(str),
        "float": _exactly((int, float)),
        "bool": _exactly(bool),
        "object": lambda value: value,
        "int | str": _exactly((int, str)),
        "tuple[int, int]": _pair,
        "tuple[int, ...]": _many,
        "tuple[str, ...]": _many,
        "Mapping[str, str]": lambda value: {str(key): str(word) for key, word in value.items()},
        "TurnWas": lambda value: TurnWas(_pair(value["dice"]), value.get("play")),
        "Mapping[int, Stack]": _board,
        "ChangeWanted": _wanted,
        "Result": lambda value: Result[value.upper()],
        "Side": Side,
        "Cause": Cause,
    }
)


def _plain(value: object) -> object:
    match value:
        case Result():
            return value.name.lower()
        case TurnWas() | UndoWanted() | RollWanted() | TurnWanted() | MoveWanted() | ActWanted():
            return row_of(value)
        case Enum():
            return value.value
        case tuple():
            return [_plain(one) for one in value]
        case Mapping():
            return {str(key): _plain(one) for key, one in value.items()}
    return value
