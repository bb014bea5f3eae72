"""The window between the two players: draws the newest :class:`companion.match.view.View` and takes touches.

Nothing of the game is decided here.  Kivy is imported in this package only, and only when a window
is opened: this package can be imported without a display.

The screen is 800 x 480 and is flat between two people, so each of them has one half: the lower half is
drawn as it is, the upper half turned by 180 degrees.
"""

from __future__ import annotations

from collections.abc import Sequence

import hardware.display
from companion.errors import DeviceError
from companion.screen.display import prepare
from companion.screen.first_steps import at_the_start
from companion.screen.navigator import PageName
from companion.screen.services import Services
from companion.screen.source import Source

__all__ = ["PageName", "Services", "Source", "at_the_start", "run"]


def run(
    services: Services,
    *,
    auto_close: bool = True,
    first: Sequence[PageName] = (),
    said: str = "",
) -> None:
    """Open the window and return when it is closed, or when the table reports that it is finished.

    ``auto_close``: whether a finished table closes the window; else a person closes it.  ``first``: the pages that are
    open over the game at the start, the lowest first.  ``said``: a sentence that is shown over them until somebody
    touches it.

    Raises ``DeviceError`` where no window can be opened.
    """
    reason = hardware.display.available()
    if reason is not None:
        raise DeviceError(reason)
    prepare(fullscreen=services.settings.now().screen.fullscreen or hardware.display.fills_screen())
    # Only now: importing Kivy's window without a display ends the process.
    from companion.screen.app import CompanionApp

    CompanionApp(services, auto_close=auto_close, first=first, said=said).run()
