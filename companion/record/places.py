"""The turn of a match that each entry of its journal is about.

An entry is about the first turn that it changes: an undo, correction or restoration of a play is about that play,
whoever is on roll.  An entry that changes none names its turn (a dispute, a question about a change), or is about the
current turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.record.archive import about_dispute
from companion.record.entries import Entry, Kind, restored_to
from companion.record.facts import (
    GoneOn,
    Halted,
    MoveAmended,
    MoveWanted,
    QuestionAsked,
    RollWanted,
    TurnAmended,
    TurnWanted,
    UndoWanted,
)
from companion.record.header import Header
from companion.record.recorded import Fold

PLAYED: Final = frozenset({Kind.PLAY, Kind.CORRECTED, Kind.STOOD})
"""The entries that end a turn."""
_ENDS: Final = frozenset({Kind.GAME_OVER, Kind.MATCH_OVER})
_NO_TURN: Final = frozenset({Kind.NOTE, Kind.HAND, Kind.CALIBRATED, Kind.CAMERA_LOST, Kind.CAMERA_BACK})
"""The entries that may also come before a game has begun."""
_NO_CHANGE: Final = _NO_TURN | {Kind.ASKED, Kind.ANSWERED, Kind.UNSEEN, Kind.COCKED}


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A turn: its ``game``, from 1, and its number there, from 1; the ``turn`` 0 is what came before the first."""

    game: int
    turn: int


class Places:
    """Says of one entry of a match after the other which turn it is about.

    In backgammon a turn is a roll; in draughts it is a move, or a board that was left or placed so.
    """

    def __init__(self, header: Header) -> None:
        self._begins: Final = PLAYED if header.game is Game.DRAUGHTS else frozenset({Kind.ROLL})
        self._fold: Final = Fold(header)
        self._counted: Final[list[Place]] = []
        self._changed: Final[dict[int, Place]] = {}
        self._latest = Place(0, 0)
        self._asked: Place | None = None
        self._halted: Place | None = None

    @property
    def games(self) -> tuple[Any, ...]:
        """The games up to the last entry."""
        return self._fold.games

    @property
    def counted(self) -> Sequence[Place]:
        """The turns by their numbers over the match, from 1; several are of one turn if that was reported again."""
        return self._counted

    def turns(self, game: int) -> int:
        """The number of turns of a game, counted from 1."""
        return len(self.games[game - 1].turns) if 0 < game <= len(self.games) else 0

    def last_played(self) -> Place | None:
        """The last turn of the game that was played."""
        game = len(self.games)
        played = self.turns(game) - (bool(game) and self.games[-1].is_turn_open)
        return Place(game, played) if played > 0 else None

    def tell(self, entry: Entry) -> Place:
        """Return the turn that the next entry is about.

        Raises :class:`companion.errors.InputError` if the entry does not follow.
        """
        before = self.games
        self._fold.tell(entry)
        place = self._place(entry, before)
        if entry.event in self._begins:
            self._counted.append(place)
        if entry.event not in _NO_CHANGE:
            self._changed[entry.n] = place
        self._latest = max(place, self._latest) if place.game == self._latest.game else place
        return place

    def _place(self, entry: Entry, before: tuple[Any, ...]) -> Place:
        facts = entry.facts
        if entry.event is Kind.START:
            return Place(len(self.games), 0)
        if (number := about_dispute(entry)) is not None:
            place = self._counted[number - 1] if 0 < number <= len(self._counted) else self._now(entry)
            self._halted = place if isinstance(facts, Halted) else self._halted
            return place
        match facts:
            case Halted():
                self._halted = self._now(entry)
                return self._halted
            case GoneOn() if self._halted is not None:
                place, self._halted = self._halted, None
                return place
            case QuestionAsked(wanted=wanted):
                self._asked = self._named(wanted)
                return self._asked or self._now(entry)
        if entry.event is Kind.ANSWERED and self._asked is not None:
            place, self._asked = self._asked, None
            return place
        return self._first_change(before) or self._restored(entry) or self._named(facts) or self._now(entry)

    def _first_change(self, before: tuple[Any, ...]) -> Place | None:
        for game, (old, new) in enumerate(zip(before, self.games, strict=False), start=1):
            if old is not new:
                earlier, later = old.turns, new.turns
                same = next(
                    (k for k, (a, b) in enumerate(zip(earlier, later, strict=False)) if a != b),
                    min(len(earlier), len(later)),
                )
                if same < max(len(earlier), len(later)):
                    return Place(game, same + 1)
        if len(self.games) > len(before) and self.turns(len(self.games)):
            return Place(len(self.games), 1)  # a record without a start
        return None

    def _restored(self, entry: Entry) -> Place | None:
        """The place of the change that is undone, where that was none of a turn."""
        to = restored_to(entry)
        return next((place for n, place in sorted(self._changed.items()) if to is not None and n > to), None)

    def _named(self, facts: object) -> Place | None:
        """The turn that is named by what a player wants to change, or has changed."""
        game, number = len(self.games), self.turns(len(self.games))
        match facts:
            case TurnAmended(turn=turn) | TurnWanted(turn=turn):
                return Place(game, min(turn, number))
            case MoveAmended(move_number=move) | MoveWanted(move_number=move):
                return Place(game, min(move + 1, number))
            case RollWanted():
                return Place(game, number)
            case UndoWanted():
                return self.last_played()
        return None

    def _now(self, entry: Entry) -> Place:
        """The turn that is being played, or the next one if the last was played; at the end the last one."""
        game, number = len(self.games), self.turns(len(self.games))
        if not game or (not number and entry.event in _NO_TURN):
            return Place(game, 0)
        if entry.event in _ENDS or self.games[-1].is_over:
            return self._latest if self._latest.game == game else Place(game, number)
        is_open = self.games[-1].is_turn_open and not self._is_of_the_next(entry)
        return Place(game, number if is_open else number + 1)

    def _is_of_the_next(self, entry: Entry) -> bool:
        """Whether a side rolled before the turn ahead of its own was over."""
        return entry.event is Kind.PREMATURE and entry.side is not None and entry.side is not self._to_play()

    def _to_play(self) -> Side | None:
        side: Side | None = getattr(self.games[-1].turns[-1], "side", None)
        return side
