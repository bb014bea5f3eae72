"""The true events at the simulated table, turn by turn, with which the record is compared."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.backgammon import Dice, Play, Position, Reason
from companion.games.rules import Picture, Side


@dataclass
class TrueTurn:
    """One turn as it was played.

    ``end``: the board when the next player continued, the opponent on roll; None before that.  ``play``: the legal play
    that leads there, or None.  ``stood``: it was illegal.  ``signal_s``: when the turn was ended (dice lifted, the
    opponent's roll, the button); ``clear_s``: the first clear still after that.  ``board_states``: (time, legal) of
    each new board.  ``planted``: the act done on purpose; ``wrong``: the board it left.  ``harmless``: further harmless
    actions.  ``corrected``: it was corrected; ``noticed``: by the players themselves, without a report.
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
        """Return whether the board at a moment was a legal end of the turn, or the turn was not over."""
        legal = True
        for since_s, now in self.board_states:
            if since_s <= at_s:
                legal = now
        return legal


@dataclass(frozen=True)
class TrueCube:
    """``act``: double, take or drop.  ``at_s``: its time, if known."""

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
    """Everything that happened, in order.  ``lost``: why the match was given up, or empty; ``crashed``: the session
    raised an error.

    ``touches``: the number of touches of the screen.
    """

    acts: list[TrueAct] = field(default_factory=list)
    lost: str = ""
    crashed: bool = False
    touches: int = 0

    @property
    def turns(self) -> list[TrueTurn]:
        return [act for act in self.acts if isinstance(act, TrueTurn)]
