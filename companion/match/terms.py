"""What was agreed before a match."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.backgammon import RULE_SETS, BackgammonRules
from companion.games.rules import Side
from companion.match.roll_area import Area
from companion.match.table_choices import DiceSource, EndOfTurn
from companion.match.training import Opponent, TrainingSettings
from companion.record.journal import Mode


@dataclass(frozen=True, slots=True)
class AnyTerms:
    """What was agreed before a match of any game.

    ``length``: of the match, 0 where it is open.  ``mode``: how the match is attended.  ``clock``: one runs.
    ``asks``: a person is there to answer; else the likeliest legal play is taken and marked
    uncertain.  ``patience_s``: how long a board may stay unreadable before that is said.  ``idle_s``: so long
    without anything happening, and the game is paused.
    ``teaching``: what the coach may do, in training only.
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
    """What was agreed before a match of backgammon; its length is in points, its clock has the times of the rules.

    ``younger``: whose the younger player's checkers are; under rules by which the younger begins,
    electronic dice need to know, and the camera sees it.  ``sure_of_cube``: how confident a look must be of the
    cube's place.
    ``roll_area``: a part of the board outside which dice do not count, whatever the rules say of it.
    ``opponent``: the engine, where it plays one side, in training only.
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
