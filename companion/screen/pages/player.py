"""The page of one player: overview, opponents, matches and kinds of errors; names can be merged and removed here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from companion.coach.player_text import PlayerLine, PlayerShown, PlayerSpeaker
from companion.coach.rate_words import pr_says
from companion.errors import CompanionError
from companion.record.players import PlayerRecord
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Over
from companion.screen.widgets.modals import Chooser, Confirm
from companion.screen.widgets.rows import Rows
from companion.screen.widgets.words import WordField, Words

_PARTS: Final = ("overview", "opponents", "games", "kinds")
_FIELDS: Final = (*_PARTS, "merge", "delete")


class PlayerPage(AppPage):
    """All about a player, in four parts, over the list of players.  ``name``: as the list has it."""

    def __init__(self, services: Services, ways: Navigator, *, language: str, name: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.records is not None
        self.title = name
        self._records: Final = services.records
        self._telling: Final = PlayerSpeaker(language)
        self._part = _PARTS[0]
        self._shown: PlayerShown | None = None
        self.rows: Final = Rows()
        self.nothing: Final = Words(halign="center", color=THEME.ink_quiet, most=31, padding=(THEME.margin_px, 0))
        self.fields: Final = {key: self._page_field(key) for key in _FIELDS}
        self._hold(Over(self.rows, self.nothing), Fields(*self.fields.values(), upright=2))
        self.tasks: Final = Tasks(self._failed)
        self.tasks.run(lambda: self._records.show(self.title), self._found)

    def closed(self) -> None:
        self.tasks.drop()

    # --- what is shown -----------------------------------------------------------------------------

    def _found(self, shown: PlayerShown) -> None:
        self._shown = shown
        for field in self.fields.values():
            field.dead = False
        self._fill()

    def _turn_to(self, part: str) -> None:
        self._part = part
        self.rows.scroll_y = 1
        self._fill()

    def _fill(self) -> None:
        for part in _PARTS:
            self.fields[part].main = part == self._part
        self.rows.data = [self._row(line) for line in self._lines()]

    def _lines(self) -> Iterable[PlayerLine]:
        shown = self._shown
        if shown is None:
            return ()
        match self._part:
            case "overview":
                return self._telling.overview(shown)
            case "opponents":
                return self._telling.opponents(shown.record)
            case "games":
                return self._telling.matches(shown)
        return self._telling.kinds(shown.errors)

    def _row(self, line: PlayerLine) -> dict[str, Any]:
        leads = line.match is not None and self._ways.offers(PageName.REVIEW)
        then = partial(self._ways.open, PageName.REVIEW, match=line.match) if leads else None
        sign = "next" if leads else ""
        if line.is_rate:
            then, sign = partial(self._ways.tell, pr_says(self._telling.language)), "next"
        return {"title": line.what, "note": line.note, "value": line.value, "sign": sign, "then": then}

    # --- one player under several names --------------------------------------------------------------

    def _merge(self) -> None:
        self.tasks.run(self._records.all, self._choose_name)

    def _choose_name(self, players: Iterable[PlayerRecord]) -> None:
        shown = self._shown
        assert shown is not None
        same = [(("separate", name), name, self._telling.say("same")) for name in shown.record.names[1:]]
        others = [
            (("merge", one.name), one.name, self._telling.listed(one).note) for one in players if one.name != self.title
        ]
        if not same and not others:
            self._ways.tell(self._telling.say("no-other"))
            return
        title, keep = self._telling.say("which", name=self.title), self._telling.say("edit.back")
        chooser = Chooser(title, [*same, *others], None, keep=keep, done=self._chosen)
        chooser.lie_over(self)

    def _chosen(self, what: tuple[str, str]) -> None:
        act, name = what
        if act == "separate":
            self._do(partial(self._records.separate, name), self._telling.say("separated", name=name))
        else:
            done = self._telling.say("merged", name=name, player=self.title)
            self._do(partial(self._records.merge, name, self.title), done)

    def _do(self, act: Callable[[], None], said: str) -> None:
        self.tasks.run(act, lambda _: self._open_again(said, self.title))

    # --- a name that is removed ----------------------------------------------------------------------

    def _delete(self) -> None:
        shown = self._shown
        assert shown is not None
        words = self._telling.say("delete-ask", name=self.title, n=len(shown.record.matches))
        act, keep = self._telling.say("delete"), self._telling.say("edit.back")
        Confirm(words, act=act, keep=keep, done=self._remove).lie_over(self)

    def _remove(self) -> None:
        self.tasks.run(lambda: self._records.delete(self.title), lambda _: self._removed())

    def _removed(self) -> None:
        self._open_again(self._telling.say("deleted"))

    def _open_again(self, said: str, name: str | None = None) -> None:
        """Open the list of players again, since it has changed, and over it a player."""
        for _ in (self, "the list below"):
            self._ways.back()
        self._ways.open(PageName.PLAYERS, opposite=self.opposite)
        if name is not None:
            self._ways.open(PageName.PLAYER, name=name)
        self._ways.tell(said)

    def _failed(self, error: CompanionError) -> None:
        if self._shown is None:
            self.nothing.text = str(error)
        else:
            self._ways.tell(str(error))

    def _page_field(self, key: str) -> WordField:
        field = WordField(text=self._telling.say(key), most=24, least=16, dead=True)
        act = {"merge": self._merge, "delete": self._delete}.get(key, partial(self._turn_to, key))
        field.bind(on_touched=lambda _: act())
        return field
