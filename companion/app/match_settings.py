"""The match settings as a match header keeps them: a match is resumed under the settings it was begun with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from companion.errors import InputError
from companion.games.catalogue import backgammon_named
from companion.games.rules import Side
from companion.match.roll_area import Area
from companion.match.state import DiceSource, EndOfTurn, Terms
from companion.match.training import HintLevel, Opponent, PlayerTraining, Strength, TrainingSettings, WordingLevel
from companion.record.journal import Header

_KEPT: Final[Mapping[str, Callable[[Any], object]]] = MappingProxyType(
    {
        "end_of_turn": EndOfTurn, "dice": DiceSource, "clock": bool, "asks": bool, "younger": Side,
        "patience_s": float, "idle_s": float, "sure_of_cube": float,
        "roll_area": lambda edges: _area(edges),
        "teaching": lambda values: _teaching(values), "opponent": lambda values: _opponent(values),
    }
)  # fmt: skip
"""The match settings without a column of their own in the journal, each with the function that reads it back."""


_RETIRED: Final = ("margins", "looks_before_asking", "same_place")
"""Obsolete match settings of earlier versions: how sure the referee had to be, and when dice were the same."""


def agreement(terms: Terms) -> dict[str, object]:
    """Return the match settings as JSON values, without names, length, mode and rules, which a header holds anyhow."""
    return {key: _plain(getattr(terms, key)) for key in _KEPT}


def terms_from(header: Header) -> Terms:
    """Return the settings under which a match was begun; the default holds where its header says nothing.

    Raises :class:`InputError` naming the match if they cannot be read.
    """
    told = header.terms
    try:
        kept: dict[str, Any] = {key: read(told[key]) for key, read in _KEPT.items() if key in told}
        rules = backgammon_named(header.rules)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise InputError(f"match {header.id}: its terms cannot be read ({error})") from error
    return Terms(names=header.names, length=header.length, mode=header.mode, rules=rules, **kept)


def in_force(header: Header) -> dict[str, object]:
    """Return what a header says besides names, length, mode and rules, without obsolete settings."""
    return {key: value for key, value in header.terms.items() if key not in _RETIRED}


def _area(edges: Any) -> Area | None:
    if edges is None:
        return None
    left, top, right, bottom = (float(edge) for edge in edges)
    return left, top, right, bottom


def _teaching(values: Mapping[str, Any]) -> TrainingSettings:
    light, dark = (
        PlayerTraining(HintLevel(one["help"]), WordingLevel(one["words"]), bool(one["guard"]))
        for one in (values["light"], values["dark"])
    )
    return TrainingSettings(light, dark, bool(values["speaks"]), float(values["threshold"]))


def _opponent(values: Mapping[str, Any] | None) -> Opponent | None:
    if values is None:
        return None
    return Opponent(Side(values["side"]), Strength(values["strength"]), int(values["seed"]))


def _plain(value: object) -> object:
    if isinstance(value, TrainingSettings):
        return {
            "light": _tutoring(value.light), "dark": _tutoring(value.dark),
            "speaks": value.speaks, "threshold": value.threshold,
        }  # fmt: skip
    if isinstance(value, Opponent):
        return {"side": value.side.value, "strength": value.strength.value, "seed": value.seed}
    if isinstance(value, tuple):
        return list(value)
    return value.value if isinstance(value, Enum) else value


def _tutoring(value: PlayerTraining) -> dict[str, object]:
    return {"help": int(value.help), "words": value.words.value, "guard": value.guard}
