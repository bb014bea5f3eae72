"""The recap page: the card after a game with result, course and dice; the players confirm the result there."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.rules import Side
from companion.record.archived_match import Destination, card_stem
from companion.record.journal import Mode
from companion.record.reports.event_words import Narrator
from companion.screen.board.legible import checker_colours
from companion.screen.cards import Card, card_of
from companion.screen.chairs import action_field
from companion.screen.match_history import trouble_words
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.source import TableView
from companion.screen.tasks import Tasks, no_answer
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import card
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import WHOLE, Fields, Line, column, follow, row
from companion.screen.widgets.fields import Field
from companion.screen.widgets.sign_field import SignField
from companion.screen.widgets.touching import Opposite
from companion.screen.widgets.words import WordField, Words
from companion.settings.tree import language_of

log = logging.getLogger(__name__)

_OVER: Final = frozenset({"phase.over", "phase.match-over"})
_PAGES: Final = ("dice", "code")
_STRIP_PX: Final = 80.0
_RESULT_PX: Final = 45.0
"""Of the line of its own that the result has in an upright window, where it has no room beside the fields."""
_ACTION_PX: Final = 210.0
_BESIDE_PX: Final = 128.0
_IN_A_ROW: Final = 5
"""The most fields that stand beside each other in an upright window."""


class Strip(Line):
    """One player's strip: back, turn the card round, help, the result, and what the game waits for."""

    main = ObjectProperty(None, allownone=True)
    __events__ = ("on_left", "on_turned", "on_helped", "on_chosen")

    def __init__(self, **looks: Any) -> None:
        super().__init__(orientation="vertical", **looks)
        with self.canvas.before:
            Color(*THEME.strip)
            follow(self, Rectangle())
        self.back: Final = SignField(sign="back")
        self.turn: Final = SignField(sign="turn")
        self.help: Final = SignField(sign="help")
        self.words: Final = Words(bold=True, most=34, halign="center")
        self.action: Final = WordField(main=True, most=31)
        events = {"on_left": self.back, "on_turned": self.turn, "on_helped": self.help, "on_chosen": self.action}
        for event, field in events.items():
            field.bind(on_touched=lambda _, event=event: self.dispatch(event))
        edge = THEME.px(1)
        self._said: Final = column(self.words, margin=True)
        self._line: Final = row(padding=edge, spacing=edge)
        self.hold(*[(self._said, _RESULT_PX)] * THEME.upright, self._line)
        self.on_main()

    def on_main(self, *_: object) -> None:
        """Show the field that the game waits for, if there is one."""
        field: Field | None = self.main
        self.action.text = field.words if field is not None else ""
        signs = [(sign, _STRIP_PX) for sign in (self.back, self.turn, self.help)]
        said = [] if THEME.upright else [self._said]
        waits = [(self.action, 1.0 if THEME.upright else _ACTION_PX)] if field is not None else []
        self._line.hold(*signs, *said, *waits)

    def on_left(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_turned(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_chosen(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_helped(self) -> None:
        """Kivy's default handler of our event: nothing."""


class RecapPage(AppPage):
    """A game of a match, by default the newest of the one at the table.  ``called``: opened by the end of the game.

    There is a strip for one player at each edge; the card between them is turned with the page.
    """

    title = "screen.recap"
    bare = True

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        match: int | None = None,
        game: int | None = None,
        called: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.archive is not None
        self._at_table: Final = match is None
        self._called: Final = called
        self._speaker = Narrator(language)
        self._view: TableView | None = None
        self._page = "game"
        self._card: Final = column(padding=(THEME.margin_px, THEME.margin_px / 2))
        self._middle: Final = Opposite(turned=False)
        self.bind(opposite=self._middle.setter("turned"))
        self._fields: dict[str, WordField] = {}
        self.recap: Card | None = None
        self.lower: Final = Strip()
        self.upper: Final = Strip(pos_hint=WHOLE)
        far = Opposite()
        far.add_widget(self.upper)
        high = _STRIP_PX + _RESULT_PX * THEME.upright
        self._hold((far, high), self._middle, (self.lower, high))
        for strip in (self.lower, self.upper):
            strip.bind(on_left=lambda _: ways.back(), on_turned=lambda _: self._turn())
            strip.bind(on_chosen=self._chosen)
            strip.bind(
                on_helped=lambda strip: ways.open(
                    PageName.HELP, opposite=strip is self.upper, about=PageName.RECAP.value
                )
            )
        self.tasks: Final = Tasks(self._failed)
        archive = services.archive
        self.tasks.run(lambda: card_of(archive.record(match, session=True), game), self._show_card)

    def show(self, view: TableView) -> None:
        """Take the newest view: the seats, what the game waits for; close the card when play continues."""
        before, self._view = self._view, view
        if self._at_table and before is not None and _is_over(before) and not _is_over(view):
            self._ways.home()
            return
        if self.recap is None or before is None or _strips(before) != _strips(view):
            self._say()

    def closed(self) -> None:
        self.tasks.drop()

    # --- the words ---------------------------------------------------------------------------------

    def _show_card(self, recap: Card) -> None:
        self.recap = recap
        self._speaker = recap.speaking(self._speaker)
        if recap.dice:
            self._page_field("dice")
        if recap.code is not None:
            self._page_field("code")
        if self._ways.offers(PageName.REVIEW):
            self._page_field("review")
        over = recap.match_over or recap.header.mode is Mode.TRAINING
        if over and recap.analysed and self._ways.offers(PageName.ANALYSIS):
            self._page_field("analyse")
        if self._services.exports is not None:
            self._page_field("save")
        if over and self._ways.offers(PageName.PHONE):
            self._page_field("phone")
        beside = self._beside(list(self._fields.values()))
        beside.pos_hint = WHOLE
        self._middle.add_widget(beside)
        self._say()
        self._turn_to("game")
        self._keep()

    def _beside(self, fields: list[WordField]) -> Widget:
        """The card, with the fields that lead on at its right, or below it."""
        if not fields:
            return self._card
        if THEME.upright:
            return column(self._card, Fields(*fields, upright=1 if len(fields) <= _IN_A_ROW else 2))
        return row(self._card, (column(*fields, spaced=True), _BESIDE_PX))

    def _page_field(self, name: str) -> None:
        words = self._speaker.say(f"recap.{name}")
        field = WordField(text=words, most=24)
        field.bind(on_touched=lambda _: self._touched(name))
        self._fields[name] = field

    def _say(self) -> None:
        lower = Side.LIGHT if self._view is None else self._view.at_bottom
        settings = self._services.settings.now()
        for strip, side in ((self.lower, lower), (self.upper, lower.other)):
            speaker = replace(self._speaker, language=language_of(settings, side))
            strip.words.text = "" if self.recap is None else self.recap.result(speaker)
            field = None
            view = self._view
            if self._at_table and view is not None and _is_over(view) and _may_say(view, side):
                field = action_field(replace(view, question=None), side, speaker.language)
            strip.main = field

    def _turn(self) -> None:
        self.opposite = not self.opposite

    def _turn_to(self, page: str) -> None:
        if self.recap is None:
            return
        self._page = page
        code, scale = self.recap.code, THEME.scale
        if page == "dice":
            shown = card.DiceFacts(self.recap.dice, self._speaker, scale=scale)
        elif page == "code" and code is not None:
            said = self._speaker.say("recap.code-says", turn=code[1])
            shown = card.CodeFacts(code[0], said, scale=scale)
        else:
            shown = card.GameFacts(self.recap, self._speaker, self._view, self._checkers, scale=scale)
        self._card.hold(shown)
        for name, field in self._fields.items():
            field.text = self._speaker.say("recap.game" if name == page else f"recap.{name}")

    @property
    def _checkers(self) -> dict[Side, Colour]:
        view = self._view
        bgr = ((200, 225, 240), (40, 35, 35)) if view is None else view.checker_bgr
        return checker_colours(bgr)

    # --- touches -----------------------------------------------------------------------------------

    def _chosen(self, strip: Strip) -> None:
        field: Field | None = strip.main
        if field is not None and field.event is not None:
            strip.main = None  # sent once, whoever touches first
            self._services.table.happen(field.event(self._services.table.now_s()))

    def _touched(self, name: str) -> None:
        if name in _PAGES:
            self._turn_to("game" if name == self._page else name)
        elif name == "review" and self.recap is not None:
            self._ways.open(PageName.REVIEW, match=self.recap.header.id, game=self.recap.game)
        elif name == "analyse" and self.recap is not None:
            self._ways.open(PageName.ANALYSIS, match=self.recap.header.id)
        elif name == "phone" and self.recap is not None:
            self._ways.open(PageName.PHONE, match=self.recap.header.id)
        elif name == "save":
            self._take_away()

    # --- the picture -------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Save the card on this device as a picture as soon as it is shown."""
        if self.recap is not None and self._services.exports is not None:
            picture = card.CardPicture(self.recap, self._speaker, self._view, self._checkers)
            # The drawings that a layout triggers are made in the next frame.
            Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: self._drawn(picture, no_answer)))

    def _take_away(self) -> None:
        if self.recap is not None and self._services.exports is not None:
            picture = card.CardPicture(self.recap, self._speaker, self._view, self._checkers)
            Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: self._drawn(picture, self._taken)))

    def _drawn(self, picture: Widget, done: Any) -> None:
        exports, recap = self._services.exports, self.recap
        if self.tasks.dropped or exports is None or recap is None:
            return
        pixels = card.pixels_of(picture)
        name = card_stem(recap.header.id, recap.game)

        def keep() -> tuple[Path, Destination | None]:
            drawn = card.png(pixels)
            kept = exports.keep_card(name, drawn)
            if done is no_answer:
                return kept, None
            stick = next((place for place in exports.destinations() if place.stick), None)
            return (kept if stick is None else exports.keep_card(name, drawn, stick)), stick

        self.tasks.run(keep, done)

    def _taken(self, kept: tuple[Path, Destination | None]) -> None:
        path, stick = kept
        if stick is None:
            self._ways.tell(self._speaker.say("recap.saved-here", folder=path.parent, file=path.name))
        else:
            self._ways.tell(self._speaker.say("recap.saved", place=stick.name, file=path.name))

    def _failed(self, error: CompanionError) -> None:
        if self._called and self.recap is None:
            log.warning("no card of the game: %s", error)
            self._ways.back()
            return
        self._ways.tell(trouble_words(error, self._speaker))


def _is_over(view: TableView) -> bool:
    """Whether nobody needs to see the board: it is unchanged, or no camera reads the next game."""
    return view.phase in _OVER or (view.phase == "phase.next-game" and view.blind)


def _may_say(view: TableView, side: Side) -> bool:
    """Whether a player may say that the result is right: nobody has, or the other one has."""
    return view.question is None or (view.question.key == "question.result-right" and view.question.to == {side})


def _strips(view: TableView) -> tuple[object, ...]:
    """The part of a view that the strips show."""
    return (view.phase, view.question, view.winner, view.at_bottom, view.names)
