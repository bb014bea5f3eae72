"""Wrong PINs are counted, and neither a restart nor a pulled plug nor a clock that is set forgives any."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

import pytest

from companion.settings import pin_tries
from companion.settings.pin_tries import Guard, since_boot_s, this_boot, wait_after_s

PIN: Final = "2468"
"""In plain digits, which are compared at once."""


class Device:
    """A device that is started and restarted; ``now_s``: since it was started."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.now_s = 100.0
        self.boots = 1

    def program(self) -> Guard:
        """The guard of a program that was just started."""
        return Guard(self.file, now_s=lambda: self.now_s, boot=f"boot {self.boots}")

    def restart(self) -> Guard:
        self.boots += 1
        self.now_s = 10.0
        return self.program()


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(tmp_path / "tries.json")


def wrong(guard: Guard, times: int) -> None:
    for _ in range(times):
        assert not guard.admits(PIN, "0000")


def test_three_wrong_pins_cost_half_a_minute_in_which_even_the_right_one_is_not_taken(device: Device) -> None:
    guard = device.program()
    wrong(guard, 3)
    assert guard.waits_s() == 30.0
    device.now_s += 29.9
    assert not guard.admits(PIN, PIN)
    device.now_s += 0.1
    assert guard.admits(PIN, PIN)


def test_a_right_pin_forgives_the_wrong_ones(device: Device) -> None:
    guard = device.program()
    for _ in range(5):
        wrong(guard, 2)
        assert guard.admits(PIN, PIN)
    assert not device.file.exists()


def test_the_wait_doubles_up_to_a_quarter_of_an_hour(device: Device) -> None:
    guard = device.program()
    waits = []
    for _ in range(8):
        wrong(guard, 3)
        waits.append(guard.waits_s())
        device.now_s += waits[-1]
    assert waits == [30, 60, 120, 240, 480, 900, 900, 900]


def test_all_pins_of_four_digits_take_a_month() -> None:
    assert sum(wait_after_s(wrong) for wrong in range(1, 10_000)) > 30 * 24 * 3600


def test_tries_are_counted_across_a_restart_of_the_program(device: Device) -> None:
    wrong(device.program(), 2)
    guard = device.program()
    wrong(guard, 1)
    assert guard.waits_s() == 30.0
    device.now_s += 10
    assert device.program().waits_s() == 20.0


def test_a_wait_begins_again_when_the_device_is_restarted(device: Device) -> None:
    guard = device.program()
    wrong(guard, 3)
    device.now_s += 20
    assert device.restart().waits_s() == 30.0
    device.now_s += 20
    assert device.restart().waits_s() == 30.0
    device.now_s += 30
    assert device.program().waits_s() == 0.0


def test_pulling_the_plug_before_the_answer_saves_no_try(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    def pulled(*_: str) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(pin_tries, "opens", pulled)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            device.restart().admits(PIN, "0000")
    assert device.restart().waits_s() == 30.0


def test_the_clock_of_the_day_does_not_count(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real sources of time: neither knows the date."""
    guard = Guard(device.file)
    wrong(guard, 3)
    for year_s in (0.0, 4e9):
        monkeypatch.setattr("time.time", lambda year_s=year_s: year_s)
        os.utime(device.file, (year_s, year_s))
        assert 29.0 < guard.waits_s() <= 30.0
        assert 29.0 < Guard(device.file).waits_s() <= 30.0
    assert since_boot_s() > 0


def test_a_device_that_does_not_name_its_start_waits_anew_each_time(device: Device) -> None:
    assert this_boot() == this_boot()
    wrong(Guard(device.file, now_s=lambda: 0.0, boot=""), 3)
    assert Guard(device.file, now_s=lambda: 29.0, boot="").waits_s() == 30.0


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"\xff", b"[1]", b'{"wrong": 0, "boot": "boot 1", "until_s": 0}', b"[" * 900,
     b'{"wrong": "many", "boot": "boot 1", "until_s": 0}', b'{"wrong": 3, "boot": "boot 1", "until_s": 1e999}'],
)  # fmt: skip
def test_a_damaged_count_is_three_wrong_pins_and_no_more(device: Device, content: bytes) -> None:
    device.file.write_bytes(content)
    guard = device.program()
    assert guard.waits_s() == 30.0
    device.now_s += 30
    assert guard.admits(PIN, PIN)


def test_where_nothing_can_be_written_tries_are_counted_in_memory(
    device: Device, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    device.file = tmp_path / "no folder" / "tries.json"
    guard = device.program()
    with caplog.at_level(logging.CRITICAL):
        wrong(guard, 3)
    assert guard.waits_s() == 30.0
