"""What the coach knows at one moment of a match in training; :mod:`.coaching` changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.coach.at_the_table.events import HintReady
from companion.coach.evaluation import Candidate
from companion.coach.teaching import CountsShown, Decision, Remark
from companion.coach.themes import ErrorTheme
from companion.games.backgammon import Play, Position
from companion.games.backgammon.landings import Ways
from companion.games.rules import Side, Spot, Stack
from companion.match.any_session import value_of
from companion.match.events import ButtonPressed, PlayEntered
from companion.match.state import State
from companion.match.terms import HintLevel

Ending: TypeAlias = ButtonPressed | PlayEntered
"""What ends a turn and can be held back."""


@dataclass(frozen=True, slots=True)
class MadePlay:
    """A play that is on record.

    ``decision``: compared with the best one by it.  ``forced``: there was no other.  ``wanted``: its player has
    asked how it compares, and waits.
    """

    decision: Decision
    play: Play
    forced: bool = False
    answer: HintReady | None = None
    wanted: bool = False

    @property
    def candidate(self) -> Candidate | None:
        """What it is worth, as soon as that is known."""
        end, ranking = self.decision.made, self.answer.ranking if self.answer else None
        return None if ranking is None or end is None else ranking.of(end)

    @property
    def loss(self) -> float:
        """Equity given up, in points; 0 as long as it is not known."""
        candidate, ranking = self.candidate, self.answer.ranking if self.answer else None
        return 0.0 if candidate is None or ranking is None else ranking.loss(candidate)


@dataclass(frozen=True, slots=True)
class AnsweredDouble:
    """A double that was taken or dropped, on which both players have decided.

    ``decision``: with the answer to it.  ``of``: whose last decision it is; ``wanted``: who has asked about it, and
    waits.  ``remarks``: what is said of it to whom.
    """

    decision: Decision
    of: frozenset[Side] = frozenset(Side)
    answer: HintReady | None = None
    wanted: frozenset[Side] = frozenset()
    remarks: Mapping[Side, Remark] = field(default_factory=dict)

    def without(self, side: Side) -> AnsweredDouble:
        """The same once a side has decided something else."""
        remarks = {whose: said for whose, said in self.remarks.items() if whose is not side}
        return replace(self, of=self.of - {side}, wanted=self.wanted - {side}, remarks=remarks)


@dataclass(frozen=True, slots=True)
class Coaching:
    """``game``: the one that the rest is about.

    ``decision``: what is to be decided now, None while nothing is; ``answer``: the best one so far; ``hint_level``: the
    highest asked for; ``playable``: the roll leaves something to choose or to play; ``landings``: where each checker
    may land after ``ways``, what of the play lies on the board already.  ``made``: each side's last play;
    ``answered``: the last double that was taken or dropped, as long as anything may be said of it.
    ``remarks``: what is said to whom.  ``counts``: asked for in this turn.  ``helped_in``: whose
    turns had help.  ``spoken``: how often the coach has spoken unasked.
    ``costs``: what plays gave up, by side and theme, in points.  ``held``: what would have ended the turn when the
    guard asked about the play to ``guarded``.
    """

    game: int = 0
    decision: Decision | None = None
    answer: HintReady | None = None
    hint_level: HintLevel = HintLevel.LANDINGS
    playable: bool = False
    ways: Ways = ()
    landings: Mapping[Spot, tuple[Spot, ...]] = field(default_factory=dict)
    made: Mapping[Side, MadePlay] = field(default_factory=dict)
    answered: AnsweredDouble | None = None
    remarks: Mapping[Side, Remark] = field(default_factory=dict)
    counts: CountsShown | None = None
    helped_in: frozenset[tuple[Side, int]] = frozenset()
    spoken: int = 0
    costs: Mapping[tuple[Side, ErrorTheme], float] = field(default_factory=dict)
    held: Ending | None = None
    guarded: Position | None = None

    @property
    def helped(self) -> Stack:
        """In how many turns (light, dark) had help."""
        light, dark = (sum(whose is side for whose, _ in self.helped_in) for side in Side)
        return Stack(light, dark)


def coaching_in(state: State) -> Coaching:
    """What the coach knows beside a match; nothing but in training."""
    return value_of(state.layers, Coaching) or Coaching()
