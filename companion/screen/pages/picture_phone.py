"""The page whose code lets a phone have a picture of a board read, once."""

from __future__ import annotations

from collections.abc import Callable

from companion.screen.pages.phone import PhonePage
from companion.screen.services import HandedMatch, Services


class PicturePhonePage(PhonePage):
    """A code of its own each time it is opened."""

    title = "screen.picture-phone"

    def _handing(self, services: Services, match: int | None) -> Callable[[], HandedMatch]:
        del match
        assert services.live is not None
        live = services.live
        return lambda: HandedMatch(live.invite(), "", "")

    def _show_handed(self, handed: HandedMatch) -> None:
        self._handed = handed
        self._turn_to("link")
