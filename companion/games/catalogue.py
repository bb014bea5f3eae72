"""The one place where games and their rule sets are listed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS, BackgammonRules

BACKGAMMON: Final[Mapping[str, BackgammonRules]] = MappingProxyType(
    {name: BackgammonRules(rules) for name, rules in RULE_SETS.items()}
)


def rules_named(name: str) -> BackgammonRules:
    """The rules of a rule set.  Raises :class:`InputError` with the names there are."""
    if name not in BACKGAMMON:
        raise InputError(f"rule set {name!r}: expected one of {', '.join(BACKGAMMON)}")
    return BACKGAMMON[name]
