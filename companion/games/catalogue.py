"""The catalogue: the one list of games and their rule sets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.errors import InputError, quoted
from companion.games import backgammon, draughts
from companion.games.backgammon import BackgammonRules, RuleSet
from companion.games.draughts import DraughtsRules, DraughtsRuleSet
from companion.games.rule_data import toml_values


class Game(StrEnum):
    """The games by their names, as ``--game`` takes them."""

    BACKGAMMON = "backgammon"
    DRAUGHTS = "draughts"


AnyRules: TypeAlias = BackgammonRules | DraughtsRules

BACKGAMMON: Final[Mapping[str, BackgammonRules]] = MappingProxyType(
    {name: BackgammonRules(rules) for name, rules in backgammon.RULE_SETS.items()}
)
DRAUGHTS: Final[Mapping[str, DraughtsRules]] = MappingProxyType(
    {name: DraughtsRules(rules) for name, rules in draughts.RULE_SETS.items()}
)
RULES: Final[Mapping[Game, Mapping[str, AnyRules]]] = MappingProxyType(
    {Game.BACKGAMMON: BACKGAMMON, Game.DRAUGHTS: DRAUGHTS}
)
"""Every rule set of every game; the first one of a game is its default."""

GAME_OF: Final[Mapping[str, Game]] = MappingProxyType({name: game for game, sets in RULES.items() for name in sets})
"""The game of each rule set."""


def game_of(rules: AnyRules) -> Game:
    """Return the game that these are rules of."""
    return GAME_OF[rules.rules.name]


def game_of_position(text: str) -> Game:
    """Return the game of which a text is a position: a FEN is of draughts, every other ID of backgammon.

    >>> game_of_position("W:Wc1:Bf6"), game_of_position("4HPwATDgc/ABMA")
    (<Game.DRAUGHTS: 'draughts'>, <Game.BACKGAMMON: 'backgammon'>)
    """
    return Game.DRAUGHTS if _FEN.match(text) else Game.BACKGAMMON


_FEN: Final = re.compile(r"\s*(?:[WB?]\s*:|\[\s*FEN\b|[WB][wbe]{32}\s*$)", re.IGNORECASE)


def rules_named(name: str) -> AnyRules:
    """Return the rules of a rule set: a name, a name with changed fields, or the path of a TOML file.

    An obsolete field has no effect, and a warning says so.
    Raises :class:`InputError` with the known names, or with what is wrong in the text or file.
    """
    if name in GAME_OF:
        return RULES[GAME_OF[name]][name]
    text = _read(name) if name.endswith(".toml") else None
    base = next(iter(name.split()), "") if text is None else _base(text, name)
    match GAME_OF.get(base):
        case None:
            file = f"rules {name}: base" if text is not None else "rule set"
            raise InputError(f"{file} {quoted(base)}: expected one of {', '.join(GAME_OF)}")
        case Game.BACKGAMMON:
            return BackgammonRules(
                RuleSet.from_text(name, warns=True) if text is None else RuleSet.from_toml(text, file=name)
            )
        case Game.DRAUGHTS:
            return DraughtsRules(
                DraughtsRuleSet.from_text(name) if text is None else DraughtsRuleSet.from_toml(text, file=name)
            )


def backgammon_named(name: str) -> BackgammonRules:
    """Return the rules of backgammon of a name, as :func:`rules_named` reads it.

    Raises :class:`InputError` for what that refuses, and for the rules of another game.
    """
    rules = rules_named(name)
    if not isinstance(rules, BackgammonRules):
        raise InputError(f"rules {quoted(name)}: are of {game_of(rules)}, expected one of {', '.join(BACKGAMMON)}")
    return rules


def draughts_named(name: str) -> DraughtsRules:
    """Return the rules of draughts of a name, as :func:`backgammon_named` those of backgammon."""
    rules = rules_named(name)
    if not isinstance(rules, DraughtsRules):
        raise InputError(f"rules {quoted(name)}: are of {game_of(rules)}, expected one of {', '.join(DRAUGHTS)}")
    return rules


def _base(text: str, file: str) -> str:
    """The set that a file of rules starts from."""
    try:
        base = toml_values(text).get("base")
        if not isinstance(base, str):
            raise InputError(f"base is {quoted(base)}, expected one of {', '.join(GAME_OF)}" if base is not None else
                             f"base is missing, expected one of {', '.join(GAME_OF)}")  # fmt: skip
    except InputError as error:
        raise InputError(f"rules {file}: {error}") from None
    return base


def _read(path: str) -> str:
    try:
        return Path(path).expanduser().read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"rules {path}: is not TOML ({error})") from None
    except (OSError, ValueError, RuntimeError) as error:  # no such file, no path at all, no such home folder
        raise InputError(f"rules {path}: cannot be read ({getattr(error, 'strerror', error)})") from None
