"""Lamps and the buzzer, which the pin library drives on threads of its own: seen and heard at the mock pin."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buzzer import BEEPS, Buzzer, open_buzzer
from hardware.errors import GpioError
from hardware.lamp import Lamp, open_lamp
from tests.patience import eventually

PIN = 5


def levels(factory: MockFactory) -> list[bool]:
    """What the pin has been told, from its beginning."""
    return [bool(state.state) for state in factory.pin(PIN).states]


def test_a_lamp_is_lit_and_put_out(factory: MockFactory) -> None:
    with Lamp(PIN) as lamp:
        lamp.on()
        assert factory.pin(PIN).state
        lamp.off()
        assert not factory.pin(PIN).state


def test_a_blinking_lamp_blinks_until_it_is_told_otherwise(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.lamp.BLINK_S", 0.001)
    with Lamp(PIN) as lamp:
        lamp.blink()
        assert eventually(lambda: levels(factory).count(True) > 5)
        lamp.on()
        told = len(levels(factory))
        assert factory.pin(PIN).state
        assert len(levels(factory)) == told


def test_a_closed_lamp_is_out_and_may_be_closed_again(factory: MockFactory) -> None:
    lamp = Lamp(PIN)
    lamp.blink()
    lamp.close()
    lamp.close()
    assert not factory.pin(PIN).state


def test_a_buzzer_beeps_a_few_times_and_is_silent_then(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.buzzer.BEEP_S", 0.001)
    monkeypatch.setattr("hardware.buzzer.PAUSE_S", 0.001)
    with Buzzer(PIN) as buzzer:
        buzzer.buzz()
        assert eventually(lambda: levels(factory).count(True) == BEEPS and not factory.pin(PIN).state)


def test_a_buzzer_is_silenced_at_once(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.buzzer.BEEP_S", 3600.0)
    with Buzzer(PIN) as buzzer:
        buzzer.buzz()
        assert eventually(lambda: bool(factory.pin(PIN).state))
        buzzer.silence()
        assert not factory.pin(PIN).state


@pytest.mark.parametrize(("make", "what"), [(Lamp, "lamp"), (Buzzer, "buzzer")])
@pytest.mark.usefixtures("factory")
def test_a_pin_that_cannot_be_used_is_named(make: Callable[[int], Lamp | Buzzer], what: str) -> None:
    with pytest.raises(GpioError, match=f"no {what} on GPIO 99"):
        make(99)


@pytest.mark.parametrize(("opened", "what"), [(open_lamp, "lamp"), (open_buzzer, "buzzer")])
def test_without_gpio_one_line_says_so(
    opened: Callable[[int], Lamp | Buzzer | None],
    what: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    device = opened(PIN)
    if device is not None:
        device.close()
        pytest.skip("this machine has GPIO")
    (line,) = caplog.messages
    assert f"no {what} on GPIO {PIN}" in line
    assert "\n" not in line


@pytest.mark.parametrize("opened", [open_lamp, open_buzzer])
def test_pin_0_is_none(opened: Callable[[int], Lamp | Buzzer | None]) -> None:
    assert opened(0) is None


def test_a_lamp_that_fails_is_told_once_and_once_when_it_works_again(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("GPIO busy")

    with caplog.at_level(logging.INFO, logger="hardware"), Lamp(PIN) as lamp:
        with monkeypatch.context() as patched:
            patched.setattr(type(factory.pin(PIN)), "_set_state", broken)
            lamp.on()
            lamp.off()
        lamp.on()
        assert factory.pin(PIN).state
    assert caplog.messages == [
        "the lamp on GPIO 5 has failed: GPIO busy (RuntimeError)",
        "the lamp on GPIO 5 works again",
    ]
