"""The facts that belong to one kind of entry, a value for each meaning; a row has them as in :mod:`.fact_rows`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.record.kinds import Kind
from companion.record.match import Cause

# --- the course of the game ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameBegun:
    """``cube``: the stake, after equal opening rolls have doubled it.  The rest of it: how the board is set up."""

    game: int | None = None
    score: tuple[int, int] | None = None
    crawford: bool | None = None
    mirrored: bool = False
    swapped: bool = False
    cube: int | None = None


@dataclass(frozen=True, slots=True)
class RollOff:
    """Equal opening rolls of this number, which are rolled again."""

    roll_off_tied: int


@dataclass(frozen=True, slots=True)
class RollSource:
    """``electronic``: final once it is shown.  ``unseen``: the dice are unknown."""

    electronic: bool = False
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class PlayMade:
    """``seconds``: since the roll.  ``uncertain``: the likeliest play, without an answer."""

    seconds: float | None = None
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """An illegal play: the words for it and the board as it was read."""

    text: str | None = None
    points: tuple[int, ...] | None = None
    values: Mapping[str, str] | None = None
    seen: Mapping[int, Stack] | None = None


@dataclass(frozen=True, slots=True)
class CubeTurned:
    """``value``: what the cube shows, or would show if the double was taken."""

    value: int
    beaver: bool = False
    raccoon: bool = False
    uncertain: bool = False

    @property
    def act(self) -> Act:
        """By which act the cube was turned."""
        return Act.RACCOON if self.raccoon else Act.BEAVER if self.beaver else Act.DOUBLE


@dataclass(frozen=True, slots=True)
class Offered:
    """The result that a resignation offers."""

    result: Result


ACCEPTED: Final = "accepted"
REFUSED: Final = "refused"


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """The answer to a resignation."""

    resignation: str

    @property
    def accepted(self) -> bool:
        return self.resignation == ACCEPTED


@dataclass(frozen=True, slots=True)
class PointsWon:
    """``said``: the players have changed the result that was proposed.  ``cause``: what ended the game."""

    points: int
    score: tuple[int, int] | None = None
    said: bool = False
    cause: Cause = Cause.PLAY


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The score at the end of a match, whose entry names in ``reason`` the cause that decided it if no points did."""

    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameScored:
    """The end of a game that is won, drawn or lost.

    ``why``: "no-pieces", "no-move", "resigned", "agreed", the value of a :class:`companion.record.match.Cause`, or the
    rule by which it is drawn.  ``games``: the points of the match, in the order of the header's names.
    """

    why: str
    games: tuple[int, int] | None = None
    said: bool = False


# --- corrections ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollReread:
    """The roll as it was recorded until now."""

    was: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TurnWas:
    """A turn as it was recorded until it was corrected."""

    dice: tuple[int, int]
    play: str | None = None


@dataclass(frozen=True, slots=True)
class TurnAmended:
    """``turn``: the number of the roll in the game; rolls that became void when the board was placed count as well."""

    turn: int
    was: TurnWas | None = None


@dataclass(frozen=True, slots=True)
class MoveAmended:
    """``move_number``: of the move in the game, from 0; ``was``: as it was recorded until it was corrected."""

    move_number: int
    was: str | None = None


@dataclass(frozen=True, slots=True)
class Replaced:
    """The board was placed by hand; ``was``: the Position ID until now."""

    placed: bool
    was: str | None = None


@dataclass(frozen=True, slots=True)
class RestoredTo:
    """A change of the record is undone: the number of the entry after which everything is as it is again."""

    to: int


@dataclass(frozen=True, slots=True)
class Annulled:
    """Early dice are no roll."""

    annulled: bool = True


# --- questions and interruptions -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UndoWanted:
    """A change of the record that needs the other player's consent; ``by``: the requesting side, None if unknown."""

    by: Side | None


@dataclass(frozen=True, slots=True)
class RollWanted:
    by: Side | None
    roll: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TurnWanted:
    by: Side | None
    turn: int
    dice: tuple[int, int] | None
    play: str | None


@dataclass(frozen=True, slots=True)
class MoveWanted:
    by: Side | None
    move_number: int
    move: str


@dataclass(frozen=True, slots=True)
class ActWanted:
    """Another act that needs consent, as a line of the console: ``act`` is its first word, ``said`` the rest."""

    by: Side | None
    act: str
    said: str = ""


UNDO_CHANGE: Final = "undo-change"
"""The act that undoes a change of the record; what is said: the number of the entry before it."""

ChangeWanted: TypeAlias = UndoWanted | RollWanted | TurnWanted | MoveWanted | ActWanted


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    question: str | None = None
    choices: tuple[str, ...] | None = None
    wanted: ChangeWanted | None = None


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    question: str | None = None
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Halted:
    """``halted``: why the clock stops.  ``idle``: nothing happened; ``dispute``: of this turn of the match.

    ``time_out``: the side whose time is up, where the director decides; ``taken_up``: the clock ran when the program
    ended.
    """

    halted: str
    phase: str = "paused"
    idle: bool = False
    dispute: int | None = None
    time_out: Side | None = None
    taken_up: bool = False


@dataclass(frozen=True, slots=True)
class GoneOn:
    gone_on: bool = True


@dataclass(frozen=True, slots=True)
class TurnDisputed:
    """After the game; the number of the turn in the match."""

    dispute: int


@dataclass(frozen=True, slots=True)
class TurnClaimed:
    """A player's claim about a disputed turn of the match: a text key, or own words."""

    claim_about: int
    claim: str


@dataclass(frozen=True, slots=True)
class KeptForDirector:
    """The players leave a disputed turn of the match to the director."""

    kept_for_director: int


@dataclass(frozen=True, slots=True)
class ClockAdjusted:
    """The director has given the side so many seconds, or has taken them."""

    adjusted_s: float

    @property
    def in_words(self) -> str:
        """The time as a clock shows it.

        >>> ClockAdjusted(90).in_words, ClockAdjusted(-120).in_words
        ('+1:30', '−2:00')
        """
        minutes, rest = divmod(round(abs(self.adjusted_s)), 60)
        return f"{'−' if self.adjusted_s < 0 else '+'}{minutes}:{rest:02}"


@dataclass(frozen=True, slots=True)
class DirectorActed:
    """The next entry was made behind the director's PIN."""

    by_director: bool = True


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class PlayCame:
    """The progress of the current play: "trying", "complete" or "ended"."""

    so_far: str


@dataclass(frozen=True, slots=True)
class RulingTold:
    ruling_told: bool = True


@dataclass(frozen=True, slots=True)
class CorrectionDemanded:
    correction_demanded: bool = True


@dataclass(frozen=True, slots=True)
class CameraFailed:
    why: str


@dataclass(frozen=True, slots=True)
class BoardFound:
    corners_px: object


# --- what was only noted -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NotNow:
    """A request that could not be met in this phase, and why, where that needs saying."""

    not_now: str
    phase: str
    side: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class PressedIn:
    """The button meant nothing in this phase."""

    pressed_in: str


@dataclass(frozen=True, slots=True)
class StrayAnswer:
    answer_to_no_question: int


@dataclass(frozen=True, slots=True)
class StrayDice:
    dice_nobody_waits_for: tuple[int, int]


@dataclass(frozen=True, slots=True)
class NothingToUndo:
    nothing_to_undo: bool = True


@dataclass(frozen=True, slots=True)
class KeptInMemory:
    """For so long nothing could be written."""

    in_memory_s: float


@dataclass(frozen=True, slots=True)
class CoachHelped:
    """The hint level that was asked for, or the question with which the coach held a play back."""

    help: int | str


@dataclass(frozen=True, slots=True)
class PlayGraded:
    """The equity that a play lost.  ``spoken``: the coach commented on it."""

    graded: float
    theme: str | None = None
    spoken: bool = False


Facts: TypeAlias = (
    GameBegun | RollOff | RollSource | PlayMade | Fault | CubeTurned | Offered | OfferAnswered | PointsWon
    | FinalScore | GameScored | RollReread | TurnAmended | MoveAmended | Replaced | RestoredTo | Annulled
    | QuestionAsked | ChoiceMade | Halted | GoneOn | TurnDisputed | TurnClaimed | KeptForDirector | ResultConfirmed
    | PlayCame | RulingTold | CorrectionDemanded | CameraFailed | BoardFound | NotNow | PressedIn | StrayAnswer
    | StrayDice | NothingToUndo | ClockAdjusted | DirectorActed | KeptInMemory | CoachHelped | PlayGraded
)  # fmt: skip

OF_KIND: Final[Mapping[Kind, tuple[type[Facts], ...]]] = MappingProxyType(
    {
        Kind.CALIBRATED: (BoardFound,),
        Kind.START: (GameBegun,),
        Kind.ROLL: (RollSource,),
        Kind.PLAY: (PlayMade,),
        Kind.CORRECTED: (PlayMade,),
        Kind.ILLEGAL: (Fault,),
        Kind.ASKED: (QuestionAsked,),
        Kind.ANSWERED: (OfferAnswered, ChoiceMade),
        Kind.DOUBLE: (CubeTurned,),
        Kind.TAKE: (CubeTurned,),
        Kind.RESIGN: (Offered,),
        Kind.GAME_OVER: (PointsWon, GameScored),
        Kind.MATCH_OVER: (FinalScore,),
        Kind.EDIT: (TurnAmended, MoveAmended, Replaced, RollReread),
        Kind.RESTORED: (RestoredTo,),
        Kind.PREMATURE: (Annulled,),
        Kind.CAMERA_LOST: (CameraFailed,),
        Kind.NOTE: (
            NotNow, Halted, GoneOn, TurnDisputed, TurnClaimed, KeptForDirector, ResultConfirmed, PlayCame,
            RulingTold, CorrectionDemanded, RollOff, PressedIn,
            ClockAdjusted, DirectorActed, StrayAnswer, StrayDice, NothingToUndo, KeptInMemory, CoachHelped, PlayGraded,
        ),
    }
)  # fmt: skip
