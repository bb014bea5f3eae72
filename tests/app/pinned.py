"""``companion`` on mock pins, which the process that started it moves and looks at."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.cli import main


def on_mock_pins(orders: Connection, words: Sequence[str]) -> int:
    """Run the companion; each order, a word and the number of a pin, is answered.

    ``press`` closes the contact of a button and opens it again; ``close``, ``open``; ``level``: whether a pin is high;
    ``changes``: how often it has changed.
    """
    Device.pin_factory = MockFactory()
    Thread(target=_obey, args=(orders, Device.pin_factory), daemon=True).start()
    return main(words)


def _obey(orders: Connection, factory: MockFactory) -> None:
    while True:
        word, number = orders.recv()
        orders.send(_obeyed(word, factory.pin(number)))


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
