"""A match in play: everything on record at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Cube
from companion.games.backgammon.scoring import Result
from companion.games.rules import Picture, Side, Stack
from companion.match.dispute import Dispute as Dispute
from companion.match.message import Message
from companion.match.orientation import USUAL_SEATING, BoardOrientation
from companion.match.phases import Phase
from companion.record.match import Win

_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class CurrentRoll:
    """The roll that is being played.

    ``drawn``: an electronic one, which is final once it has been shown.  ``seen``: its dice lay on the board, which
    only the running session knows.  ``t``: when it was rolled.  ``opening``: it is one die of each player.
    """

    dice: Dice
    drawn: bool = False
    seen: bool = False
    t: float = 0.0
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """An illegal play that lies on the board: what was read, as a position where it can be one.

    ``message``: what is said of it; ``told``: whether it has been said.  ``picture``: each spot with checkers as read.
    """

    position: Position | None
    reason: str
    message: Message | None = None
    told: bool = True
    picture: Picture = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finished:
    """The turn played last: where it began, and what it was.

    ``legal`` False: an illegal play that stood.  ``sure`` False: the likeliest play was taken where nobody could tell.
    """

    before: Position
    side: Side
    dice: Dice
    play: Play
    legal: bool = True
    sure: bool = True


@dataclass(frozen=True, slots=True)
class MatchInPlay:
    """What is on record of a match.

    ``phase``, or ``resumes``, the phase in which the game goes on after an interruption; ``position``, whose
    ``on_roll`` is the side to act (meaningless before the first roll and after a game); ``score`` as (light, dark);
    ``rolls``: how often (light, dark) have rolled in this game; ``borne_off``: how many checkers they have borne off
    by legal plays; ``ties``: the numbers of their equal opening rolls; ``resignation``: who offers to lose what,
    unanswered; ``reserved``: rolls that were undone and will come again; ``result``: how the game just over, or the
    match, has ended; ``turns``: how many rolls this match has had; ``seating``: how the board was set up, against how
    it was learned; ``idle``: the game is paused because nothing has happened; ``in_pause``: the board is put back in a
    pause, which that does not end; ``dispute``: the turn in dispute, if one is; ``moments``: the record before each
    play of this game that an undo can take back, the newest last.
    """

    phase: Phase = Phase.SETTING_UP
    resumes: Phase | None = None
    position: Position = START
    cube: Cube = CENTRED
    rolls: Stack = _NONE
    borne_off: Stack = _NONE
    ties: tuple[int, ...] = ()
    resignation: tuple[Side, Result] | None = None
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    crawford_played: bool = False
    game: int = 0
    turns: int = 0
    turn: CurrentRoll | None = None
    last: Finished | None = None
    wrong: Wrong | None = None
    reserved: tuple[Dice, ...] = ()
    result: Win | None = None
    seating: BoardOrientation = USUAL_SEATING
    idle: bool = False
    in_pause: bool = False
    dispute: Dispute | None = None
    moments: tuple[MatchInPlay, ...] = field(default=(), compare=False, repr=False)

    @property
    def kept(self) -> tuple[MatchInPlay, ...]:
        """One more moment: the record as it is now."""
        return (*self.moments, replace(self, moments=()))
