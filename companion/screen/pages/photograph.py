"""The page of a position in a picture: as it was read, beside the drawn board; what is open; what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.catalogue import Game
from companion.games.rules import TRAY, Side
from companion.match.draughts.view import DraughtsView
from companion.photograph import words
from companion.photograph.backgammon import NO_DICE, PicturedBoard
from companion.photograph.draughts import PIECES, PicturedSquares
from companion.photograph.open_reading import Key, Question, Said
from companion.screen.board.layout import WIDEST_BOARD
from companion.screen.board.legible import checker_colours
from companion.screen.board.pictured import marks_of, roll_of, shown_as, touched, with_count
from companion.screen.board.placing import touched_at
from companion.screen.camera_service import PreviewPicture
from companion.screen.camera_text import SentenceTone
from companion.screen.games import game_at
from companion.screen.navigator import Navigator
from companion.screen.pages.draughts_position import TouchedSquares
from companion.screen.pages.photograph_outcome import Outcome
from companion.screen.pages.photograph_places import PicturePlaces
from companion.screen.pages.position import ToldTouches, TouchedBoard
from companion.screen.services import Pictured, Services
from companion.screen.source import TableView
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Framed, Line, Part, column
from companion.screen.widgets.buttons import Buttons
from companion.screen.widgets.card import CodeFacts
from companion.screen.widgets.editors import Stepper
from companion.screen.widgets.fields import Field, Page
from companion.screen.widgets.keyboard import Pad
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.live_picture import LivePicture
from companion.screen.widgets.panel import Panel
from companion.screen.widgets.progress import Progress
from companion.screen.widgets.words import NOTE, Words
from companion.texts import sentence

_FIELD_PX: Final = 62.0
_LINE_PX: Final = 38.0
_NOTE_PX: Final = 30.0
_FOOT_PX: Final = 5.0
"""The gap below the rows of buttons, each of which has one above it."""
_MOST: Final = 15
_DIGITS: Final = 2
"""Of the length of a match, and of a score."""
_TYPED: Final = (Key.LENGTH, Key.SCORE)
"""What digits may answer besides the options."""


class PhotographPage(AppPage):
    """First where the picture is, then the picture; ``pictured``: one that was read already."""

    title = "screen.photograph"

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, pictured: Pictured | None = None, **kwargs: Any
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.pictures is not None
        assert services.practice is not None
        self._pictures: Final = services.pictures
        self._like: TableView | None = None
        self._before: list[Any] = []
        self._waits = ""
        self._chosen: int | None = None
        self._code: Widget | None = None
        self.pictured: Pictured | None = None
        self.places: Final = PicturePlaces(self._pictures, ways, language=language, wait=self._wait, read=self._read)
        self.outcome: Final = Outcome(services.practice, ways, language=language, wait=self._wait, view=self._view)
        self.waits: Final = Progress()
        self.picture: Final = _TouchedPicture()
        self.picture.bind(on_spot=lambda _, x, y: self._touched_picture(x, y))
        self.board: Any = None
        self.note: Final = Words(most=NOTE, color=THEME.ink_quiet)
        self.line: Final = SignedLine(most=24)
        self.buttons: Final = Buttons()
        self.panel: Panel | None = None
        self.steppers: Final = {side: self._stepper(side) for side in Side}
        self.tasks: Final = Tasks(self._failed)
        self.buttons.across = 2 if THEME.upright else 4
        self._pictured_line: Final = Line(orientation="vertical" if THEME.upright else "horizontal", spaced=True)
        self._note_line, self._sentence_line = column(self.note, margin=True), column(self.line, margin=True)
        self._page: Final = self._hold()
        if pictured is None:
            self._show()
        else:
            self._read(pictured)

    @property
    def arguments(self) -> dict[str, Any]:
        """What opens the page again."""
        return {"pictured": self.pictured}

    def show(self, view: TableView) -> None:
        """Take the colours of the checkers at the table; leave where a match has begun in which no help is allowed."""
        before, self._like = self._like, view
        if before is None:
            self.places.games.chosen = game_at(view)
        if before is None or before.checker_bgr != view.checker_bgr:
            self._show()
        if view.sealed and (before is None or before.phase != view.phase) and self._pictures.refused():
            self._ways.back()

    def closed(self) -> None:
        self.tasks.drop()

    # --- the picture ----------------------------------------------------------------------------------------

    def _read(self, pictured: Pictured | None) -> None:
        if pictured is None:
            self._ways.tell(self._text("photograph.no-board"))
        else:
            self._before, self._chosen = [], None
            self.picture.show(PreviewPicture(pictured.framed.image_bgr, 1, 1))
            self._becomes(pictured)

    def _another(self) -> None:
        self.pictured, self._code = None, None
        self.places.begin()
        self._show()

    def _wait(self, key: str, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Do what takes a while on a thread; nothing can be touched meanwhile."""

        def ended(found: Any) -> None:
            self._waits = ""
            done(found)
            self._show()

        self._waits = key
        self._show()
        self.tasks.run(work, ended)

    def _failed(self, error: CompanionError) -> None:
        self._waits = ""
        self._ways.tell(str(error))
        self._show()

    # --- what a touch says of it ----------------------------------------------------------------------------

    @property
    def value(self) -> Any:
        """The board that was read, with what was said of it."""
        assert self.pictured is not None
        return self.pictured.board

    def _said(self, make: Callable[[Any], Any]) -> None:
        """Take an answer or a correction, which can be undone."""
        assert self.pictured is not None
        try:
            board = make(self.value)
        except CompanionError as error:
            self._ways.tell(str(error))
            return
        self._before.append(self.value)
        self._becomes(replace(self.pictured, board=board))

    def _answer(self, key: Key, value: str) -> None:
        self._said(lambda board: board.answered(key, value))

    def _undo(self) -> None:
        assert self.pictured is not None
        if self._before:
            self._becomes(replace(self.pictured, board=self._before.pop()))

    def _becomes(self, pictured: Pictured) -> None:
        self.pictured = pictured
        self.outcome.forget()
        self._show()

    def _touched_picture(self, x: float, y: float) -> None:
        if self.pictured is not None and not self._waits:
            self._choose(touched(shown_as(self.value), self.pictured, self.picture.to_picture_px(x, y)))

    def _touched_board(self, x: float, y: float) -> None:
        if self.pictured is None or self._waits:
            return
        layout = self.board.layout
        if shown_as(self.value).game is Game.DRAUGHTS:
            number = layout.spot_at(x, y)
        else:
            number = (touched_at(layout, x, y) or (TRAY,))[0]
            number = None if number == TRAY else number
        self._choose(None if number is None else self.value.spot_at(number))

    def _choose(self, spot: int | None) -> None:
        self._chosen = spot
        self._show()

    def _counted(self, side: Side, count: float) -> None:
        spot = self._chosen
        assert spot is not None
        pair = with_count(self.value.counts.get(spot, (0, 0)), spot, side, int(count))
        self._said(lambda board: board.corrected(spot, pair))

    def _put(self, piece: str) -> None:
        spot, self._chosen = self._chosen, None
        self._said(lambda board: board.corrected(spot, piece))

    def _ask_number(self, key: Key) -> None:
        """Ask for the length of a match, or for the points of both players, one after the other."""
        if key is Key.LENGTH:
            self._pad(self._text("new.length"), partial(self._answer, key))
            return
        light, dark = (self._text("photograph.points-of", side=side.value) for side in Side)
        self._pad(light, lambda own: self._pad(dark, lambda other: self._answer(key, f"{own},{other}")))

    def _pad(self, hint: str, done: Callable[[str], None]) -> None:
        Pad(
            hint=hint, done=lambda text: done(text) if text else None, left=lambda _: None, longest=_DIGITS,
            language=self._language,
        ).lie_over(self)  # fmt: skip

    # --- what is drawn to choose from -------------------------------------------------------------------------

    def _show_boards(self, question: Question) -> None:
        """Show the answers to a question as boards."""
        fields = tuple(self._board_field(question.key, option.value) for option in question.options)
        columns, rows = (2, -(-len(fields) // 2)) if self.width > self.height else (1, len(fields))
        page = Page(self._say_of(words.asked(question)), fields, columns, rows)
        self._open_panel(page, partial(self._answer, question.key))

    def _board_field(self, key: Key, value: str) -> Field:
        view = self._view(self.value.answered(key, value))
        if isinstance(view, DraughtsView):
            said = self._text("photograph.home", side="light" if view.light_at_bottom else "dark")
        else:
            said = self._say_of(words.answer(key, value))
        return Field(said, event=_gives(value), board=view)

    def _show_rolls(self) -> None:
        rolls = combinations_with_replacement(range(1, 7), 2)
        fields = tuple(
            Field("", event=_gives(f"{larger}{smaller}"), dice=(smaller, larger)) for smaller, larger in rolls
        )
        none = Field(self._text("picture.no-roll"), event=_gives(NO_DICE))
        page = Page(self._text("picture.ask.dice"), fields, columns=7, rows=3, also=(none,))
        self._open_panel(page, partial(self._answer, Key.DICE))

    def _open_panel(self, page: Page, answered: Callable[[str], None]) -> None:
        panel = Panel(
            page, checker_colours(self._view(self.value).checker_bgr), language=self._language,
            at_s=self.buttons.touched_at_s,
        )  # fmt: skip
        panel.bind(on_told=lambda _, event: self._close_panel(lambda: answered(event(0.0))))
        panel.bind(on_closed=lambda _: self._close_panel(lambda: None))
        self.panel = panel
        self._show()

    def _close_panel(self, then: Callable[[], None]) -> None:
        self.panel = None
        then()
        self._show()

    # --- what is shown --------------------------------------------------------------------------------------

    def _view(self, board: Any) -> TableView:
        return shown_as(board).view(board, self._like)

    def _say_of(self, said: Said) -> str:
        return sentence(*said, language=self._language)

    def _show(self) -> None:
        self.buttons.clear()
        if self._waits:
            self.waits.words.text = self._text(self._waits)
        elif self.pictured is not None:
            self._show_board()
        self._page.hold(*self._parts())

    def _parts(self) -> tuple[Part, ...]:
        if self.panel is not None:
            return (self.panel,)
        if self._waits:
            return (self.waits,)
        if self.pictured is None:
            return (self.places,)
        of_letters = 2 if THEME.upright else THEME.letters
        note = [(self._note_line, _NOTE_PX * of_letters)] if self.note.text else []
        line, foot = (self._sentence_line, _LINE_PX * of_letters), _FIELD_PX * self.buttons.rows + _FOOT_PX
        return (self._code or self._pictured_line, *note, line, (self.buttons, foot))

    def _show_board(self) -> None:
        assert self.pictured is not None
        board, shown = self.value, shown_as(self.value)
        problem, questions = next(iter(board.problems), None), board.questions()
        self.picture.mark(marks_of(shown, self.pictured), {})
        self._draw(board)
        is_open = self._chosen is not None or problem is not None or bool(questions)
        self.note.text, self.line.tone = self._say_of(words.note(board)) if is_open else "", None
        if self._chosen is not None:
            self._show_correction(board, self._chosen)
        elif problem is not None:
            self.line.text, self.line.tone = self._say_of(problem), SentenceTone.WARNING
            self._show_ways_out()
        elif questions:
            self.line.text = self._say_of(words.asked(questions[0]))
            self._show_question(questions[0])
            self._show_ways_out()
        else:
            self._show_outcome(board)

    def _draw(self, board: Any) -> None:
        view, shown = self._view(board), shown_as(board)
        kind: type[Widget] = TouchedSquares if shown.game is Game.DRAUGHTS else TouchedBoard
        if type(self.board) is not kind:
            self.board = kind()
            widest = 1.0 if shown.game is Game.DRAUGHTS else WIDEST_BOARD
            self._pictured_line.hold(self.picture, Framed(self.board, widest=widest))
            self.board.bind(on_spot=lambda _, x, y: self._touched_board(x, y))
        spot = None if self._chosen is None else board.number(self._chosen)
        if isinstance(view, DraughtsView):
            self.board.mark(spot, held=False)
            view = self.outcome.drawn(view)
        else:
            owner = Side.DARK if self._chosen is not None and board.counts.get(self._chosen, (0, 0))[1] else Side.LIGHT
            self.board.mark(None if spot is None else (spot, owner, 0))
        self.board.view = view

    def _show_correction(self, board: Any, spot: int) -> None:
        if isinstance(board, PicturedSquares):
            self.line.text = self._text("photograph.piece")
            for piece in PIECES:
                self.buttons.add(piece, "\n".join(map(self._say_of, words.there(piece))), partial(self._put, piece))
        else:
            self.line.text = self._text("photograph.count")
            pair = board.counts.get(spot, (0, 0))
            for (side, stepper), count in zip(self.steppers.items(), pair, strict=True):
                stepper.value = count
                self.buttons.put(side.value, stepper)
        self._button("done", "button.done", partial(self._choose, None), main=True)

    def _show_question(self, question: Question) -> None:
        if question.key in words.BY_BOARDS:
            self._button("boards", "photograph.show-ways", partial(self._show_boards, question), main=True)
            return
        for place, option in enumerate(question.options):
            said = self._say_of(words.answer(question.key, option.value))
            self.buttons.add(option.value, said, partial(self._answer, question.key, option.value), main=not place)
        other = words.otherwise(question)
        if other is not None and question.key in _TYPED:
            self.buttons.add("otherwise", self._say_of(other), partial(self._ask_number, question.key))

    def _show_ways_out(self) -> None:
        if self._before:
            self._button("undo", "button.undo", self._undo)
        else:
            self._button("another", "photograph.another", self._another)

    def _show_outcome(self, board: Any) -> None:
        said, outcome = self.outcome.words(board), self.outcome
        self.line.text, self.line.tone = (said, None) if said else (self._text("photograph.ready"), SentenceTone.GOOD)
        if isinstance(board, PicturedBoard):
            roll, doubled = roll_of(board), board.fitting()[0].situation.state.doubled
            self._button("hints", "photograph.hints", partial(outcome.hint, board), main=True, dead=not roll or doubled)
            self._button("cube", "photograph.cube-advice", partial(outcome.advise_cube, board), main=roll is None)
            self._button("play", "practice.position", partial(outcome.play_on, board), dead=doubled)
            self._button("keep", "picture.keep", partial(outcome.keep, board))
            self._button("roll", "photograph.roll", self._show_rolls, dead=doubled, of=f": {roll}" if roll else "")
        else:
            self._button("hints", "photograph.hints", partial(outcome.hint, board), main=True)
        self._button("code", "export.code", self._show_code, main=self._code is not None)
        self._button("undo", "button.undo", self._undo)
        self._button("another", "photograph.another", self._another)

    def _show_code(self) -> None:
        said, (fits,) = self._text("photograph.code-says"), self.value.fitting()
        if self._code is not None:
            self._code = None
        elif isinstance(self.value, PicturedSquares):
            code = CodeFacts(fits.fen, f"{said}\n{fits.fen}", spelled=False, scale=THEME.scale)
            self._code = column(code, padding=THEME.margin_px)
        else:
            self._code = column(CodeFacts(fits.xgid, said, scale=THEME.scale), padding=THEME.margin_px)
        self._show()

    def _button(
        self, name: str, key: str, act: Callable[[], None], *, main: bool = False, dead: bool = False, of: str = ""
    ) -> None:
        self.buttons.add(name, self._text(key) + of, act, main=main, dead=dead)

    def _stepper(self, side: Side) -> Stepper:
        name = self._text(f"side.{side.value}")
        stepper = Stepper(0, least=0, most=_MOST, says=lambda n: f"{name}\n{n:.0f}")
        stepper.bind(on_changed=lambda _, count: self._counted(side, count))
        return stepper


def _gives(value: str) -> Callable[[float], str]:
    return lambda _: value


class _TouchedPicture(ToldTouches, LivePicture):  # type: ignore[misc]
    """A picture that tells where it was touched."""

    plate_px = 15.0
