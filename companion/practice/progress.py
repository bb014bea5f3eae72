"""What has been solved: one line of JSON for each attempt, in a file of its own beside the matches."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.errors import StorageError
from companion.practice.exercise import Lesson, Outcome
from companion.practice.shown import LessonShown

log = logging.getLogger(__name__)

FILE_NAME: Final = "practice.jsonl"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One exercise that was done.

    ``at``: in ISO 8601.  ``loss_mp``: None where no engine graded it.  ``helped``: the coach was asked for hints.
    """

    exercise: str
    solved: bool
    at: str
    loss_mp: float | None = None
    helped: bool = False

    @classmethod
    def of(cls, outcome: Outcome, at: str, *, helped: bool) -> Attempt:
        return cls(outcome.key, outcome.solved, at, outcome.loss_mp, helped)


def attempts(data_dir: Path) -> tuple[Attempt, ...]:
    """All attempts, the oldest first; none where the file cannot be read, and without lines that are damaged.

    A power cut may have torn the last line.
    """
    path = data_dir / FILE_NAME
    try:
        lines = path.read_bytes().splitlines() if path.exists() else []
    except OSError as error:
        log.warning("%s: cannot be read (%s)", path, error.strerror)
        return ()
    return tuple(attempt for line in lines if (attempt := _read(line)) is not None)


def keep(data_dir: Path, attempt: Attempt) -> None:
    """Add an attempt, on disk when this returns.  Raises :class:`StorageError` naming the file."""
    path = data_dir / FILE_NAME
    line = json.dumps(asdict(attempt))
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            # A line that a power cut has torn stays alone.
            torn = file.tell() > 0 and not path.read_bytes().endswith(b"\n")
            file.write(b"\n" * torn + line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror})") from error


def lessons_shown(lessons: Iterable[Lesson], made: Sequence[Attempt]) -> tuple[LessonShown, ...]:
    """The lessons with how many of their exercises have ever been solved."""
    solved = {attempt.exercise for attempt in made if attempt.solved}
    return tuple(
        LessonShown(
            lesson.name, lesson.title, len(lesson.exercises), sum(each.key in solved for each in lesson.exercises)
        )
        for lesson in lessons
    )


def first_open(lesson: Lesson, made: Sequence[Attempt]) -> int:
    """The number of the first exercise that was never solved, from 1; the first one where all were."""
    solved = {attempt.exercise for attempt in made if attempt.solved}
    numbers = (number for number, each in enumerate(lesson.exercises, start=1) if each.key not in solved)
    return next(numbers, 1)


def _read(line: bytes) -> Attempt | None:
    try:
        told = json.loads(line)
        loss = told.get("loss_mp")
        loss_mp = None if loss is None else float(loss)
        return Attempt(
            str(told["exercise"]), told["solved"] is True, str(told["at"]), loss_mp, told.get("helped") is True
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
