"""The export page: writes a match or a session to files, on a USB stick or this device; shows a position's code."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.record.archived_match import ArchivedMatch, Destination
from companion.record.exporting import PACK, session_matches
from companion.record.journal import Header
from companion.record.reports.event_words import Narrator, names_of
from companion.record.reports.review import is_sealed, is_silent
from companion.screen.games import GAMES, OfferedGame, game_of
from companion.screen.match_history import trouble_words
from companion.screen.navigator import Navigator
from companion.screen.reviewing import reviewed_match
from companion.screen.services import Services
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets import card
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, column
from companion.screen.widgets.editors import ChoiceRow
from companion.screen.widgets.rows import Row, Sheet
from companion.screen.widgets.words import WordField

_SHARE: Final = 0.66
_NAMED: Final = 6
"""So many files are named that were saved together; a session has more only on a long day."""


class ExportPage(AppPage):
    """The form for an export: what, for which program, and where to.

    ``match``: its number, by default that of the match at the table.
    """

    title = "screen.export"

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, match: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.archive is not None
        assert services.exports is not None
        self._archive: Final = services.archive
        self._exports: Final = services.exports
        self._speaker: Final = Narrator(language)
        self._record: ArchivedMatch | None = None
        self._session: tuple[Header, ...] = ()
        self._places: tuple[Destination, ...] = ()
        self._code: Widget | None = None
        self._xgid: str | None = None
        self._chosen: dict[str, Any] = {"what": "match", "form": None, "place": None}
        self.sheet: Final = Sheet()
        say = self._speaker.say
        self.again: Final = WordField(text=say("export.look-again"))
        self.code: Final = WordField(text=say("export.code"), dead=True)
        self.save: Final = WordField(text=say("export.save"), main=True, dead=True)
        self.again.bind(on_touched=lambda _: self._look())
        self.code.bind(on_touched=lambda _: self._show_code())
        self.save.bind(on_touched=lambda _: self._write())
        self._foot: Final = Fields(self.again, self.code, self.save)
        self._page: Final = self._hold(self.sheet, self._foot)
        self.tasks: Final = Tasks(self._failed)
        self.tasks.run(lambda: self._reading(match), self._read)

    def closed(self) -> None:
        self.tasks.drop()

    # --- the form ----------------------------------------------------------------------------------

    def _reading(
        self, match: int | None
    ) -> tuple[ArchivedMatch, tuple[Header, ...], str | None, tuple[Destination, ...]]:
        record = self._archive.record(match)
        game = game_of(record.header.rules)
        session = session_matches(
            record.header, (header for header in self._archive.headers() if game_of(header.rules) is game)
        )
        return record, session, _last_position(record, self._speaker), self._exports.destinations()

    def _read(self, found: tuple[ArchivedMatch, tuple[Header, ...], str | None, tuple[Destination, ...]]) -> None:
        self._record, self._session, self._xgid, self._places = found
        self.code.dead = self._xgid is None
        self._furnish()

    def _look(self) -> None:
        self.tasks.run(self._exports.destinations, self._looked)

    def _looked(self, places: tuple[Destination, ...]) -> None:
        self._places = places
        self._furnish()

    def _furnish(self) -> None:
        """Make the rows of the form; files go to the first USB stick unless somebody chooses another destination."""
        say = self._speaker.say
        if self._chosen["place"] not in self._places:
            self._chosen["place"] = self._places[0] if self._places else None
        what = [("match", say("export.match"))]
        if len(self._session) > 1:
            what.append(("evening", say("export.evening", n=len(self._session))))
        forms = [(form, say(f"export.{form}")) for form in self._forms()]
        if self._chosen["form"] not in dict(forms):
            self._chosen["form"] = self._game.forms[0]
        places = [(place, self._name(place)) for place in self._places]
        note = "" if any(place.stick for place in self._places) else say("export.no-stick")
        self.sheet.column.clear_widgets()
        names = "" if self._record is None else names_of(self._record.header, self._speaker)
        for title, name, options, words in (
            (names, "what", what, ""),
            (say("export.form"), "form", forms, say(self._game.forms_note)),
            (say("export.where"), "place", places, note),
        ):
            choice = ChoiceRow(options, self._chosen[name])
            choice.bind(on_changed=partial(self._choose, name))
            self.sheet.column.add_widget(Row(title, choice, note=words, share=_SHARE))
        self.save.dead = self._chosen["place"] is None

    @property
    def _game(self) -> OfferedGame:
        return next(iter(GAMES.values())) if self._record is None else game_of(self._record.header.rules)

    def _forms(self) -> tuple[str, ...]:
        """The formats of the game; a pack would tell of rulings that must not be seen while the match is played."""
        record, forms = self._record, self._game.forms
        return forms if record is None or is_silent(record.header, over=record.over) else (*forms, PACK)

    def _choose(self, name: str, _: Any, value: Any) -> None:
        self._chosen[name] = value

    def _name(self, place: Destination) -> str:
        return place.name if place.stick else self._speaker.say("export.here")

    # --- the export --------------------------------------------------------------------------------

    def _write(self) -> None:
        record, place, form = self._record, self._chosen["place"], self._chosen["form"]
        if record is None or place is None:
            return
        headers = self._session if self._chosen["what"] == "evening" else (record.header,)
        numbers = [header.id for header in headers]
        self.save.dead = True
        self.tasks.run(lambda: self._exports.write(numbers, form, place), partial(self._written, place))

    def _written(self, place: Destination, paths: tuple[Path, ...]) -> None:
        self.save.dead = False
        key, names = "export.saved" if place.stick else "export.saved-here", [path.name for path in paths]
        more = ["…"] if len(names) > _NAMED else []
        files = ", ".join([*names[:_NAMED], *more])
        self._ways.tell(self._speaker.say(key, place=place.name, folder=place.folder, n=len(paths), files=files))

    def _failed(self, error: CompanionError) -> None:
        place = self._chosen["place"]
        self.save.dead = self._record is None
        self._ways.tell(trouble_words(error, self._speaker, place.name if place is not None else ""))
        if self._record is not None:
            self._look()

    def _show_code(self) -> None:
        if self._code is not None:
            self._code = None
        elif self._xgid is not None:
            said = self._speaker.say("export.code-says")
            self._code = card.CodeFacts(self._xgid, said, scale=THEME.scale)
        self.code.main = self._code is not None
        self._page.hold(self.sheet if self._code is None else column(self._code, margin=True), self._foot)


def _last_position(record: ArchivedMatch, speaker: Narrator) -> str | None:
    """The last recorded decision as other programs write it; None if it must not be shown, or is not known."""
    if is_sealed(record.header, over=record.over):
        return None
    match = reviewed_match(record, speaker)
    turns = (turn for game in reversed(match.games) for turn in reversed(game.turns))
    return next((code for turn in turns if (code := match.code(turn))), None)
