"""The practice page: the lessons of each game with their progress, games against an engine, drills that are due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.catalogue import Game
from companion.match.terms import Strength
from companion.practice.strength import LOSSES_MP
from companion.practice.view import LessonShown, practice_shown
from companion.screen.games import GAMES, USUAL, game_at
from companion.screen.match_text import length_words
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.source import TableView
from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Line, column, row
from companion.screen.widgets.editors import ChoiceRow, Stepper, Toggle
from companion.screen.widgets.keyboard import Pad
from companion.screen.widgets.modals import Modal
from companion.screen.widgets.row_field import RowField
from companion.screen.widgets.words import NOTE, WordField, Words
from companion.settings.limits import limits_of

_POINTS: Final = limits_of("match.length")
_FEW: Final = 4
"""So many lessons have wider fields, with place for more discs."""
_FOOT: Final = 34.0
"""The height at which the discs of the exercises are drawn."""


class LessonStep(RowField):
    """A lesson in the list: its number, its name, and a disc for each exercise, filled if it is solved."""

    shows = ("main",)

    def __init__(self, number: int, lesson: LessonShown, title: str, **kwargs: Any) -> None:
        self._number, self.lesson, self._title = number, lesson, title
        super().__init__(**kwargs)

    @property
    def number_px(self) -> float:
        """The width and height of the disc with the number."""
        return min(THEME.px(44), float(self.height) - THEME.px(_FOOT + 4))

    def _lay(self, *_: object) -> None:
        px = THEME.px
        ink = THEME.ink_button_main if self.main else THEME.ink_button
        foot, round_ = px(_FOOT), self.number_px / 2
        left = self.x + px(60)
        title = (left, self.y + foot, self.x + self.width - left - px(8), self.height - foot - px(6))
        self.put("title", self._title, title, bold=True, most=25, least=17, color=ink)
        center = (self.x + px(32), self.y + foot + (self.height - foot) / 2)
        self.canvas.after.clear()
        with self.canvas.after:
            if self.lesson.is_done:
                Color(*THEME.tick)
                SmoothEllipse(pos=(center[0] - round_, center[1] - round_), size=(2 * round_, 2 * round_))
                signs.tick(center, round_ * 1.1, THEME.die)
            else:
                Color(*ink)
                SmoothLine(circle=(*center, round_), width=px(2))
                signs.text(str(self._number), center, round_ * 1.1, ink)
            self._draw_discs(left, ink)

    def _draw_discs(self, left: float, ink: tuple[float, ...]) -> None:
        px = THEME.px
        for place in range(self.lesson.exercises):
            x, y, radius = left + px(9) + place * px(24), self.y + px(20), px(7)
            Color(*ink)
            if place < self.lesson.solved:
                SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
            else:
                SmoothLine(circle=(x, y, radius), width=px(1.5))


class OpponentChoice(Modal):
    """The modal that asks how strong the engine plays, how long the match is, and for money whether with the cube."""

    def __init__(
        self, say: Callable[..., str], begun: Callable[[Strength, bool, int], None], *, language: str, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._say: Final = say
        self._begun: Final = begun
        self._title = Words(text=say("path.how-strong"), bold=True, most=31)
        options = [(strength, say(f"practice.strength.{strength.value}")) for strength in Strength]
        self.strength: Final = ChoiceRow(options, Strength.ONLINE, rows=5 if THEME.upright else 2)
        self.loses: Final = Words(most=NOTE, color=THEME.ink_quiet)
        self.length: Final = Stepper(
            0, least=_POINTS.least, most=_POINTS.most,
            says=lambda points: length_words(int(points), language),
        )  # fmt: skip
        self._with = Words(bold=True)
        self.cube: Final = Toggle(says=(say("edit.off"), say("edit.on")))
        self.begin: Final = WordField(text=say("path.begin"), main=True)
        self.keep: Final = WordField(text=say("button.close"))
        self.begin.bind(on_touched=lambda _: self._act())
        self.keep.bind(on_touched=lambda _: self.close())
        self.strength.bind(chosen=self._tell)
        self.length.bind(on_changed=self._tell, on_asked=lambda _: self._ask_length(language))
        self._cube: Final = row()
        note = 2 * NOTE + 14 if THEME.upright else NOTE + 10
        length = (
            ((self.length, 80), (self._cube, 80))
            if THEME.upright
            else ((row(self.length, self._cube, spacing=THEME.margin_px), 80),)
        )
        strength = (self.strength, 80 * self.strength.rows)
        answers = row(self.keep, self.begin, spacing=THEME.margin_px)
        self.add_widget(
            column(
                (self._title, 52),
                strength,
                (self.loses, note),
                *length,
                Widget(),
                (answers, 80),
                padding=THEME.margin_px,
                spacing=THEME.gap_px,
            )
        )
        self._tell()

    def _act(self) -> None:
        self.close()
        self._begun(self.strength.chosen, self.cube.active, int(self.length.value))

    def _ask_length(self, language: str) -> None:
        Pad(hint=self._say("new.length"), done=self._length_typed, language=language).lie_over(self)

    def _length_typed(self, text: str) -> None:
        if text:
            self.length.value = min(int(text), _POINTS.most)
            self._tell()

    def _tell(self, *_: object) -> None:
        """Say what the strength loses; a match has the cube, money play as is wished."""
        strength: Strength = self.strength.chosen
        key = "path.loses" if LOSSES_MP[strength] else "path.loses-nothing"
        name = self._say(f"practice.strength.{strength.value}")
        self.loses.text = self._say(key, strength=name, n=str(LOSSES_MP[strength]))
        for_money, single = not self.length.value, int(self.length.value) == 1
        self._with.text = self._say("path.cube" if for_money else "path.with-crawford") if not single else ""
        self._cube.hold((self._with, 0.55), *([(self.cube, 0.45)] if for_money else []))


class PracticePage(AppPage):
    """The lessons of one game, the next one highlighted, above them the choice of the game.

    Of backgammon the rules come first, and below are a game, the drills, puzzles, a position in a picture, and leaving
    practice.
    """

    title = "screen.practice"

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.practice is not None
        self._practice: Final = services.practice
        self._running: bool | None = None
        self._lessons: Sequence[LessonShown] = ()
        self._game: Game | None = None
        self.steps: Sequence[LessonStep] = ()
        self.game: Final = self._field(self._choose, most=24, least=18)
        self.drills: Final = self._field(lambda: self._go(self._practice.repeat), most=24, least=18)
        self.leave: Final = self._field(lambda: self._go(self._practice.leave), most=24, least=18)
        self.puzzles: Final = self._field(self._solve, most=24, least=18)
        self.photograph: Final = self._field(lambda: self._ways.open(PageName.PHOTOGRAPH), most=24, least=18)
        self.game.text, self.leave.text = self._text("path.play"), self._text("path.leave")
        self.puzzles.text, self.photograph.text = self._text("path.puzzles"), self._text("screen.photograph")
        self.games: Final = ChoiceRow([(game, self._text(f"game.{game.value}")) for game in GAMES], USUAL)
        self.games.bind(on_changed=lambda _, game: self._turn_to(game))
        self._head: Final = Fields(self.games)
        self._foot: Final = Fields(across=2 if THEME.upright else 0)
        self._whole: Final = self._hold()
        self.returned()

    def show(self, view: TableView) -> None:
        """Show the lessons of the game at the table first; offer to leave practice while it is active."""
        running = practice_shown(view) is not None
        if self._game is None or running != self._running:
            self._running = running
            self._turn_to(self._game or game_at(view))

    def returned(self) -> None:
        """Take what has been solved meanwhile."""
        self._lessons = self._practice.lessons()
        due = self._practice.drills_due()
        self.drills.text = self._text("path.due", n=str(due)) if due else self._text("path.none-due")
        self.drills.dead = not due
        self._list()

    def _turn_to(self, game: Game) -> None:
        """Show the lessons of a game; of the usual one where there are none of it."""
        self._game = game if game in self._taught else USUAL
        self._list()

    @property
    def _taught(self) -> frozenset[Game]:
        """The games that have lessons."""
        return frozenset(lesson.game for lesson in self._lessons)

    @property
    def _below(self) -> Sequence[WordField]:
        """The fields below the lessons."""
        of_game = (self.game, self.drills, self.puzzles) if self.games.chosen is USUAL else ()
        pictures = [self.photograph] if self._ways.offers(PageName.PHOTOGRAPH) else []
        return (*of_game, *pictures, *([self.leave] if self._running else ()))

    def _list(self) -> None:
        self.games.chosen = self._game or USUAL
        lessons = [lesson for lesson in self._lessons if lesson.game is self.games.chosen]
        self.steps = [
            LessonStep(number, lesson, self._text(lesson.title)) for number, lesson in enumerate(lessons, start=1)
        ]
        ahead = next((step for step in self.steps if not step.lesson.is_done), None)
        for step in self.steps:
            step.main = step is ahead
            step.bind(on_touched=partial(self._begin, step.lesson))
        self._foot.hold(*self._below)
        self._whole.hold(*([self._head] if len(self._taught) > 1 else []), _in_rows(self.steps), self._foot)

    def _begin(self, lesson: LessonShown, _: object) -> None:
        if lesson.by_touch:
            self._open(lesson.name)
        else:
            self._go(lambda: self._practice.begin(lesson.name))

    def _open(self, name: str) -> None:
        try:
            number = self._practice.exercise(name)
        except CompanionError as error:
            self._ways.tell(str(error))
        else:
            self._ways.open(PageName.DRAUGHTS_DRILL, name=name, number=number)

    def _solve(self) -> None:
        try:
            puzzle = self._practice.puzzle()
        except CompanionError as error:
            self._ways.tell(str(error))
        else:
            self._ways.open(PageName.PUZZLE, puzzle=puzzle)

    def _choose(self) -> None:
        OpponentChoice(self._text, self._play, language=self._language).lie_over(self)

    def _play(self, strength: Strength, cube: bool, length: int) -> None:
        self._go(lambda: self._practice.play(strength, cube=cube, length=length))

    def _go(self, act: Callable[[], None]) -> None:
        try:
            act()
        except CompanionError as error:
            self._ways.tell(str(error))
            return
        self._ways.home()


def _in_rows(steps: Sequence[LessonStep]) -> Line:
    """Lessons in columns, the one that is left over in a row of its own before all others."""
    columns = (2 if THEME.upright else 3) - (len(steps) <= _FEW)
    over = len(steps) % columns
    rows = [steps[:over], *(steps[at : at + columns] for at in range(over, len(steps), columns))]
    return column(*(row(*some, spacing=THEME.gap_px) for some in rows if some), spaced=True)
