"""The modal that scans a QR code with the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, Final

from kivy.clock import Clock

from companion.screen.camera_service import CameraService
from companion.screen.widgets.arranged import WHOLE, column
from companion.screen.widgets.keyboard import HEAD_PX, KeyField, header
from companion.screen.widgets.live_picture import LivePicture
from companion.screen.widgets.modals import Modal
from companion.screen.widgets.words import Words
from companion.texts import sentence
from hardware.pictures import Image

_LOOK_S: Final = 1 / 15


class Scan(Modal):
    """Shows the live picture until it contains a code; ``done`` is called with the code's text.

    ``codes_in`` runs on a thread: it may take half a second.
    """

    def __init__(
        self,
        sight: CameraService,
        codes_in: Callable[[Image], Sequence[str]],
        *,
        done: Callable[[str], None],
        language: str = "en",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._sight: Final = sight
        self._codes_in: Final = codes_in
        self._done: Final = done
        self._language: Final = language
        self._shown = 0
        self._searched = 0
        self._worker: Thread | None = None
        self._words = Words(bold=True, most=31, text=sentence("scan.hold", language=language))
        self.leave: Final = KeyField(sign="back")
        self.leave.bind(on_touched=lambda _: self.close())
        self._picture: Final = LivePicture()
        self.add_widget(column((header(self.leave, self._words), HEAD_PX), self._picture, pos_hint=WHOLE))
        self._looking = Clock.schedule_interval(lambda _: self._look(), _LOOK_S)

    def close(self) -> None:
        """Stop looking."""
        self._looking.cancel()
        super().close()

    def _look(self) -> None:
        if self.parent is None:
            self._looking.cancel()  # the page below was left
            return
        trouble = self._sight.facts().trouble
        self._words.text = sentence("scan.no-camera" if trouble else "scan.hold", language=self._language)
        preview = self._sight.newest(after=self._shown)
        if preview is None:
            return
        self._shown = preview.number
        self._picture.show(preview)
        if self._worker is None:
            # No daemon: Python waits for the one search at its end, for it may not stop a thread inside OpenCV.
            self._worker = Thread(target=self._search, args=(preview.image_bgr,))
            self._worker.start()

    def _search(self, image_bgr: Image) -> None:
        texts = tuple(self._codes_in(image_bgr))
        Clock.schedule_once(lambda _: self._searched_for(texts))

    def _searched_for(self, texts: Sequence[str]) -> None:
        self._worker = None
        if texts and self.parent is not None:
            self.close()
            self._done(texts[0])
