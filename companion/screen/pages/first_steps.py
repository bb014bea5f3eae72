"""The first steps: language, players, seats and the board, then a tour that ends with the rules or with a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.first_steps import FirstStep
from companion.screen.illustrations import EMPTY
from companion.screen.match_text import waits_for
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, column
from companion.screen.widgets.editors import ChoiceRow, LinkField
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.illustrated import Illustrated
from companion.screen.widgets.player_name import ask_name
from companion.settings.tree import Lower
from companion.texts import Language, label

_ROW: Final = 73.0


class FirstStepsPage(AppPage):
    """One step at a time; each can be left, and the rest of them skipped.  Opening the page counts as having seen it.

    ``step``: the value of the one that is shown first.
    """

    views = View
    title = "screen.first_steps"

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        step: str = FirstStep.LANGUAGE.value,
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._view = EMPTY
        self._line = ""
        self.step = FirstStep(step)
        self.shown: Final = Illustrated()
        self._below: Final = column(spacing=THEME.gap_px, padding=(0, 0, 0, THEME.gap_px))
        self.editors: dict[str, Widget] = {}
        self.back: Final = self._field(lambda: self._turn_to(self.step.moved(-1)), "edit.back")
        self.skip: Final = self._field(lambda: self._turn_to(FirstStep.READY), "first.skip")
        self.next: Final = self._field(lambda: self._turn_to(self.step.moved(1)), "first.next")
        self.learn: Final = self._field(self._learn, "first.learn")
        self.play: Final = self._field(self._play, "welcome.play")
        self.next.main = self.play.main = True
        self._foot: Final = Fields()
        self._hold(self.shown, self._foot)
        if services.settings.now().screen.first_steps:
            self._change({"screen.first_steps": False})
        self._turn_to(self.step)

    @property
    def keeps(self) -> bool:
        """Whether a call from the table leaves the page open; the warnings of a match in play are more urgent."""
        return self._services.matches is None or self._services.matches.unfinished() is None

    @property
    def arguments(self) -> dict[str, str]:
        """The arguments that open the page again at the same step."""
        return {"step": self.step.value}

    def show(self, view: View) -> None:
        """Draw boards as the real one lies, and say what the table waits for."""
        before, self._view = self._view, view
        lies = (view.light_at_bottom, view.home_at_right, view.checker_bgr)
        if self._waits() != self._line or lies != (before.light_at_bottom, before.home_at_right, before.checker_bgr):
            self._fill()

    # --- the steps ---------------------------------------------------------------------------------

    def _turn_to(self, step: FirstStep) -> None:
        self.step = step
        self.editors = dict(self._editors())
        last = step is FirstStep.READY
        ending = (self.learn, self.play) if self._services.practice is not None else (self.play,)
        self._foot.hold(self.back, *(ending if last else (self.skip, self.next)))
        self.back.dead = step is FirstStep.LANGUAGE
        self._fill()

    def _fill(self) -> None:
        step = self.step
        name = self._text("first.step", n=str(step.number), all=str(len(FirstStep)), name=self._text(step.name_key))
        self._line = self._waits()
        sentences = (*map(self._text, step.sentences), *([self._line] if self._line else []))
        if isinstance(choice := self.editors.get("screen.lower"), ChoiceRow):
            choice.rows = len(choice.fields) if THEME.upright else 1
        chair = Chair(self._view, self._view.at_bottom, self._language)
        self._below.hold(*((editor, getattr(editor, "rows", 1) / self._rows) for editor in self.editors.values()))
        below = [(self._below, self._rows * _ROW)] if self.editors else []
        self.shown.show(name, sentences, step.board(chair), *below)

    def _waits(self) -> str:
        """What the table waits for, while the board is to be set up."""
        if self.step is not FirstStep.BOARD or self._view is EMPTY:
            return ""
        sight = self._services.sight
        key, _ = waits_for(self._view, calibrated=sight is None or sight.facts().calibrated)
        return self._text(key)

    def _editors(self) -> list[tuple[str, Widget]]:
        settings = self._services.settings.now()
        match self.step:
            case FirstStep.LANGUAGE:
                options = [(each, self._text(f"setting.screen.language={each.value}")) for each in Language]
                choice = ChoiceRow(options, settings.screen.language, rows=2)
                choice.bind(on_changed=lambda _, value: self._restyled({"screen.language": value.value}))
                return [("screen.language", choice)]
            case FirstStep.PLAYERS:
                return [(side.value, self._name_field(side)) for side in Side]
            case FirstStep.SEATS:
                sides = [(Lower(side.value), label(self._name(side), language=self._language)) for side in Side]
                seats = [(Lower.AUTO, self._text("setting.screen.lower=auto")), *sides]
                choice = ChoiceRow(seats, settings.screen.lower)
                choice.bind(on_changed=lambda _, value: self._restyled({"screen.lower": value.value}))
                return [("screen.lower", choice)]
            case FirstStep.BOARD if self._ways.offers(PageName.CAMERA):
                camera = self._field(lambda: self._ways.open(PageName.CAMERA), "screen.camera")
                network = self._field(lambda: self._ways.open(PageName.NETWORK_CAMERA), "camera.network")
                offered = self._ways.offers(PageName.NETWORK_CAMERA)
                return [("camera", camera), *([("network", network)] if offered else [])]
            case _:
                return []

    @property
    def _rows(self) -> int:
        """How many rows high the editors are."""
        return sum(int(getattr(editor, "rows", 1)) for editor in self.editors.values())

    def _name_field(self, side: Side) -> LinkField:
        field = LinkField(shown=label(self._name(side), language=self._language))
        field.bind(on_touched=lambda _: self._ask_name(side, field))
        return field

    def _name(self, side: Side) -> str:
        match = self._services.settings.now().match
        return match.light if side is Side.LIGHT else match.dark

    def _ask_name(self, side: Side, field: LinkField) -> None:
        def typed(text: str) -> None:
            self._change({f"match.{side.value}": text})
            field.shown = label(self._name(side), language=self._language)

        ask_name(self, self._services, side, self._name(side), typed, language=self._language)

    # --- what comes of it --------------------------------------------------------------------------

    def _change(self, values: dict[str, object]) -> bool:
        try:
            self._services.settings.change(values)
        except CompanionError as error:
            self._ways.tell(str(error))
            return False
        return True

    def _restyled(self, values: dict[str, object]) -> None:
        self._change(values)
        self._ways.restyle()

    def _learn(self) -> None:
        practice = self._services.practice
        assert practice is not None
        self._done(partial(practice.begin, "rules"))

    def _play(self) -> None:
        matches = self._services.matches
        assert matches is not None
        self._done(matches.begin if matches.unfinished() is None else lambda: None)

    def _done(self, act: Callable[[], None]) -> None:
        try:
            act()
        except CompanionError as error:
            self._ways.tell(str(error))
            return
        self._ways.home()
