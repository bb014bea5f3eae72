"""The requests and answers of a coach at the table, and its questions to an engine: frozen values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.coach.evaluation import CubeAdvice, PlayReason, Ranking
from companion.coach.teaching import Decision
from companion.games.rules import Side
from companion.match.events import LayerEffect, LayerEvent


@dataclass(frozen=True, slots=True)
class HelpAsked(LayerEvent):
    """By touch, in training: the side that has to decide wants the next level of help."""

    side: Side
    at_s: float


@dataclass(frozen=True, slots=True)
class MineAsked(LayerEvent):
    """By touch, in training: why was the last play of this side not the best?"""

    side: Side
    at_s: float


@dataclass(frozen=True, slots=True)
class CountsAsked(LayerEvent):
    """By touch, in training: the pip counts and the shots."""

    side: Side
    at_s: float


@dataclass(frozen=True, slots=True)
class HintReady(LayerEvent):
    """The coach's answer to a decision: ``ranking``, or ``advice`` on the cube, or the reason of a ``failure``.

    ``reason``: for the best play, or against the one that was made.  ``refined``: nothing deeper follows.
    """

    decision: Decision
    at_s: float
    ranking: Ranking | None = None
    advice: CubeAdvice | None = None
    reason: PlayReason | None = None
    refined: bool = True
    failure: str = ""


@dataclass(frozen=True, slots=True)
class AskCoach(LayerEffect):
    """A question to an engine, in training only; the answer comes back as :class:`HintReady`, or as the one of its
    game.

    ``decision``: a :class:`companion.coach.teaching.Decision`, or that of another game.
    """

    decision: Any
