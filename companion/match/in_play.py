"""A match in play: the record at one moment, and the effect of a note on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar

from companion.errors import InputError
from companion.games.backgammon import START, BackgammonRules, Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Cube
from companion.games.backgammon.scoring import Result
from companion.games.rules import Picture, Side, Stack
from companion.match.clock import Clock
from companion.match.consent_table import Deed
from companion.match.message import Message
from companion.match.orientation import USUAL_SEATING, BoardOrientation
from companion.match.phases import INTERRUPTED, Phase
from companion.record.entries import Entry, Kind, restored_to
from companion.record.facts import Fault, GoneOn, Halted, KeptForDirector, ResultConfirmed, TurnClaimed, TurnDisputed
from companion.record.match import Game, MatchScore, Win
from companion.record.replaying import ReplayedTurn, board_of
from companion.record.scores import Score, score_after
from companion.record.table import table_of

_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A turn in dispute, counted over the match, and the claims of (light, dark), empty if there is none yet."""

    turn: int
    claims: tuple[str, str] = ("", "")

    def with_claim(self, side: Side, claim: str) -> Dispute:
        light, dark = self.claims
        return replace(self, claims=(claim, dark) if side is Side.LIGHT else (light, claim))


def in_dispute(dispute: Dispute | None, facts: object, side: Side | None) -> Dispute | None:
    """Return the dispute after an entry with these facts: it is open until play is resumed, or the next game begins."""
    match facts:
        case Halted(dispute=int(turn)) | TurnDisputed(dispute=turn):
            return dispute if dispute is not None and dispute.turn == turn else Dispute(turn)
        case TurnClaimed(claim=claim) if dispute is not None and side is not None:
            return dispute.with_claim(side, claim)
        case KeptForDirector() | GoneOn():
            return None
    return dispute


@dataclass(frozen=True, slots=True)
class Wrong:
    """An illegal play on the board, with its position where backgammon knows one.

    ``message``: its report; ``reported``: whether the players have read it.  ``picture``: each spot with checkers as
    read.
    """

    position: Position | None
    reason: str
    message: Message | None = None
    reported: bool = True
    picture: Picture = field(default_factory=dict)

    @classmethod
    def found(cls, entry: Entry, *, reported: bool) -> Wrong:
        """The fault in an entry."""
        fault = entry.facts if isinstance(entry.facts, Fault) else Fault()
        message = Message(fault.text or "", fault.values or {}, fault.points or ())
        return cls(None, str(entry.reason), message, reported, fault.seen or {})


@dataclass(frozen=True, slots=True)
class InPlay(ABC):
    """The record of a match of any game.

    ``phase``; ``resumes``: the phase after an interruption; ``turns``: turns of this match, undone ones included;
    ``idle``: the game is paused because nothing has happened; ``in_pause``: the board is restored in a pause, which
    continues; ``dispute``: the turn in dispute; ``wrong``: the fault to be corrected.
    """

    phase: Phase = Phase.SETTING_UP
    resumes: Phase | None = None
    turns: int = 0
    idle: bool = False
    in_pause: bool = False
    dispute: Dispute | None = None
    wrong: Wrong | None = None

    @property
    @abstractmethod
    def position(self) -> Any:
        """The recorded board."""

    @property
    @abstractmethod
    def board(self) -> str:
        """The same as text, as the journal has it."""

    @property
    @abstractmethod
    def side(self) -> Side:
        """The side whose turn it is."""

    @property
    @abstractmethod
    def game(self) -> int:
        """The number of the game that is played, or was played last, from 1; 0 before the first."""

    @property
    @abstractmethod
    def standing(self) -> tuple[object, ...]:
        """A value that is the same until the game continues or the record is changed."""

    @property
    def disputable(self) -> int:
        """The number of the turn that can be disputed, 0 if there is none."""
        return self.turns


RecordT = TypeVar("RecordT", bound=InPlay)


@dataclass(frozen=True, slots=True)
class Change(Generic[RecordT]):
    """The state before a change of the record: the number of the last entry, the time, the record and the clock.

    ``by``: the player who made it alone, None if both agreed; ``deed``: the deed.
    """

    n: int
    t: float
    record: RecordT
    clock: Clock | None
    by: Side | None = None
    deed: Deed | None = None

    def clock_from(self, clock: Clock | None, t: float) -> Clock | None:
        """The clock with the time that has passed since, running or stopped as it was before."""
        return clock if clock is None or self.clock is None else clock.back_to(self.clock, self.t, t)


def brought_back(entry: Entry, after: Mapping[int, RecordT] | None) -> RecordT | None:
    """The earlier record that an entry restores, one of ``after`` by number; None for any other entry.

    Raises :class:`InputError` where it was never on record.
    """
    if entry.event is not Kind.RESTORED:
        return None
    to = restored_to(entry)
    if to is None or after is None or to not in after:
        raise InputError("it restores what was never on record")
    return after[to]


def with_note(record: RecordT, entry: Entry) -> RecordT:
    """The record after a note: a pause, its end, a dispute, or the players' confirmation of a result."""
    record = replace(record, dispute=in_dispute(record.dispute, entry.facts, entry.side))
    match entry.facts:
        case ResultConfirmed():
            return replace(record, phase=Phase.BETWEEN_GAMES)
        case Halted(phase=paused_phase, idle=idle):
            resumes = record.resumes if record.phase in INTERRUPTED else record.phase
            in_pause = record.in_pause if record.phase is Phase.PUTTING_BACK else record.phase is Phase.PAUSED
            return replace(
                record, phase=Phase(paused_phase), resumes=resumes, idle=idle, in_pause=in_pause and not record.idle
            )
        case GoneOn() if record.resumes is not None:
            return replace(record, phase=record.resumes, resumes=None)
    return record


@dataclass(frozen=True, slots=True)
class CurrentRoll:
    """The roll that is being played.

    ``drawn``: an electronic one, which is final once it has been shown.  ``seen``: its dice were on the board, which
    only the running session knows.  ``t``: its time.  ``opening``: it is one die of each player.
    """

    dice: Dice
    drawn: bool = False
    seen: bool = False
    t: float = 0.0
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """The last turn: the position before it, and its roll and play.

    ``legal`` False: an illegal play that stood.  ``sure`` False: the likeliest play was recorded without an answer.
    """

    before: Position
    side: Side
    dice: Dice
    play: Play
    legal: bool = True
    sure: bool = True

    @classmethod
    def of(cls, turn: ReplayedTurn, rules: BackgammonRules) -> Finished:
        """The turn as the record has it; its play is that of the rules, if it was written just so."""
        roll, play = turn.roll, turn.play or Play()
        if turn.legal and turn.after is not None:
            known = rules.legal_ends(turn.before, roll.dice)[turn.after]
            play = known if known.text() == play.text() else play
        return cls(turn.before, roll.side, roll.dice, play, turn.legal, sure=roll.standing is not MatchScore.UNCERTAIN)


@dataclass(frozen=True, slots=True)
class MatchInPlay(InPlay):
    """The record of a match; its ``turns`` are rolls.

    ``games``: as :mod:`companion.record.folding` folds them, the last one in play; ``position``, whose ``on_roll``
    means nothing before the first roll and after a game; ``rolls``: rolls of (light, dark) in this game; ``borne_off``:
    checkers that they have borne off by legal plays; ``ties``: the numbers of their equal opening rolls;
    ``resignation``: the side and its unanswered offer; ``reserved``: undone rolls that will come again; ``seating``:
    how the board is set up against how it was learned; ``moments``: the record before each play of this game that an
    undo can take back, the newest last.
    """

    games: tuple[Game, ...] = ()
    position: Position = START
    cube: Cube = CENTRED
    rolls: Stack = _NONE
    borne_off: Stack = _NONE
    ties: tuple[int, ...] = ()
    resignation: tuple[Side, Result] | None = None
    turn: CurrentRoll | None = None
    last: Finished | None = None
    reserved: tuple[Dice, ...] = ()
    seating: BoardOrientation = USUAL_SEATING
    moments: tuple[MatchInPlay, ...] = field(default=(), compare=False, repr=False)

    @property
    def board(self) -> str:
        return self.position.id()

    @property
    def side(self) -> Side:
        return self.position.on_roll

    @property
    def game(self) -> int:
        return len(self.games)

    @property
    def standing(self) -> tuple[object, ...]:
        dice = self.turn.dice if self.turn is not None else None
        return self.game, self.rolls, self.position, self.cube, dice, self.result

    @property
    def score(self) -> Score:
        """The points of (light, dark)."""
        return score_after(self.games[-1]) if self.games else (0, 0)

    @property
    def crawford(self) -> bool:
        return bool(self.games) and self.games[-1].crawford

    @property
    def crawford_played(self) -> bool:
        """Whether the Crawford game has begun, or is over."""
        return any(game.crawford for game in self.games)

    @property
    def result(self) -> Win | None:
        """The end of the last game or the match."""
        return self.games[-1].win if self.games else None

    def with_games(self, games: tuple[Game, ...], rules: BackgammonRules) -> MatchInPlay:
        """The record with these games, and with the board and the cube as they stand by the last one."""
        if not games or (self.games and games[-1] is self.games[-1]):
            return replace(self, games=games)
        board, cube = board_of(games[-1], rules.rules), table_of(games[-1]).cube
        last = Finished.of(board.last, rules) if board.last is not None else None
        last = self.last if last == self.last else last  # followers of the match compare turns by identity
        return replace(self, games=games, position=board.position, cube=cube, last=last, borne_off=board.borne_off)

    @property
    def kept(self) -> tuple[MatchInPlay, ...]:
        """The record with itself as one more moment."""
        return (*self.moments, replace(self, moments=()))
