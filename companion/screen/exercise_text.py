"""The words of an exercise on the learner's half: one person sits at the board and moves for both.  No Kivy here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.rules import Side
from companion.match.events import PutBackAsked, UndoAsked
from companion.match.view import View
from companion.practice.view import ExerciseStage, PracticeShown, practice_shown
from companion.screen.board.numbering import side_of_task
from companion.screen.hints import counts_field, in_words, naming
from companion.screen.navigator import PageName
from companion.screen.widgets.fields import Chair, Field, Page

_OWN: Final = frozenset({ExerciseStage.ROLL, ExerciseStage.CUBE, ExerciseStage.PLAY, ExerciseStage.ANSWER})
"""The stages in which the learner decides: the task is shown then; in other stages, what is awaited."""

_BEFORE_TRY: Final = frozenset({ExerciseStage.SET_UP, ExerciseStage.ROLL, ExerciseStage.CUBE})
"""The stages in which a step of the rules has its picture still before it."""

_AFTER_GAME: Final = frozenset({"phase.over", "phase.next-game", "phase.match-over"})
"""The phases of a match against the engine that say what is to be done, as in any match."""


def acts_for(view: View, side: Side) -> frozenset[Side]:
    """The sides that a chair moves for: in practice the learner moves for both, and the other chair is empty."""
    practice = practice_shown(view)
    if practice is None:
        return frozenset({side})
    return frozenset(Side) if side is practice.learner else frozenset()


def exercise_words(chair: Chair) -> str:
    """The task, or what is to be done for the engine; empty for the other chair."""
    practice = practice_shown(chair.view)
    if practice is None or practice.learner is not chair.side or chair.view.phase in _AFTER_GAME:
        return ""
    side = side_of_task(chair.view)
    chair = naming(chair, side)
    if practice.outcome is not None:
        return in_words(chair, practice.outcome.said, side)
    if practice.stage in _OWN and _is_under_way(chair.view, practice):
        return ""
    said = in_words(chair, practice.instruction if practice.stage in _OWN else practice.said, side)
    if practice.of == 1:
        return said
    return chair.say("exercise.step", n=str(practice.number), all=str(practice.of), said=said)


def _is_under_way(view: View, practice: PracticeShown) -> bool:
    """Whether a game is being played that needs no task any more: the usual words of a game replace it."""
    return practice.strength is not None and view.last_side is not None


def is_before_try(practice: PracticeShown) -> bool:
    """Whether an exercise has only been set up, or not even that: its rule can be read before it is tried."""
    return practice.stage in _BEFORE_TRY and practice.outcome is None


def dice_words(chair: Chair) -> str:
    """The note that the roll is preset; empty if it is random."""
    practice = practice_shown(chair.view)
    return chair.say("practice.set-dice") if practice is not None and practice.set_dice else ""


def leave_field(chair: Chair) -> Field | None:
    """The field that leaves practice after a game against the engine, beside the field for the next game or match."""
    practice = practice_shown(chair.view)
    if practice is None or not practice.is_match or chair.view.phase not in _AFTER_GAME:
        return None
    return Field(chair.say("button.leave"), opens=PageName.WELCOME)


def lesson_menu(chair: Chair, practice: PracticeShown, usual: tuple[Field, ...]) -> Page:
    """The menu of an exercise; ``usual``: fields of the game's menu that are also useful here."""
    fields = (*usual, *_of_practice(chair, practice))
    elsewhere = Field(chair.say("button.other-screens"), opens=PageName.WELCOME)
    help_ = Field(chair.say("button.help"), opens=PageName.HELP)
    return Page(chair.say(practice.title), fields, columns=3, rows=-(-len(fields) // 3), also=(elsewhere, help_))


def _of_practice(chair: Chair, practice: PracticeShown) -> Iterator[Field]:
    if practice.rule is not None:
        yield Field(chair.say("screen.rule"), opens=PageName.RULE)
    yield Field(chair.say("exercise.tip"), page=lambda: _tip(chair, practice))
    yield counts_field(chair)
    yield Field(chair.say("outcome.again"), event=UndoAsked)
    yield Field(chair.say("button.put-back"), event=PutBackAsked)
    yield Field(chair.say("exercise.lessons"), opens=PageName.PRACTICE)


def _tip(chair: Chair, practice: PracticeShown) -> Page:
    words = chair.say(practice.hint)
    return Page(chair.say("exercise.tip"), (Field(words, page=lambda: _tip(chair, practice)),), columns=1, rows=1)
