"""What is done once the table is closed and all of it is on disk: a screen asks for it when it ends the table."""

from __future__ import annotations

from enum import Enum


class Afterwards(Enum):
    """``START_AGAIN``: the companion, in the release that is the current one then; ``GO_BACK``: the release before."""

    SHUT_DOWN = "shut_down"
    RESTART = "restart"
    START_AGAIN = "start_again"
    GO_BACK = "go_back"
