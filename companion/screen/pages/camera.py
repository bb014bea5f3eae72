"""The camera page: the live picture, the board found in it, what is read on it, and one press to learn it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.match.terms import WHOLE, Area, area_from, area_text
from companion.screen.board.camera_boards import CameraBoard, camera_board, geometry_of
from companion.screen.board.camera_marks import (
    Corners,
    Marks,
    area_corners,
    area_dragged,
    quadrangle,
    sensible,
)
from companion.screen.camera_service import AnyCalibration, CameraAnswer
from companion.screen.camera_text import CameraSentence, CameraStatus, SentenceTone, said
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.source import TableView
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, column, row
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.live_picture import LivePicture
from companion.screen.widgets.modals import Chooser
from companion.screen.widgets.rows import ListRow
from companion.texts import sentence
from hardware.cameras.address import shown
from vision.board import BoardGeometry
from vision.observation import Pixel

_LOOKS_PER_S: Final = 60
"""Twice the rate of the pictures: at their own rate some of them would be missed."""
_COLUMN_PX: Final = 250.0
_LEAST_COLUMN_PX: Final = 385.0
_ROW_PX: Final = 70.0
_FACTS_S: Final = 0.25
_CHECK_AGAIN_S: Final = 2.0
_NETWORK: Final = "network"
"""Of the cameras to choose from, the one whose address is typed."""


class Showing(Enum):
    """The modes of the page: what is drawn over the picture, and which column is beside it."""

    BOARD = "board"
    READINGS = "readings"
    MORE = "more"
    AREA = "area"
    CONSENT = "consent"


class CameraPage(AppPage):
    """The camera page: the picture at the left or above, sentences and fields beside or below it."""

    title = "screen.camera"

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.sight is not None
        self._sight: Final = services.sight
        self._camera_reader: Final = services.camera_reader
        self._settings: Final = services.settings
        self._number = 0
        self._asked: int | None = None
        self._asked_at_s = float("-inf")
        self._learning: int | None = None
        self._dragged: Corners | None = None
        self._area: Area = area_from(self._settings.now().table.roll_area) or WHOLE
        self._known = self._sight.facts().calibrated
        self._first_time = not self._known
        self._looked_at_s = float("-inf")
        self._closed = False
        self.showing = Showing.BOARD
        self.standing = CameraStatus(self._sight.facts(), known=self._known)
        self.live: Final = LivePicture()
        self.live.bind(on_dragged=lambda _, key, to_px: self._drag(key, to_px), on_dropped=lambda *_: self._drop())
        self._words: Final = column(spaced=True)
        self._column: Final = column()
        if THEME.upright:
            self._hold(self.live, (self._column, _LEAST_COLUMN_PX))
        else:
            self._hold(row(self.live, (self._column, _COLUMN_PX)))
        self.lines: tuple[SignedLine, ...] = ()
        self.fields: dict[str, Any] = {}
        self._refresh: Final = Clock.create_trigger(lambda _: self._show())
        self.live.bind(pos=self._refresh, size=self._refresh)
        self._turn_to(Showing.BOARD)
        self._going: Final = Clock.schedule_interval(lambda _: self._go_on(), 1 / _LOOKS_PER_S)

    def show(self, view: TableView) -> None:
        """Take the newest view: how far the board is set up."""
        if self.standing.view != view:
            self.standing = replace(self.standing, view=view)
            self._refresh()

    def closed(self) -> None:
        """Stop asking for pictures."""
        self._closed = True
        self._going.cancel()

    # --- as time goes by ------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        if self.get_parent_window() is None:
            return  # another page covers this one
        preview = self._sight.newest(after=self._number)
        if preview is not None:
            first, self._number = self._number == 0, preview.number
            self.live.show(preview)
            if first:
                self.standing = replace(self.standing, picture=True)
                self._refresh()
            if self.standing.facts.trouble:  # it moves again: the words must not say that there is no picture
                self._looked_at_s = float("-inf")
        self._take_answers()
        now_s = time.monotonic()
        if now_s - self._looked_at_s >= _FACTS_S:
            self._looked_at_s = now_s
            self._look(now_s)

    def _look(self, now_s: float) -> None:
        """Update what changes seldom (whether there is a camera, what was read), and decide whether to check again."""
        facts = self._sight.facts()
        known = facts.calibrated
        if known and not self._known and self._first_time:
            self._first_time, self._dragged = False, None
            self._turn_to(Showing.CONSENT)
        learned = self.standing.learned
        if known and not self._known and learned is not None and learned.calibration is None:
            self.standing = replace(self.standing, learned=None)  # it was learned since it was refused
        self._known = known
        self.live.dim(dimmed=bool(facts.trouble))
        # How fast pictures come changes all the time, and is not shown.
        self.standing = replace(
            self.standing, facts=replace(facts, rate_hz=0.0), known=known, dragged=self._dragged is not None
        )
        idle = self._asked is None and self._learning is None and self.live.held is None
        if idle and not facts.trouble and self._number and now_s - self._asked_at_s >= _CHECK_AGAIN_S:
            self._check(now_s)
        self._refresh()

    def _check(self, now_s: float) -> None:
        reading = self._sight.last_reading()
        known = reading.corners_px if self._known and reading is not None else None
        self._asked, self._asked_at_s = self._sight.check(self._dragged or known), now_s

    def _take_answers(self) -> None:
        if self._learning is not None and (answer := self._sight.answer(self._learning)) is not None:
            self._learning = None
            self._take_learned(answer)
        if self._asked is not None and (answer := self._sight.answer(self._asked)) is not None:
            self._asked, self._asked_at_s = None, time.monotonic()
            self.standing = replace(self.standing, checked=answer)
            self._refresh()

    def _take_learned(self, answer: CameraAnswer) -> None:
        if answer.calibration is not None:
            self._dragged = None
        checked = answer if answer.corners_px is not None else self.standing.checked
        self.standing = replace(
            self.standing, learning=False, learned=answer, checked=checked, dragged=self._dragged is not None
        )
        self._refresh()

    # --- what a touch does ----------------------------------------------------------------------------------

    def _learn(self) -> None:
        if self._learning is None:
            self._asked = None  # of several requests the newest is answered
            self._learning = self._sight.learn(self._dragged)
            self.standing = replace(self.standing, learning=True, learned=None)
            self._refresh()

    def _learn_anew(self) -> None:
        self._turn_to(Showing.BOARD)
        self._learn()

    def _drag(self, key: int, to_px: Pixel) -> None:
        corners = self.corners
        if self.showing is Showing.AREA:
            self._area = area_dragged(self._area, key, to_px, corners, self._geometry.orientation)
        else:
            moved = [*corners]
            moved[key] = to_px
            if quadrangle(moved):
                first, second, third, fourth = moved
                self._dragged = first, second, third, fourth
        self._show_marks()

    def _drop(self) -> None:
        if self.showing is Showing.AREA:
            self._keep_area(self._area)
        elif self._dragged is not None:
            self.standing = replace(self.standing, dragged=True, learned=None)
            self._check(time.monotonic())
        self._refresh()

    def _keep_area(self, area: Area) -> None:
        self._area = area
        self._change("table.roll_area", area_text(area))

    def _keep_pictures(self, *, wanted: bool) -> None:
        self._change("pictures.keep", wanted)
        self._turn_to(Showing.BOARD)

    def _change(self, key: str, value: object) -> None:
        try:
            self._settings.change({key: value})
        except CompanionError as error:
            self._ways.tell(str(error))

    def _choose_camera(self) -> None:
        """Look for cameras on a thread, then open a list of them over this page."""
        camera_reader = self._camera_reader
        if camera_reader is None:
            return

        def look() -> None:
            found = camera_reader.cameras()
            Clock.schedule_once(lambda _: self._offer(found))

        threading.Thread(target=look, name="cameras", daemon=True).start()

    def _offer(self, found: Sequence[tuple[str, str]]) -> None:
        if self._closed or self._camera_reader is None:
            return
        options = [(name, self._text("camera.any") if name == "auto" else words, "") for name, words in found]
        if self._ways.offers(PageName.NETWORK_CAMERA):
            options.append((_NETWORK, self._text("camera.network"), self._text("camera.network.note")))
        now = self._settings.now().camera.device
        Chooser(
            self._text("camera.which"), options, now, keep=self._text("camera.leave"), done=self._take_camera
        ).lie_over(self)

    def _take_camera(self, name: str) -> None:
        assert self._camera_reader is not None
        if name == _NETWORK:
            self._ways.open(PageName.NETWORK_CAMERA)
            return
        try:
            self._camera_reader.take(name)
        except CompanionError as error:
            self._ways.tell(str(error))
        self._turn_to(Showing.BOARD)

    # --- the board's corners ---------------------------------------------------------------------------------

    @property
    def corners(self) -> Corners:
        """The board's corners as they are shown: dragged, read, found, or at a default place."""
        if self._dragged is not None:
            return self._dragged
        reading, checked = self._sight.last_reading(), self.standing.checked
        if self._known and reading is not None:
            return reading.corners_px
        if checked is not None and checked.corners_px is not None:
            return checked.corners_px
        return sensible(*self.live.size_wh)

    @property
    def _ready(self) -> bool:
        """Whether the board is known and nobody has moved its corners since: play can begin."""
        return self._known and self._dragged is None

    @property
    def _calibration(self) -> AnyCalibration | None:
        learned = self.standing.learned
        known = self._camera_reader.known() if self._camera_reader is not None else None
        return learned.calibration if known is None and learned is not None else known

    @property
    def _geometry(self) -> BoardGeometry:
        return geometry_of(self._calibration, self._sight.last_reading())

    @property
    def _board(self) -> CameraBoard:
        return camera_board(self.standing.view)

    # --- what is shown --------------------------------------------------------------------------------------

    def _turn_to(self, showing: Showing) -> None:
        """Show something else over the picture, and the column that belongs to it."""
        self.showing = showing
        self.fields = _COLUMNS[showing](self)
        self._column.hold(self._words, *self._rows())
        self._refresh()

    def _show(self) -> None:
        self._show_lines()
        if self.showing is Showing.BOARD and ("play" in self.fields) != self._ready:
            self._turn_to(Showing.BOARD)
        if "learn" in self.fields:
            able = self.standing.picture and not self.standing.facts.trouble and self._learning is None
            self.fields["learn"].dead = not able
        self._show_marks()

    def _show_lines(self) -> None:
        facts = said(self.standing) if self.showing is Showing.BOARD else _EXPLAINED[self.showing](self._board)
        days = f"{self._settings.now().pictures.days:.0f}"
        shown = tuple((one.tone, self._text(one.key, days=days, **one.values)) for one in facts)
        if shown != tuple((line.tone, line.text) for line in self.lines):
            self.lines = tuple(SignedLine(tone, words) for tone, words in shown)
            self._words.hold(*self.lines)

    def _show_marks(self) -> None:
        if not self.standing.picture:
            self.live.mark(Marks(), {})
            return
        corners, board, known = self.corners, self._board, self._calibration
        reading = self._sight.last_reading()
        if self.showing is Showing.READINGS and reading is not None:
            self.live.mark(board.read(reading, known), {})
        elif self.showing is Showing.AREA:
            area = area_corners(self._area, corners, self._geometry.orientation)
            self.live.mark(Marks(corners, area=area), dict(enumerate(area)))
        elif self._ready:
            self.live.mark(board.drawn(corners, known, reading, self.standing.view), dict(enumerate(corners)))
        else:
            self.live.mark(board.outlined(corners, known, reading), dict(enumerate(corners)))

    def _text(self, key: str, /, **values: str) -> str:
        terms = "" if self.standing.view is None else self.standing.view.terms
        return sentence(key, values, language=self._language, terms=terms)

    def _rows(self) -> tuple[Fields, ...]:
        """The fields below the sentences."""
        fields = tuple(self.fields.values())
        if self.showing is Showing.BOARD:
            return Fields(*fields[:1]), Fields(*fields[1:])
        return (Fields(*fields, across=1, high=_ROW_PX if self.showing is Showing.MORE else None),)

    # --- the columns ----------------------------------------------------------------------------------------

    def _board_column(self) -> dict[str, Any]:
        """Fill the column of the board; the next step is the highlighted field."""
        if self._ready:
            main = {"play": self._field(self._ways.home, "camera.play", main=True)}
        else:
            main = {"learn": self._field(self._learn, "camera.learn", main=True)}
        return {
            **main,
            "sees": self._field(lambda: self._turn_to(Showing.READINGS), "camera.sees"),
            "more": self._field(lambda: self._turn_to(Showing.MORE), "camera.more"),
        }

    def _readings_column(self) -> dict[str, Any]:
        return {"back": self._field(lambda: self._turn_to(Showing.BOARD), "camera.back", main=True)}

    def _more_column(self) -> dict[str, Any]:
        kept = "camera.kept" if self._settings.now().pictures.keep else "camera.not-wanted"
        name = self.standing.facts.name or shown(self._settings.now().camera.device)
        area = {"area": self._row("camera.area", "", lambda: self._turn_to(Showing.AREA))}
        return {
            "anew": self._row("camera.anew", "", self._learn_anew),
            **(area if self._board.has_area else {}),
            "which": self._row("camera.name", name if self._camera_reader is not None else "", self._choose_camera),
            "pictures": self._row("camera.pictures", self._text(kept), lambda: self._turn_to(Showing.CONSENT)),
            "back": self._field(lambda: self._turn_to(Showing.BOARD), "camera.back"),
        }

    def _area_column(self) -> dict[str, Any]:
        return {
            "whole": self._field(lambda: self._keep_area(WHOLE), "camera.whole"),
            "back": self._field(lambda: self._turn_to(Showing.BOARD), "camera.done", main=True),
        }

    def _consent_column(self) -> dict[str, Any]:
        return {
            "keep": self._field(lambda: self._keep_pictures(wanted=True), "camera.keep", main=True),
            "none": self._field(lambda: self._keep_pictures(wanted=False), "camera.none"),
        }

    def _row(self, key: str, note: str, then: Callable[[], None]) -> ListRow:
        return ListRow(title=self._text(key), note=note, sign="next", then=then, size_hint=(None, None))


_COLUMNS: Final[dict[Showing, Callable[[CameraPage], dict[str, Widget]]]] = {
    Showing.BOARD: CameraPage._board_column,
    Showing.READINGS: CameraPage._readings_column,
    Showing.MORE: CameraPage._more_column,
    Showing.AREA: CameraPage._area_column,
    Showing.CONSENT: CameraPage._consent_column,
}
_EXPLAINED: Final[dict[Showing, Callable[[CameraBoard], tuple[CameraSentence, ...]]]] = {
    Showing.READINGS: lambda board: _notes(board.rings, "camera.rings-unsure"),
    Showing.MORE: lambda _: (),
    Showing.AREA: lambda _: _notes("camera.area-explained"),
    Showing.CONSENT: lambda _: _notes("camera.consent"),
}


def _notes(*keys: str) -> tuple[CameraSentence, ...]:
    return tuple(CameraSentence(SentenceTone.NOTE, key) for key in keys)
