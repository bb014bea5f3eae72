"""The page of a position in a picture: as it was read, beside the drawn board; what is open; what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import combinations_with_replacement
from operator import mul
from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.coach.draughts.teaching import Advice
from companion.coach.teaching import HelpShown
from companion.errors import CompanionError
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.match.view import View
from companion.photograph.backgammon import NO_DICE, PicturedBoard
from companion.photograph.draughts import PicturedSquares
from companion.photograph.open_reading import Key, Question
from companion.screen.board.layout import WIDEST_BOARD, Box, board_in, grid
from companion.screen.board.legible import checker_colours
from companion.screen.board.pictured import (
    BY_BOARDS,
    OTHERWISE,
    Said,
    asked,
    best_words,
    marks_of,
    note,
    option_words,
    roll_of,
    shown_as,
    touched,
    with_count,
    with_help,
    with_move,
)
from companion.screen.board.placing import touched_at
from companion.screen.camera_service import PreviewPicture
from companion.screen.camera_text import SentenceTone
from companion.screen.games import GAMES, USUAL, game_at
from companion.screen.hints import coach_words
from companion.screen.navigator import Navigator, PageName
from companion.screen.pages.draughts_position import TouchedSquares
from companion.screen.pages.position import ToldTouches, TouchedBoard
from companion.screen.services import Pictured, PictureFile, PicturePlace, Services
from companion.screen.source import TableView
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.card import CodeFacts
from companion.screen.widgets.fields import Chair, Field, Page
from companion.screen.widgets.keyboard import Pad
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.live_picture import LivePicture
from companion.screen.widgets.panel import Panel
from companion.screen.widgets.parts import NOTE, ChoiceRow, Progress, Rows, Stepper, WordField, Words
from companion.screen.widgets.touching import AGAIN_AFTER_S
from companion.texts import sentence

_FIELD_PX: Final = 62.0
_LINE_PX: Final = 38.0
_NOTE_PX: Final = 30.0
_MOST: Final = 15
_DIGITS: Final = 2
"""Of the length of a match, and of a score."""
_PIECE_WORDS: Final = {
    "l": ("side.light", "piece.man"),
    "L": ("side.light", "piece.king"),
    "d": ("side.dark", "piece.man"),
    "D": ("side.dark", "piece.king"),
    ".": ("position.clear",),
}
"""What may stand on a square, as a correction names it."""


class PhotographPage(FloatLayout):  # type: ignore[misc]
    """First where the picture is, then the picture; ``pictured``: one that was read already."""

    title = "screen.photograph"
    keeps = False

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, pictured: Pictured | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        assert services.pictures is not None
        assert services.practice is not None
        self._pictures: Final = services.pictures
        self._practice: Final = services.practice
        self._ways: Final = ways
        self._language: Final = language
        self._like: TableView | None = None
        self._game: Game | None = None
        self._files: tuple[PictureFile, ...] | None = None
        self._before: list[Any] = []
        self._waits = ""
        self._chosen: int | None = None
        self._help: HelpShown | None = None
        self._advice: Advice | None = None
        self._code: Widget | None = None
        self._turned_at_s = float("-inf")
        self.pictured: Pictured | None = None
        self.games: Final = ChoiceRow(
            [(game, self._say(f"game.{game.value}")) for game in GAMES], USUAL, size_hint=(None, None)
        )
        self.games.bind(on_changed=lambda _, game: setattr(self, "_game", game))
        self.rows: Final = Rows(size_hint=(None, None))
        self.waits: Final = Progress(size_hint=(None, None))
        self.picture: Final = _TouchedPicture(size_hint=(None, None))
        self.picture.bind(on_spot=lambda _, x, y: self._touched_picture(x, y))
        self.board: Any = None
        self.note: Final = Words(most=NOTE, color=THEME.ink_quiet)
        self.line: Final = SignedLine(most=24)
        self.fields: dict[str, Any] = {}
        self.panel: Panel | None = None
        self.steppers: Final = {side: self._stepper(side) for side in Side}
        self.tasks: Final = Tasks(self._failed)
        self.bind(pos=self._lay, size=self._lay)
        if pictured is None:
            self._show()
        else:
            self._read(pictured)

    @property
    def told(self) -> dict[str, Any]:
        """What opens the page again."""
        return {"pictured": self.pictured}

    def show(self, view: TableView) -> None:
        """Take the colours of the checkers at the table; leave where a match has begun in which no help is allowed."""
        before, self._like = self._like, view
        if self._game is None:
            self._game = self.games.chosen = game_at(view)
        if before is None or before.checker_bgr != view.checker_bgr:
            self._show()
        if view.sealed and (before is None or before.phase != view.phase) and self._pictures.refused():
            self._ways.back()

    def closed(self) -> None:
        self.tasks.drop()

    # --- the picture ----------------------------------------------------------------------------------------

    def _take(self, place: PicturePlace) -> None:
        game = self.games.chosen
        match place:
            case PicturePlace.CAMERA if place not in self._pictures.places():
                self._ways.tell(self._say("photograph.no-picture"))
            case PicturePlace.CAMERA:
                self._wait("photograph.reading", lambda: self._pictures.from_camera(game), self._read)
            case PicturePlace.STICK:
                self._wait("photograph.looking", self._pictures.files, self._list)

    def _list(self, files: tuple[PictureFile, ...]) -> None:
        self._files = files
        self.rows.data = [
            {
                "title": file.path.name,
                "note": f"{file.stick}  {datetime.fromtimestamp(file.taken_s, UTC).astimezone():%Y-%m-%d %H:%M}",
                "value": "",
                "sign": "next",
                "then": partial(self._take_file, file),
            }
            for file in files
        ]

    def _take_file(self, file: PictureFile) -> None:
        game = self.games.chosen
        self._wait("photograph.reading", lambda: self._pictures.from_file(file.path, game), self._read)

    def _read(self, pictured: Pictured | None) -> None:
        if pictured is None:
            self._ways.tell(self._say("photograph.no-board"))
        else:
            self._before, self._chosen = [], None
            self.picture.show(PreviewPicture(pictured.framed.image_bgr, 1, 1))
            self._becomes(pictured)

    def _another(self) -> None:
        self.pictured, self._files, self._code = None, None, None
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
        self.pictured, self._help, self._advice = pictured, None, None
        self._show()

    def _touched_picture(self, x: float, y: float) -> None:
        if self.pictured is not None and not self._waits:
            self._choose(touched(shown_as(self.value), self.pictured, self.picture.to_picture_px(x, y)))

    def _touched_board(self, x: float, y: float) -> None:
        if self.pictured is None or self._waits:
            return
        shown, layout = shown_as(self.value), self.board.layout
        spot = layout.spot_at(x, y) if shown.game is Game.DRAUGHTS else (touched_at(layout, x, y) or (None,))[0]
        self._choose(None if spot is None else shown.spot(self.value, spot))

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
            self._pad(self._say("new.length"), partial(self._answer, key))
            return
        light, dark = (self._say("photograph.points-of", side=self._say(f"side.{side.value}")) for side in Side)
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
        page = Page(self._sentence(asked(self.value, question)), fields, columns, rows)
        self._open_panel(page, partial(self._answer, question.key))

    def _board_field(self, key: Key, value: str) -> Field:
        view = self._view(self.value.answered(key, value))
        if isinstance(view, DraughtsView):
            words = self._say("photograph.home", side=self._say("side.light" if view.light_at_bottom else "side.dark"))
        else:
            words = self._sentence(option_words(key, value))
        return Field(words, event=_gives(value), board=view)

    def _show_rolls(self) -> None:
        rolls = combinations_with_replacement(range(1, 7), 2)
        fields = tuple(
            Field("", event=_gives(f"{larger}{smaller}"), dice=(smaller, larger)) for smaller, larger in rolls
        )
        none = Field(self._say("picture.no-roll"), event=_gives(NO_DICE))
        page = Page(self._say("picture.ask.dice"), fields, columns=7, rows=3, also=(none,))
        self._open_panel(page, partial(self._answer, Key.DICE))

    def _open_panel(self, page: Page, answered: Callable[[str], None]) -> None:
        panel = Panel(
            page, checker_colours(self._view(self.value).checker_bgr), language=self._language,
            at_s=self._turned_at_s, size_hint=(None, None),
        )  # fmt: skip
        panel.bind(on_told=lambda _, event: self._close_panel(lambda: answered(event(0.0))))
        panel.bind(on_closed=lambda _: self._close_panel(lambda: None))
        self.panel = panel
        self._show()

    def _close_panel(self, then: Callable[[], None]) -> None:
        self.panel = None
        then()
        self._show()

    # --- what comes of it -----------------------------------------------------------------------------------

    @property
    def _situation(self) -> Situation:
        situation: Situation = self.value.fitting()[0].situation
        return situation

    def _hint(self) -> None:
        if isinstance(self.value, PicturedSquares):
            position = self.value.fitting()[0].position
            self._wait("photograph.asks", lambda: self._practice.advice_in(position), self._advised)
        else:
            situation = self._situation
            self._wait("photograph.asks", lambda: self._practice.help_in(situation), self._helped)

    def _advise_cube(self) -> None:
        situation = self._situation
        before_roll = replace(situation, state=replace(situation.state, dice=None))
        self._wait("photograph.asks", lambda: self._practice.help_in(before_roll), self._helped)

    def _helped(self, help_: HelpShown) -> None:
        self._help = help_
        self._ways.open(PageName.PLAYS, view=self._helped_view(help_))

    def _helped_view(self, help_: HelpShown) -> View:
        view = self._view(self.value)
        assert isinstance(view, View)
        return with_help(view, help_)

    def _advised(self, advice: Advice | None) -> None:
        self._advice = advice
        if advice is None:
            side = self.value.fitting()[0].position.to_move
            self._ways.tell(self._say("photograph.no-move", side=self._say(f"side.{side.value}")))

    def _keep(self) -> None:
        situation = self._situation
        self._wait("photograph.asks", lambda: self._practice.keep_puzzle(situation), self._kept)

    def _kept(self, kept: object) -> None:
        self._ways.tell(self._say("photograph.kept" if kept else "photograph.no-puzzle"))

    def _play_on(self) -> None:
        try:
            self._practice.play_on(self._situation)
        except CompanionError as error:
            self._ways.tell(str(error))
        else:
            self._ways.home()

    def _show_code(self) -> None:
        said = self._say("photograph.code-says")
        if self._code is not None:
            self._code = None
        elif isinstance(self.value, PicturedSquares):
            fen = self.value.fitting()[0].fen
            self._code = CodeFacts(fen, f"{said}\n{fen}", spelled=False, scale=THEME.scale)
        else:
            self._code = CodeFacts(self.value.fitting()[0].xgid, said, scale=THEME.scale)
        self._show()

    # --- what is shown --------------------------------------------------------------------------------------

    def _view(self, board: Any) -> TableView:
        return shown_as(board).view(board, self._like)

    def _say(self, key: str, /, **values: str) -> str:
        return sentence(key, values, language=self._language)

    def _sentence(self, said: Said) -> str:
        key, values = said
        return self._say(key, **{name: self._say(value) if name == "side" else value for name, value in values.items()})

    def _show(self) -> None:
        self.fields = {}
        if self._waits:
            self.waits.words.text = self._say(self._waits)
        elif self.pictured is not None:
            self._show_board()
        else:
            self._show_places()
        self._lay()

    def _show_places(self) -> None:
        if self._files is None:
            self.line.text, self.line.tone = self._say("photograph.from"), None
            for place in self._pictures.places():
                self._field(place.value, f"photograph.from.{place.value}", partial(self._take, place), main=True)
            if self._ways.offers(PageName.PICTURE_PHONE):
                self._field("phone", "photograph.from.phone", lambda: self._ways.open(PageName.PICTURE_PHONE))
            return
        self.line.text, self.line.tone = (
            ("", None) if self._files else (self._say("photograph.none"), SentenceTone.NOTE)
        )
        self._field("again", "export.look-again", partial(self._take, PicturePlace.STICK))
        self._field("back", "edit.back", self._another)

    def _show_board(self) -> None:
        assert self.pictured is not None
        board, shown = self.value, shown_as(self.value)
        problem, questions = shown.problem(board), board.questions()
        self.picture.mark(marks_of(shown, self.pictured), {})
        self._draw(board)
        is_open = self._chosen is not None or problem is not None or bool(questions)
        self.note.text, self.line.tone = self._sentence(note(board)) if is_open else "", None
        if self._chosen is not None:
            self._show_correction(board, self._chosen)
        elif problem is not None:
            self.line.text, self.line.tone = self._sentence(problem), SentenceTone.WARNING
            self._show_ways_out()
        elif questions:
            self.line.text = self._sentence(asked(board, questions[0]))
            self._show_question(questions[0])
            self._show_ways_out()
        else:
            self._show_outcome(board)

    def _draw(self, board: Any) -> None:
        view, shown = self._view(board), shown_as(board)
        kind: type[Widget] = TouchedSquares if shown.game is Game.DRAUGHTS else TouchedBoard
        if type(self.board) is not kind:
            self.board = kind(size_hint=(None, None))
            self.board.bind(on_spot=lambda _, x, y: self._touched_board(x, y))
        spot = None if self._chosen is None else shown.drawn(board, self._chosen)
        if isinstance(view, DraughtsView):
            self.board.mark(spot, held=False)
            view = view if self._advice is None else with_move(view, self._advice)
        else:
            owner = Side.DARK if self._chosen is not None and board.counts.get(self._chosen, (0, 0))[1] else Side.LIGHT
            self.board.mark(None if spot is None else (spot, owner, 0))
        self.board.view = view

    def _show_correction(self, board: Any, spot: int) -> None:
        if isinstance(board, PicturedSquares):
            self.line.text = self._say("photograph.piece")
            for piece, keys in _PIECE_WORDS.items():
                self._field(piece, "", partial(self._put, piece)).text = "\n".join(map(self._say, keys))
        else:
            self.line.text = self._say("photograph.count")
            pair = board.counts.get(spot, (0, 0))
            for (side, stepper), count in zip(self.steppers.items(), pair, strict=True):
                stepper.value = count
                self.fields[side.value] = stepper
        self._field("done", "button.done", partial(self._choose, None), main=True)

    def _show_question(self, question: Question) -> None:
        if question.key in BY_BOARDS:
            self._field("boards", "photograph.show-ways", partial(self._show_boards, question), main=True)
            return
        for place, option in enumerate(question.options):
            field = self._field(option.value, "", partial(self._answer, question.key, option.value), main=not place)
            field.text = self._sentence(option_words(question.key, option.value))
        if question.key in OTHERWISE:
            self._field("otherwise", OTHERWISE[question.key], partial(self._ask_number, question.key))

    def _show_ways_out(self) -> None:
        if self._before:
            self._field("undo", "button.undo", self._undo)
        else:
            self._field("another", "photograph.another", self._another)

    def _show_outcome(self, board: Any) -> None:
        self.line.text, self.line.tone = self._outcome_words(board)
        if isinstance(board, PicturedBoard):
            roll, doubled = roll_of(board), self._situation.state.doubled
            self._field("hints", "photograph.hints", self._hint, main=True, dead=roll is None or doubled)
            self._field("cube", "photograph.cube-advice", self._advise_cube, main=roll is None)
            self._field("play", "practice.position", self._play_on, dead=doubled)
            self._field("keep", "photograph.keep", self._keep)
            field = self._field("roll", "photograph.roll", self._show_rolls, dead=doubled)
            field.text = f"{field.text}: {roll}" if roll else field.text
        else:
            self._field("hints", "photograph.hints", self._hint, main=True)
        self._field("code", "export.code", self._show_code).main = self._code is not None
        self._field("undo", "button.undo", self._undo)
        self._field("another", "photograph.another", self._another)

    def _outcome_words(self, board: Any) -> tuple[str, SentenceTone | None]:
        if self._help is not None:
            return coach_words(Chair(self._helped_view(self._help), self._help.side, self._language)), None
        if self._advice is not None:
            move, reason = best_words(board.fitting()[0].position, self._advice)
            return f"{move}  {self._say(reason.key, **reason.values)}", None
        return self._say("photograph.ready"), SentenceTone.GOOD

    def _field(self, name: str, key: str, act: Callable[[], None], *, main: bool = False, dead: bool = False) -> Any:
        field = WordField(text=self._say(key) if key else "", main=main and not dead, dead=dead, size_hint=(None, None))
        field.bind(on_touched=lambda field: self._act(field, act))
        self.fields[name] = field
        return field

    def _stepper(self, side: Side) -> Stepper:
        name = self._say(f"side.{side.value}")
        stepper = Stepper(0, least=0, most=_MOST, says=lambda n: f"{name}\n{n:.0f}", size_hint=(None, None))
        stepper.bind(on_changed=lambda _, count: self._counted(side, count))
        return stepper

    def _act(self, field: WordField, act: Callable[[], None]) -> None:
        """Do what a field is for, unless a trembling finger meant the one that was there just before."""
        at_s = field.last_touch.time_start
        if at_s - self._turned_at_s >= AGAIN_AFTER_S:
            self._turned_at_s = at_s
            act()

    # --- layout ---------------------------------------------------------------------------------------------

    def _lay(self, *_: object) -> None:
        widgets = self._widgets()
        if set(self.children) != set(widgets):
            self.clear_widgets()
            for widget in widgets:
                self.add_widget(widget)
        room, gap = Box(*self.pos, *self.size), THEME.gap_px
        if self.panel is not None:
            self.panel.pos, self.panel.size = room[:2], room[2:]
        elif self._waits:
            self.waits.pos = (room.x + THEME.margin_px, room.center[1] - THEME.touch_px / 2)
            self.waits.size = (room.width - 2 * THEME.margin_px, THEME.touch_px)
        elif self.pictured is None:
            self._lay_places(room)
        else:
            foot = self._lay_fields(room)
            high = partial(mul, THEME.px(2)) if room.height > room.width else THEME.letters_of
            line, small = high(_LINE_PX), high(_NOTE_PX) if self.note.text else 0.0
            inside = room.x + 2 * gap, room.width - 4 * gap
            self.line.pos, self.line.size = (inside[0], room.y + foot), (inside[1], line)
            self.note.pos, self.note.size = (inside[0], room.y + foot + line), (inside[1], small)
            self._lay_pictures(room._replace(y=room.y + foot + line + small, height=room.height - foot - line - small))

    def _widgets(self) -> tuple[Widget, ...]:
        if self.panel is not None:
            return (self.panel,)
        if self._waits:
            return (self.waits,)
        fields = tuple(self.fields.values())
        if self.pictured is None:
            return (self.line, *fields, *((self.games,) if self._files is None else (self.rows,)))
        return (*((self.picture, self.board) if self._code is None else (self._code,)), self.note, self.line, *fields)

    def _lay_places(self, room: Box) -> None:
        gap, touch = THEME.gap_px, THEME.touch_px
        if self._files is None:
            self.games.size = (room.width - 2 * gap, touch)
            self.games.pos = (room.x + gap, room.y + room.height - touch - gap)
            self.line.size, self.line.pos = (room.width - 4 * gap, touch), (room.x + 2 * gap, self.games.y - touch)
            below = room._replace(height=max(self.line.y - room.y, 1))
            columns = 1 if room.height > room.width else max(len(self.fields), 1)
            places = grid(below, columns, -(-len(self.fields) // columns))
        else:
            foot = touch + 2 * gap
            places = grid(room._replace(height=foot), 2, 1)
            line = 0.0 if self._files else touch
            self.line.pos, self.line.size = (
                (room.x + 2 * gap, room.y + room.height - line),
                (room.width - 4 * gap, line),
            )
            self.rows.pos, self.rows.size = (room.x, room.y + foot), (room.width, max(room.height - foot - line, 1))
        for field, place in zip(self.fields.values(), places, strict=False):
            field.pos, field.size = place[:2], place[2:]

    def _lay_fields(self, room: Box) -> float:
        """Lay out the fields in as few rows as hold them; the height that they take."""
        fields, wide = tuple(self.fields.values()), 2 if room.height > room.width else 4
        rows = [fields[first : first + wide] for first in range(0, len(fields), wide)]
        high, gap = THEME.px(_FIELD_PX), THEME.gap_px
        for above, row in enumerate(reversed(rows)):
            places = grid(room._replace(y=room.y + above * high, height=high + gap), len(row), 1)
            for field, place in zip(row, places, strict=True):
                field.pos, field.size = place[:2], place[2:]
        return high * len(rows) + gap

    def _lay_pictures(self, room: Box) -> None:
        gap = THEME.gap_px
        if self._code is not None:
            margin = THEME.margin_px
            self._code.pos = (room.x + margin, room.y + margin)
            self._code.size = (max(room.width - 2 * margin, 1), max(room.height - 2 * margin, 1))
            return
        one, other = grid(room, 1, 2) if self.height > self.width else grid(room, 2, 1)
        self.picture.pos, self.picture.size = one[:2], one[2:]
        widest = 1.0 if isinstance(self.value, PicturedSquares) else WIDEST_BOARD
        board = board_in(other._replace(height=max(other.height - gap, 1)), widest)
        self.board.pos, self.board.size = board[:2], board[2:]


def _gives(value: str) -> Callable[[float], str]:
    return lambda _: value


class _TouchedPicture(ToldTouches, LivePicture):  # type: ignore[misc]
    """A picture that tells where it was touched."""

    plate_px = 15.0


Builder.load_file(str(Path(__file__).with_name("photograph.kv")))
