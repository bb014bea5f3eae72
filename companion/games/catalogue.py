"""The catalogue: the one list of games and their rule sets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS, BackgammonRules, RuleSet

BACKGAMMON: Final[Mapping[str, BackgammonRules]] = MappingProxyType(
    {name: BackgammonRules(rules) for name, rules in RULE_SETS.items()}
)


def rules_named(name: str) -> BackgammonRules:
    """Return the rules of a rule set: a name, a name with changed fields, or the path of a TOML file.

    An obsolete field has no effect, and a warning says so.
    Raises :class:`InputError` with the known names, or with what is wrong in the text or file.
    """
    if name in BACKGAMMON:
        return BACKGAMMON[name]
    rules = RuleSet.from_toml(_read(name), file=name) if name.endswith(".toml") else RuleSet.from_text(name, warns=True)
    return BackgammonRules(rules)


def _read(path: str) -> str:
    try:
        return Path(path).expanduser().read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"rules {path}: is not TOML ({error})") from None
    except (OSError, ValueError, RuntimeError) as error:  # no such file, no path at all, no such home folder
        raise InputError(f"rules {path}: cannot be read ({getattr(error, 'strerror', error)})") from None
