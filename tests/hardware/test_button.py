"""The button: the tests move the mock pin as a finger and a bouncing contact would."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.button import PushButton, open_button
from hardware.errors import GpioError

PIN = 17


class Bench:
    """A button on a mock pin, with a clock that the test turns."""

    def __init__(self, factory: MockFactory) -> None:
        self.now_s = 100.0
        self.presses: list[float] = []
        self.button = PushButton(PIN, self.presses.append, clock=lambda: self.now_s)
        self._pin: MockPin = factory.pin(PIN)

    def close_contact(self, *, after_s: float = 1.0) -> None:
        self.now_s += after_s
        self._pin.drive_low()

    def open_contact(self, *, after_s: float = 0.1) -> None:
        self.now_s += after_s
        self._pin.drive_high()


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def bench(factory: MockFactory) -> Iterator[Bench]:
    bench = Bench(factory)
    with bench.button:
        yield bench


def test_a_press_is_one_event_at_the_time_of_the_press(bench: Bench) -> None:
    bench.close_contact()
    assert bench.presses == [101.0]
    bench.open_contact()
    assert bench.presses == [101.0]


def test_a_bouncing_press_is_one_event(bench: Bench) -> None:
    bench.close_contact()
    for _ in range(5):
        bench.open_contact(after_s=0.001)
        bench.close_contact(after_s=0.001)
    assert bench.presses == [101.0]


def test_a_bouncing_release_is_no_event(bench: Bench) -> None:
    bench.close_contact()
    bench.open_contact(after_s=0.2)
    for _ in range(5):
        bench.close_contact(after_s=0.002)
        bench.open_contact(after_s=0.002)
    assert len(bench.presses) == 1


def test_a_long_hold_is_one_event(bench: Bench) -> None:
    bench.close_contact()
    bench.open_contact(after_s=60)
    assert len(bench.presses) == 1


def test_two_presses_are_two_events_even_when_quick(bench: Bench) -> None:
    bench.close_contact()
    bench.open_contact(after_s=0.05)
    bench.close_contact(after_s=0.05)
    bench.open_contact(after_s=0.05)
    assert len(bench.presses) == 2


def test_a_press_after_a_bouncing_one_counts_again(bench: Bench) -> None:
    bench.close_contact()
    bench.open_contact(after_s=0.001)
    bench.close_contact(after_s=0.001)
    bench.open_contact(after_s=0.1)
    bench.close_contact(after_s=0.3)
    assert len(bench.presses) == 2


def test_a_button_held_while_starting_is_no_event(factory: MockFactory) -> None:
    factory.pin(PIN).drive_low()
    with (bench := Bench(factory)).button:
        assert bench.presses == []
        bench.open_contact()
        bench.close_contact()
    assert len(bench.presses) == 1


def test_a_closed_button_is_silent_and_may_be_closed_again(bench: Bench) -> None:
    bench.button.close()
    bench.close_contact()
    bench.button.close()
    assert bench.presses == []


def test_without_gpio_there_is_no_button_and_one_line_says_so(caplog: pytest.LogCaptureFixture) -> None:
    assert os.environ.get("GPIOZERO_PIN_FACTORY") is None, "this test is about the pins of this machine"
    assert Device.pin_factory is None
    with caplog.at_level(logging.DEBUG, logger="hardware.button"):
        button = open_button(PIN, lambda _at_s: None)
    if button is not None:
        button.close()
        pytest.skip("this machine has GPIO")
    (line,) = caplog.records
    assert f"GPIO {PIN}" in line.message
    assert "\n" not in line.message
    assert not os.path.exists(".lgd-nfy0"), "the pin library left its FIFO in the working directory"


@pytest.mark.usefixtures("factory")
def test_a_pin_that_does_not_exist_is_named() -> None:
    with pytest.raises(GpioError, match="GPIO 99"):
        PushButton(99, lambda _at_s: None)


@pytest.mark.usefixtures("bench")
def test_a_pin_in_use_is_named() -> None:
    with pytest.raises(GpioError, match="GPIO 17"):
        PushButton(PIN, lambda _at_s: None)
