"""Two crashes within a minute, and the next start resumes nothing; a start that ended in order counts for nothing."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.app.starts import FILE_NAME, counted
from companion.record.machine import Machine


def booted(folder: Path, name: str = "first") -> Machine:
    """A machine whose kernel gives this start that name."""
    place = folder / name / "proc/sys/kernel/random"
    place.mkdir(parents=True, exist_ok=True)
    (place / "boot_id").write_text(name)
    return Machine(folder / name)


class Power:
    """Starts the program again and again, on one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir()

    def crash(self, at_s: float, boot: str = "first") -> bool:
        """Start at this time, end by a crash some time later, and tell whether the start took the ones before to
        be crashes."""
        counting = counted(self.data, machine=booted(self.folder, boot), clock=lambda: at_s)
        with pytest.raises(ZeroDivisionError), counting as crashed:
            raise ZeroDivisionError
        return crashed

    def end(self, at_s: float) -> bool:
        with counted(self.data, machine=booted(self.folder), clock=lambda: at_s) as crashed:
            pass
        return crashed


def test_the_third_start_within_a_minute_resumes_nothing(tmp_path: Path) -> None:
    power = Power(tmp_path)
    assert [power.crash(at_s) for at_s in (100, 110, 120)] == [False, False, True]


def test_after_a_minute_a_match_is_resumed_again(tmp_path: Path) -> None:
    power = Power(tmp_path)
    assert [power.crash(at_s) for at_s in (100, 110, 171)] == [False, False, False]


def test_crashes_count_from_when_they_were_noticed(tmp_path: Path) -> None:
    """The first run lasted for hours; it and the next one crashed within a minute."""
    power = Power(tmp_path)
    assert [power.crash(at_s) for at_s in (100, 9000, 9030)] == [False, False, True]


def test_it_resumes_nothing_as_long_as_it_crashes(tmp_path: Path) -> None:
    power = Power(tmp_path)
    assert [power.crash(at_s) for at_s in (1, 2, 3, 4, 5)] == [False, False, True, True, True]
    assert power.crash(300) is False


def test_an_orderly_end_makes_up_for_the_crashes_before(tmp_path: Path) -> None:
    power = Power(tmp_path)
    assert [power.crash(1), power.crash(2), power.end(3), power.crash(4), power.crash(5)] == [
        False, False, True, False, False,
    ]  # fmt: skip


def test_a_power_cut_is_no_crash_of_the_program(tmp_path: Path) -> None:
    power = Power(tmp_path)
    assert [power.crash(20, boot) for boot in ("first", "second", "third", "fourth")] == [False] * 4


@pytest.mark.parametrize("content", [b"", b"\xff\x00nonsense\n", b"first 1e999\nfirst nan\n", b"first x\n" * 9000])
def test_a_file_of_starts_that_says_nothing_is_no_trouble(tmp_path: Path, content: bytes) -> None:
    power = Power(tmp_path)
    (power.data / FILE_NAME).write_bytes(content)
    assert [power.crash(at_s) for at_s in (100, 110, 120)] == [False, False, True]


def test_a_folder_that_cannot_be_written_is_no_trouble_either(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ExitStack() as stack:
        assert stack.enter_context(counted(tmp_path / "nowhere")) is False
    assert "cannot be written" in caplog.text
    caplog.clear()
