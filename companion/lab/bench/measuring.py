"""Runs commands that print figures, each in a process of its own.

So no measurement shares memory with another one, and a crash does not affect the next ones.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, InputError
from companion.lab.bench.figure import Figure, from_json

_PATIENCE_S: Final = 3600
"""A command that takes longer hangs: all yardsticks together took a quarter of it on a busy machine."""

_CASES: Final = (
    "tests/casebook/test_casebook.py"
    "::test_the_companion_answers_as_the_casebook_says_and_its_record_leads_to_the_same_table_again"
)


class NotMeasuredError(CompanionError, RuntimeError):
    """A command printed no figures."""


def checkout() -> Path:
    """The folder of the project; raises InputError where the program is installed without it."""
    for folder in Path(__file__).parents:
        if (folder / "pyproject.toml").is_file():
            return folder
    raise InputError(f"{Path(__file__).parent}: expected a checkout of the project, with its tests and pages")


def figures_of_command(words: Sequence[str]) -> list[Figure]:
    """The figures of ``companion WORDS --json``; raises NotMeasuredError with the reason if there are none."""
    done = _ran([sys.executable, "-m", "companion", *words, "--json"])
    if done.returncode not in (0, 1):
        raise NotMeasuredError(_why(done))
    try:
        return from_json(done.stdout)
    except ValueError as error:
        raise NotMeasuredError(_why(done)) from error


def figures_of_casebook() -> list[Figure]:
    """The number of situations of the casebook that are answered as it says."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "cases.xml"
        done = _ran([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", _CASES])
        if done.returncode not in (0, 1) or not report.is_file():
            raise NotMeasuredError(_why(done))
        return figures_of_report(report.read_text(encoding="utf-8"))


def figures_of_report(junit: str) -> list[Figure]:
    """The figures of pytest's report of the cases, in the XML of JUnit.

    An expected failure that passes counts as a failure: its page says otherwise.
    """
    cases = list(ElementTree.fromstring(junit).iter("testcase"))
    expected = sum(case.find("skipped") is not None for case in cases)
    failing = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    answered = len(cases) - expected - failing
    return [
        Figure.at_least("situations answered as written", answered, "", len(cases)),
        Figure.at_most("situations expected to fail", expected, "", 0),
        Figure.exactly("situations that fail", failing, "", 0),
    ]


def _ran(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """The process as it ended; what it said on standard error is said here too."""
    try:
        done = subprocess.run(words, cwd=checkout(), capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise NotMeasuredError(f"not done after {_PATIENCE_S} seconds") from error
    sys.stderr.write(done.stderr)
    return done


def _why(done: subprocess.CompletedProcess[str]) -> str:
    said = (done.stderr or done.stdout).strip().splitlines()
    return f"ended with {done.returncode}" + (f": {said[-1]}" if said else "")
