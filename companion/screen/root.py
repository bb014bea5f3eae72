"""The window's root widget: the game, and over it the stack of the other pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.coach.at_the_table.shown import coach_shown
from companion.match.draughts.view import DraughtsView
from companion.practice.view import PracticeShown, practice_shown
from companion.screen import pages
from companion.screen.exercise_text import is_before_try
from companion.screen.navigator import PageName, offered
from companion.screen.pages.play import PlayPage
from companion.screen.pages.table import TablePage
from companion.screen.services import Services
from companion.screen.source import TableView
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.fitting import height_of, letters
from companion.screen.widgets.modals import Confirm, Modal
from companion.screen.widgets.sign_field import SignField as SignField
from companion.screen.widgets.touching import Opposite, TextField
from companion.texts import label, sentence

RECAP_AFTER_S: Final = 2.0
"""Seconds for which the game's page shows the result before the card of the game covers it."""
NOTE_S: Final = 4.0
"""Seconds for which a sentence stays over everything if nobody touches it."""
TIP_READ_S: Final = 8.0
"""Seconds more if the coach shows a tip in both halves, or the result can be undone by a touch."""


class PageFrame(FloatLayout):  # type: ignore[misc]
    """A page besides the game with its header, by which it can always be left, turned round and explained."""

    title = StringProperty("")
    note = StringProperty("")
    head_px = NumericProperty(0.0)
    head_top = NumericProperty(0.0)
    helps = BooleanProperty(True)
    __events__ = ("on_left", "on_turned", "on_helped")

    def __init__(self, content: AppPage, *, language: str, helps: bool, **kwargs: Any) -> None:
        super().__init__(head_px=THEME.strip_px, helps=helps, **kwargs)
        self.title = label(content.title, language=language)
        self.content = content
        if content.bare:
            self.head_px = 0.0  # the header is outside the window then
        content.pos, content.size = self.ids.body.pos, self.ids.body.size  # once, not first for a page without a size
        self.ids.body.add_widget(content)
        self.ids.title.bind(size=self._fit)
        self._fit(self.ids.title, self.ids.title.size)

    def _fit(self, words: Any, size: tuple[float, float]) -> None:
        words.font_size = letters(words.text, *size, most_px=THEME.letter_px, least_px=THEME.px(20), bold=True)
        words.shorten = False

    def on_left(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_turned(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_helped(self) -> None:
        """Kivy's default handler of our event: nothing."""


class Note(TextField):
    """A sentence over the whole width; a touch closes it, and it leaves by itself (``NOTE_S``)."""

    __events__ = ("on_read",)

    def __init__(self, **looks: Any) -> None:
        super().__init__(main=True, size_hint=(None, None), padding=(THEME.px(20), THEME.px(10)), **looks)
        with self.canvas.after:
            Color(*THEME.background)  # what lies below may have the field's colour: the edge parts them
            self._edge: Final = Line(width=THEME.px(3))
        self.bind(pos=self._draw_edge, size=self._draw_edge)

    def _draw_edge(self, *_: object) -> None:
        self._edge.rounded_rectangle = (*self.pos, *self.size, THEME.px(8))

    def lay(self, room: tuple[float, float, float, float]) -> None:
        """Take the middle of a box, as high as the words need, in letters with which they fit."""
        x, y, width, height = room
        wide = width * 0.9
        inside, most = wide - THEME.px(44), height * 0.8 - THEME.px(40)
        self.font_size = letters(
            self.text, inside, most, most_px=THEME.letters_small_px, least_px=THEME.px(18), bold=True
        )
        high = max(THEME.touch_px * 1.5, height_of(self.text, self.font_size, inside, bold=True) + THEME.px(44))
        self.size = (wide, min(high, height * 0.9))
        self.pos = (x + (width - wide) / 2, y + (height - self.height) / 2)

    def on_touched(self) -> None:
        self.dispatch("on_read")

    def on_read(self) -> None:
        """Kivy's default handler of our event: nothing."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A page on the stack: its place, its subject, its widget, and the widget that turns it round."""

    place: PageName
    arguments: dict[str, Any]
    frame: PageFrame
    turner: Opposite


class AppRoot(FloatLayout):  # type: ignore[misc]
    """The app root: shows ``view`` on the game's page, and over it the page that was opened last."""

    view = ObjectProperty(None, allownone=True)

    def __init__(
        self,
        services: Services,
        *,
        drafts: dict[PageName, dict[str, Any]] | None = None,
        restyle: Any = lambda: None,
        leave: Callable[[], None] = lambda: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._services: Final = services
        self._drafts: Final = {} if drafts is None else drafts
        self._restyle: Final = restyle
        self._leave: Final = leave
        self._pile: list[_Laid] = []
        self._note: Note | None = None
        self._noted: Opposite | None = None
        self._leaving: Final = Clock.create_trigger(lambda _: self._unsay(), NOTE_S)
        self._recapping: Any = None
        self._calls: tuple[object, ...] = ()
        self._recapped: object = None
        self._tip_read = False
        self._outcome: object = None
        self._rule: object = None
        self.play: TablePage = PlayPage(services, self)
        self.add_widget(self.play)

    # --- the stack of pages -------------------------------------------------------------------------------------

    @property
    def top(self) -> PageFrame | None:
        """The page that is shown over the game, None if the game is shown."""
        return self._pile[-1].frame if self._pile else None

    @property
    def _top_is_opposite(self) -> bool:
        return bool(self._pile) and bool(self._pile[-1].frame.content.opposite)

    def offers(self, place: PageName) -> bool:
        """Whether a page can be opened here."""
        return place not in self.play.not_offered and offered(self._services, place)

    def open(self, place: PageName, *, opposite: bool | None = None, **arguments: Any) -> None:
        """Open a page on top of the stack, turned like the one below it, or to the chair that is named."""
        language = self._services.settings.now().screen.language
        if opposite is None:
            opposite = self._top_is_opposite
        arguments = {**self._drafts.get(place, {}), **arguments}
        content = _content_of(place)(self._services, self, language=language, **arguments)
        place_px = {"pos": self.pos, "size": self.size}
        frame = PageFrame(content, language=language, helps=place is not PageName.HELP, **place_px)
        turner = Opposite(turned=opposite and not content.bare, **place_px)
        turner.add_widget(frame)
        frame.bind(on_left=lambda _: self.back(), on_turned=lambda _: self._turn(frame, turner))
        frame.bind(on_helped=lambda _: self.open(PageName.HELP, about=place.value))
        content.opposite = opposite
        self._pile.append(_Laid(place, arguments, frame, turner))
        self._show_top()
        if self.view is not None:
            _show(content, self._seated(self.view))

    def _seated(self, view: TableView) -> Any:
        """The view as the players see it: each player's side of the board is where it is on the real board."""
        return self.play.seated(view, self._services.settings.now().screen.lower)

    def _turn_to_table(self, view: TableView) -> None:
        """Put the page of another game in the place of the one before."""
        page = _table_page(view)
        if type(self.play) is not page:
            self.play.close()
            self.remove_widget(self.play)
            self.play = page(self._services, self)
            self._show_top()

    def back(self) -> None:
        if self._pile:
            self.keep_typed()
            left = self._pile.pop()
            self.remove_widget(left.turner)
            self._drafts[left.place] = dict(left.frame.content.draft)
            left.frame.content.closed()
        self._show_top()
        if self.top is not None:
            self.top.content.returned()

    def keep_typed(self) -> None:
        """Let the page on top have what is being typed into it, before it goes."""
        while (over := self._over()) is not None:
            over.step_back()

    def step_back(self) -> None:
        """Close what was opened last; if nothing is open, ask whether to leave the companion.

        The page below has what was typed into it.  The key that leads back does this.  A companion that owns the
        screen cannot be left.
        """
        over = self._over()
        if over is not None:
            if not over.stays:
                over.step_back()
        elif self._note is not None:
            self._unsay()
        elif self._pile and [laid.place for laid in self._pile] != [PageName.WELCOME]:
            self.back()
        elif self.play.panel is not None and not self._pile:
            self.play.close()
        elif self._services.leaves:
            self._ask_to_leave()

    def typed(self, act: Callable[[Modal], None]) -> bool:
        """Pass what a physical keyboard types to the modal over what is shown; whether there is one."""
        over = self._over()
        if over is not None:
            act(over)
        return over is not None

    def _over(self) -> Modal | None:
        """The modal over what is shown: a keyboard, a list or a question."""
        shown = [*self.parent.children, *(self.top.children if self.top is not None else ())]
        return next((widget for widget in shown if isinstance(widget, Modal)), None)

    def _ask_to_leave(self) -> None:
        language = self._services.settings.now().screen.language
        words, act, keep = (
            sentence(key, language=language) for key in ("program.leave.ask", "button.leave", "edit.back")
        )
        question = Confirm(words, act=act, keep=keep, done=self._leave)
        question.lie_over(self.play if self.top is None else self.top.content)

    def home(self) -> None:
        while self._pile:
            self.back()
        self.play.close()  # also the menu from which the way to them led

    def close(self) -> None:
        """Leave all pages and open none by itself any more."""
        self.home()
        if self._recapping is not None:
            self._recapping.cancel()

    def correct(self, turn: int) -> bool:
        opposite = self._top_is_opposite
        page = self.play.correcting(turn, opposite=opposite) if self.view is not None else None
        if page is None:
            return False
        self.home()
        self.play.open(page, opposite=opposite)
        return True

    def restyle(self) -> None:
        self._restyle()

    def opened(self) -> list[tuple[PageName, bool, dict[str, Any]]]:
        """The pages on the stack, the lowest first: place, whether turned to the upper edge, and subject."""
        return [
            (laid.place, laid.frame.content.opposite, {**laid.arguments, **_arguments(laid)}) for laid in self._pile
        ]

    def tell(self, words: str) -> None:
        """Show a sentence over everything until it is touched or has been read."""
        self._unsay()
        self._note = Note(text=words)
        self._note.bind(on_read=lambda _: self._unsay())
        self._noted = Opposite(turned=self._top_is_opposite)
        self._noted.add_widget(self._note)
        self._noted.bind(size=lambda over, _: self._note.lay((*over.pos, *over.size)) if self._note else None)
        self.add_widget(self._noted)
        # From the next frame on: the one before may have been drawn before all pages were made anew, seconds ago.
        Clock.schedule_once(lambda _: self._leaving())

    @property
    def said(self) -> str:
        """The sentence that is shown over everything, empty if there is none."""
        return "" if self._note is None else str(self._note.text)

    def _unsay(self) -> None:
        self._leaving.cancel()
        if self._note is not None:
            self.remove_widget(self._noted)
            self._note = self._noted = None

    def _show_top(self) -> None:
        """Put only the top page into the window, so that nothing below it is drawn or touched."""
        for laid in self._pile:
            self.remove_widget(laid.turner)
        self.remove_widget(self.play)
        self.add_widget(self._pile[-1].turner if self._pile else self.play)
        if self._note is not None:
            self.remove_widget(self._noted)
            self.add_widget(self._noted)

    def _turn(self, frame: PageFrame, turner: Opposite) -> None:
        turner.turned = not turner.turned
        frame.content.opposite = turner.turned

    # --- what the table calls for -------------------------------------------------------------------------------

    def on_view(self, _: Any, view: TableView | None) -> None:
        if view is None:
            return
        self._turn_to_table(view)
        view = self._seated(view)
        self.play.view = view
        calls = self.play.calls(view)
        if calls != self._calls and any(calls) and self.top is not None and not self.top.content.keeps:
            self.home()  # no page covers what both are to see
        self._calls = calls
        if self.top is not None:
            _show(self.top.content, view)
        practice = practice_shown(view)
        if practice is None or practice.is_match:
            self._call_recap(view)
        self._call_outcome(view, practice)
        self._call_rule(view, practice)

    def _call_recap(self, view: TableView) -> None:
        """Open the card of a finished game by itself, once, a moment after the result was shown."""
        result = self.play.result(view)
        if result != self._recapped:
            self._recapped, self._tip_read = result, False
            if result is not None and self.offers(PageName.RECAP):
                self._recapping = Clock.schedule_once(lambda _: self._open_recap(result), RECAP_AFTER_S)

    def _call_outcome(self, view: TableView, practice: PracticeShown | None) -> None:
        """Show the outcome of an exercise at once, turned to the learner's chair."""
        outcome = None if practice is None else practice.outcome
        if practice is not None and outcome not in (None, self._outcome) and self.top is None:
            self.play.close()
            self.open(PageName.OUTCOME, opposite=practice.learner is not view.at_bottom)
        self._outcome = outcome

    def _call_rule(self, view: TableView, practice: PracticeShown | None) -> None:
        """Show the rule that an exercise tries once, before the roll, turned to the learner's chair."""
        rule = None if practice is None else practice.rule
        if practice is not None and rule not in (None, self._rule) and self.top is None and is_before_try(practice):
            self._rule = rule
            self.play.close()
            self.open(PageName.RULE, opposite=practice.learner is not view.at_bottom)
        if rule is None:
            self._rule = None

    def _open_recap(self, result: object) -> None:
        view = self.view
        if (coach_shown(view).remarks or view.may_undo) and not self._tip_read:
            self._tip_read = True
            self._recapping = Clock.schedule_once(lambda _: self._open_recap(result), TIP_READ_S)
            return
        asked = view.question is not None or self.play.panel is not None or self.play.disputes
        if self._recapped == result and self.top is None and not asked and self.offers(PageName.RECAP):
            self.open(PageName.RECAP, called=True)


def _arguments(laid: _Laid) -> dict[str, Any]:
    """The arguments by which a page opens as it is now."""
    content = laid.frame.content
    return {**content.arguments, **content.draft}


def _show(content: AppPage, view: TableView) -> None:
    """Show a page the view of the table, if it knows the game that is played there."""
    if isinstance(view, content.views):
        content.show(view)


def _table_page(view: TableView) -> type[TablePage]:
    """The page of the game that a view is of."""
    if isinstance(view, DraughtsView):
        from companion.screen.pages.draughts import DraughtsPage

        return DraughtsPage
    return PlayPage


def _content_of(place: PageName) -> type[AppPage]:
    """The class of a page, named after its module.  It is imported when it is first opened: the window is up sooner."""
    module = import_module(f"{pages.__name__}.{place.value}")
    page: type[AppPage] = getattr(module, f"{place.value.title().replace('_', '')}Page")
    return page


Builder.load_file(str(Path(__file__).with_name("root.kv")))
