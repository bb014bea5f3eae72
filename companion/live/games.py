"""What the live page needs of a game, and which game goes with which match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.errors import InputError
from companion.games.backgammon.conduct import players_are_told
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.catalogue import Game
from companion.live import backgammon, draughts
from companion.live.public import Teller, told_of_backgammon, told_of_draughts
from companion.live.state import LiveState
from companion.record.entries import Entry
from companion.record.facts import GameBegun
from companion.record.journal import Header, Mode


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game for spectators.

    ``state_of``: the state of a view.  ``teller``: what says its entries, by the header of the match.  ``tells``:
    whether the players of a match are told at once of an illegal play.  ``form``: the ending of its match file.
    ``names_after``: who has the (light, dark) checkers after an entry, by who had them before it.
    """

    state_of: Callable[..., LiveState]
    teller: Callable[[Header], Teller]
    tells: Callable[[Header], bool]
    form: str
    names_after: Callable[[Header, Entry, tuple[str, str]], tuple[str, str]] = lambda _header, _entry, names: names


def _exchanged(header: Header, entry: Entry, names: tuple[str, str]) -> tuple[str, str]:
    """At draughts the players change colours with each game."""
    if not isinstance(entry.facts, GameBegun):
        return names
    light, dark = header.names
    return (dark, light) if entry.facts.swapped else (light, dark)


def _rules(header: Header) -> RuleSet:
    with suppress(InputError):
        return RuleSet.from_text(header.rules)
    return STANDARD


def _tells(header: Header) -> bool:
    return header.mode is not Mode.RECORDED and players_are_told(_rules(header), asked=False)


GAMES: Final[Mapping[Game, LiveGame]] = MappingProxyType(
    {
        Game.BACKGAMMON: LiveGame(
            backgammon.state_of, lambda header: told_of_backgammon(_rules(header)), _tells, "mat"
        ),
        Game.DRAUGHTS: LiveGame(
            draughts.state_of,
            lambda _: told_of_draughts(),
            lambda header: header.mode is not Mode.RECORDED,
            "pdn",
            _exchanged,
        ),
    }
)


def live_state(header: Header, view: Any) -> LiveState:
    """The state of a view of this match's game."""
    return GAMES[header.game].state_of(view)
