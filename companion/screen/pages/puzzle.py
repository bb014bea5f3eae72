"""The page of a puzzle: a drawn position, and the play or the act with the cube that is entered on it by touch."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.backgammon import Play
from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.cube import Act
from companion.games.backgammon.play_entry import PlayEntry
from companion.match.view import View
from companion.practice.puzzles import Answer, Choice, Puzzle, PuzzleState, Verdict
from companion.screen.board.entry_board import EntryBoard
from companion.screen.camera_text import SentenceTone
from companion.screen.hints import in_words
from companion.screen.navigator import Navigator
from companion.screen.puzzle_text import origin_words, puzzle_view, task_words
from companion.screen.services import Services
from companion.screen.source import TableView
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, WithBoard, column
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.words import NOTE, Words

_COLUMN_PX: Final = 300.0
"""The least width of what is beside the board."""
_BELOW_PX: Final = 410.0
"""The height of what is below the board on an upright screen."""
_NOTE_PX: Final = 74.0
_TASK_PX: Final = 66.0
_CHOSEN: Final = {Act.DOUBLE: "button.double", None: "button.roll", Act.TAKE: "answer.take", Act.DROP: "answer.drop"}


class PuzzlePage(AppPage):
    """One puzzle after the other, from ``puzzle`` on."""

    title = "screen.puzzle"

    def __init__(self, services: Services, ways: Navigator, *, language: str, puzzle: Puzzle, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.practice is not None
        self._practice: Final = services.practice
        self._like: View | None = None
        self.state: PuzzleState = PuzzleState.of(puzzle)
        self.board: Final = EntryBoard()
        self.board.bind(on_entered=lambda _, entry: self._entered(entry))
        self.origin: Final = Words(most=NOTE, color=THEME.ink_quiet)
        self.task: Final = Words(bold=True, most=25)
        self.said: Final = SignedLine(most=23)
        self.undo: Final = self._field(self._undo, "button.undo")
        self.done: Final = self._field(self._answer_play, "button.done")
        self.acts: Final = [self._field(partial(self._answer_cube, at), "button.double") for at in range(2)]
        self.solution: Final = self._field(lambda: self._ask(None), "puzzle.show")
        self.next: Final = self._field(self._go_on, "outcome.next")
        self._foot: Final = Fields(across=2, high=70)
        words = column((self.origin, _NOTE_PX), (self.task, _TASK_PX), self.said, margin=True)
        self._hold(WithBoard(Framed(self.board), column(words, self._foot), least=_COLUMN_PX, below=_BELOW_PX))
        self.tasks: Final = Tasks(self._failed)
        self._begin(puzzle)

    @property
    def arguments(self) -> dict[str, Any]:
        """What opens the page again."""
        return {"puzzle": self.state.puzzle}

    def show(self, view: TableView) -> None:
        """Draw the checkers in the colours of those at the table."""
        if isinstance(view, View) and (self._like is None or view.checker_bgr != self._like.checker_bgr):
            self._like = view
            self._show()

    def closed(self) -> None:
        self.tasks.drop()

    # --- what a touch does ----------------------------------------------------------------------------------

    def _begin(self, puzzle: Puzzle) -> None:
        self._becomes(PuzzleState.of(puzzle))

    def _go_on(self) -> None:
        try:
            puzzle = self._practice.puzzle(self.state.puzzle.key)
        except CompanionError as error:
            self._ways.tell(str(error))
        else:
            self._begin(puzzle)

    def _entered(self, entry: PlayEntry) -> None:
        self._becomes(self.state.entered(entry))

    def _undo(self) -> None:
        if self.state.entry is not None:
            self._entered(self.state.entry.undone())

    def _answer_play(self) -> None:
        entry = self.state.entry
        if self.state.may_answer and entry is not None:
            self._ask(Answer(entry.play, self.state.end))

    def _answer_cube(self, at: int) -> None:
        if self.state.may_answer:
            self._ask(Answer(self.state.puzzle.choices[at]))

    def _ask(self, answer: Answer | None) -> None:
        if self.state.waits or self.state.is_over:
            return
        self._becomes(self.state.asked())
        puzzle = self.state.puzzle
        self.tasks.run(partial(self._practice.judge, puzzle, answer), partial(self._judged, puzzle))

    def _judged(self, puzzle: Puzzle, verdict: Verdict) -> None:
        if puzzle is not self.state.puzzle:
            return
        if not self.state.tries:
            self._practice.keep_verdict(puzzle, verdict)
        self._becomes(self.state.judged(verdict))

    def _failed(self, error: CompanionError) -> None:
        self._becomes(self.state.unjudged())
        self._ways.tell(str(error))

    def _becomes(self, state: PuzzleState) -> None:
        self.state = state
        self._show()

    # --- what is shown --------------------------------------------------------------------------------------

    def _show(self) -> None:
        state = self.state
        puzzle, verdict = state.puzzle, state.verdict
        view = puzzle_view(puzzle, self._like)
        chair = Chair(view, puzzle.side, self._language)
        self.origin.text = origin_words(puzzle, chair)
        self.task.text = task_words(puzzle, chair)
        self._draw(view)
        if state.waits:
            self.said.text, self.said.tone = chair.say("hint.waiting"), None
        elif verdict is None:
            self.said.text, self.said.tone = chair.say("puzzle.how" if puzzle.dice else "puzzle.how-cube"), None
        else:
            self.said.text, self.said.tone = _said(verdict, chair), _tone(verdict)
        self.undo.dead = state.waits or state.is_over or state.entry is None or not state.entry.touches
        self.done.dead = not state.may_answer
        self.done.main = not self.done.dead
        for field, act in zip(self.acts, puzzle.choices, strict=False):
            field.text = chair.say(_CHOSEN[act])
            field.dead = not state.may_answer
            field.main = verdict is not None and not verdict.is_told and verdict.choice is act
        self.solution.dead = state.waits or state.is_over
        self.next.main = state.is_over
        answers = self.acts if state.entry is None else (self.undo, self.done)
        self._foot.hold(*answers, self.solution, self.next)

    def _draw(self, view: View) -> None:
        """Draw the position with what is entered; once it is over, the answer and the best play as two arrows."""
        state, verdict = self.state, self.state.verdict
        is_shown = state.is_over and verdict is not None and isinstance(verdict.best, Play)
        self.board.view = view
        self.board.entry = None if is_shown else state.entry
        self.board.takes = not state.waits and not state.is_over
        dice = state.puzzle.dice
        self.board.rolled = None if dice is None else (state.puzzle.side, dice)
        if is_shown and verdict is not None:
            side = state.puzzle.side
            self.board.compared = (side, _ways(verdict.choice, side), _ways(verdict.best, side))
        else:
            self.board.compared = None


def _ways(choice: Choice, side: Any) -> Any:
    return arrows_of(choice, side) if isinstance(choice, Play) else ()


def _tone(verdict: Verdict) -> SentenceTone:
    if verdict.solved:
        return SentenceTone.GOOD
    return SentenceTone.NOTE if verdict.is_told else SentenceTone.WARNING


def _said(verdict: Verdict, chair: Chair) -> str:
    words = [in_words(chair, verdict.said)]
    if verdict.reason is not None:
        words.append(in_words(chair, verdict.reason))
    return " ".join(words)
