"""A table whose match is shown to spectators: the application without camera and window."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.app.camera_reader import CameraReader
from companion.app.console_words import Order
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.live import LiveHere
from companion.app.phone_pictures import PicturesOfPhones
from companion.app.table import TableSource
from companion.games.backgammon import legal_plays
from companion.games.draughts import legal_moves
from companion.games.draughts.notation import text
from companion.match.phases import OVER, Phase
from companion.match.session import Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.match.terms import DraughtsTerms
from companion.record import Journal
from companion.settings.tree import BrokerSettings, LiveSettings, Settings
from tests.states import backgammon, draughts

NO_BROKER: Final = BrokerSettings()
NAMES: Final = ("Anna Nowak", "Ben <b>Šťastný</b>")
TERMS: Final = Terms(names=NAMES, length=5, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True)
DRAUGHTS: Final = DraughtsTerms(names=NAMES, length=3, asks=True)
ROLLS: Final = ((3, 1), (6, 4), (5, 2), (6, 5), (4, 2), (6, 1), (5, 5), (4, 3), (2, 1), (6, 6), (5, 3), (4, 1))


class Device:
    """A match that people play by commands, its live page on a free port.  ``now_s``: the time there."""

    def __init__(
        self,
        folder: Path,
        terms: Terms | DraughtsTerms = TERMS,
        *,
        broker: BrokerSettings = NO_BROKER,
        **live: Any,
    ) -> None:
        self.now_s = 0.0
        self.rolled = 0
        self._spectators: list[Spectator] = []
        self.journal = Journal(folder, goes_on=True, patience_s=0.0)
        self.session = CurrentMatch(
            self.journal, folders=(folder,), roll=self._roll, blind=True, clock=lambda: self.now_s
        )
        self.session.begin(terms, {})
        page = LiveSettings(**{"on": True, "port": 0, **live})
        self.settings = replace(Settings(data_dir=folder), live=page, broker=broker)
        pictures = PicturesOfPhones(lambda: self.session.forbids_help, lambda _: False)
        self.live = LiveHere(self.session, self.settings, clock=lambda: self.now_s, pictures=pictures)
        self.table = TableSource(
            self.session, CameraReader(), Inbox(), clock=lambda: self.now_s, follow=self.live.follow
        )
        self.pass_time(0.1)

    def _roll(self) -> tuple[int, int]:
        self.rolled += 1
        return ROLLS[(self.rolled - 1) % len(ROLLS)]

    def change(self, **live: Any) -> None:
        """Change settings of the live page."""
        self.settings = replace(self.settings, live=replace(self.settings.live, **live))
        self.live.apply(self.settings)

    def pass_time(self, seconds: float) -> None:
        self.now_s += seconds
        self.table.poll()

    def tell(self, *lines: str) -> Any:
        """Give commands, a second between them; return the state after them."""
        for line in lines:
            self.now_s += 1.0
            event = self.session.game.command(line, self.now_s)
            assert not isinstance(event, Order)
            self.table.happen(event)
            self.table.poll()
        return self.session.state

    def agreed(self, *lines: str) -> Any:
        """Give commands to which the other player agrees."""
        for line in lines:
            self.tell(line)
            while self.session.state.shown.question is not None:
                self.tell("answer 1")
        return self.session.state

    def begin(self) -> None:
        """Set up and roll for the first turn."""
        while self.session.state.phase in (Phase.SETTING_UP, Phase.OPENING):
            self.tell("press")

    def turns(self, many: int) -> None:
        """Play so many turns of backgammon, each the first legal play."""
        for _ in range(many):
            state = backgammon(self.session.state)
            if state.phase in OVER:
                return
            if state.record.turn is None:
                state = self.tell("press")
            if state.record.turn is None:
                continue  # it was a dance
            plays = legal_plays(replace(state.record.position, on_roll=state.side), state.record.turn.dice)
            self.tell(f"play {next(iter(plays.values())).text()}")

    def moves(self, many: int) -> None:
        """Play so many moves of draughts, each the first legal one."""
        for _ in range(many):
            moves = legal_moves(draughts(self.session.state).record.position)
            self.tell(f"move {text(moves[0], moves)}")

    # --- the spectator --------------------------------------------------------------------------------------------

    @property
    def port(self) -> int:
        server = self.live.server
        assert server is not None
        return server.port

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and content of what is answered."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, headers={name.replace("_", "-"): said for name, said in headers.items()})
            answer = connection.getresponse()
            return answer.status, {name.lower(): said for name, said in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def state(self) -> dict[str, Any]:
        """What ``/state.json`` says of the table."""
        told: dict[str, Any] = json.loads(self.ask("/state.json")[2])
        return told

    def watch(self, query: str = "", last: int | None = None) -> Spectator:
        """Connect to ``/events``."""
        self._spectators.append(Spectator(self.port, query, last))
        return self._spectators[-1]

    def close(self) -> None:
        for spectator in self._spectators:
            spectator.close()
        self.live.close()
        self.journal.close()


class Spectator:
    """A connection to ``/events``; ``last``: the ``Last-Event-ID`` of a connection that is made again."""

    def __init__(self, port: int, query: str = "", last: int | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        self.connection.request("GET", f"/events{query}", headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield each message as it comes, with its ``id``."""
        told: dict[str, Any] = {}
        while line := self.answer.readline():
            key, _, value = line.decode().rstrip("\n").partition(": ")
            if key == "data":
                told |= json.loads(value)
            elif key == "id":
                told["id"] = int(value)
            elif not key and told:
                yield told
                told = {}

    def close(self) -> None:
        self.connection.close()
        self.answer.close()
