"""What a player's half of the screen shows, as words and states, whatever game is played.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from companion.games.rules import Side
from companion.match.message import Message
from companion.screen.widgets.fields import Field

LOW_S: Final = 60
"""A reserve of at most this many seconds is shown as a warning."""


PutAway: TypeAlias = tuple[Message, float]
"""A notice that its reader has touched away, and when it was said: said again, it is shown again."""


class MessageKind(Enum):
    """The kind of a message, shown by its colour and its sign."""

    WARNING = "!"
    NOTICE = "i"
    QUESTION = "?"
    COACH = "lamp"


@dataclass(frozen=True, slots=True)
class DieShown:
    """One die.  ``used``: which part of it is played, from 0 to 1.  ``side``: whose it is, in an opening roll."""

    value: int
    used: float = 0.0
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class HalfFacts:
    """One half of the screen.

    ``turn``: the word beside the name; ``acts``: something is awaited from this player.  ``fields``: the fields
    that this player can touch, by place (:func:`companion.screen.touch_fields.half_fields`).  ``message``: the
    message, empty if there is none.  ``result``: who has won, empty during the game.  ``clock``: the rest
    of this player's reserve, ``delay``: the seconds left before the reserve runs; empty if there are none.
    ``tick``: the last play was legal.  ``sealed``: hints are locked.
    ``used``: how often the coach has helped this player, in training only.
    ``dice_note``: a note about the roll.
    ``boards``: there are boards to choose from; ``asked_alone``: only this player is asked;
    ``cube_asked``: this player is to take or drop.
    ``may_put_away``: a touch of the message puts it away, since it is a notice.
    """

    side: Side
    name: str
    score: str
    turn: str
    acts: bool
    won: bool
    last_play: str
    last_side: Side | None
    fields: Mapping[str, Field]
    dice: tuple[DieShown, ...]
    message: str
    message_kind: MessageKind
    result: str
    clock: str = ""
    delay: str = ""
    clock_runs: bool = False
    clock_low: bool = False
    tick: bool = False
    sealed: bool = False
    used: str = ""
    dice_note: str = ""
    trouble: bool = False
    boards: bool = False
    asked_alone: bool = False
    cube_asked: bool = False
    may_put_away: bool = False


def minutes(seconds: int) -> str:
    """A time on the clock, as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02d}"
