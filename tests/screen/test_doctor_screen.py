"""The diagnostics on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.doctor import Fact, Finding, FindingState
from companion.errors import DeviceError
from companion.screen import PageName, tasks
from tests.screen.conftest import Stage
from tests.screen.fakes import FINDINGS, Doctor
from tests.screen.with_services import opened, said, touch, wait_until, with_services


def test_findings_are_listed_with_sign_and_remedy_and_what_is_wrong_comes_first(stage: Stage) -> None:
    with with_services(stage):
        screen = opened(stage, PageName.DOCTOR)
        wait_until(lambda: bool(screen.said.text))
        rows = list(reversed(screen.sheet.column.children))
        assert [(row.title, row.sign) for row in rows[:3]] == [
            ("Free space", "fault"), ("Cameras", "warning"), ("Button", "warning"),
        ]  # fmt: skip
        assert rows[0].note == "Only 12 MB are free on /.\nFree some space: at least 200 MB are needed."
        assert len(rows) == len(FINDINGS)
        assert screen.said.text == "Fix the items marked with a triangle."
        stage.keep("doctor-800x480")


def test_the_findings_are_read_in_the_language_of_the_screen(stage: Stage) -> None:
    with with_services(stage, {"screen.language": "sk"}):
        screen = opened(stage, PageName.DOCTOR)
        wait_until(lambda: bool(screen.said.text))
        worst = screen.sheet.column.children[-1]
        assert worst.title == "Voľné miesto"
        assert worst.note == "V / je voľných iba 12 MB.\nUvoľnite miesto: potrebných je aspoň 200 MB."


@pytest.mark.parametrize(
    ("left_out", "says"),
    [
        ((), "Fix the items marked with a triangle."),
        ((FindingState.FAULT,), "Nothing is broken, but some parts are missing."),
        ((FindingState.FAULT, FindingState.WARNING), "No faults were found."),
    ],
)
def test_the_worst_that_was_found_is_said_in_one_line(
    stage: Stage, left_out: tuple[FindingState, ...], says: str
) -> None:
    found = [finding for finding in FINDINGS if finding.state not in left_out]
    with with_services(stage, doctor=Doctor(found)):
        screen = opened(stage, PageName.DOCTOR)
        wait_until(lambda: bool(screen.said.text))
        assert screen.said.text == says


def test_all_is_looked_at_again_on_a_touch(stage: Stage) -> None:
    doctor = Doctor([Finding(Fact.PYTHON_FINE, {"version": "3.11.2"})])
    with with_services(stage, doctor=doctor):
        screen = opened(stage, PageName.DOCTOR)
        wait_until(lambda: bool(screen.said.text))
        assert screen.said.text == "No faults were found."
        touch(stage, screen.again)
        wait_until(lambda: bool(screen.said.text))
        assert doctor.examined == 2
        assert len(screen.sheet.column.children) == 1


def test_the_doctor_stops_when_the_screen_is_left(stage: Stage) -> None:
    go_on = Event()

    class Slow(Doctor):
        given = 0

        def examine(self) -> Iterator[Finding]:
            go_on.wait(10)
            for finding in super().examine():
                self.given += 1
                yield finding

    doctor = Slow()
    with with_services(stage, doctor=doctor):
        screen = opened(stage, PageName.DOCTOR)
        assert screen.progress.parent is not None
        assert screen.again.dead
        stage.app.app_root.back()
        go_on.set()
        wait_until(lambda: not tasks.busy())
        assert (doctor.given, screen.findings) == (1, [])


def test_a_doctor_that_breaks_down_says_so(stage: Stage) -> None:
    class Broken(Doctor):
        def examine(self) -> Iterator[Finding]:
            yield FINDINGS[0]
            raise DeviceError("/dev/video0: does not answer")

    with with_services(stage, doctor=Broken()):
        screen = opened(stage, PageName.DOCTOR)
        wait_until(lambda: stage.app.app_root._note is not None)
        assert said(stage) == "Diagnostics stopped: /dev/video0: does not answer"
        wait_until(lambda: not screen.again.dead)


def _has_looked(screen: Any) -> bool:
    return bool(screen.said.text)


def test_a_report_is_saved_and_its_file_is_named(stage: Stage) -> None:
    for saved, says in ((Path("/media/FRIDAY/report.zip"), "Saved: /media/FRIDAY/report.zip"),
                        (None, "/media: no stick is plugged in, expected one")):  # fmt: skip
        with with_services(stage, doctor=Doctor(saved=saved)):
            screen = opened(stage, PageName.DOCTOR)
            wait_until(partial(_has_looked, screen))
            touch(stage, screen.bundle)
            wait_until(lambda: stage.app.app_root._note is not None)
            assert said(stage) == says
