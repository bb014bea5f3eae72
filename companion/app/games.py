"""What the table needs from a game, and which game goes with which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from companion.app import backgammon_game, draughts_game
from companion.app.cues import Cue, LampCue
from companion.games.catalogue import AnyRules, Game, game_of
from companion.games.rules import Picture, Side
from companion.match.draughts.session import DraughtsState, DraughtsTerms
from companion.match.draughts.view import DraughtsView
from companion.match.events import BoardSeen
from companion.match.session import State, Terms
from companion.match.view import Bgr, View
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind
from companion.record.facts import Facts

AnyTerms: TypeAlias = Terms | DraughtsTerms
AnyState: TypeAlias = State | DraughtsState
AnyView: TypeAlias = View | DraughtsView


class TableGame(Protocol):
    """A game at a table; a module with these functions is one.  States, terms and views are those of the game.

    ``begun``, ``step``, ``resumed``: its session.  ``append``: appends an entry that changes nothing else.
    ``view_of``: the view for the screen, with guidance for setting up.  ``cues``, ``lamps``: see
    :mod:`companion.app.cues`.  ``recorded_picture``: the recorded board in the camera reader's own spots.
    ``compared``: whether a look differs from the record, None if it is unclear.  ``command``, ``HELP``, ``shown``,
    ``shown_lines``, ``said_lines``: see :mod:`companion.app.console`.  ``length``: of a match, in words.
    ``unanswered``: open requests to the coach.
    """

    HELP: str

    def begun(self, terms: Any) -> Any: ...

    def step(self, state: Any, event: Any) -> tuple[Any, Sequence[Any]]: ...

    def resumed(self, terms: Any, entries: Sequence[Entry], mark: ClockMark | None = None) -> Any: ...

    def append(
        self, state: Any, kind: Kind, facts: Facts | None = None, *, frame: int | None = None
    ) -> tuple[Any, list[Entry]]: ...

    def view_of(self, state: Any, checker_bgr: tuple[Bgr, Bgr] | None, *, trouble: str | None) -> Any: ...

    def recorded_picture(self, state: Any) -> Picture: ...

    def compared(self, state: Any, event: BoardSeen) -> bool | None: ...

    def cues(self, before: Any, after: Any) -> tuple[Cue, ...]: ...

    def lamps(self, view: Any) -> Mapping[Side, LampCue]: ...

    def command(self, line: str, state: Any, at_s: float) -> Any: ...

    def shown(self, state: Any, match_id: int, *, trouble: str | None = None) -> dict[str, object]: ...

    def shown_lines(self, state: Any, match_id: int, *, trouble: str | None = None) -> list[str]: ...

    def said_lines(self, state: Any) -> list[str]: ...

    def unanswered(self, state: Any) -> tuple[Any, ...]: ...

    def length(self, games_or_points: int) -> str: ...


GAMES: Final[Mapping[Game, TableGame]] = MappingProxyType(
    {Game.BACKGAMMON: backgammon_game, Game.DRAUGHTS: draughts_game}
)


def table_game(rules: AnyRules) -> TableGame:
    """Return the game that these are rules of."""
    return GAMES[game_of(rules)]
