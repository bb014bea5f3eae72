"""The games of the live page, by match."""

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
from companion.live.public import Speaker, backgammon_speaker, draughts_speaker
from companion.live.state import LiveState
from companion.record.entries import Entry
from companion.record.facts import GameBegun
from companion.record.journal import Header, Mode


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game for spectators.

    ``state_of``: the state of a view.  ``speaker``: makes the words of its entries, by the header of the match.
    ``shows_faults``: whether the players of a match read of an illegal play at once.  ``form``: the ending of its match
    file.  ``names_after``: the players of (light, dark) after an entry, by those before it.
    """

    state_of: Callable[..., LiveState]
    speaker: Callable[[Header], Speaker]
    shows_faults: Callable[[Header], bool]
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


def _shows_faults(header: Header) -> bool:
    return header.mode is not Mode.RECORDED and players_are_told(_rules(header), asked=False)


GAMES: Final[Mapping[Game, LiveGame]] = MappingProxyType(
    {
        Game.BACKGAMMON: LiveGame(
            backgammon.state_of, lambda header: backgammon_speaker(_rules(header)), _shows_faults, "mat"
        ),
        Game.DRAUGHTS: LiveGame(
            draughts.state_of,
            lambda _: draughts_speaker(),
            lambda header: header.mode is not Mode.RECORDED,
            "pdn",
            _exchanged,
        ),
    }
)


def live_state(header: Header, view: Any) -> LiveState:
    """The state of a view of this match's game."""
    return GAMES[header.game].state_of(view)
