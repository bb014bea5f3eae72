"""The diagnostics page: what is missing or broken on this device, and how to fix it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.errors import CompanionError
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.tasks import Here, Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, column
from companion.screen.widgets.progress import Progress
from companion.screen.widgets.rows import ListRow, Sheet
from companion.screen.widgets.words import Words

if TYPE_CHECKING:  # only its shape is needed here
    from companion.doctor import Finding

_FAULT: Final = "fault"
_FIRST: Final = (_FAULT, "warning", "ok")
_SAID: Final = {_FAULT: "doctor.faults", "warning": "doctor.missing", "ok": "doctor.well"}


class DoctorPage(AppPage):
    """The findings as they come in, the worst first; fields to examine again and to save a report."""

    title = "screen.doctor"

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._tasks: Final = Tasks(lambda error: ways.tell(str(error)))
        self._run = 0
        self._busy = False
        self.findings: list[Finding] = []
        self.sheet: Final = Sheet()
        self.progress: Final = Progress()
        self.said: Final = Words(bold=True, most=26)
        self.again: Final = self._field(self.examine, "doctor.again", most=24)
        self.bundle: Final = self._field(self._save, "doctor.bundle", most=24)
        self._notices: Final = column(self.said, margin=True)
        if THEME.upright:
            self._hold(self.sheet, (self._notices, 80), Fields(self.bundle, self.again))
        else:
            self._hold(self.sheet, Fields((self._notices, 0.5), (self.bundle, 0.25), (self.again, 0.25)))
        self.examine()

    @property
    def keeps(self) -> bool:
        """Whether a call from the table leaves the page open; the warnings of a match in play are more urgent."""
        return self._services.matches is None or self._services.matches.unfinished() is None

    def closed(self) -> None:
        """Drop the examination that is still running."""
        self._tasks.drop()

    # --- looking --------------------------------------------------------------------------------------------------

    def examine(self) -> None:
        """Examine everything again."""
        doctor = self._services.doctor
        if self._busy or doctor is None:
            return
        self.sheet.column.clear_widgets()
        self.findings = []
        self._run += 1
        run = self._run

        def look(here: Here) -> str:
            try:
                for finding in doctor.examine():
                    if self._tasks.dropped:
                        break
                    here(partial(self._found, run, finding))
            except (CompanionError, OSError) as error:
                return self._text("doctor.broke", reason=str(error))
            return ""

        self._work("doctor.looking", look)

    def _found(self, run: int, finding: Finding) -> None:
        if run != self._run:
            return
        self.findings.append(finding)
        note = "\n".join(filter(None, (finding.found(self._language), finding.remedy(self._language))))
        row = ListRow(title=finding.name(self._language), note=note, sign=finding.state.value, grows=True)
        self.sheet.column.add_widget(row)

    def _looked(self) -> None:
        """Show the findings: faults first, otherwise in the doctor's own order."""
        rows = list(reversed(self.sheet.column.children))
        rows.sort(key=lambda row: _FIRST.index(row.sign))
        self.sheet.column.clear_widgets()
        for row in rows:
            self.sheet.column.add_widget(row)
        states = {finding.state.value for finding in self.findings}
        self._rest(self._text(next(key for state, key in _SAID.items() if state in states or state == "ok")))

    def _save(self) -> None:
        doctor = self._services.doctor
        if self._busy or doctor is None:
            return

        def save(_: Here) -> str:
            try:
                return self._text("doctor.saved", file=str(doctor.bundle()))
            except (CompanionError, OSError) as error:
                return str(error)

        self._work("doctor.saving", save)

    # --- while it is looked ----------------------------------------------------------------------------------------

    def _work(self, key: str, act: Callable[[Here], str]) -> None:
        """Do it on a thread; then show the findings, and tell what it returned."""
        self._busy = True
        self.again.dead = self.bundle.dead = True
        self.said.text, self.progress.words.text = "", self._text(key)
        self._notices.hold(self.progress)
        self._tasks.go(act, self._done)

    def _done(self, notice: str) -> None:
        self._looked()
        if notice:
            self._ways.tell(notice)

    def _rest(self, words: str) -> None:
        self._busy = False
        self.again.dead = self.bundle.dead = False
        self.said.text = words
        self._notices.hold(self.said)
