"""What has been solved, kept in the journal beside the matches: backed up, restored and salvaged with them."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from companion.errors import StorageError
from companion.practice.draughts import DraughtsLesson
from companion.practice.exercise import ExerciseOutcome, Lesson
from companion.practice.view import LessonShown
from companion.record.journal import FILE_NAME
from companion.record.journal_file import connected

log = logging.getLogger(__name__)

AnyLesson: TypeAlias = Lesson | DraughtsLesson
"""A lesson of whatever game, on the board or by touch."""

_PATIENCE_S: Final = 2.0
_ALL: Final = "SELECT exercise, solved, at, loss_mp, helped FROM attempts ORDER BY id"
_ADD: Final = "INSERT INTO attempts (exercise, solved, at, loss_mp, helped) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class StoredAttempt:
    """One exercise that was done.

    ``at``: in ISO 8601.  ``loss_mp``: None where no engine graded it.  ``helped``: the coach was asked for hints.
    """

    exercise: str
    solved: bool
    at: str
    loss_mp: float | None = None
    helped: bool = False

    @classmethod
    def of(cls, outcome: ExerciseOutcome, at: str, *, helped: bool) -> StoredAttempt:
        return cls(outcome.key, outcome.solved, at, outcome.loss_mp, helped)


def attempts(data_dir: Path) -> tuple[StoredAttempt, ...]:
    """All attempts in a data folder whose journal is up to date, the oldest first; none where it cannot be read."""
    path = data_dir / FILE_NAME
    if not path.exists():
        return ()
    try:
        with closing(connected(path, _PATIENCE_S)) as database:
            rows = database.execute(_ALL).fetchall()
    except (sqlite3.Error, OSError) as error:
        log.warning("%s: what was practised cannot be read (%s)", path, error)
        return ()
    return tuple(
        StoredAttempt(exercise, bool(solved), at, loss, bool(helped)) for exercise, solved, at, loss, helped in rows
    )


def keep(data_dir: Path, attempt: StoredAttempt) -> None:
    """Add an attempt, on disk when this returns.  Raises :class:`StorageError` naming the file."""
    path = data_dir / FILE_NAME
    try:
        with closing(connected(path, _PATIENCE_S)) as database:
            database.execute("PRAGMA synchronous = FULL")
            database.execute(_ADD, (attempt.exercise, attempt.solved, attempt.at, attempt.loss_mp, attempt.helped))
    except (sqlite3.Error, OSError) as error:
        raise StorageError(f"journal {path}: an exercise was not written ({error})") from error


def lessons_shown(lessons: Iterable[AnyLesson], made: Sequence[StoredAttempt]) -> tuple[LessonShown, ...]:
    """The lessons with how many of their exercises have ever been solved."""
    solved = {attempt.exercise for attempt in made if attempt.solved}
    return tuple(
        LessonShown(
            lesson.name, lesson.title, len(lesson.keys), sum(key in solved for key in lesson.keys), lesson.game,
            lesson.by_touch,
        )
        for lesson in lessons
    )  # fmt: skip


def first_open(lesson: AnyLesson, made: Sequence[StoredAttempt], *, after: int = 0) -> int:
    """The number of the first exercise that was never solved, from 1; where all were, of the first one.

    ``after``: the exercise that was done just now; those that follow it come first, and it comes last.
    """
    solved = {attempt.exercise for attempt in made if attempt.solved}
    count = len(lesson.keys)
    numbers = [place % count + 1 for place in range(after, after + count)]
    return next((number for number in numbers if lesson.keys[number - 1] not in solved), numbers[0])
