"""The archive page: recorded matches can be found by player, reviewed, resumed, exported, deleted and restored."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from companion.errors import CompanionError
from companion.record.archive import ListedMatch, is_sought
from companion.record.journal import Header, Mode
from companion.record.reports.event_words import Narrator, names_of
from companion.record.reports.review import is_silent
from companion.screen.match_history import match_words, score_words
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.tasks import Here, Tasks, no_answer
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Over, column, row
from companion.screen.widgets.both_chairs import ask_both
from companion.screen.widgets.keyboard import Keyboard
from companion.screen.widgets.modals import Confirm
from companion.screen.widgets.rows import Rows
from companion.screen.widgets.words import WordField, Words

_OF_LIST: Final = ("search", "deleted")
_OF_NO_MATCH: Final = ("players", "photograph")
_OF_MATCH: Final = ("review", "analyse", "go-on", "export", "delete")
"""The fields of the list, those in their place while no match is touched, and those for the touched match."""
_FIELDS: Final = (*_OF_LIST, *_OF_NO_MATCH, *_OF_MATCH)
_AT_FIRST: Final = 8
"""The number of matches visible at once; they are read before the list is shown."""
_BETWEEN_S: Final = 0.25


class ArchivePage(AppPage):
    """The list, newest first; below it the actions for the touched match."""

    title = "screen.archive"

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.archive is not None
        self._archive: Final = services.archive
        self._speaker: Final = Narrator(language)
        self._now: Final = now
        self._headers: tuple[Header, ...] = ()
        self._listed: Final = dict[int, ListedMatch]()
        self._chosen: Header | None = None
        self._player = ""
        self._bin = False
        self._undo: Header | None = None
        standing = services.matches.unfinished() if services.matches is not None else None
        self._at_table: Final = 0 if standing is None else standing.header.id
        self.rows: Final = Rows()
        self.nothing: Final = Words(halign="center", color=THEME.ink_quiet, most=31)
        self.undone: Final = Words(bold=True)
        self.undo: Final = self._field(self._back_again, main=True)
        self.fields: Final = {name: WordField() for name in _FIELDS}
        for name, field in self.fields.items():
            field.bind(on_touched=partial(self._touched, name))
        self._list: Final = Over(self.rows, self.nothing)
        self._undoing: Final = row(column(self.undone, margin=True), (self.undo, 170), spaced=True)
        self._foot: Final = Fields(upright=2)
        self._whole: Final = self._hold()
        self.tasks: Final = Tasks(self._failed)
        self._read()
        self._say()

    def closed(self) -> None:
        self.tasks.drop()

    # --- the list ----------------------------------------------------------------------------------

    def _read(self) -> None:
        deleted = self._bin
        self.tasks.go(partial(self._reading, deleted=deleted), no_answer)

    def _reading(self, here: Here, *, deleted: bool) -> None:
        """Read the matches on a thread: the headers come at once, the scores follow."""
        headers = self._archive.headers(deleted=deleted)
        first = tuple(self._archive.listed(headers[:_AT_FIRST]))
        here(lambda: self._found(headers, first))
        batch: list[ListedMatch] = []
        told_s = time.monotonic()
        for listed in self._archive.listed(headers[_AT_FIRST:]):
            if self.tasks.dropped:
                return
            batch.append(listed)
            if time.monotonic() - told_s > _BETWEEN_S:
                here(partial(self._more, tuple(batch)))
                batch, told_s = [], time.monotonic()
        here(partial(self._more, tuple(batch)))

    def _found(self, headers: tuple[Header, ...], first: Iterable[ListedMatch]) -> None:
        self._headers = headers
        self._more(first)

    def _more(self, listed: Iterable[ListedMatch]) -> None:
        self._listed.update({one.header.id: one for one in listed})
        self._fill()

    def _fill(self) -> None:
        shown = [header for header in self._headers if is_sought(self._as_read(header), player=self._player or None)]
        if self._chosen is not None and self._chosen not in shown:
            self._chosen = None
        now = self._now()
        self.rows.data = [self._row(header, now) for header in shown]
        key = "archive.none-deleted" if self._bin else "archive.nothing"
        if self._player:
            self.nothing.text = self._speaker.say("archive.none-found", name=self._player)
        else:
            self.nothing.text = self._speaker.say(key)
        self.nothing.opacity = 0 if shown else 1
        self._say()

    def _as_read(self, header: Header) -> Header:
        """The match with the names that the list shows, since people search by them."""
        light, dark = map(self._speaker.name, header.names)
        return replace(header, names=(light, dark))

    def _row(self, header: Header, now: datetime) -> dict[str, Any]:
        listed = self._listed.get(header.id)
        return {
            "title": names_of(header, self._speaker),
            "note": match_words(header, listed, self._speaker, now, at_table=header.id == self._at_table),
            "value": score_words(listed, self._speaker),
            "sign": "chosen" if self._chosen is not None and header.id == self._chosen.id else "free",
            "then": partial(self._choose, header),
        }

    # --- the actions -------------------------------------------------------------------------------

    def _choose(self, header: Header) -> None:
        self._chosen = None if self._chosen is not None and self._chosen.id == header.id else header
        self._fill()

    def _say(self) -> None:
        chosen, say = self._chosen, self._speaker.say
        listed = None if chosen is None else self._listed.get(chosen.id)
        for name, field in self.fields.items():
            field.text = say(f"screen.{name}" if name in _OF_NO_MATCH else f"archive.{name}")
        self.fields["search"].text = self._player or say("archive.search")
        self.fields["search"].main = bool(self._player)
        self.fields["deleted"].main = self._bin
        if self._bin:
            self.fields["deleted"].text = say("archive.all")
            self.fields["delete"].text = say("archive.bring-back")
        may_go_on = listed is not None and not listed.finished and listed.score is not None and not self._bin
        alive = {
            "search": True,
            "players": self._ways.offers(PageName.PLAYERS),
            "photograph": self._ways.offers(PageName.PHOTOGRAPH),
            "deleted": self._services.trash is not None,
            "review": chosen is not None and self._ways.offers(PageName.REVIEW),
            "analyse": listed is not None and not is_silent(listed.header, over=listed.finished) and not self._bin
            and self._ways.offers(PageName.ANALYSIS),
            "go-on": may_go_on and chosen is not None and chosen.terms.get("asks") is True
            and self._services.matches is not None,
            "export": chosen is not None and not self._bin and self._ways.offers(PageName.EXPORT),
            "delete": chosen is not None and self._services.trash is not None and chosen.id != self._at_table,
        }  # fmt: skip
        for name, field in self.fields.items():
            field.dead = not alive[name]
        self._arrange()

    def _touched(self, name: str, _: Any) -> None:
        chosen = self._chosen
        match name:
            case "search":
                self._search()
            case "deleted":
                self._bin, self._chosen, self._undo = not self._bin, None, None
                self._headers = ()
                self._read()
                self._say()
            case "players":
                self._ways.open(PageName.PLAYERS)
            case "photograph":
                self._ways.open(PageName.PHOTOGRAPH)
            case "review" if chosen is not None:
                self._ways.open(PageName.REVIEW, match=chosen.id)
            case "analyse" if chosen is not None:
                self._ways.open(PageName.ANALYSIS, match=chosen.id)
            case "export" if chosen is not None:
                self._ways.open(PageName.EXPORT, match=chosen.id)
            case "go-on" if chosen is not None:
                self._go_on(chosen)
            case "delete" if chosen is not None:
                self._mark(chosen, deleted=not self._bin)

    def _search(self) -> None:
        known = dict.fromkeys(name for header in self._headers for name in self._as_read(header).names)
        keyboard = Keyboard(
            self._player, hint=self._speaker.say("archive.who"), done=self._sought, known=tuple(known),
            language=self._language,
        )  # fmt: skip
        keyboard.lie_over(self)

    def _sought(self, player: str) -> None:
        self._player = player
        self.rows.scroll_y = 1
        self._fill()

    def _go_on(self, header: Header) -> None:
        matches = self._services.matches
        assert matches is not None
        if header.id == self._at_table:
            self._ways.home()
            return
        standing = matches.unfinished()
        if standing is None:
            self._take_up(header)
            return
        words = self._speaker.say("archive.kept", names=names_of(standing.header, self._speaker))
        go, keep = self._speaker.say("archive.go-on"), self._speaker.say("button.close")
        if standing.header.mode is Mode.REFEREED:
            ask_both(
                self, self._services, self._ways, words, act=go, language=self._speaker.language,
                done=lambda: self._take_up(header),
            )  # fmt: skip
            return
        Confirm(words, act=go, keep=keep, done=lambda: self._take_up(header)).lie_over(self)

    def _take_up(self, header: Header) -> None:
        assert self._services.matches is not None
        try:
            self._services.matches.take_up(header.id)
        except CompanionError as error:
            self._failed(error)
            return
        self._ways.home()

    def _mark(self, header: Header, *, deleted: bool) -> None:
        marks = self._services.trash
        assert marks is not None
        act = marks.delete if deleted else marks.bring_back
        self.tasks.run(lambda: act(header.id), lambda _: self._marked(header))

    def _marked(self, header: Header) -> None:
        self._headers = tuple(one for one in self._headers if one.id != header.id)
        self._undo, self._chosen = header, None
        key = "archive.was-brought-back" if self._bin else "archive.was-deleted"
        self.undone.text = self._speaker.say(key, names=names_of(header, self._speaker))
        self.undo.text = self._speaker.say("archive.undo")
        self._fill()

    def _back_again(self) -> None:
        header, marks = self._undo, self._services.trash
        if header is None or marks is None:
            return
        self._undo = None
        act = marks.delete if self._bin else marks.bring_back
        self.tasks.run(lambda: act(header.id), lambda _: self._returned(header))

    def _returned(self, header: Header) -> None:
        self._headers = tuple(sorted((*self._headers, header), key=lambda one: -one.id))
        self._chosen = header
        self._fill()

    def _failed(self, error: CompanionError) -> None:
        self._ways.tell(str(error))
        self._fill()

    def _arrange(self) -> None:
        shown = (*_OF_LIST, *(_OF_NO_MATCH if self._chosen is None else _OF_MATCH))
        self._foot.hold(*(self.fields[name] for name in shown))
        undoing = [(self._undoing, 90.0)] if self._undo is not None else []
        self._whole.hold(self._list, *undoing, self._foot)
