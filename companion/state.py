"""What a session knows at one moment: the table, the standing turn and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

from companion.band import Band
from companion.events import BoardSeen, Entry
from companion.games.backgammon import RULE_SETS, START, BackgammonRules, Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Act, Cube, Moment, Refusal, refusal
from companion.games.backgammon.scoring import Result
from companion.games.rules import Picture, Side, Stack
from companion.record.scores import match_winner
from companion.referee import Habits, Margins
from companion.throw import Throw

_NONE: Final = Stack(0, 0)


class Phase(Enum):
    """What the table waits for."""

    START = "start"  # the checkers in the start position
    OPENING = "opening"  # the first roll, and the play that tells whose it is
    ROLLING = "rolling"  # a roll, or a double before it
    PLAYING = "playing"  # the play of a roll
    DOUBLED = "doubled"  # take or drop
    CORRECTING = "correcting"  # a legal play in place of an illegal one
    OVER = "over"  # the next game, if there is one


class EndOfTurn(Enum):
    """What ends a turn, so that it is judged."""

    STILL = "still"  # a still look without a hand
    BUTTON = "button"


class DiceSource(Enum):
    CAMERA = "camera"
    ELECTRONIC = "electronic"


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the match, and how sure the referee has to be.

    ``asks``: a person is there to answer; else the likeliest legal play is taken and marked
    uncertain.  ``looks_before_asking``: unclear looks before the person is asked.
    ``younger``: whose the younger player's checkers are; under rules by which the younger begins,
    electronic dice need to know, and the camera sees it.  ``same_place``: dice within this share of the
    field of where they lay were not thrown again.
    ``sure_of_cube``: how confident a look must be of the cube's place.
    """

    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    rules: BackgammonRules = field(default_factory=lambda: BackgammonRules(RULE_SETS["tournament"]))
    end_of_turn: EndOfTurn = EndOfTurn.STILL
    dice: DiceSource = DiceSource.CAMERA
    asks: bool = False
    younger: Side = Side.LIGHT
    looks_before_asking: int = 3
    margins: Margins = field(default_factory=Margins)
    same_place: float = 0.04
    sure_of_cube: float = 0.3


@dataclass(frozen=True, slots=True)
class Standing:
    """The turn that is being played: the dice that lie there, and the roll once it is on record."""

    throw: Throw
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """An illegal play that lies on the board: what was read, as a position where it can be one."""

    picture: Picture
    position: Position | None
    reason: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The turn played last: where it began, what it was, and the dice that may still lie there.

    ``sure`` False: the likeliest play was taken where nobody could tell.
    """

    before: Position
    side: Side
    throw: Throw | None
    dice: Dice
    play: Play
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked: ``choices`` as texts; ``answers`` the plays they stand for, with their ends."""

    key: str
    choices: tuple[str, ...]
    answers: tuple[tuple[Play, Position], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Everything a session knows; see :mod:`companion.session` for how it changes.

    ``position.on_roll`` is the side to act (meaningless in START, OPENING and OVER).  ``score`` as
    (light, dark).  ``rolls``: how often (light, dark) have rolled in this game; ``borne_off``: how many
    checkers they have borne off by legal plays; ``ties``: how often their opening rolls were equal.
    ``resignation``: who offers to lose what, unanswered.  ``lifted``: no die lay there at the last
    look.  ``moved_unrolled``: checkers were moved although no roll had been seen.  ``habits``: see
    :func:`companion.referee.accustomed`.  ``cube_strayed``: at the last look the cube lay at the
    opponent's, though no double had been seen.  ``reserved``: rolls that were undone and will come
    again.  ``earlier``: the state before the last play, which an undo brings back.  ``result``: winner
    and points of the game just over.
    """

    terms: Terms
    phase: Phase = Phase.START
    position: Position = START
    cube: Cube = CENTRED
    rolls: Stack = _NONE
    borne_off: Stack = _NONE
    ties: int = 0
    resignation: tuple[Side, Result] | None = None
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    crawford_played: bool = False
    game: int = 0
    n: int = 0
    t: float = 0.0
    started_at_s: float | None = None
    turn: Standing | None = None
    last: Finished | None = None
    lifted: bool = False
    moved_unrolled: bool = False
    wrong: Wrong | None = None
    unclear_looks: int = 0
    look: BoardSeen | None = None
    hand: bool = False
    habits: Habits = field(default_factory=dict)
    question: Question | None = None
    awaiting_dice: bool = False
    reserved: tuple[Dice, ...] = ()
    cocked: bool = False
    cube_strayed: bool = False
    camera_lost: bool = False
    band: Band | None = None
    result: tuple[Side, int] | None = None
    earlier: State | None = field(default=None, compare=False, repr=False)

    @property
    def match_over(self) -> bool:
        return match_winner(self.terms.length, self.score) is not None

    @property
    def money(self) -> bool:
        return self.terms.length == 0

    @property
    def side(self) -> Side:
        """The side to act."""
        return self.position.on_roll


def against_doubling(state: State) -> Refusal | None:
    """Why the side to act may not offer a double now, None where it may."""
    moment = Moment(
        on_roll=None if state.phase in (Phase.START, Phase.OPENING) else state.side,
        rolled=state.phase in (Phase.PLAYING, Phase.CORRECTING),
        rolls=state.rolls,
        money=state.money,
        crawford=state.crawford,
        post_crawford=state.crawford_played and not state.crawford,
        over=state.phase is Phase.OVER,
    )
    return refusal(Act.DOUBLE, state.side, state.cube, moment, state.terms.rules.rules)


def may_double(state: State) -> bool:
    return against_doubling(state) is None


@dataclass(frozen=True, slots=True)
class RollDice:
    """Asks for an electronic roll, which comes back as an event."""


class Tone(Enum):
    ALARM = "alarm"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Sound:
    tone: Tone


Effect: TypeAlias = Entry | RollDice | Sound
