"""The modal that scans a QR code with the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.screen.camera_service import CameraService, PreviewPicture
from companion.screen.theme import THEME
from companion.screen.widgets.keyboard import KeyField
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
        self._texture: Any = None
        self._words = Words(bold=True, most=31, text=sentence("scan.hold", language=language))
        self.leave: Final = KeyField(sign="back")
        self.leave.bind(on_touched=lambda _: self.close())
        self.add_widget(self.leave)
        self.add_widget(self._words)
        with self.canvas:
            self._ink = Color(1, 1, 1, 0)
            self._picture = Rectangle()
        self.bind(pos=self._lay, size=self._lay)
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
        self._show(preview)
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

    def _show(self, preview: PreviewPicture) -> None:
        height, width = preview.image_bgr.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
            self._picture.texture, self._ink.a = self._texture, 1
            self._lay()
        self._texture.blit_buffer(preview.image_bgr.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()

    def _lay(self, *_: object) -> None:
        head, gap = THEME.px(72), THEME.px(4)
        side = THEME.px(84)
        self.leave.pos, self.leave.size = (self.x + gap, self.y + self.height - head + gap), (side, head - 2 * gap)
        self._words.pos = (self.x + side + 3 * gap, self.y + self.height - head)
        self._words.size = (max(self.width - side - 6 * gap, 1), head)
        if self._texture is not None:
            room = self.height - head - gap
            scale = min(self.width / self._texture.width, room / self._texture.height)
            size = (self._texture.width * scale, self._texture.height * scale)
            self._picture.size = size
            self._picture.pos = (self.x + self.width / 2 - size[0] / 2, self.y + (room - size[1]) / 2)
