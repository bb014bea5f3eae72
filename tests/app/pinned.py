"""``companion`` on mock pins, which the process that started it moves and looks at.

``python -m tests.app.pinned IN OUT run …``: takes orders from the file descriptor IN, a line each, and answers each
by a JSON value on OUT.  ``press 17`` closes the contact of a button and opens it again; ``close 17``, ``open 17``;
``level 5``: whether a pin is high; ``changes 5``: how often it has changed.
"""

from __future__ import annotations

import json
import os
import sys
from threading import Thread
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.cli import main


def obey(orders: int, answers: int, factory: MockFactory) -> None:
    with os.fdopen(orders) as told, os.fdopen(answers, "w") as answered:
        for line in told:
            word, number = line.split()
            answered.write(json.dumps(_obeyed(word, factory.pin(int(number)))) + "\n")
            answered.flush()


def _obeyed(word: str, pin: Any) -> object:
    match word:
        case "press":
            pin.drive_low()
            pin.drive_high()
        case "close":
            pin.drive_low()
        case "open":
            pin.drive_high()
        case "level":
            return bool(pin.state)
        case "changes":
            return len(pin.states)
    return None


if __name__ == "__main__":
    Device.pin_factory = MockFactory()
    Thread(target=obey, args=(int(sys.argv[1]), int(sys.argv[2]), Device.pin_factory), daemon=True).start()
    sys.exit(main(sys.argv[3:]))
