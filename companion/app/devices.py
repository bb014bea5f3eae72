"""Opens the devices on the pins and the loudspeaker as the settings say, and binds them to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from companion.app.announcer import Announcer
from companion.app.table import TableSource
from companion.match.events import ButtonPressed
from companion.settings.tree import Settings
from hardware.button import open_button
from hardware.buzzer import open_buzzer
from hardware.lamp import open_lamp
from hardware.sound import Loudspeaker, players
from hardware.voice import Voice


@contextmanager
def announcing(settings: Settings) -> Iterator[Announcer]:
    """Open the announcer with every device that is present; they fall silent at the end."""
    with ExitStack() as stack:
        near, far = open_lamp(settings.lamps.pin), open_lamp(settings.lamps.second_pin)
        buzzer = open_buzzer(settings.buzzer.pin)
        speaker = Loudspeaker(players(), Voice(speed=settings.sound.speed).render)
        for device in (near, far, buzzer, speaker):
            if device is not None:
                stack.enter_context(device)
        announcer = Announcer(
            settings.sound, settings.screen.language, lights=(near, far), buzzer=buzzer, speaker=speaker
        )
        stack.callback(announcer.put_out)
        yield announcer


@contextmanager
def pressing(settings: Settings, table: TableSource) -> Iterator[None]:
    """Open the buttons; the table takes their presses."""
    pins = settings.button
    with ExitStack() as stack:
        for pin, pressed in ((pins.pin, _first(settings, table)), (pins.second_pin, _second(table))):
            button = open_button(pin, pressed, settle_s=pins.settle_s)
            if button is not None:
                stack.enter_context(button)
        yield


def _first(settings: Settings, table: TableSource) -> Callable[[float], None]:
    if settings.button.second_pin:
        return lambda at_s: table.inbox.post(ButtonPressed(at_s, table.at_bottom))
    return lambda at_s: table.inbox.post(ButtonPressed(at_s))


def _second(table: TableSource) -> Callable[[float], None]:
    return lambda at_s: table.inbox.post(ButtonPressed(at_s, table.at_bottom.other))
