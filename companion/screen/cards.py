"""What the card after a game says, whatever game was played.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, MoveShown
from companion.match.view import View
from companion.record.archived_match import ArchivedMatch
from companion.record.draughts import WIN
from companion.record.journal import Header
from companion.record.match import Cause
from companion.record.reports.dice_statistics import DiceStatistics
from companion.record.reports.draughts_recap import DraughtsRecap, draughts_recap
from companion.record.reports.ending_words import ending_key
from companion.record.reports.event_words import Narrator, name_of
from companion.record.reports.recap import Recap, recap_of
from companion.screen.games import game_of
from companion.screen.match_history import (
    board_view,
    course_words,
    draughts_board_view,
    how_words,
    length_words,
    result_words,
)
from companion.screen.source import TableView


class Card(Protocol):
    """A game that is over, or the newest one.

    ``won``: who has won it, None of a draw.  ``analysed``: an engine can analyse it.
    """

    @property
    def header(self) -> Header: ...
    @property
    def game(self) -> int: ...
    @property
    def match_over(self) -> bool: ...
    @property
    def won(self) -> Side | None: ...
    @property
    def analysed(self) -> bool: ...
    @property
    def dice(self) -> tuple[DiceStatistics, ...]:
        """The dice of the session; none where none may be shown, or none were thrown."""
        ...

    @property
    def code(self) -> tuple[str, int] | None:
        """A position for other programs, and the turn that it is from."""
        ...

    @property
    def leads(self) -> tuple[int, ...]:
        """By how much Light led after each turn, negative if Dark did."""
        ...

    @property
    def swing(self) -> int | None:
        """The turn that is marked among them."""
        ...

    def speaking(self, speaker: Narrator) -> Narrator:
        """The speaker in the words of its rules."""
        ...

    def result(self, speaker: Narrator) -> str: ...
    def about(self, speaker: Narrator) -> str:
        """How the game ended, and how long it was."""
        ...

    def course(self, speaker: Narrator) -> Sequence[str]:
        """How it went, in sentences."""
        ...

    def counts(self) -> Sequence[tuple[str, tuple[int, int]]]:
        """What was counted, as text keys, of (light, dark)."""
        ...

    def player(self, side: Side, speaker: Narrator) -> str: ...
    def points(self, side: Side) -> tuple[int, int]:
        """The points of a side in the match, before the game and after it."""
        ...

    def board(self, like: TableView | None, speaker: Narrator) -> TableView:
        """The board at the end, in the colours of the one at the table and lying as that does."""
        ...


class _OfRecap:
    """The card of a game of which there is a recap."""

    __slots__ = ()
    recap: Recap | DraughtsRecap

    @property
    def header(self) -> Header:
        return self.recap.header

    @property
    def game(self) -> int:
        return self.recap.game

    @property
    def match_over(self) -> bool:
        return self.recap.match_over


@dataclass(frozen=True, slots=True)
class BackgammonCard(_OfRecap):
    """The card of a game of backgammon."""

    recap: Recap

    @classmethod
    def of(cls, record: ArchivedMatch, game: int | None) -> BackgammonCard:
        return cls(recap_of(record.header, record.entries, game=game, over=record.over, session=record.session))

    @property
    def won(self) -> Side | None:
        return None if self.recap.win is None else self.recap.win.side

    @property
    def analysed(self) -> bool:
        return True

    @property
    def dice(self) -> tuple[DiceStatistics, ...]:
        return () if self.recap.course is None else self.recap.course.dice

    @property
    def code(self) -> tuple[str, int] | None:
        course = self.recap.course
        return None if course is None or course.xgid is None else (course.xgid, course.xgid_turn)

    @property
    def leads(self) -> tuple[int, ...]:
        return () if self.recap.course is None else self.recap.course.leads

    @property
    def swing(self) -> int | None:
        course = self.recap.course
        return None if course is None or course.swing is None else course.swing.turn.number

    def speaking(self, speaker: Narrator) -> Narrator:
        return speaker.of(self.header)

    def result(self, speaker: Narrator) -> str:
        return result_words(self.recap, speaker)

    def about(self, speaker: Narrator) -> str:
        return " · ".join(filter(None, (how_words(self.recap, speaker), length_words(self.recap, speaker))))

    def course(self, speaker: Narrator) -> Sequence[str]:
        return tuple(course_words(self.recap, speaker))

    def counts(self) -> Sequence[tuple[str, tuple[int, int]]]:
        course = self.recap.course
        return () if course is None else (("recap.hits", course.hits), ("recap.doubles", course.doubles))

    def player(self, side: Side, speaker: Narrator) -> str:
        return name_of(self.header, side, speaker)

    def points(self, side: Side) -> tuple[int, int]:
        place = side is Side.DARK
        return self.recap.score[place], self.recap.score_after[place]

    def board(self, like: TableView | None, speaker: Narrator) -> View:
        known = like if isinstance(like, View) else None
        return board_view(self.recap.final, self.recap.cube, known, rules=speaker.rules)


_HOW: Final[Mapping[str, str]] = {
    "resigned": "recap.how-resigned",
    Cause.TIME.value: "recap.how-time",
    Cause.AWARDED.value: "recap.how-awarded",
    Cause.FORFEITED.value: "recap.how-awarded",
}
"""The text keys of how a game of draughts ended, where that is said."""


@dataclass(frozen=True, slots=True)
class DraughtsCard(_OfRecap):
    """The card of a game of draughts."""

    recap: DraughtsRecap

    @classmethod
    def of(cls, record: ArchivedMatch, game: int | None) -> DraughtsCard:
        return cls(draughts_recap(record.header, record.entries, game=game, over=record.over))

    @property
    def won(self) -> Side | None:
        return self.recap.winner

    @property
    def analysed(self) -> bool:
        return False

    @property
    def dice(self) -> tuple[DiceStatistics, ...]:
        return ()

    @property
    def code(self) -> None:
        return None

    @property
    def leads(self) -> tuple[int, ...]:
        return () if self.recap.course is None else self.recap.course.leads

    @property
    def swing(self) -> int | None:
        course = self.recap.course
        return None if course is None or course.largest is None else course.largest.number

    def speaking(self, speaker: Narrator) -> Narrator:
        return speaker

    def result(self, speaker: Narrator) -> str:
        recap = self.recap
        if not recap.why:
            return speaker.say("recap.not-over")
        light, dark = recap.points_after
        if recap.match_over and recap.header.length and light == dark:
            return speaker.say("event.match-drawn")
        over = recap.match_over and recap.header.length > 0
        won = Side.LIGHT if light > dark else Side.DARK
        if over and won is not recap.winner:
            return speaker.say("recap.won-match", name=self.player(won, speaker))
        if recap.winner is None:
            return speaker.say("result.drawn")
        name, loser = self.player(recap.winner, speaker), self.player(recap.winner.other, speaker)
        key = ending_key(recap.cause, match_over=over) or ("recap.won-match" if over else "result.won")
        return speaker.say(key, name=name, loser=loser, points=WIN)

    def about(self, speaker: Narrator) -> str:
        recap = self.recap
        words = [speaker.say(_HOW[recap.why])] if recap.why in _HOW else []
        words += [speaker.say("recap.number", n=recap.game), speaker.say("recap.turns", n=recap.moves)]
        words += [] if recap.minutes is None else [speaker.say("recap.minutes", n=recap.minutes)]
        return " · ".join(words)

    def course(self, speaker: Narrator) -> Sequence[str]:
        return tuple(self._course(speaker))

    def _course(self, speaker: Narrator) -> Iterator[str]:
        course = self.recap.course
        if course is not None and course.largest is not None:
            largest = course.largest
            yield speaker.say(
                "recap.largest-capture", name=self.player(largest.side, speaker), move=largest.text,
                n=len(largest.move.captured),
            )  # fmt: skip

    def counts(self) -> Sequence[tuple[str, tuple[int, int]]]:
        course = self.recap.course
        return () if course is None else (("recap.captured", course.captured), ("recap.crowned", course.crowned))

    def player(self, side: Side, speaker: Narrator) -> str:
        return name_of(self.header, side.other if self.recap.exchanged else side, speaker)

    def points(self, side: Side) -> tuple[int, int]:
        place = side is Side.DARK
        return self.recap.points[place], self.recap.points_after[place]

    def board(self, like: TableView | None, speaker: Narrator) -> DraughtsView:
        del speaker
        last = self.recap.last
        shown = None
        if last is not None and last.after == self.recap.final:
            shown = MoveShown(last.number - 1, last.side, last.move, last.text, last.before, last.after)
        return draughts_board_view(self.recap.final, like, shown)


_OF_GAMES: Final[Mapping[Game, Callable[[ArchivedMatch, int | None], Card]]] = {
    Game.BACKGAMMON: BackgammonCard.of,
    Game.DRAUGHTS: DraughtsCard.of,
}


def card_of(record: ArchivedMatch, game: int | None) -> Card:
    """The card of a game, by default the newest that is over.  Raises ``InputError`` if it cannot be read."""
    return _OF_GAMES[game_of(record.header.rules).game](record, game)
