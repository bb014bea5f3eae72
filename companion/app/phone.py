"""Hands a finished match to a phone: its own page on the live page, and the code that holds the match itself.

The analysis of a published match runs in a process of its own, one match after the other, whatever the screen shows.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Condition, Event, Thread
from types import TracebackType
from typing import Final, Self, TypeAlias

from companion.app.analyses import AnalysesHere, Command, process_lines
from companion.app.dearest import dearest_moves, dearest_of
from companion.app.live import LiveHere
from companion.errors import CompanionError, InputError
from companion.games.catalogue import Game
from companion.live.published import Decision, Judged, Judging
from companion.record.archived_match import ArchivedMatch
from companion.record.exporting import forms_of
from companion.record.files.short import short_text
from companion.record.recorded import draughts_match, recorded_match
from companion.record.reports.review import is_silent
from companion.screen.services import HandedMatch

log = logging.getLogger(__name__)

OnProgress: TypeAlias = Callable[[int, int], None]
Judge: TypeAlias = Callable[[ArchivedMatch, OnProgress, Callable[[], bool]], tuple[Decision, ...] | None]
"""Finds the dearest decisions of a match; None if it was stopped."""
_AGAIN_S: Final = 1.0
_ENDS_S: Final = 6.0
_DRAUGHTS: Final = (sys.executable, "-m", "companion.coach.draughts.judging")


class PhoneHere:
    """Hands matches to phones; a context manager.  Any thread may call.

    ``record``: loads a match, by default the one at the table.  ``judges``: by game.
    """

    def __init__(
        self, record: Callable[[int | None], ArchivedMatch], live: LiveHere, judges: Mapping[Game, Judge]
    ) -> None:
        self._record: Final = record
        self._live: Final = live
        self._judges: Final = judges
        self._news: Final = Condition()
        self._waiting: Final[dict[str, int]] = {}
        self._ending: Final = Event()
        self._thread: Final = Thread(target=self._judge_all, name="phone", daemon=True)

    def hand(self, number: int | None) -> HandedMatch:
        """Publish a match on the live page, if that is on, and return its address and its code.

        Raises :class:`InputError` for a match in play that is not for training, or one that cannot be read.
        """
        record = self._record(number)
        if is_silent(record.header, over=record.over):
            raise InputError(f"match {record.header.id}: not over; choose a finished match or one in training")
        page = self._live.hand(record)
        if page.address is not None:
            with self._news:
                self._waiting[record.header.uuid] = record.header.id
                self._news.notify()
        match = recorded_match(record.header, record.entries)
        return HandedMatch(page, short_text(match), forms_of(match)[0])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ending.set()
        with self._news:
            self._news.notify()
        self._thread.join(_ENDS_S)

    # --- the thread -----------------------------------------------------------------------------------------------

    def _judge_all(self) -> None:
        while (match := self._next()) is not None:
            uuid, number = match
            try:
                self._judge(uuid, number)
            except CompanionError as error:
                log.info("match %s: is not analysed for the live page: %s", number, error)
            except Exception:
                log.exception("match %s: is not analysed for the live page", number)

    def _next(self) -> tuple[str, int] | None:
        """UUID and number of the match that has waited longest; None at the end."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._ending.is_set())
            if self._ending.is_set():
                return None
            uuid = next(iter(self._waiting))
            return uuid, self._waiting.pop(uuid)

    def _judge(self, uuid: str, number: int) -> None:
        """Judge a match whose page is there, until that is done: it may have to wait for another analysis."""
        published = self._live.published
        shown = published.find(uuid)
        if shown is None or shown.judged.state is Judging.DONE:
            return
        n = shown.n

        def is_stale() -> bool:
            """Whether the page is gone, or shows more of the match by now, which waits for its own turn."""
            now = published.find(uuid)
            return self._ending.is_set() or now is None or now.n != n

        try:
            record = self._record(number)
            named = replace(record, header=replace(record.header, names=shown.names))
            judge = self._judges[record.header.game]
            while not is_stale():
                found = judge(
                    named, lambda done, of: published.report(uuid, n, Judged(Judging.RUNS, done, of)), is_stale
                )
                if found is not None:
                    published.report(uuid, n, Judged(Judging.DONE, dearest=found))
                    return
                self._ending.wait(_AGAIN_S)
        except Exception:
            published.report(uuid, n, Judged(Judging.FAILED))
            raise


def judges_of(data_dir: Path, analyses: AnalysesHere, *, draughts: Command = _DRAUGHTS) -> Mapping[Game, Judge]:
    """Return what judges the matches of a data folder; ``draughts``: how the process for that game is started."""

    def backgammon_judged(
        record: ArchivedMatch, on_progress: OnProgress, stop: Callable[[], bool]
    ) -> tuple[Decision, ...] | None:
        report = analyses.analyse(record.header.id, on_progress=on_progress, stop=stop, background=True)
        return None if report is None else dearest_of(replace(report, names=record.header.names))

    def draughts_judged(
        record: ArchivedMatch, on_progress: OnProgress, stop: Callable[[], bool]
    ) -> tuple[Decision, ...] | None:
        match = draughts_match(record.header, record.entries)
        for line in process_lines([*draughts, str(data_dir), str(record.header.id)], stop):
            if line is None:
                return None
            step = json.loads(line)
            if "dearest" in step:
                return dearest_moves(match, step["dearest"])
            on_progress(step["done"], step["of"])
        return ()

    return {Game.BACKGAMMON: backgammon_judged, Game.DRAUGHTS: draughts_judged}
