"""What was agreed before a match of draughts."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.draughts import DraughtsRules
from companion.match.draughts.opponent import EngineOpponent
from companion.match.table_choices import EndOfTurn
from companion.match.training import TrainingSettings
from companion.record.journal import Mode


@dataclass(frozen=True, slots=True)
class DraughtsTerms:
    """What was agreed before the match.

    ``names``: who begins with the (light, dark) men; colours change with each game.  ``length``: games of the match,
    0 where it is open.  ``mode``: how the match is attended.  ``clock``: each side has ``time_s`` for a game, and
    ``increment_s`` more with each move; who has none left has lost.  ``asks``: a person is there to answer; else the
    likeliest legal move is taken and marked uncertain.  ``patience_s``: how long a board may stay unreadable before
    that is said.  ``idle_s``: so long without anything happening, and the game is paused.  ``opponent``: the engine,
    where it plays one side, in training only.  ``teaching``: what the coach may do, in training only; its threshold is
    not of this game.
    """

    names: tuple[str, str] = ("Light", "Dark")
    length: int = 1
    rules: DraughtsRules = field(default_factory=DraughtsRules)
    mode: Mode = Mode.REFEREED
    end_of_turn: EndOfTurn = EndOfTurn.STILL
    clock: bool = False
    time_s: float = 900.0
    increment_s: float = 5.0
    asks: bool = False
    patience_s: float = 8.0
    idle_s: float = 300.0
    opponent: EngineOpponent | None = None
    teaching: TrainingSettings = field(default_factory=TrainingSettings)
