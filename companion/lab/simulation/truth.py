"""The true events at the simulated table, turn by turn, with which the record is compared."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.backgammon import Dice, Play, Position, Reason
from companion.games.rules import Picture, Side


@dataclass
class TrueTurn:
    """One turn as it was played.

    ``end``: how the checkers lay when the next player went on, the opponent on roll; None before that.
    ``play``: the legal play that leads there, None where there is none.
    ``stood``: that was illegal.  ``signal_s``: when the turn was ended (dice taken up, the opponent's
    throw, the button); ``clear_s``: the first clear still after that.  ``board_states``: what was legal or not
    on the board from which moment on.  ``planted``: the act done on purpose; ``wrong``: the board it left.
    ``harmless``: what else happened that nobody is to be blamed for.  ``corrected``: it was put right;
    ``noticed``: by the players themselves, nobody having said anything.
    """

    game: int
    number: int
    side: Side
    dice: Dice
    before: Position
    rolled_s: float
    dance: bool = False
    end: Position | None = None
    play: Play | None = None
    stood: bool = False
    signal_s: float | None = None
    clear_s: float | None = None
    board_states: list[tuple[float, bool]] = field(default_factory=list)
    planted: Reason | None = None
    wrong: Picture | None = None
    corrected: bool = False
    noticed: bool = False
    harmless: list[str] = field(default_factory=list)

    def was_legal(self, at_s: float) -> bool:
        """Return whether what lay on the board at a moment was a legal end of the turn, or the turn was not over."""
        legal = True
        for since_s, now in self.board_states:
            if since_s <= at_s:
                legal = now
        return legal


@dataclass(frozen=True)
class TrueCube:
    """``act``: double, take or drop.  ``at_s``: when, where that is told."""

    game: int
    side: Side
    act: str
    value: int
    at_s: float = 0.0


@dataclass(frozen=True)
class TruePass:
    """A side was shut out and did not roll."""

    game: int
    side: Side


@dataclass(frozen=True)
class TrueWin:
    game: int
    side: Side
    points: int


TrueAct = TrueTurn | TrueCube | TruePass | TrueWin


@dataclass
class Truth:
    """Everything that happened, in order.  ``lost``: why the match was given up, empty where it was not;
    ``crashed``: because the session raised an error.

    ``touches``: how often somebody touched the screen.
    """

    acts: list[TrueAct] = field(default_factory=list)
    lost: str = ""
    crashed: bool = False
    touches: int = 0

    @property
    def turns(self) -> list[TrueTurn]:
        return [act for act in self.acts if isinstance(act, TrueTurn)]
