"""What a session knows at one moment: the table, the standing turn and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, TypeAlias

from companion.games.backgammon import RULE_SETS, START, BackgammonRules, Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Act, Cube, Moment, Refusal, refusal
from companion.games.backgammon.scoring import Result
from companion.games.rules import Picture, Side, Stack
from companion.match.clock import Clock
from companion.match.events import BoardSeen, Edited, RollEntered, UndoAsked
from companion.match.message import Message
from companion.match.orientation import USUAL_SEATING, BoardOrientation
from companion.match.phases import BEFORE_PLAY, OVER, PLAYING, WRONG, Phase, may_follow
from companion.match.roll_area import Area
from companion.match.table_choices import DiceSource as DiceSource
from companion.match.table_choices import EndOfTurn as EndOfTurn
from companion.match.training import Opponent, TrainingSettings
from companion.record.entries import Entry
from companion.record.journal import Mode
from companion.record.scores import match_winner
from companion.referee.belief import Belief
from companion.referee.course import Past
from companion.referee.story import Item

_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the match.

    ``mode``: how the match is attended.  ``clock``: delay and reserve run, as the rules say.
    ``asks``: a person is there to answer; else the likeliest legal play is taken and marked
    uncertain.  ``patience_s``: how long a board may stay unreadable before that is said.  ``idle_s``: so long
    without anything happening, and the game is paused.
    ``younger``: whose the younger player's checkers are; under rules by which the younger begins,
    electronic dice need to know, and the camera sees it.  ``sure_of_cube``: how confident a look must be of the
    cube's place.
    ``roll_area``: a part of the board outside which dice do not count, whatever the rules say of it.
    ``teaching``: what the coach may do, in training only.  ``opponent``: the engine, where it plays one side, in
    training only.
    """

    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    rules: BackgammonRules = field(default_factory=lambda: BackgammonRules(RULE_SETS["tournament"]))
    mode: Mode = Mode.REFEREED
    end_of_turn: EndOfTurn = EndOfTurn.STILL
    dice: DiceSource = DiceSource.CAMERA
    clock: bool = False
    asks: bool = False
    younger: Side = Side.LIGHT
    patience_s: float = 8.0
    idle_s: float = 300.0
    sure_of_cube: float = 0.3
    roll_area: Area | None = None
    teaching: TrainingSettings = field(default_factory=TrainingSettings)
    opponent: Opponent | None = None


@dataclass(frozen=True, slots=True)
class CurrentRoll:
    """The roll that is being played.

    ``drawn``: an electronic one, which is final once it has been shown.  ``seen``: its dice lay on the board.
    """

    dice: Dice
    drawn: bool = False
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """An illegal play that lies on the board: what was read, as a position where it can be one.

    ``message``: what is said of it; ``told``: whether it has been said.
    """

    picture: Picture
    position: Position | None
    reason: str
    message: Message | None = None
    told: bool = True


@dataclass(frozen=True, slots=True)
class Finished:
    """The turn played last: where it began, and what it was.

    ``legal`` False: an illegal play that stood.  ``sure`` False: the likeliest play was taken where nobody could tell.
    ``t``: when it went on record.  ``corrects``: it puts an illegal play right.
    """

    before: Position
    side: Side
    dice: Dice
    play: Play
    legal: bool = True
    sure: bool = True
    t: float = -1.0
    corrects: bool = False


class Choice(Enum):
    """What an answer may mean besides a play, a side, a roll or a result."""

    YES = "yes"
    NO = "no"
    TAKE = "take"
    DROP = "drop"
    DOUBLE_BACK = "double-back"


Wanted: TypeAlias = UndoAsked | Edited | RollEntered
"""A change of the last turn, or of an earlier one, to which the other player has to agree."""

Meaning: TypeAlias = Choice | Play | Side | Dice | Result | BoardOrientation
"""A play of the standing roll, a winner, a roll, what a game counts, how the board is set up."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question.

    ``text``: a text key, or words as they are (a play, a name).  ``meaning``: what it stands for.
    ``end``: the board that it means, to be drawn small.  ``dice``: the roll, where the answer tells it.
    """

    text: str
    meaning: Meaning
    end: Position | None = None
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked, with at most three answers.

    ``values`` fill the text of ``key``.  ``winner``: who has won, where that was asked before;
    ``back``: how many plays are taken back by a yes;
    ``turn``: of which roll of the game it is, where not of the standing one; ``asked_in``: in which game,
    after how many rolls of the match and at which position it was asked.
    ``wanted``: the change of the record that is made on a yes, and ``to``: the player who has to agree.
    """

    key: str
    answers: tuple[Answer, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    winner: Side | None = None
    back: int = 0
    turn: int = 0
    asked_in: tuple[int, int, Position] | None = None
    wanted: Wanted | None = None
    to: Side | None = None

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(answer.text for answer in self.answers)


@dataclass(frozen=True, slots=True)
class Back:
    """What the board is put back to, and why: ``wanted`` as the record has it, ``left`` the spots still wrong."""

    wanted: Position
    left: tuple[int, ...] = ()
    ticked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Everything a session knows; see :mod:`companion.match.session` for how it changes.

    What is on record: ``phase``, or ``resumes``, the phase in which the game goes on after an
    interruption; ``position``, whose ``on_roll`` is the side to act (meaningless before the first
    roll and after a game); ``score`` as (light, dark); ``rolls``: how often (light, dark) have rolled
    in this game; ``borne_off``: how many checkers they have borne off by legal plays; ``ties``: how
    often their opening rolls were equal; ``resignation``: who offers to lose what, unanswered;
    ``reserved``: rolls that were undone and will come again; ``earlier``: the state before the last
    play, which an undo brings back; ``before_change``: the state before the change that the notice reports, as long
    as one touch undoes it; ``result``: winner and points of the game just over;
    ``turns``: how many rolls this match has had; ``clock``: where one is used.

    What is only seen: ``look``: the last one; ``hand``: one was over the board since. ``belief``: what may have
    happened; ``told``: what of it is on record since what is ``settled``. ``ended_t``: when the end of the turn was
    signalled; ``pressed``: by the button. ``early_throw``: dice that came too soon and were spoken of; ``void_dice``:
    where dice lie that are nobody's roll; ``cocked``: one lies so. ``odd_looks``: looks in a row that showed something
    that nobody expects; ``back_looks``: that showed an earlier board; ``declined``: where such a board was said to be
    none. ``cube_looks``: looks in a row at which the cube did not lie as on record, ``face_looks``: at which it did
    not show the stake; ``cube_asked``: in which turn it was asked about; ``cube_refused``: the notice is why the cube
    is refused. ``time_called``: that a reserve is used up has been said. ``seating``: how the board was set up,
    against how it was learned. ``stirred_t``: when something happened last; ``idle``: nothing has, for so long that
    the game is paused. ``rejected``: the ends of plays that a person says were not made. ``deferred``: questions that
    made way for another one, or for a pause, the newest first. ``unchecked``: the camera has come back, and the board
    has not been compared with the record. ``pressed_by``: whose button was pressed last, where each player has one.
    ``beside``: the values of layers, by type, see :class:`companion.match.layer.Layer`.
    """

    terms: Terms
    phase: Phase = Phase.SETTING_UP
    resumes: Phase | None = None
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
    turns: int = 0
    n: int = 0
    t: float = 0.0
    started_at_s: float | None = None
    turn: CurrentRoll | None = None
    last: Finished | None = None
    wrong: Wrong | None = None
    reserved: tuple[Dice, ...] = ()
    result: tuple[Side, int] | None = None
    seating: BoardOrientation = USUAL_SEATING
    clock: Clock | None = None
    rolled_t: float = 0.0
    earlier: State | None = field(default=None, compare=False, repr=False)
    before_change: State | None = field(default=None, compare=False, repr=False)
    look: BoardSeen | None = None
    hand: bool = False
    belief: Belief | None = field(default=None, compare=False, repr=False)
    told: tuple[Item, ...] = ()
    settled: Past | None = field(default=None, compare=False, repr=False)
    ended_t: float | None = None
    pressed: bool = False
    early_throw: tuple[int, ...] | None = None
    void_dice: tuple[tuple[float, float], ...] = ()
    cocked: bool = False
    odd_looks: int = 0
    back_looks: int = 0
    declined: Position | None = None
    cube_looks: int = 0
    face_looks: int = 0
    cube_asked: int = -1
    cube_refused: bool = False
    question: Question | None = None
    rejected: tuple[Position, ...] = ()
    deferred: tuple[Question, ...] = ()
    back: Back | None = None
    awaiting_dice: bool = False
    pressed_by: Side | None = None
    camera_lost: bool = False
    blind: bool = False
    unchecked: bool = False
    stirred_t: float = 0.0
    idle: bool = False
    time_called: bool = False
    message: Message | None = None
    beside: Mapping[type, object] = field(default_factory=dict)

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

    @property
    def rolled(self) -> bool:
        """Whether a roll is on record and its turn is not over."""
        return self.phase in PLAYING | WRONG and self.turn is not None

    @property
    def ends_by(self) -> EndOfTurn:
        """What ends the standing turn: no dice are taken up after a roll that no camera saw, but a button is there."""
        by, turn = self.terms.end_of_turn, self.turn
        if by is not EndOfTurn.LIFTED or turn is None or not self.terms.dice.electronic:
            return by
        return by if turn.seen else EndOfTurn.BUTTON

    def entering(self, phase: Phase, **changes: Any) -> State:
        """The state in a phase that may follow on this one, with further changes."""
        assert may_follow(self.phase, phase), f"{phase} cannot follow on {self.phase}"
        return replace(self, phase=phase, **changes)


def seen_t(state: State, look: BoardSeen) -> float:
    """When a look was taken, in seconds of the session."""
    return look.at_s - (state.started_at_s or 0.0)


def moment_of(state: State) -> Moment:
    """What an act with the cube depends on besides the cube."""
    return Moment(
        on_roll=None if state.phase in BEFORE_PLAY else state.side,
        rolled=state.phase in PLAYING | WRONG,
        rolls=state.rolls,
        money=state.money,
        crawford=state.crawford,
        post_crawford=state.crawford_played and not state.crawford,
        over=state.phase in OVER,
    )


def against_doubling(state: State) -> Refusal | None:
    """Why the side to act may not offer a double now, None where it may."""
    return refusal(Act.DOUBLE, state.side, state.cube, moment_of(state), state.terms.rules.rules)


def may_double(state: State) -> bool:
    return against_doubling(state) is None


def may_stand(state: State) -> bool:
    """Whether the opponent may let the illegal play stand that both are told of: it has not been put back."""
    wrong, alarmed = state.wrong, state.message is not None and state.message.alarm
    return state.phase in WRONG and wrong is not None and wrong.told and wrong.position is not None and alarmed


def to_roll(state: State, **changes: Any) -> State:
    """The state in which the side on roll is to throw, and may double first where the rules allow it."""
    thrown = replace(state, phase=Phase.ROLLING, **changes)
    phase = Phase.MAY_DOUBLE if may_double(thrown) else Phase.ROLLING
    assert may_follow(state.phase, phase), f"{phase} cannot follow on {state.phase}"
    return replace(thrown, phase=phase)


@dataclass(frozen=True, slots=True)
class RollDice:
    """Asks for an electronic roll, which comes back as an event."""


class LayerEffect:
    """Base of what a layer round the match asks for, see :class:`companion.match.layer.Layer`."""

    __slots__ = ()


Effect: TypeAlias = Entry | RollDice | LayerEffect
