"""The process in which the engine of draughts computes for a table: ``python -m companion.coach.draughts.worker FD``.

:class:`companion.coach.worker.Coach` starts it, asks it :class:`.at_the_table.MoveDecision`, and posts its answers.
"""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from companion.coach.draughts.at_the_table import MoveDecision, MoveReady, answer
from companion.coach.worker import Coach, leave_room

_COMMAND: Final = (sys.executable, "-m", "companion.coach.draughts.worker")


def draughts_coach(post: Callable[[Any], None]) -> Coach:
    """The coach of draughts, which posts :class:`MoveReady`."""
    return Coach(post, command=_COMMAND, failed=MoveReady)


def serve(connection: Connection) -> None:
    """Answer the newest question, until the connection ends."""
    with suppress(EOFError, OSError):
        while True:
            decision: MoveDecision = connection.recv()
            while connection.poll():
                decision = connection.recv()
            connection.send(answer(decision))


def main(arguments: Sequence[str] | None = None) -> int:
    """The process: ``FD`` is the descriptor of the connection to who asks."""
    parser = argparse.ArgumentParser(prog="companion.coach.draughts.worker")
    parser.add_argument("--engine", help="there is one only")
    parser.add_argument("descriptor", type=int)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # who asks ends it, by asking no more
    leave_room()
    with Connection(options.descriptor) as connection:
        serve(connection)
    return 0


if __name__ == "__main__":
    sys.exit(main())
