"""Matches of the archive judged by an engine, for the screens: in steps that can be stopped, and gone on with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Final

from companion.coach.analysing import analysed, report_of
from companion.coach.drill_box import DrillBox
from companion.coach.drills import drills_of
from companion.coach.engines.choosing import engine_named
from companion.coach.evaluator import Evaluator
from companion.coach.kept import Keeping
from companion.coach.report import MatchReport
from companion.errors import InputError
from companion.record import match_from_entries
from companion.review import is_silent
from companion.screen.desk import Shelf
from companion.settings_file import SettingsFile


class AnalysesHere:
    """``engine``: what opens an engine by the name that the settings give."""

    def __init__(
        self,
        data_dir: Path,
        shelf: Shelf,
        settings: SettingsFile,
        *,
        engine: Callable[[str], Evaluator] = engine_named,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._data_dir: Final = data_dir
        self._shelf: Final = shelf
        self._settings: Final = settings
        self._engine: Final = engine
        self._today: Final = today

    def analyse(
        self, number: int | None, *, told: Callable[[int, int], None], stop: Callable[[], bool]
    ) -> MatchReport | None:
        record = self._shelf.record(number)
        header = record.header
        if is_silent(header, over=record.over):
            raise InputError(f"match {header.id}: goes on without help, expected one that is over")
        match = match_from_entries(header, record.entries)
        with (
            self._engine(self._settings.now().coach.engine.value) as evaluator,
            Keeping(self._data_dir, match, engine=evaluator.name, ply=evaluator.usual_ply, number=header.id) as keeping,
        ):
            judged = list(keeping.so_far)
            for step in analysed(match, evaluator, so_far=keeping.so_far):
                keeping.add(step.judged)
                judged.append(step.judged)
                told(step.done, step.of)
                if stop():
                    return None
            return report_of(match, judged, engine=evaluator.name, ply=evaluator.usual_ply)

    def keep_drills(self, report: MatchReport, number: int | None) -> int:
        header = self._shelf.record(number).header
        source = f"{' – '.join(header.names)}, {header.started[:10]}"
        drills = drills_of(report, source, self._today(), match=header.id)
        with DrillBox(self._data_dir, beside=True) as box:
            return box.add(drills)
