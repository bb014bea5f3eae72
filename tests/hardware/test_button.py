"""The button: the tests move the mock pin as a finger and a bouncing contact would."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from queue import Queue

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.button import HANGS_S, PushButton, open_button
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


def test_a_button_that_is_closed_from_the_start_hangs_which_is_told_once_and_is_no_press(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tied = MockPin._set_pull

    def pulled_in_vain(pin: MockPin, value: str) -> None:
        tied(pin, value)
        pin.drive_low()

    monkeypatch.setattr(MockPin, "_set_pull", pulled_in_vain)
    with caplog.at_level(logging.INFO, logger="hardware.button"), (bench := Bench(factory)).button:
        assert bench.presses == []
        bench.open_contact()
        bench.close_contact()
        bench.open_contact()
    assert len(bench.presses) == 1
    hangs, free = caplog.messages
    assert hangs == "the button on GPIO 17 hangs: its contact stays closed; is something lying on it?"
    assert free == "the button on GPIO 17 is free again"


def test_a_contact_that_stays_closed_longer_than_any_finger_hangs(factory: MockFactory) -> None:
    told = Queue[str]()

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.put(record.getMessage())

    log, handler = logging.getLogger("hardware.button"), Told()
    log.addHandler(handler)
    try:
        with (bench := Bench(factory)).button:
            bench.close_contact()
            bench.now_s += HANGS_S
            assert "GPIO 17 hangs" in told.get(timeout=10)
            for _ in range(3):  # a loose wire
                bench.open_contact(after_s=40.0)
                bench.close_contact(after_s=0.01)
        assert len(bench.presses) == 1
    finally:
        log.removeHandler(handler)


def test_a_closed_button_is_silent_and_may_be_closed_again(bench: Bench) -> None:
    bench.button.close()
    bench.close_contact()
    bench.button.close()
    assert bench.presses == []


def test_without_gpio_there_is_no_button_and_one_line_says_so(caplog: pytest.LogCaptureFixture) -> None:
    assert os.environ.get("GPIOZERO_PIN_FACTORY") is None, "this test is about the pins of this machine"
    assert Device.pin_factory is None
    with caplog.at_level(logging.DEBUG, logger="hardware"):
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


def test_pin_0_is_no_button() -> None:
    assert open_button(0, lambda _at_s: None) is None
