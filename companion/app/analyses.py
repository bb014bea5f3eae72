"""Analyses recorded matches for the screen; ``companion analyse`` runs in a process of its own for each match.

The engine takes no time from the thread that draws and reads the board, and a crash of it ends nothing else.  An
analysis can be stopped at any time; the next run resumes from its results.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, Final

from companion.coach.analysing import report_of
from companion.coach.drill_box import DrillBox
from companion.coach.drills import drills_of
from companion.coach.report import MatchReport
from companion.coach.saved_analyses import kept_in
from companion.errors import EngineError, InputError
from companion.record import match_from_entries
from companion.record.archived_match import ArchivedMatch
from companion.record.match import Match
from companion.record.players import engines_side
from companion.record.reports.review import is_silent

_LOOKS_EVERY_S: Final = 0.2
_ENDS_WITHIN_S: Final = 5.0

Command = Sequence[str]


class AnalysesHere:
    """Analyses the matches of a data folder.

    ``record``: loads a match, by default the one at the table.  ``engine``: as ``companion analyse --engine`` names it.
    ``command``: starts the companion.  Any thread may call.
    """

    def __init__(
        self,
        data_dir: Path,
        record: Callable[[int | None], ArchivedMatch],
        *,
        engine: str = "auto",
        command: Command = (sys.executable, "-m", "companion"),
    ) -> None:
        self._data_dir: Final = data_dir
        self._record: Final = record
        self._engine: Final = engine
        self._command: Final = tuple(command)
        self._one_at_a_time: Final = Lock()
        self._waiting = 0

    @property
    def is_wanted(self) -> bool:
        """Whether the screen waits for an analysis."""
        return self._waiting > 0

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
        background: bool = False,
    ) -> MatchReport | None:
        """Analyse a match; return None if it was stopped.  Analyses run one at a time, since they write the same files.

        ``on_progress``: called with the number of judged decisions and their total.  ``stop``: asked several times a
        second.  ``again``: judge again what was judged before.  ``background``: stop as soon as the screen wants an
        analysis.  Raises :class:`EngineError`, and :class:`InputError` for a match in play or an empty one.
        """
        record = self._record(number)
        header = record.header
        if is_silent(header, over=record.over):
            raise InputError(f"match {header.id}: not over; choose a finished match or one in training")
        match = match_from_entries(header, record.entries)
        if background:
            asked = stop
            stop = lambda: asked() or self.is_wanted  # noqa: E731
        with self._alone(stop, background=background) as free:
            return self._report(match, header.id, on_progress, stop, again=again) if free else None

    @contextmanager
    def _alone(self, stop: Callable[[], bool], *, background: bool) -> Iterator[bool]:
        """Wait for the other analysis; return False if this one was stopped meanwhile."""
        self._waiting += not background
        free = False
        try:
            while not free and not stop():
                free = self._one_at_a_time.acquire(timeout=_LOOKS_EVERY_S)
        finally:
            self._waiting -= not background
        try:
            yield free
        finally:
            if free:
                self._one_at_a_time.release()

    def _report(
        self,
        match: Match,
        number: int,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        *,
        again: bool,
    ) -> MatchReport | None:
        by: dict[str, Any] = {}
        words = ["analyse", str(number), "--data-dir", str(self._data_dir), "--engine", self._engine, "--steps"]
        words += ["--anew"] if again else []
        for line in process_lines([*self._command, *words], stop):
            if line is None:
                return None
            step = json.loads(line)
            if "done" in step:
                on_progress(step["done"], step["of"])
            by |= step
        # Play in a training match may have continued meanwhile: then this analyses its beginning only.
        return report_of(match, kept_in(Path(by["kept"])), engine=by["engine"], ply=by["ply"])

    def keep_drills(self, report: MatchReport, number: int | None) -> int:
        """Keep the worst errors as drills, and return how many of them are new."""
        header = self._record(number).header
        engine = engines_side(header)
        source = f"{header.names[0]} - {header.names[1]}, {header.started[:10]}"
        with DrillBox(self._data_dir, shared=True) as box:
            side = engine.other if engine is not None else None
            return box.add(drills_of(report, source, date.today(), match=header.id, side=side))


def process_lines(words: Sequence[str], stop: Callable[[], bool]) -> Iterator[str | None]:
    """Yield the lines that a process prints; a last None if it was stopped.

    ``stop``: asked several times a second.  Raises :class:`EngineError` with what the process complains of if it fails.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as complaints:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, text=True, encoding="utf-8"
        )
        assert process.stdout is not None
        said: SimpleQueue[str | None] = SimpleQueue()
        reader = Thread(target=_read, args=(process.stdout, said), name="analysis", daemon=True)
        reader.start()
        try:
            while True:
                if stop():
                    yield None
                    return
                try:
                    line = said.get(timeout=_LOOKS_EVERY_S)
                except Empty:
                    continue
                if line is None:
                    break
                yield line
            if process.wait(_ENDS_WITHIN_S):
                raise EngineError(_complaint(complaints))
        finally:
            _end(process)
            reader.join(_ENDS_WITHIN_S)


def _read(output: IO[str], said: SimpleQueue[str | None]) -> None:
    with output:
        for line in output:
            said.put(line)
    said.put(None)


def _complaint(complaints: IO[str]) -> str:
    complaints.seek(0)
    lines = complaints.read().strip().splitlines()
    return lines[-1].removeprefix("companion analyse: ") if lines else "the analysis stopped without a word"


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
