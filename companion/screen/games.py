"""The games that a match can be of, as the screen offers them: their rule sets, and what there is to set.  No Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS
from companion.games.catalogue import rules_named
from companion.texts import TEXTS, sentence


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game by its name in commands, ``rules``: the names of its rule sets, the usual one first.

    ``with_dice``: dice are thrown.  ``length``: the text key for a match of so many points or games, ``endless``: for
    one without a length.
    """

    name: str
    rules: tuple[str, ...]
    with_dice: bool
    length: str
    endless: str


GAMES: Final = (
    OfferedGame("backgammon", tuple(RULE_SETS), True, "match.points", "match.money"),
    OfferedGame("draughts", ("draughts-box", "draughts-federation"), False, "match.games", "match.open"),
)
"""All games, the usual one first."""


def offered_games() -> Sequence[OfferedGame]:
    """The games whose rules are there."""
    return tuple(game for game in GAMES if _is_known(game.rules[0]))


def game_of(rules: str) -> OfferedGame:
    """The game of a rule set: a name, a name with changed fields, or a file of the usual game's rules."""
    name = rules.split(" ", 1)[0]
    return next((game for game in GAMES if name in game.rules), GAMES[0])


def game_named(name: str | None) -> OfferedGame | None:
    """The offered game of a name; None where there is none."""
    return next((game for game in offered_games() if game.name == name), None)


def is_named(rules: str) -> bool:
    """Whether rules are a rule set by its name alone."""
    return any(rules in game.rules for game in GAMES)


def rules_words(rules: str, language: str) -> str:
    """The name of a rule set, also of one with changed fields."""
    key = f"rules.{rules.split(' ', 1)[0]}"
    return sentence(key if key in TEXTS else "rules.own", language=language)


def rules_note(rules: str, language: str) -> str:
    """What is told of a rule set below its name; rules of one's own as they are written."""
    return sentence(f"rules.{rules}.note", language=language) if is_named(rules) else rules


def rules_options(own: str, language: str, games: Sequence[OfferedGame]) -> list[tuple[str, str, str]]:
    """The rule sets of games to choose from, and one's own rules: value, name and note of each."""
    names = [name for game in games for name in game.rules]
    names += [own] if not is_named(own) and game_of(own) in games else []
    return [(name, rules_words(name, language), rules_note(name, language)) for name in names]


def _is_known(rules: str) -> bool:
    try:
        rules_named(rules)
    except InputError:
        return False
    return True
