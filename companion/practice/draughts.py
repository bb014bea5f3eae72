"""Exercises of draughts, which are solved by touch on a drawn board: what is asked, what was tried.  Plain values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from companion.coach.draughts.at_the_table import CoachedShown
from companion.coach.draughts.drills import DraughtsDrill, DrillAnswer, DrillKind, answered
from companion.coach.draughts.reasons import MoveReason
from companion.coach.draughts.teaching import Hint, MoveRemark, hint
from companion.errors import InputError, quoted
from companion.games.catalogue import Game
from companion.games.draughts import after, picture_of
from companion.games.draughts.explain import explain
from companion.games.draughts.move_entry import MoveEntry
from companion.games.draughts.reason import Explanation
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.match.message import Message
from companion.match.view import Bgr
from companion.record.journal import Mode

_EXERCISES: Final = 12
"""So many of a kind are counted; the terminal has any number of them."""
_HELP: Final = (Hint.WHERE, Hint.PIECE, Hint.WHY)
"""What each request for help shows; the move comes with its reason."""
_BETTER: Final = MoveReason("draughts.drill.better")
"""What is said against a move that has no fault but that the right one is better: why that is would be help."""


@dataclass(frozen=True, slots=True)
class DraughtsLesson:
    """The exercises of one kind; ``practice.NAME`` is its title."""

    kind: DrillKind
    game: ClassVar[Game] = Game.DRAUGHTS
    by_touch: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The name that commands know it by."""
        return f"draughts-{self.kind.value}"

    @property
    def title(self) -> str:
        """The title's text key."""
        return f"practice.{self.name}"

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its exercises, by which attempts are kept."""
        return tuple(f"{self.name}.{number}" for number in range(1, _EXERCISES + 1))


DRAUGHTS_LESSONS: Final = tuple(DraughtsLesson(kind) for kind in DrillKind)


def draughts_lesson_named(name: str) -> DraughtsLesson:
    """A lesson by its name.  Raises :class:`InputError` with the names there are."""
    lesson = next((lesson for lesson in DRAUGHTS_LESSONS if lesson.name == name), None)
    if lesson is None:
        names = ", ".join(lesson.name for lesson in DRAUGHTS_LESSONS)
        raise InputError(f"exercises of draughts {quoted(name)}: expected one of {names}")
    return lesson


@dataclass(frozen=True, slots=True)
class DrillState:
    """An exercise as far as it is solved.

    ``entry``: the move that is being entered.  ``helped``: how many requests for help were answered.  ``answer``: what
    came of the move that was answered with, ``fault``: why it is against the rules; both None until one was given.
    """

    drill: DraughtsDrill
    entry: MoveEntry
    helped: int = 0
    answer: DrillAnswer | None = None
    fault: Explanation | None = None

    @classmethod
    def of(cls, drill: DraughtsDrill) -> DrillState:
        """The exercise as it begins."""
        return cls(drill, MoveEntry.tried(drill.position))

    @property
    def is_solved(self) -> bool:
        return self.answer is not None and self.answer.solved

    @property
    def is_told(self) -> bool:
        """Whether the answer was shown, so that to repeat it does not count."""
        return self.helped == len(_HELP)

    @property
    def may_ask(self) -> bool:
        """Whether there is more help."""
        return not (self.is_solved or self.is_told)

    @property
    def may_answer(self) -> bool:
        """Whether a whole move is entered that was not judged yet."""
        return self.entry.is_complete and self.answer is None and self.fault is None

    def entered(self, entry: MoveEntry) -> DrillState:
        """With a move as far as it is entered now; nothing is said of the one before any longer."""
        return self if self.is_solved else replace(self, entry=entry, answer=None, fault=None)

    def judged(self) -> DrillState:
        """With what is to be said of the move that is entered."""
        move, position = self.entry.move, self.drill.position
        assert move is not None, "a whole move was entered"
        fault = explain(position, picture_of(after(position, move)))
        if fault is not None:
            return replace(self, fault=fault)
        return replace(self, answer=answered(self.drill, move))

    def with_help(self) -> DrillState:
        """With the next help: what to look for and where, then the piece, then the move, on the board as it began."""
        asked = replace(self, helped=min(self.helped + 1, len(_HELP)), answer=None, fault=None)
        return replace(asked, entry=asked.entry.cleared()) if asked.is_told else asked


def shown(state: DrillState, checker_bgr: tuple[Bgr, Bgr]) -> DraughtsView:
    """The exercise as a table would show it, read by the side to move, with the coach's help and remark."""
    drill, answer = state.drill, state.answer
    side = drill.position.to_move
    remark = None
    if answer is not None and not answer.solved and state.entry.move is not None:
        reason = _BETTER if answer.reason == drill.reason else answer.reason
        remark = MoveRemark(state.entry.move, drill.answer, answer.loss, reason)
    help_ = hint(drill.advice, _HELP[state.helped - 1]) if state.helped and remark is None else None
    coached = CoachedShown(
        learner=side, hint_level=state.helped, most=len(_HELP), hint=None if state.is_solved else help_, remark=remark,
        remark_to=side,
    )  # fmt: skip
    fault = state.fault
    said = None if fault is None else Message(fault.text_key, dict(fault.values), fault.squares, alarm=True)
    return DraughtsView(
        ("side.light", "side.dark"), drill.position, "phase.play", side, message=said, mode=Mode.TRAINING, blind=True,
        checker_bgr=checker_bgr, light_at_bottom=side is Side.LIGHT, layers={CoachedShown: coached},
    )  # fmt: skip
