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
from companion.record.journal import Header, Mode


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game for spectators.

    ``state_of``: the state of a view.  ``teller``: what says its entries, by the header of the match.  ``tells``:
    whether the players of a match are told at once of an illegal play.  ``form``: the ending of its match file.
    """

    state_of: Callable[..., LiveState]
    teller: Callable[[Header], Teller]
    tells: Callable[[Header], bool]
    form: str


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
        ),
    }
)


def live_state(header: Header, view: Any, *, corrected: bool = False) -> LiveState:
    """The state of a view of this match's game."""
    return GAMES[header.game].state_of(view, corrected=corrected)
