"""What a session knows at one moment: the table, the standing turn and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.games.backgammon import RULE_SETS, START, BackgammonRules, Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Act, Cube, Moment, Refusal, refusal
from companion.games.backgammon.scoring import Result
from companion.games.rules import Picture, Side, Stack
from companion.match.clock import Clock
from companion.match.events import BoardSeen
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
from companion.referee.repeated_looks import RepeatedLooks
from companion.referee.roll_evidence import DiePlace, Face, RollEvidence
from companion.referee.roller import UNKNOWN, RollerEvidence
from companion.referee.ruling import Habits
from vision.observation import SeenDie

if TYPE_CHECKING:
    from companion.referee.belief import Belief
    from companion.referee.course import Past
    from companion.referee.story import Item

_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the match.

    ``mode``: how the match is attended.  ``clock``: delay and reserve run, as the rules say.
    ``asks``: a person is there to answer; else the likeliest legal play is taken and marked
    uncertain.  ``looks_before_asking``: unclear looks before the person is asked.
    ``patience_s``: how long a board may stay unreadable before that is said.  ``idle_s``: so long
    without anything happening, and the game is paused.
    ``younger``: whose the younger player's checkers are; under rules by which the younger begins,
    electronic dice need to know, and the camera sees it.  ``same_place``: dice within this share of the
    field of where they lay were not thrown again.
    ``sure_of_cube``: how confident a look must be of the cube's place.
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
    looks_before_asking: int = 3
    patience_s: float = 8.0
    idle_s: float = 300.0
    same_place: float = 0.04
    sure_of_cube: float = 0.3
    roll_area: Area | None = None
    teaching: TrainingSettings = field(default_factory=TrainingSettings)
    opponent: Opponent | None = None


@dataclass(frozen=True, slots=True)
class CurrentRoll:
    """The turn that is being played: the dice that lie there, and the roll once it is on record.

    ``shows``: the same dice as they lie now, where that is another roll than the one on record.
    ``drawn``: an electronic roll, which is final once it has been shown.
    """

    throw: RollEvidence
    dice: Dice | None = None
    shows: RollEvidence | None = None
    drawn: bool = False

    @property
    def evidence(self) -> RollEvidence:
        """The dice by all looks at them."""
        return self.throw if self.shows is None else self.throw.seen_again(self.shows)


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
    """The turn played last: where it began, what it was, and the dice that may still lie there.

    ``sure`` False: the likeliest play was taken where nobody could tell.  ``t``: when it went on record.
    ``corrects``: it puts an illegal play right.
    """

    before: Position
    side: Side
    throw: RollEvidence | None
    dice: Dice
    play: Play
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
    """

    key: str
    answers: tuple[Answer, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    winner: Side | None = None
    back: int = 0
    turn: int = 0
    asked_in: tuple[int, int, Position] | None = None

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
    play, which an undo brings back; ``result``: winner and points of the game just over;
    ``turns``: how many rolls this match has had; ``clock``: where one is used.

    What is only seen: ``bare_looks``: how many looks in a row showed no die of a known throw. ``moved_unrolled``:
    checkers were moved although no roll had been seen. ``old``: throws of turns that are over, whose dice may still
    lie there. ``early``: dice that were thrown while the standing turn was not over; ``at_early``: the looks that
    showed them before anything else moved; ``premature``: too soon; ``early_looks``: looks at which the turn before
    them seemed well played, or wrong as in ``early_lies``. ``followed``: of the look before it is known what lay
    there. ``phantoms``: what is taken for dice and is none. ``lone_die``: one die has come to lie there beside the
    standing roll; ``lone_face``: what it shows, or the only die of a throw. ``throwing``: where each side's dice use
    to lie. ``lay``: where dice lay at the last look. ``put_right``: the legal end that an illegal play seemed to be
    put right to at the last look. ``ended_t``: when the end of the turn was signalled; ``pressed``: by the button.
    ``puzzled``: the last look was no clear one.
    ``odd_looks``: looks in a row that showed something that nobody expects; ``gone_looks``: at which
    checkers seemed to lie nowhere; ``lost_track_looks``: at which the board lay as in
    ``lost_track_board``, as no turn can have left it;
    ``back_looks``: that showed an earlier board; ``declined``: where such a board was said to be none.
    ``habits``: see :func:`companion.referee.ruling.accustomed`. ``cube_strayed``: at the last look the cube lay at the
    opponent's, though no double had been seen; ``cube_in_place``: since the last act with it, it has been seen where
    it belongs; ``cube_asked``: in which turn it was asked about. ``dice_confirmed``: a person has said what the
    standing roll is. ``time_called``: that a reserve is used up has been said. ``seating``: how the board was set up,
    against how it was learned. ``stirred_t``: when something happened last; ``idle``: nothing has, for so long that
    the game is paused. ``gathered``: what the looks since something last moved show. ``questioned``: the look at which
    it was asked what was played. ``rejected``: the ends of plays that a person says were not made. ``deferred``:
    questions that made way for another one, or for a pause, the newest first. ``first_die``: of a roll of one die
    thrown twice, the first throw; ``first_up``: it has been taken up. ``unchecked``: the camera has come back, and
    the board has not been compared with the record. ``early_asked``: when the early throw was made about which it has
    been asked; ``void``: a throw that is nobody's roll. ``cube_refused``: the notice is why the cube is refused;
    ``face_looks``: looks in a row at which it did not show the stake. ``pressed_by``: whose button was pressed last,
    where each player has one. ``beside``: the values of layers, by type, see :class:`companion.match.layer.Layer`.

    Of the referee that is measured beside this one (:mod:`companion.lab.shadow`): ``belief``; ``told``: what of it is
    on record since what is ``settled``; ``early_throw``: dice that came too soon and were spoken of; ``cube_looks``:
    at which the cube did not lie as on record; ``void_dice``: where dice lie that are nobody's roll.
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
    look: BoardSeen | None = None
    gathered: RepeatedLooks = field(default_factory=RepeatedLooks)
    hand: bool = False
    bare_looks: int = 0
    moved_unrolled: bool = False
    old: tuple[RollEvidence, ...] = ()
    early: RollEvidence | None = None
    at_early: BoardSeen | None = None
    premature: bool = False
    early_looks: int = 0
    early_lies: Picture | None = None
    early_asked: float = -1.0
    void: RollEvidence | None = None
    first_die: SeenDie | None = None
    first_up: bool = False
    followed: bool = False
    phantoms: tuple[DiePlace, ...] = ()
    lone_die: bool = False
    lone_face: Face | None = None
    throwing: RollerEvidence = field(default_factory=lambda: UNKNOWN)
    lay: tuple[DiePlace, ...] = ()
    put_right: Position | None = None
    ended_t: float | None = None
    pressed: bool = False
    unclear_looks: int = 0
    puzzled: bool = False
    odd_looks: int = 0
    gone_looks: int = 0
    lost_track_looks: int = 0
    lost_track_board: Picture | None = None
    back_looks: int = 0
    habits: Habits = field(default_factory=dict)
    question: Question | None = None
    questioned: BoardSeen | None = None
    rejected: tuple[Position, ...] = ()
    deferred: tuple[Question, ...] = ()
    back: Back | None = None
    awaiting_dice: bool = False
    pressed_by: Side | None = None
    cocked: bool = False
    cube_strayed: bool = False
    cube_in_place: bool = False
    cube_asked: int = -1
    cube_refused: bool = False
    face_looks: int = 0
    camera_lost: bool = False
    blind: bool = False
    unchecked: bool = False
    stirred_t: float = 0.0
    idle: bool = False
    declined: Position | None = None
    dice_confirmed: bool = False
    time_called: bool = False
    message: Message | None = None
    beside: Mapping[type, object] = field(default_factory=dict)
    belief: Belief | None = field(default=None, compare=False, repr=False)
    told: tuple[Item, ...] = ()
    settled: Past | None = field(default=None, compare=False, repr=False)
    early_throw: tuple[int, ...] | None = None
    cube_looks: int = 0
    void_dice: tuple[DiePlace, ...] = ()

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
        return self.phase in PLAYING | WRONG and self.turn is not None and self.turn.dice is not None

    @property
    def lifted(self) -> bool:
        """Whether no die lay there at the last look."""
        return self.bare_looks > 0

    @property
    def ends_by(self) -> EndOfTurn:
        """What ends the standing turn: no dice are taken up after a roll that no camera saw, but a button is there."""
        by, turn = self.terms.end_of_turn, self.turn
        if by is not EndOfTurn.LIFTED or turn is None or not self.terms.dice.electronic:
            return by
        return EndOfTurn.BUTTON if turn.drawn or turn.throw.is_nowhere else by

    @property
    def opponent_has_thrown(self) -> bool:
        """Whether the dice beside a turn on record are the opponent's: the same numbers may have been moved aside."""
        if self.early is None or self.turn is None or self.turn.dice is None:
            return False
        return not self.early.best.same_numbers(self.turn.dice)

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
