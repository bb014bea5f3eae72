"""The page of the players: everybody who has played here under a name, with rating; a touch leads to one of them."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from companion.coach.player_text import PlayerSpeaker
from companion.errors import CompanionError
from companion.record.players import PlayerRecord
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Over
from companion.screen.widgets.rows import Rows
from companion.screen.widgets.words import Words


class PlayersPage(AppPage):
    """The list, those who played last first."""

    title = "screen.players"

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        assert services.records is not None
        self._telling: Final = PlayerSpeaker(language)
        self.rows: Final = Rows()
        self.nothing: Final = Words(halign="center", color=THEME.ink_quiet, most=31, padding=(THEME.margin_px, 0))
        self._hold(Over(self.rows, self.nothing))
        self.tasks: Final = Tasks(self._failed)
        self.tasks.run(services.records.all, self._found)

    def closed(self) -> None:
        self.tasks.drop()

    def _found(self, players: tuple[PlayerRecord, ...]) -> None:
        self.rows.data = [self._row(player) for player in players]
        self.nothing.text = "" if players else self._telling.say("nothing")

    def _row(self, player: PlayerRecord) -> dict[str, Any]:
        line = self._telling.listed(player)
        then = partial(self._ways.open, PageName.PLAYER, name=player.name)
        return {"title": line.what, "note": line.note, "value": line.value, "sign": "next", "then": then}

    def _failed(self, error: CompanionError) -> None:
        self.nothing.text = str(error)
