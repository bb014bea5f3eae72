"""The state of a session of backgammon: the table, the current turn and its certainty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from companion.games.backgammon import Dice, Position
from companion.games.backgammon.cube import Act, Moment, Refusal, refusal
from companion.games.rules import BAR, Picture, Side, Spot
from companion.match import fold
from companion.match.any_game import YES_OR_NO, AnyState, is_wished
from companion.match.any_game import Answer as Answer
from companion.match.any_game import Back as Back
from companion.match.any_game import Choice as Choice
from companion.match.any_game import Question as Question
from companion.match.any_game import Shown as Shown
from companion.match.any_game import asked as asked
from companion.match.any_seen import AnySeen
from companion.match.clock import Clock, clock_after
from companion.match.consent_table import BOTH
from companion.match.events import BoardSeen, LayerEffect
from companion.match.in_play import Change as Change
from companion.match.in_play import CurrentRoll as CurrentRoll
from companion.match.in_play import Finished as Finished
from companion.match.in_play import MatchInPlay as MatchInPlay
from companion.match.in_play import Wrong as Wrong
from companion.match.message import Message
from companion.match.phases import BEFORE_PLAY, INTERRUPTED, OVER, PLAYING, WRONG, Phase
from companion.match.terms import DiceSource as DiceSource
from companion.match.terms import EndOfTurn as EndOfTurn
from companion.match.terms import Terms as Terms
from companion.record.entries import Entry, Kind
from companion.record.facts import RulingTold
from companion.record.helping import GUARD
from companion.record.scores import match_winner
from companion.referee.backgammon import Belief
from companion.referee.course import Item
from companion.referee.known_boards import shown
from vision.observation import POINTS

# The questions asked as long as the record awaits an answer.
_OF_THE_RECORD: Final = frozenset({"phase.take-or-drop", "question.resigned", "question.stands"})
# The questions about the current turn, dropped with it.
_OF_THE_TURN: Final = frozenset(
    {
        "question.which-play",
        "question.which-roll",
        "checker-count",
        "hit-not-on-bar.unseen",
        "dice-changed",
        "question.premature",
        GUARD,
    }
)

_OF_WHO_IS_PLAYING: Final = frozenset(
    {"question.which-play", "checker-count", "hit-not-on-bar.unseen", "question.premature", GUARD}
)
_OF_THE_PAUSE: Final = frozenset({"question.who-won", "question.how-much"})


@dataclass(frozen=True, slots=True)
class Seen(AnySeen[Belief, Item, Position]):
    """What the referee has seen, and makes of it.

    ``pressed``: the button signalled the end of the turn, ``pressed_by``: its side, where each player has one.
    ``void_dice``: places of dice that do not count.  ``prepared``: the play entered on the drawn board, with its
    position and roll.
    """

    pressed: bool = False
    pressed_by: Side | None = None
    void_dice: tuple[tuple[float, float], ...] = ()
    prepared: tuple[Position, Dice, str] | None = None


@dataclass(frozen=True, slots=True)
class State(AnyState[Terms, MatchInPlay, Seen]):
    """Everything a session of backgammon knows; see :mod:`companion.match.session` for how it changes."""

    terms: Terms
    record: MatchInPlay = field(default_factory=MatchInPlay)
    seen: Seen = field(default_factory=Seen)

    @property
    def match_over(self) -> bool:
        return self.is_decided or match_winner(self.terms.length, self.record.score) is not None

    @property
    def is_decided(self) -> bool:
        """Whether the match was decided otherwise than by points."""
        return self.record.result is not None and self.record.result.cause.decides_match

    @property
    def is_untouched(self) -> bool:
        """Whether the match still waits for its first roll; a look or a set-up board changes nothing in that."""
        record = self.record
        return record.game <= 1 and not any((sum(record.rolls), record.ties, record.result))

    @property
    def rolled(self) -> bool:
        """Whether a roll is on record and its turn is not over."""
        return self.phase in PLAYING | WRONG and self.record.turn is not None

    @property
    def ends_by(self) -> EndOfTurn:
        """The signal that ends the current turn: the button after a roll that no camera saw."""
        by, turn = self.terms.end_of_turn, self.record.turn
        if by is not EndOfTurn.LIFTED or turn is None or not self.terms.dice.electronic:
            return by
        return by if turn.seen else EndOfTurn.BUTTON

    @property
    def is_ended(self) -> bool:
        return self.phase is Phase.ENDED

    @property
    def picture(self) -> Picture:
        stacks = self.terms.rules.picture(self.record.position)
        return {spot: stacks[spot] for spot in (BAR, *POINTS)}

    def folded(self, entry: Entry, after: Mapping[int, MatchInPlay] | None = None) -> MatchInPlay:
        return fold.folded(self.terms, self.record, entry, after)

    def clock_with(self, clock: Clock, record: MatchInPlay, entry: Entry) -> Clock | None:
        t, side = self.t, record.side
        match entry.event, entry.facts:
            case Kind.ROLL, _:
                return clock if clock.runs else clock.running(side, t)
            case Kind.DOUBLE, _ if record.cube.offer is not None:
                return clock.running(record.cube.offer.to, t)
            case Kind.ILLEGAL, _ if record.wrong is not None and not record.wrong.reported:
                return clock.running(side.other, t)  # without a report the side to roll has its time running
            case Kind.NOTE, RulingTold():
                return clock.correcting(side, t)
        return clock_after(clock, entry, side, t)

    def in_words(self, key: str, spots: tuple[Spot, ...]) -> Message:
        return Message(key, points=tuple(spot for spot in spots if spot in POINTS), alarm=False)

    def shows_record(self, event: BoardSeen) -> bool:
        return shown([self.record.position], event.observation) is not None

    def due(self) -> Question | None:
        """The question that follows from the record: a double, a resignation or an illegal play awaits its answer."""
        if self.phase in INTERRUPTED:
            return None
        if self.record.resignation is not None:
            side, result = self.record.resignation
            values = {"name": self.name_of(side), "result": f"result.{result.name.lower()}"}
            return Question("question.resigned", YES_OR_NO, values)
        if self.phase is Phase.DOUBLED:
            return take_or_drop(self)
        if self.phase is Phase.RULED and self.record.wrong is not None and self.record.wrong.position is not None:
            return Question("question.stands", YES_OR_NO)
        return None

    def waits(self, question: Question) -> bool:
        return question.asked_in is not None and question.key not in _OF_THE_RECORD

    def is_open(self, question: Question) -> bool:
        if question.wanted is not None:
            return is_wished(self, question)
        assert question.asked_in is not None
        game, turns, position = question.asked_in
        if question.turn:
            return self.record.game == game
        if (self.record.game, self.record.turns, self.record.position) != (game, turns, position):
            return False
        if question.key in _OF_THE_TURN:
            return (self.record.resumes or self.phase) in PLAYING
        return question.key not in _OF_THE_PAUSE or self.phase is Phase.CLEARED

    def asked_of(self, question: Question) -> frozenset[Side]:
        """The sides that may answer: one player where it is theirs to say, else both."""
        if question.to:
            return question.to
        if self.record.cube.offer is not None and question.key == "phase.take-or-drop":
            return frozenset({self.record.cube.offer.to})
        if self.record.resignation is not None and question.key == "question.resigned":
            return frozenset({self.record.resignation[0].other})
        if question.key == "question.stands":
            return frozenset({self.side.other})
        if question.key in _OF_WHO_IS_PLAYING and self.phase not in BEFORE_PLAY | OVER | INTERRUPTED:
            return frozenset({self.side})
        return BOTH


def seen_t(state: State, look: BoardSeen) -> float:
    """When a look was taken, in seconds of the session."""
    return look.at_s - (state.started_at_s or 0.0)


def moment_of(state: State) -> Moment:
    """The conditions of a cube action besides the cube."""
    return fold.moment_of(state.terms, state.record)


def against_doubling(state: State) -> Refusal | None:
    """Why the side to act may not offer a double now, None where it may."""
    return refusal(Act.DOUBLE, state.side, state.record.cube, moment_of(state), state.terms.rules.rules)


def may_double(state: State) -> bool:
    return against_doubling(state) is None


def may_stand(state: State) -> bool:
    """Whether the opponent may condone the reported illegal play, which is still on the board."""
    wrong, alarmed = state.record.wrong, state.shown.alarm is not None
    return state.phase in WRONG and wrong is not None and wrong.reported and wrong.position is not None and alarmed


def to_roll(state: State) -> State:
    """The state in which the side on roll is to roll, and may double first where the rules allow it."""
    return replace(state, record=fold.to_roll(state.terms, state.record))


def double_back(state: State) -> Act | None:
    """The doubled player's options besides take and drop."""
    offer = state.record.cube.offer
    if offer is None or state.phase is not Phase.DOUBLED:
        return None
    act = Act.BEAVER if offer.act is Act.DOUBLE else Act.RACCOON
    return act if refusal(act, offer.to, state.record.cube, moment_of(state), state.terms.rules.rules) is None else None


def take_or_drop(state: State) -> Question:
    """The question to the doubled player."""
    answers = (Answer("answer.take", Choice.TAKE), Answer("answer.drop", Choice.DROP))
    back = double_back(state)
    more = () if back is None else (Answer(f"answer.{back.value}", Choice.DOUBLE_BACK),)
    return Question("phase.take-or-drop", (*answers, *more))


def number_of_roll(state: State) -> int:
    """The number in the game of the standing roll, or of the one that is due."""
    return sum(state.record.rolls) + (0 if state.rolled else 1)


@dataclass(frozen=True, slots=True)
class RollDice:
    """Asks for an electronic roll, which comes back as an event."""


Effect: TypeAlias = Entry | RollDice | LayerEffect

Step: TypeAlias = tuple[State, list[Any]]
"""The state after a step of the session, and what is to be written, rolled or sounded: :data:`Effect`."""
