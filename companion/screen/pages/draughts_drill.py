"""The page of an exercise of draughts: a position, what is to be found in it, and the move entered on its board."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from companion.coach.draughts.drills import DraughtsDrill, made
from companion.errors import CompanionError
from companion.games.draughts.move_entry import MoveEntry
from companion.match.any_view import UNKNOWN_BGR
from companion.match.draughts.view import DraughtsView
from companion.practice.draughts import DrillState, draughts_lesson_named, shown
from companion.screen.board.draughts_board import DraughtsEntryBoard
from companion.screen.camera_text import SentenceTone
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.draughts_hints import coach_words, hint_field
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, WithBoard, column
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.words import NOTE, Words

_COLUMN_PX: Final = 330.0
"""The least width of what is beside the board."""
_BELOW_PX: Final = 318.0
"""The height of what is below the board on an upright screen."""
_TASK_PX: Final = 64.0
_PROGRESS_PX: Final = 30.0


class DraughtsDrillPage(AppPage):
    """An exercise of ``name``, a lesson of draughts; ``state`` is None while the exercise is being made."""

    views = DraughtsView

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, name: str, number: int, **kwargs: Any
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.practice is not None
        self._practice: Final = services.practice
        self._lesson: Final = draughts_lesson_named(name)
        self._checker_bgr = UNKNOWN_BGR
        self._number = number
        self.title = self._lesson.title
        self.state: DrillState | None = None
        self.board: Final = DraughtsEntryBoard()
        self.board.bind(on_entered=lambda _, entry: self._entered(entry))
        self.task: Final = Words(bold=True, most=27)
        self.said: Final = SignedLine(most=25)
        self.progress: Final = Words(most=NOTE, color=THEME.ink_quiet)
        self.hint: Final = self._field(self._ask)
        self.undo: Final = self._field(lambda: self._entered(self.board.entry.undone()))
        self.done: Final = self._field(self._answer)
        self.next: Final = self._field(self._go_on)
        self.undo.text, self.done.text = self._text("button.undo"), self._text("button.done")
        self.next.text = self._text("outcome.next")
        fields = Fields(self.hint, self.undo, self.next, self.done, across=2, high=70)
        words = column((self.progress, _PROGRESS_PX), (self.task, _TASK_PX), self.said, margin=True)
        board = Framed(self.board, widest=1.0)
        self._hold(WithBoard(board, column(words, fields), least=_COLUMN_PX, below=_BELOW_PX))
        self.tasks: Final = Tasks(self._failed)
        self._begin(number)

    @property
    def arguments(self) -> dict[str, Any]:
        """What opens the same exercise again."""
        return {"name": self._lesson.name, "number": self._number}

    def show(self, view: DraughtsView) -> None:
        """Draw the pieces in the colours of those at the table."""
        if view.checker_bgr != self._checker_bgr:
            self._checker_bgr = view.checker_bgr
            self._show()

    def closed(self) -> None:
        self.tasks.drop()

    # --- what a touch does ----------------------------------------------------------------------------------

    def _begin(self, number: int) -> None:
        self._number, self.state = number, None
        self._show()
        self.tasks.run(partial(made, self._lesson.kind, number), self._made)

    def _made(self, drill: DraughtsDrill) -> None:
        if drill.seed == self._number:
            self._becomes(DrillState.of(drill))

    def _failed(self, error: CompanionError) -> None:
        self._ways.tell(str(error))

    def _entered(self, entry: MoveEntry) -> None:
        if self.state is not None:
            self._becomes(self.state.entered(entry))

    def _ask(self) -> None:
        if self.state is not None:
            self._becomes(self.state.with_help())

    def _answer(self) -> None:
        if self.state is None:
            return
        state = self.state.judged()
        counts = state.is_solved and not state.is_told
        self._practice.keep_answer(self._lesson.name, self._number, solved=counts, helped=state.helped > 0)
        self._becomes(state)

    def _go_on(self) -> None:
        try:
            number = self._practice.exercise(self._lesson.name, after=self._number)
        except CompanionError as error:
            self._ways.tell(str(error))
        else:
            self._begin(number)

    def _becomes(self, state: DrillState) -> None:
        self.state = state
        self._show()

    # --- what is shown --------------------------------------------------------------------------------------

    def _show(self) -> None:
        state = self.state
        lesson = next(each for each in self._practice.lessons() if each.name == self._lesson.name)
        self.progress.text = self._text(
            "draughts.drill.progress", number=str(self._number), n=str(lesson.solved), all=str(lesson.exercises)
        )
        if state is None:
            self.board.view = self.board.entry = None
            self.task.text, self.said.text, self.said.tone = "", self._text("hint.waiting"), None
        else:
            self._show_exercise(state)
        self.hint.dead = state is None or not state.may_ask
        self.undo.dead = state is None or state.is_solved or not state.entry.touches
        self.done.dead = state is None or not state.may_answer
        self.done.main = not self.done.dead
        self.next.main = state is not None and state.is_solved

    def _show_exercise(self, state: DrillState) -> None:
        view = shown(state, self._checker_bgr)
        side = state.drill.position.to_move
        chair = DraughtsChair(view, side, self._language)
        self.board.view, self.board.entry, self.board.takes = view, state.entry, not state.is_solved
        self.task.text = f"{chair.say('draughts.drill.side', side=side.value)} {chair.say(state.drill.task)}"
        self.said.text, self.said.tone = _said(state, chair)
        if (help_ := hint_field(chair)) is not None:
            self.hint.text = help_.words


def _said(state: DrillState, chair: DraughtsChair) -> tuple[str, SentenceTone | None]:
    """What came of the answer, else the help that was asked for, else how to answer."""
    if state.fault is not None:
        return chair.say(state.fault.text_key, **state.fault.values), SentenceTone.WARNING
    if state.is_solved and state.is_told:
        return chair.say("draughts.drill.not-counted"), SentenceTone.NOTE
    if state.is_solved:
        reason = state.drill.reason
        return f"{chair.say('draughts.drill.solved')} {chair.say(reason.key, **reason.values)}", SentenceTone.GOOD
    words = coach_words(chair)
    return (words, SentenceTone.NOTE) if words else (chair.say("draughts.drill.enter"), None)
