"""The view of the table of any game: plain values and text keys, and nothing else of the match."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Generic, TypeVar

from companion.games.rules import Side
from companion.match.any_game import AnyState
from companion.match.any_seen import Camera
from companion.match.clock import Clock, is_on_clock
from companion.match.message import Message, alarm_in
from companion.record.header import Mode
from companion.record.match import Cause

Bgr = tuple[int, int, int]
UNKNOWN_BGR: Final[tuple[Bgr, Bgr]] = ((200, 225, 240), (40, 35, 35))
"""The colours of the checkers of (light, dark) where none were learned."""
LIKELY: Final = 0.5
"""A look is believed of a spot if what it read there is likelier than all else."""
_AnswerT = TypeVar("_AnswerT", bound=Any)


@dataclass(frozen=True, slots=True)
class AnyQuestionShown(Generic[_AnswerT]):
    """What is asked, of whom, and the answers in the order of ``Answered.choice``.

    ``about``: whose current play its words are about, None where they are about no play or an earlier one.
    ``of_consent``: it is whether somebody agrees to what another one wants.
    """

    key: str
    answers: tuple[_AnswerT, ...]
    to: frozenset[Side] = frozenset(Side)
    values: Mapping[str, str] = field(default_factory=dict)
    about: Side | None = None
    of_consent: bool = False

    @property
    def with_boards(self) -> bool:
        """Whether boards are to be chosen from."""
        return any(answer.end is not None for answer in self.answers)


@dataclass(frozen=True, slots=True)
class ClockShown:
    """Whole seconds as (light, dark), None where there is no reserve; ``runs``: whose time runs."""

    left_s: tuple[int, int] | None
    delay_left_s: int
    runs: Side | None

    @classmethod
    def of(cls, clock: Clock, t: float) -> ClockShown:
        """The clock at a time of the session."""
        light, dark = (clock.left_s(side, t) for side in Side)
        left_s = None if light is None or dark is None else (math.ceil(light), math.ceil(dark))
        runs = clock.turn.side if clock.runs and clock.turn is not None else None
        return cls(left_s, math.ceil(clock.delay_left_s(t)) if runs else 0, runs)


@dataclass(frozen=True, slots=True)
class AnyView:
    """The table at one moment, whatever the game.

    ``said_t``: when the message was said.  ``winner``, ``cause``: how the game just over ended.
    ``dimmed``: a clock runs, and nothing has happened for so long that the screen may rest meanwhile.
    ``blind``: no camera sees the board.  ``sealed``: refereed, so that nothing is shown that helps to play.
    ``may_undo``: one touch undoes the last change of the record.  ``awaits_look``: somebody has said that the
    turn is over, and the next clear look decides.  ``trouble``: why the record is in memory only, as a sentence.
    ``checker_bgr``: the colours learned from the board.  ``light_at_bottom``: the board as the camera sees it.
    ``layers``: what layers show, by type, see :class:`companion.match.any_session.Layer`.
    """

    names: tuple[str, str]
    _: KW_ONLY
    message: Message | None = None
    said_t: float = 0.0
    clock: ClockShown | None = None
    winner: Side | None = None
    cause: Cause = Cause.PLAY
    dimmed: bool = False
    hand: bool = False
    camera_lost: bool = False
    blind: bool = False
    mode: Mode = Mode.REFEREED
    may_undo: bool = False
    awaits_look: bool = False
    trouble: str | None = None
    checker_bgr: tuple[Bgr, Bgr] = UNKNOWN_BGR
    light_at_bottom: bool = True
    layers: Mapping[type, object] = field(default_factory=dict)

    @property
    def sealed(self) -> bool:
        """Whether hints are locked."""
        return self.mode is Mode.REFEREED

    @property
    def alarm(self) -> Message | None:
        """The warning that stands, also where a notice stands before it."""
        return alarm_in(self.message)

    @property
    def at_bottom(self) -> Side:
        """The side at the lower edge of the camera's picture and the screen."""
        return Side.LIGHT if self.light_at_bottom else Side.DARK


def at_any_board(
    state: AnyState[Any, Any, Any], checker_bgr: tuple[Bgr, Bgr] | None, trouble: str | None
) -> dict[str, Any]:
    """The fields that a view of any game copies from the state."""
    return {
        "names": state.names,
        "message": state.shown.message,
        "said_t": state.shown.said_t,
        "clock": ClockShown.of(state.clock, state.t) if state.clock is not None else None,
        "dimmed": is_on_clock(state.clock) and state.t - state.stirred_t >= state.terms.idle_s,
        "hand": state.seen.hand,
        "camera_lost": state.seen.camera is Camera.LOST,
        "blind": state.seen.blind,
        "mode": state.terms.mode,
        "may_undo": state.shown.before_change is not None,
        "trouble": trouble,
        "checker_bgr": checker_bgr or UNKNOWN_BGR,
    }
