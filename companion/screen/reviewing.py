"""A recorded match as the review shows it, whatever game was played.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from companion.games.backgammon import Dice
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, MoveShown
from companion.match.view import View
from companion.record.archived_match import ArchivedMatch
from companion.record.entries import Entry
from companion.record.reports import draughts_review
from companion.record.reports.draughts_review import DraughtsGameReview, MoveReview
from companion.record.reports.event_words import Narrator, event_words, move_event_words, name_of, play_words
from companion.record.reports.review import GameReview, ReviewMark, TurnReview, is_silent, reviewed
from companion.screen.games import game_of
from companion.screen.match_history import draughts_board_view, turn_view
from companion.screen.source import TableView


class ToldTurn(Protocol):
    """A turn of a match, whatever game was played; see :class:`companion.record.reports.review.TurnReview`."""

    @property
    def number(self) -> int: ...
    @property
    def counted(self) -> tuple[int, ...]: ...
    @property
    def side(self) -> Side: ...
    @property
    def marks(self) -> tuple[ReviewMark, ...]: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...


class ToldGame(Protocol):
    """A game of a match."""

    @property
    def number(self) -> int: ...
    @property
    def turns(self) -> Sequence[ToldTurn]: ...
    @property
    def opening(self) -> tuple[Entry, ...]: ...


class Reviewed(Protocol):
    """A match that is reviewed: its games, and what is said and drawn of their turns.

    ``views``: the type of the views that its boards are drawn by.  ``analysed``: an engine can analyse it.
    """

    games: Sequence[Any]
    speaker: Narrator
    views: type
    analysed: bool

    def name(self, game: Any, turn: Any) -> str:
        """Whose turn it is."""
        ...

    def play(self, turn: Any) -> str:
        """What was played; empty if nothing is on record."""
        ...

    def dice(self, turn: Any) -> Dice | None: ...

    def code(self, turn: Any) -> str | None:
        """The position for other programs; None if there is none."""
        ...

    def correctable(self, turn: Any) -> int:
        """The number by which the game's page knows the turn."""
        ...

    def board(self, turn: Any, like: TableView | None, *, after: bool) -> TableView | None:
        """The board before a turn or after it; None if it is not known."""
        ...

    def event(self, game: Any, entry: Entry) -> str:
        """What an entry tells; empty if it does not concern a player."""
        ...


@dataclass(slots=True)
class ReviewedBackgammon:
    """A match of backgammon."""

    record: ArchivedMatch
    games: Sequence[GameReview]
    speaker: Narrator
    views: type = View
    analysed: bool = True

    @classmethod
    def of(cls, record: ArchivedMatch, speaker: Narrator) -> ReviewedBackgammon:
        silent = is_silent(record.header, over=record.over)
        return cls(record, reviewed(record.header, record.entries, silent=silent), speaker.of(record.header))

    def name(self, game: GameReview, turn: TurnReview) -> str:
        del game
        return name_of(self.record.header, turn.side, self.speaker)

    def play(self, turn: TurnReview) -> str:
        return play_words(turn.play, turn.side, self.speaker)

    def dice(self, turn: TurnReview) -> Dice | None:
        return turn.dice

    def code(self, turn: TurnReview) -> str | None:
        return turn.xgid

    def correctable(self, turn: TurnReview) -> int:
        return turn.number

    def board(self, turn: TurnReview, like: TableView | None, *, after: bool) -> View | None:
        return turn_view(turn, like if isinstance(like, View) else None, rules=self.speaker.rules, after=after)

    def event(self, game: GameReview, entry: Entry) -> str:
        del game
        return event_words(self.record.header, entry, self.speaker)


@dataclass(slots=True)
class ReviewedDraughts:
    """A match of draughts."""

    record: ArchivedMatch
    games: Sequence[DraughtsGameReview]
    speaker: Narrator
    views: type = DraughtsView
    analysed: bool = False

    @classmethod
    def of(cls, record: ArchivedMatch, speaker: Narrator) -> ReviewedDraughts:
        silent = is_silent(record.header, over=record.over)
        return cls(record, draughts_review.reviewed(record.header, record.entries, silent=silent), speaker)

    def name(self, game: DraughtsGameReview, turn: MoveReview) -> str:
        return self._name(game, turn.side)

    def play(self, turn: MoveReview) -> str:
        return turn.text

    def dice(self, turn: MoveReview) -> None:
        del turn

    def code(self, turn: MoveReview) -> None:
        del turn

    def correctable(self, turn: MoveReview) -> int:
        return turn.number - 1

    def board(self, turn: MoveReview, like: TableView | None, *, after: bool) -> DraughtsView:
        last = MoveShown(turn.number - 1, turn.side, turn.move, turn.text, turn.before, turn.after)
        return draughts_board_view(turn.after, like, last) if after else draughts_board_view(turn.before, like)

    def event(self, game: DraughtsGameReview, entry: Entry) -> str:
        name = "" if entry.side is None else self._name(game, entry.side)
        return move_event_words(entry, name, self.speaker)

    def _name(self, game: DraughtsGameReview, side: Side) -> str:
        """The player of a side: the two change colours from game to game."""
        return name_of(self.record.header, side.other if game.game.exchanged else side, self.speaker)


_OF_GAMES: Final[Mapping[Game, Callable[[ArchivedMatch, Narrator], Reviewed]]] = {
    Game.BACKGAMMON: ReviewedBackgammon.of,
    Game.DRAUGHTS: ReviewedDraughts.of,
}


def reviewed_match(record: ArchivedMatch, speaker: Narrator) -> Reviewed:
    """A recorded match in the words of its rules.  Raises ``InputError`` if it cannot be read."""
    return _OF_GAMES[game_of(record.header.rules).game](record, speaker)
