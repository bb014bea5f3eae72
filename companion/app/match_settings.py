"""The match settings as a match header keeps them: a match is resumed under the settings it was begun with."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from companion.app.games import AnyTerms
from companion.errors import InputError
from companion.games.catalogue import Game, draughts_named, game_of, rules_named
from companion.games.rules import Side
from companion.match.state import DiceSource, EndOfTurn, Terms
from companion.match.terms import (
    Area,
    DraughtsTerms,
    EngineOpponent,
    HintLevel,
    Level,
    Opponent,
    PlayerTraining,
    Strength,
    TrainingSettings,
    WordingLevel,
)
from companion.record.journal import Header, Mode
from companion.settings.tree import NEVER_S, Against, EndsWith, Settings, teaching_of, terms_of
from companion.texts import sentence

_Kept: TypeAlias = Mapping[str, Callable[[Any], object]]

_KEPT: Final[Mapping[Game, _Kept]] = MappingProxyType(
    {
        Game.BACKGAMMON: {
            "end_of_turn": EndOfTurn, "dice": DiceSource, "clock": bool, "asks": bool, "younger": Side,
            "patience_s": float, "idle_s": float, "sure_of_cube": float,
            "roll_area": lambda edges: _area(edges),
            "teaching": lambda values: _teaching(values), "opponent": lambda values: _opponent(values),
        },
        Game.DRAUGHTS: {
            "end_of_turn": EndOfTurn, "clock": bool, "time_s": float, "increment_s": float, "asks": bool,
            "patience_s": float, "idle_s": float, "opponent": lambda values: _engine(values),
            "teaching": lambda values: _teaching(values),
        },
    }
)  # fmt: skip
"""The match settings of each game without a column of their own in the journal, with the function that reads them."""
_TERMS: Final[Mapping[Game, Callable[..., AnyTerms]]] = MappingProxyType(
    {Game.BACKGAMMON: Terms, Game.DRAUGHTS: DraughtsTerms}
)


_SEEDS: Final = 2**31
_RETIRED: Final = ("margins", "looks_before_asking", "same_place")
"""Obsolete match settings of earlier versions: how sure the referee had to be, and when dice were the same."""


def usual_terms(game: Game) -> AnyTerms:
    """Return the default settings of a match, by the first rule set of its game."""
    return _TERMS[game](names=("Light", "Dark"))


def agreement(terms: AnyTerms) -> dict[str, object]:
    """Return the match settings as JSON values, without names, length, mode and rules, which a header holds anyhow."""
    return {key: _plain(getattr(terms, key)) for key in _KEPT[game_of(terms.rules)]}


def terms_from(header: Header) -> AnyTerms:
    """Return the settings of a match by its header, with defaults for what it does not say.

    Raises :class:`InputError` naming the match if they cannot be read.
    """
    terms = header.terms
    try:
        rules = rules_named(header.rules)
        game = game_of(rules)
        kept: dict[str, Any] = {key: read(terms[key]) for key, read in _KEPT[game].items() if key in terms}
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise InputError(f"match {header.id}: its terms cannot be read ({error})") from error
    return _TERMS[game](names=header.names, length=header.length, mode=header.mode, rules=rules, **kept)


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
    pips = bool(values.get("pips", False))  # only a match in which they are shown says so
    return TrainingSettings(light, dark, bool(values["speaks"]), float(values["threshold"]), pips)


def _opponent(values: Mapping[str, Any] | None) -> Opponent | None:
    if values is None:
        return None
    return Opponent(Side(values["side"]), Strength(values["strength"]), int(values["seed"]))


def _engine(values: Mapping[str, Any] | None) -> EngineOpponent | None:
    if values is None:
        return None
    return EngineOpponent(Side(values["side"]), Level(values["level"]), int(values["seed"]))


def _plain(value: object) -> object:
    if isinstance(value, TrainingSettings):
        return {
            "light": _tutoring(value.light), "dark": _tutoring(value.dark),
            "speaks": value.speaks, "threshold": value.threshold, **({"pips": True} if value.pips else {}),
        }  # fmt: skip
    if isinstance(value, Opponent):
        return {"side": value.side.value, "strength": value.strength.value, "seed": value.seed}
    if isinstance(value, EngineOpponent):
        return {"side": value.side.value, "level": value.level.value, "seed": value.seed}
    if isinstance(value, tuple):
        return list(value)
    return value.value if isinstance(value, Enum) else value


def _tutoring(value: PlayerTraining) -> dict[str, object]:
    return {"help": int(value.help), "words": value.words.value, "guard": value.guard}


def match_terms(settings: Settings, *, asks: bool) -> AnyTerms:
    """Return the settings of a match at the table; the rules decide the game.

    Raises :class:`InputError` for an unknown rule set or roll area.
    """
    return _FROM_SETTINGS[game_of(rules_named(settings.match.rules))](settings, asks=asks)


def _draughts_terms(settings: Settings, *, asks: bool) -> DraughtsTerms:
    table = settings.table
    by = EndOfTurn.BUTTON if table.end_of_turn is EndsWith.USUAL else EndOfTurn(table.end_of_turn.value)
    opponent = _opponent_of(settings)
    return DraughtsTerms(
        names=_names(settings, opponent),
        length=settings.match.length,
        rules=draughts_named(settings.match.rules),
        mode=settings.match.mode,
        end_of_turn=by,
        clock=settings.match.clock,
        time_s=60.0 * settings.match.minutes,
        increment_s=settings.match.increment_s,
        asks=asks,
        patience_s=table.patience_s,
        idle_s=table.idle_s or NEVER_S,
        opponent=opponent,
        teaching=teaching_of(settings),
    )


def _opponent_of(settings: Settings) -> EngineOpponent | None:
    """The engine of draughts where the settings ask for it, which they can in training only."""
    match = settings.match
    if match.against is Against.PERSON or match.mode is not Mode.TRAINING:
        return None
    return EngineOpponent(match.engine_side, Level(match.against.value), secrets.randbelow(_SEEDS))


def _names(settings: Settings, opponent: EngineOpponent | None) -> tuple[str, str]:
    match, language = settings.match, settings.screen.language.value
    if opponent is None:
        return match.light, match.dark
    level = sentence(f"draughts.level.{opponent.level.value}", language=language)
    engine = sentence("practice.opponent-of", {"strength": level}, language=language)
    return (engine, match.dark) if opponent.side is Side.LIGHT else (match.light, engine)


class _FromSettings(Protocol):
    def __call__(self, settings: Settings, *, asks: bool) -> AnyTerms: ...


_FROM_SETTINGS: Final[Mapping[Game, _FromSettings]] = MappingProxyType(
    {Game.BACKGAMMON: terms_of, Game.DRAUGHTS: _draughts_terms}
)
