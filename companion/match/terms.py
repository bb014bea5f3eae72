"""The settings of a match: end of turn, dice, clock, coach and engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon import RULE_SETS, BackgammonRules
from companion.games.draughts import DraughtsRules
from companion.games.rules import Side
from companion.record.header import Mode


class EndOfTurn(Enum):
    """The event that ends a turn, so that it is judged."""

    STILL = "still"  # a still look without a hand: for pictures that somebody chose to take
    LIFTED = "lifted"  # the dice taken up, or the opponent's roll; of a roll that nobody saw, the button
    BUTTON = "button"  # button or clock, with the dice left on the board


class DiceSource(Enum):
    """The source of valid rolls: the camera, the button, or whichever comes first."""

    CAMERA = "camera"
    ELECTRONIC = "electronic"
    BOTH = "both"

    @property
    def seen(self) -> bool:
        return self is not DiceSource.ELECTRONIC

    @property
    def electronic(self) -> bool:
        return self is not DiceSource.CAMERA


# --- in training --------------------------------------------------------------------------------


class HintLevel(IntEnum):
    """How much the coach says, each level on request and only after the one before.

    For the cube: the winning chances, the decision, its reason, and the equities.
    """

    LANDINGS = 0  # where a touched checker may land: always there
    CHECKERS = 1  # which checkers the play moves
    PLAY = 2  # the play itself
    WHY = 3  # one reason for it
    LIST = 4  # all plays in order, with their equities


class WordingLevel(Enum):
    """In whose words the coach speaks."""

    USUAL = "usual"
    SIMPLE = "simple"  # for children and beginners


@dataclass(frozen=True, slots=True)
class PlayerTraining:
    """The coaching that one player has agreed to.

    ``help``: the highest hint level.  ``guard``: the coach warns before a turn that loses much is over.
    """

    help: HintLevel = HintLevel.LIST
    words: WordingLevel = WordingLevel.USUAL
    guard: bool = False


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The coach's settings of a training match.

    ``speaks``: comment on plays that lost more than ``threshold`` points of equity, from which the guard warns, too.
    ``pips``: always show both pip counts.
    """

    light: PlayerTraining = field(default_factory=PlayerTraining)
    dark: PlayerTraining = field(default_factory=PlayerTraining)
    speaks: bool = True
    threshold: float = 0.15
    pips: bool = False

    def of(self, side: Side) -> PlayerTraining:
        """The settings of one side."""
        return self.light if side is Side.LIGHT else self.dark


class Strength(Enum):
    """The strength of an engine; ``docs/practice.md`` has the loss of each per decision."""

    BEGINNER = "beginner"
    IMPROVER = "improver"
    ONLINE = "online"
    EXPERT = "expert"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Opponent:
    """The settings of the engine: its side, its strength, and the seed of its luck in choosing."""

    side: Side
    strength: Strength
    seed: int = 0


class Level(Enum):
    """The strength of the engine, the weakest first: measured in ``docs/internals/draughts-engine.md``."""

    CHILD = "child"
    BEGINNER = "beginner"
    CASUAL = "casual"
    STRONG = "strong"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class EngineOpponent:
    """The side of the engine, its strength, and the seed of its luck in choosing."""

    side: Side
    level: Level
    seed: int = 0


# --- the part of a board in which dice count ----------------------------------------------------


Area = tuple[float, float, float, float]
"""A part of the board: left, top, right, bottom, 0 to 1, with Light's home at the lower right."""

WHOLE: Final[Area] = (0.0, 0.0, 1.0, 1.0)
_SURELY: Final = 0.02
"""A die whose middle is no farther outside than this may still count as inside."""


def area_from(text: str) -> Area | None:
    """A roll area as settings have it, four numbers; None for the whole board.  Raises :class:`InputError`."""
    if not text.strip():
        return None
    try:
        left, top, right, bottom = (float(word) for word in text.split())
    except ValueError:
        left = top = right = bottom = -1.0
    if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
        raise InputError(f"roll area {quoted(text)}: expected left, top, right and bottom, each from 0 to 1")
    return left, top, right, bottom


def area_text(area: Area) -> str:
    """The same as text; nothing for the whole board."""
    return "" if area == WHOLE else " ".join(f"{edge:.3f}" for edge in area)


def on_board(place: tuple[float, float], *, light_at_bottom: bool, home_at_right: bool) -> tuple[float, float]:
    """The place on the board of a place on the seen field; its own inverse."""
    x, y = place
    return x if home_at_right else 1 - x, y if light_at_bottom else 1 - y


def surely_outside(place: tuple[float, float], area: Area) -> bool:
    """Whether a die at this place of the board is certainly outside."""
    (x, y), (left, top, right, bottom) = place, area
    return not (left - _SURELY <= x <= right + _SURELY and top - _SURELY <= y <= bottom + _SURELY)


# --- the whole ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnyTerms:
    """The settings of a match of any game.

    ``length``: of the match, 0 if it is open.  ``clock``: one runs.  ``asks``: a person answers; else the likeliest
    legal play is recorded as uncertain.  ``patience_s``: seconds after which an unreadable board is reported.
    ``idle_s``: seconds without events after which the game is paused.  ``teaching``: the coach's settings, in training
    only.
    """

    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    mode: Mode = Mode.REFEREED
    end_of_turn: EndOfTurn = EndOfTurn.STILL
    clock: bool = False
    asks: bool = False
    patience_s: float = 8.0
    idle_s: float = 300.0
    teaching: TrainingSettings = field(default_factory=TrainingSettings)


@dataclass(frozen=True, slots=True)
class Terms(AnyTerms):
    """The settings of a match of backgammon; its length is in points, its clock has the times of the rules.

    ``younger``: the side of the younger player, which electronic dice need under rules by which the younger begins.
    ``sure_of_cube``: the least confidence of a look in the cube's place.  ``roll_area``: the drawn part of the board in
    which dice count.  ``opponent``: the engine's side, in training only.
    """

    rules: BackgammonRules = field(default_factory=lambda: BackgammonRules(RULE_SETS["tournament"]))
    dice: DiceSource = DiceSource.CAMERA
    younger: Side = Side.LIGHT
    sure_of_cube: float = 0.3
    roll_area: Area | None = None
    opponent: Opponent | None = None

    @property
    def money(self) -> bool:
        return self.length == 0


@dataclass(frozen=True, slots=True)
class DraughtsTerms(AnyTerms):
    """The settings of a match of draughts.

    ``names``: of the players who begin with the (light, dark) men; colours change with each game.  ``length``: games of
    the match.  The clock gives each side ``time_s`` for a game and ``increment_s`` more with each move.  ``opponent``:
    the engine's side, in training only.  The coach's threshold does not apply.
    """

    length: int = 1
    rules: DraughtsRules = field(default_factory=DraughtsRules)
    time_s: float = 900.0
    increment_s: float = 5.0
    opponent: EngineOpponent | None = None
