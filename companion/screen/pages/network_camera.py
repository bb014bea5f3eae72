"""The page of a telephone or network camera: how it becomes the camera, its address, and whether pictures come."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock

from companion.errors import CompanionError
from companion.screen.camera_text import network_status
from companion.screen.navigator import Navigator, PageName
from companion.screen.pages.help import Paragraph
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, column
from companion.screen.widgets.editors import LinkField
from companion.screen.widgets.keyboard import Keyboard
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.rows import Sheet
from companion.settings.limits import LONGEST_TEXT
from companion.texts import TEXTS
from hardware.cameras.address import as_typed, is_address, shown

_LINE_PX: Final = 64.0
_LINES_PX: Final = 104.0
"""In an upright window, where the longest of these sentences takes three lines."""
_LOOKS_PER_S: Final = 4
_BEGINNING: Final = "http://"


class NetworkCameraPage(AppPage):
    """Sentences that explain, the address, and below it what comes of it."""

    title = "screen.network_camera"

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.sight is not None
        assert services.camera_reader is not None
        self._sight: Final = services.sight
        self._camera_reader: Final = services.camera_reader
        self._settings: Final = services.settings
        self._typed = ""
        """What was typed and is no address yet."""
        self.sheet: Final = Sheet()
        for key in TEXTS:
            if key.startswith("network-camera.step."):
                self.sheet.column.add_widget(Paragraph(text=self._text(key)))
        self.line: Final = SignedLine()
        self.address: Final = LinkField()
        self.address.bind(on_touched=lambda _: self._type())
        self.camera: Final = self._field(self._to_camera, "screen.camera", most=24)
        line = column(self.line, margin=True)
        fields = Fields((self.address, 0.64), (self.camera, 0.36))
        self._hold(self.sheet, (line, _LINES_PX if THEME.upright else _LINE_PX), fields)
        self._look()
        self._going: Final = Clock.schedule_interval(lambda _: self._look(), 1 / _LOOKS_PER_S)

    def closed(self) -> None:
        self._going.cancel()

    # --- what is shown -----------------------------------------------------------------------------

    def _look(self) -> None:
        """Say whether pictures come from the address."""
        device = self._settings.now().camera.device
        self.address.shown = shown(device) if is_address(device) else self._text("network-camera.address")
        status = network_status(self._sight.facts(), device)
        self.line.tone, self.line.text = (status.tone, self._text(status.key)) if status is not None else (None, "")

    # --- what a touch does -------------------------------------------------------------------------

    def _type(self) -> None:
        device = self._settings.now().camera.device
        before = device if is_address(device) else _BEGINNING
        Keyboard(
            self._typed or before, hint=self._text("network-camera.address"), longest=LONGEST_TEXT, names=False,
            signs=True, language=self._language, done=self._take, left=self._leave,
        ).lie_over(self)  # fmt: skip

    def _leave(self, text: str) -> None:
        self._typed = text
        self._ways.tell(self._text("keyboard.kept"))

    def _take(self, text: str) -> None:
        address = as_typed(text)
        if address is None:
            self._leave_wrong(text)
            return
        self._typed = ""
        try:
            self._camera_reader.take(address)
        except CompanionError as error:
            self._ways.tell(str(error))
        self._look()

    def _leave_wrong(self, text: str) -> None:
        self._typed = "" if text == _BEGINNING else text
        if self._typed:
            self._ways.tell(self._text("camera.network.address"))

    def _to_camera(self) -> None:
        self._ways.back()
        self._ways.open(PageName.CAMERA)
