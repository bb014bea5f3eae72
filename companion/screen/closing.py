"""The choices of what happens after the table is closed and everything is on disk; a page makes the choice."""

from __future__ import annotations

from enum import Enum


class AfterClosing(Enum):
    """What happens after the table is closed.

    ``START_AGAIN``: start the companion in the release that is current then; ``GO_BACK``: in the release before.
    """

    SHUT_DOWN = "shut_down"
    RESTART = "restart"
    START_AGAIN = "start_again"
    GO_BACK = "go_back"
