"""What a session of draughts knows at one moment: the record, what was seen, and what is on show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from companion.games.draughts import Position, picture_of
from companion.games.draughts.squares import DARK_SQUARES, Square
from companion.games.rules import Picture, Side
from companion.match.any_game import YES_OR_NO as YES_OR_NO
from companion.match.any_game import Answer as Answer
from companion.match.any_game import AnyState
from companion.match.any_game import Choice as Choice
from companion.match.any_game import Question as Question
from companion.match.any_seen import AnySeen
from companion.match.clock import Clock, clock_after
from companion.match.draughts.in_play import DraughtsInPlay, told
from companion.match.draughts.terms import DraughtsTerms
from companion.match.events import BoardSeen
from companion.match.in_play import Change as Change
from companion.match.message import Message
from companion.match.phases import ASIDE, IN_GAME, Phase
from companion.record.draughts import is_decided
from companion.record.entries import Entry, Kind
from companion.record.journal import Mode
from companion.record.match import Cause
from companion.referee.draughts.course import Event
from companion.referee.draughts.game import Belief

Seen: TypeAlias = AnySeen[Belief, Event, Position]


@dataclass(frozen=True, slots=True)
class DraughtsState(AnyState[DraughtsTerms, DraughtsInPlay, Seen]):
    """Everything a session of draughts knows; see :mod:`companion.match.draughts.session` for how it changes."""

    asks_aside: ClassVar[bool] = True
    terms: DraughtsTerms
    record: DraughtsInPlay = field(default_factory=DraughtsInPlay)
    seen: Seen = field(default_factory=AnySeen)

    @property
    def in_game(self) -> bool:
        """Whether a game is under way, interrupted or not."""
        return self.phase in IN_GAME | ASIDE

    @property
    def match_over(self) -> bool:
        return self.record.outcome is not None and is_decided(self.terms.length, self.record.games)

    @property
    def is_decided(self) -> bool:
        """Whether the last game was decided otherwise than by play."""
        return self.record.outcome is not None and self.record.outcome.cause is not Cause.PLAY

    @property
    def is_untouched(self) -> bool:
        """Whether the match still waits for its first move."""
        return self.record.game <= 1 and not self.record.turns and self.record.outcome is None

    @property
    def names(self) -> tuple[str, str]:
        """Who has the (light, dark) men in this game."""
        first, second = self.terms.names
        return (second, first) if self.record.exchanged else (first, second)

    @property
    def engine(self) -> Side | None:
        """Whose men the engine moves in this game; None where people play each other."""
        opponent = self.terms.opponent if self.terms.mode is Mode.TRAINING else None
        if opponent is None:
            return None
        return opponent.side.other if self.record.exchanged else opponent.side

    @property
    def is_ended(self) -> bool:
        return self.phase is Phase.TRYING and self.seen.ended_t is not None

    @property
    def picture(self) -> Picture:
        stacks = picture_of(self.record.position)
        return {square: stacks[square] for square in DARK_SQUARES}

    @property
    def clock_of_game(self) -> Clock | None:
        """The clock before a game."""
        return Clock.of_game(self.terms.time_s, self.terms.increment_s) if self.terms.clock else None

    def told(self, entry: Entry, after: Mapping[int, DraughtsInPlay] | None = None) -> DraughtsInPlay:
        return told(self.terms, self.record, entry, after)

    def clock_with(self, clock: Clock, record: DraughtsInPlay, entry: Entry) -> Clock | None:
        """The clock begins to run with the first move of a game."""
        if entry.event is Kind.START:
            return self.clock_of_game
        if entry.event is Kind.ILLEGAL and clock.turn is None:
            return clock
        return clock_after(clock, entry, record.side, self.t)

    def in_words(self, key: str, spots: tuple[Square, ...]) -> Message:
        return Message(f"{key}.squares", points=spots, alarm=False)

    def lies_as_recorded(self, event: BoardSeen) -> bool:
        seen = {square: (event.observation.spot(square), stack) for square, stack in self.picture.items()}
        return not any(one.seen and one.best != tuple(stack) for one, stack in seen.values())


Effect: TypeAlias = Entry
Step: TypeAlias = tuple[DraughtsState, list[Entry]]
