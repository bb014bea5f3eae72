"""The games that a match can be of, as the screen offers them: their rule sets, and what there is to set.  No Kivy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import InputError
from companion.games import catalogue
from companion.games.catalogue import GAME_OF, RULES, Game, rules_named
from companion.games.rule_fields import Value
from companion.match.draughts.view import DraughtsView
from companion.record.exporting import DRAUGHTS_FORMS, FORMS
from companion.screen.source import TableView
from companion.texts import TEXTS, sentence


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game, ``rules``: the names of its rule sets, the usual one first.

    ``with_dice``: dice are thrown.  ``length``: the text key for a match of so many points or games, ``endless``: for
    one without a length.  ``sets_time``: the match sets the clock's time, which follows from the rules else.
    ``with_engine``: a match of training may be against the engine; backgammon against it is begun from Practice.
    ``forms``: the formats that its matches are written in, its own one first, and ``forms_note``: the text key of what
    they are.
    """

    game: Game
    rules: tuple[str, ...]
    with_dice: bool
    length: str
    endless: str
    forms: tuple[str, ...]
    forms_note: str
    sets_time: bool = False
    with_engine: bool = False

    @property
    def name(self) -> str:
        """The game by its name in commands and text keys."""
        return self.game.value


GAMES: Final[Mapping[Game, OfferedGame]] = {
    offered.game: offered
    for offered in (
        OfferedGame(
            Game.BACKGAMMON, tuple(RULES[Game.BACKGAMMON]), True, "match.points", "match.money", FORMS, "export.forms"
        ),
        OfferedGame(
            Game.DRAUGHTS, tuple(RULES[Game.DRAUGHTS]), False, "match.games", "match.open", DRAUGHTS_FORMS,
            "export.forms.draughts", sets_time=True, with_engine=True,
        ),
    )
}  # fmt: skip
"""All games, the usual one first."""
USUAL: Final = next(iter(GAMES))
RESERVES: Final = ("reserve_per_point_s", "reserve_s")
"""The fields of the rules of backgammon that give a reserve of time: for each point, and for the match."""
_MINUTE_S: Final = 60


def game_of(rules: str) -> OfferedGame:
    """The game of a rule set: a name, a name with changed fields, or a file; the usual one of a file that is gone."""
    name = rules.split(" ", 1)[0]
    if name in GAME_OF:
        return GAMES[GAME_OF[name]]
    try:
        return GAMES[catalogue.game_of(rules_named(rules))]
    except InputError:
        return GAMES[Game.BACKGAMMON]


def game_at(view: TableView) -> Game:
    """The game that is played at the table."""
    return Game.DRAUGHTS if isinstance(view, DraughtsView) else Game.BACKGAMMON


def game_named(name: str | None) -> OfferedGame | None:
    """The game of a name; None where there is none."""
    return next((game for game in GAMES.values() if game.name == name), None)


def rules_words(rules: str, language: str) -> str:
    """The name of a rule set, also of one with changed fields."""
    key = f"rules.{rules.split(' ', 1)[0]}"
    return sentence(key if key in TEXTS else "rules.own", language=language)


def rules_note(rules: str, language: str) -> str:
    """What is told of a rule set below its name: of one with changed fields, which; a file by its path."""
    if rules in GAME_OF:
        return sentence(f"rules.{rules}.note", language=language)
    if rules.split(" ", 1)[0] not in GAME_OF:
        return rules
    changes = rules_named(rules).rules.changes()
    what = ", ".join(_change_words(field, value, language) for field, value in changes.items())
    return sentence("rules.changed", {"what": what}, language=language)


def field_words(field: str, value: Value, language: str) -> str:
    """The value of a field of the rules that the screen has a name for.

    >>> field_words("delay_s", 12, "en"), field_words("reserve_s", 720, "en"), field_words("jacoby", True, "en")
    ('12 seconds', '12 min', 'On')
    """
    if isinstance(value, bool):
        return sentence("edit.on" if value else "edit.off", language=language)
    assert isinstance(value, int), f"{field} has no words"
    if not value and not field.endswith("_s"):
        return sentence("edit.off", language=language)
    if field in RESERVES:
        return time_words(value, language)
    return sentence("new.seconds", {"n": str(value)}, language=language) if field.endswith("_s") else str(value)


def time_words(seconds: int, language: str) -> str:
    """A time of some minutes.

    >>> time_words(600, "en"), time_words(90, "en")
    ('10 min', '1:30 min')
    """
    minutes, rest = divmod(seconds, _MINUTE_S)
    return sentence("new.time", {"n": f"{minutes}:{rest:02d}" if rest else str(minutes)}, language=language)


def _change_words(field: str, value: Value, language: str) -> str:
    key = f"new.{field}"
    if key not in TEXTS:
        return f"{field}={str(value).lower()}" if isinstance(value, bool | int) else f"{field}={value.value}"
    name = sentence(key, language=language)
    return name if value is True else f"{name}: {field_words(field, value, language)}"


def rules_options(own: str, language: str, games: Sequence[OfferedGame]) -> list[tuple[str, str, str]]:
    """The rule sets of games to choose from, and one's own rules: value, name and note of each."""
    names = [name for game in games for name in game.rules]
    names += [own] if own not in GAME_OF and game_of(own) in games else []
    return [(name, rules_words(name, language), rules_note(name, language)) for name in names]
