"""The state of a session of draughts: the record, what was seen, and what the screen shows.

:mod:`companion.record.draughts` folds the games; this module folds what is awaited.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, TypeAlias

from companion.games.draughts import START, Position, picture_of
from companion.games.draughts.position import squares_of
from companion.games.draughts.squares import DARK_SQUARES, SQUARES, Square
from companion.games.rules import Picture, Side, Stack
from companion.match.any_game import YES_OR_NO as YES_OR_NO
from companion.match.any_game import Answer as Answer
from companion.match.any_game import AnyState
from companion.match.any_game import Choice as Choice
from companion.match.any_game import Question as Question
from companion.match.any_seen import AnySeen
from companion.match.clock import Clock, clock_after
from companion.match.events import BoardSeen
from companion.match.in_play import Change as Change
from companion.match.in_play import InPlay, Wrong, brought_back, with_note
from companion.match.message import Message
from companion.match.phases import IN_GAME, INTERRUPTED, Phase
from companion.match.terms import DraughtsTerms
from companion.record import draughts
from companion.record.draughts import DraughtsGame, Outcome, Played, points_of
from companion.record.entries import Entry, Kind
from companion.record.facts import GameBegun
from companion.record.journal import Mode
from companion.record.match import Cause
from companion.referee.draughts.course import Event
from companion.referee.draughts.game import Belief

_NOTHING: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class DraughtsInPlay(InPlay):
    """The record of a match; its ``turns`` are moves.

    ``games``: those of the match, the last one in play; ``turned``: the board is set up the other way round than it was
    learned; ``offer``: the side that offers a draw.
    """

    games: tuple[DraughtsGame, ...] = ()
    turned: bool = False
    offer: Side | None = None

    @property
    def board(self) -> str:
        return self.position.fen()

    @property
    def side(self) -> Side:
        return self.position.to_move

    @property
    def game(self) -> int:
        return len(self.games)

    @property
    def standing(self) -> tuple[object, ...]:
        return self.games, self.offer

    @property
    def disputable(self) -> int:
        """In a game also the move that is to be played."""
        return self.turns + (self.outcome is None and self.game > 0)

    @property
    def score(self) -> tuple[int, int]:
        """The points of the players, in the order of their names."""
        return points_of(self.games)

    @property
    def position(self) -> Position:
        return self.games[-1].position if self.games else START

    @property
    def moves(self) -> tuple[Played, ...]:
        """The moves of this game, oldest first."""
        return self.games[-1].moves if self.games else ()

    @property
    def last(self) -> Played | None:
        return next(reversed(self.moves), None)

    @property
    def may_undo(self) -> bool:
        """Whether there is a move, or a board placed by hand, to take back."""
        return bool(self.games) and bool(self.games[-1].acts)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the last game, None while it is played."""
        return self.games[-1].outcome if self.games else None

    @property
    def exchanged(self) -> bool:
        """Whether the player named first has the dark men."""
        return bool(self.games) and self.games[-1].exchanged

    @property
    def points(self) -> tuple[int, int]:
        """The points of those who have the (light, dark) men now."""
        first, second = self.score
        return (second, first) if self.exchanged else (first, second)


def folded(
    terms: DraughtsTerms, record: DraughtsInPlay, entry: Entry, after: Mapping[int, DraughtsInPlay] | None = None
) -> DraughtsInPlay:
    """The record after an entry; ``after``: earlier records by entry number, which it may restore.

    Raises :class:`InputError` if the entry does not follow.
    """
    if (back := brought_back(entry, after)) is not None:
        return replace(back, turns=record.turns)
    record = replace(record, games=draughts.folded(record.games, entry))
    match entry.event, entry.facts:
        case Kind.START, facts:
            turned = facts.mirrored if isinstance(facts, GameBegun) else record.turned
            return DraughtsInPlay(Phase.TRYING, games=record.games, turned=turned, turns=record.turns)
        case Kind.PLAY | Kind.CORRECTED | Kind.STOOD, _:
            declined = record.offer is not None and entry.side is record.offer.other
            turn = replace(record, turns=record.turns + 1, offer=None if declined else record.offer)
            return _to_move(turn)
        case Kind.ILLEGAL, _:
            wrong = Wrong.found(entry, reported=terms.mode is not Mode.RECORDED)
            return replace(record, phase=Phase.CORRECTING, wrong=wrong)
        case Kind.UNDO | Kind.EDIT, _:
            return _to_move(replace(record, offer=None))
        case Kind.DRAW_OFFERED, _:
            return replace(record, offer=entry.side)
        case Kind.GAME_OVER, _:
            over = draughts.is_decided(terms.length, record.games)
            return replace(_to_move(record), phase=Phase.MATCH_OVER if over else Phase.GAME_OVER, offer=None)
        case Kind.NOTE, _:
            return with_note(record, entry)
    return record


def _to_move(record: DraughtsInPlay) -> DraughtsInPlay:
    return replace(record, phase=Phase.TRYING, resumes=None, wrong=None)


def way_of(before: Position, picture: Picture) -> tuple[Square, ...]:
    """Return the square that one piece of the side to move has left, and the one it came to; none if there are more."""
    side = before.to_move
    stood = set(squares_of(before.of(side)))
    stands = {square for square in SQUARES if picture.get(square, _NOTHING).of(side)}
    left, reached = stood - stands, stands - stood
    return (*left, *reached) if len(left) == 1 and len(reached) == 1 else ()


Seen: TypeAlias = AnySeen[Belief, Event, Position]


@dataclass(frozen=True, slots=True)
class DraughtsState(AnyState[DraughtsTerms, DraughtsInPlay, Seen]):
    """Everything a session of draughts knows; see :mod:`companion.match.draughts.session` for how it changes."""

    asks_in_pause: ClassVar[bool] = True
    terms: DraughtsTerms
    record: DraughtsInPlay = field(default_factory=DraughtsInPlay)
    seen: Seen = field(default_factory=AnySeen)

    @property
    def in_game(self) -> bool:
        """Whether a game is under way, interrupted or not."""
        return self.phase in IN_GAME | INTERRUPTED

    @property
    def match_over(self) -> bool:
        return self.record.outcome is not None and draughts.is_decided(self.terms.length, self.record.games)

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
        """The names of (light, dark) in this game."""
        first, second = self.terms.names
        return (second, first) if self.record.exchanged else (first, second)

    @property
    def engine(self) -> Side | None:
        """The side of the engine in this game; None between people."""
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

    def folded(self, entry: Entry, after: Mapping[int, DraughtsInPlay] | None = None) -> DraughtsInPlay:
        return folded(self.terms, self.record, entry, after)

    def clock_with(self, clock: Clock, record: DraughtsInPlay, entry: Entry) -> Clock | None:
        """The clock begins to run with the first move of a game."""
        if entry.event is Kind.START:
            return self.clock_of_game
        if entry.event is Kind.ILLEGAL and clock.turn is None:
            return clock
        return clock_after(clock, entry, record.side, self.t)

    def in_words(self, key: str, spots: tuple[Square, ...]) -> Message:
        return Message(f"{key}.squares", points=spots, alarm=False)

    def shows_record(self, event: BoardSeen) -> bool:
        seen = {square: (event.observation.spot(square), stack) for square, stack in self.picture.items()}
        return not any(one.seen and one.best != tuple(stack) for one, stack in seen.values())


Effect: TypeAlias = Entry
Step: TypeAlias = tuple[DraughtsState, list[Entry]]
