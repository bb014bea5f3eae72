"""The coach's state in a match in training; :mod:`.coaching` changes it."""

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
"""The events that end a turn and can be held back."""


@dataclass(frozen=True, slots=True)
class MadePlay:
    """A recorded play.

    ``decision``: compared with the best one by it.  ``forced``: it was the only one.  ``wanted``: its player waits for
    the comparison.
    """

    decision: Decision
    play: Play
    forced: bool = False
    answer: HintReady | None = None
    wanted: bool = False

    @property
    def candidate(self) -> Candidate | None:
        """Its evaluation, as soon as that is known."""
        end, ranking = self.decision.made, self.answer.ranking if self.answer else None
        return None if ranking is None or end is None else ranking.of(end)

    @property
    def loss(self) -> float:
        """Equity given up, in points; 0 as long as it is unknown."""
        candidate, ranking = self.candidate, self.answer.ranking if self.answer else None
        return 0.0 if candidate is None or ranking is None else ranking.loss(candidate)


@dataclass(frozen=True, slots=True)
class AnsweredDouble:
    """A double that was taken or dropped, on which both players have decided.

    ``decision``: with the answer to it.  ``of``: the side of the last decision; ``wanted``: the side that waits for its
    remark.  ``remarks``: by side.
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
    """``game``: the game that the rest is about.

    ``decision``: the current one, or None; ``answer``: the best one so far; ``hint_level``: the highest requested;
    ``playable``: the roll leaves a choice or a play; ``landings``: the targets of each checker after ``ways``, the part
    of the play on the board.  ``made``: each side's last play; ``answered``: the last double that was taken or dropped,
    as long as a remark is possible.  ``remarks``: by side.  ``counts``: requested in this turn.  ``helped_in``: the
    turns with help, by side.  ``spoken``: the number of comments.  ``costs``: losses of plays, by side and theme, in
    points.  ``held``: the event that would have ended the turn when the guard asked about the play to ``guarded``.
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
    """The coach's state in a match; empty outside training."""
    return value_of(state.layers, Coaching) or Coaching()
