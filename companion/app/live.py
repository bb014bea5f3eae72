"""Publishes the match at the table to the live page and to a broker, each on or off as the settings say."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.current_match import CurrentMatch
from companion.app.games import AnyState, at_table, resumed
from companion.closing import Closes
from companion.errors import CompanionError, DeviceError
from companion.live.address import address_here, host_names
from companion.live.feed import Delay, Feed
from companion.live.games import live_state
from companion.live.public import TURNS, ended
from companion.live.published import PublishedMatches
from companion.live.shown import shown_match
from companion.live.state import LiveState, initials
from companion.live.visits import Visits
from companion.record.archive import listed
from companion.record.archived_match import ArchivedMatch
from companion.record.entries import Entry, Kind
from companion.record.journal import Header
from companion.record.reports.review import is_silent
from companion.screen.services import LiveShown
from companion.settings.tree import BrokerSettings, LiveSettings, Settings

if TYPE_CHECKING:
    from companion.live.broker import Publisher
    from companion.live.picture_page import PictureReader
    from companion.live.server import LiveServer

log = logging.getLogger(__name__)

_TICK_S: Final = 1.0
PACKAGES: Final = "starlette, uvicorn"
MQTT_PACKAGE: Final = "paho-mqtt"
_PORTS: Final = {False: 1883, True: 8883}
"""The ports of MQTT, without and with TLS (IANA: mqtt, secure-mqtt)."""


class LiveHere(Closes):
    """The live page of a table, and its broker; a context manager.  All methods but :meth:`hand` are for the table's
    thread.

    Spectators see the entries that are on disk, and the state after them.  Where the page cannot be shown,
    :meth:`shown` says why, and the match goes on as without it.  ``pictures``: reads those of phones.
    """

    def __init__(
        self,
        session: CurrentMatch,
        settings: Settings,
        *,
        clock: Callable[[], float] = time.monotonic,
        pictures: PictureReader | None = None,
    ) -> None:
        self._session: Final = session
        self._clock: Final = clock
        self._settings = (LiveSettings(), BrokerSettings(), "en")
        self._feed: Feed | None = None
        self.published: Final = PublishedMatches(clock=clock)
        """The matches that may be opened by their own address; empty again whenever the page is turned off."""
        self._pictures: Final = pictures
        self._visits: Final = Visits(clock=clock)
        self._checked: tuple[int, int] = (0, 0)
        self._changed_s: dict[int, float] = {}
        self.server: LiveServer | None = None
        """The server of the page, while it is on."""
        self.publisher: Publisher | None = None
        """The publisher to the broker, while it is on."""
        self._trouble: tuple[str, dict[str, str]] | None = None
        self._match: tuple[int, Sequence[Entry]] = (0, ())
        self._n = 0
        self._ticked_s = clock()
        self.apply(settings)

    def apply(self, settings: Settings) -> None:
        """Turn page and broker on or off, or show the match in another way, from now on."""
        wanted = (settings.live, settings.broker, settings.screen.language.value)
        if wanted == self._settings:
            return
        self._settings = wanted
        self.close()
        if settings.live.on or settings.broker.on:
            self._open(*wanted)

    def close(self) -> None:
        """Turn page and broker off.  May be called twice."""
        if self.server is not None:
            self.server.stop()
        if self.publisher is not None:
            self.publisher.stop()
        self._feed = self.server = self.publisher = self._trouble = None
        self.published.clear()
        self._visits.clear()

    def shown(self) -> LiveShown:
        """The state of the live page for the settings page."""
        if self._trouble is not None:
            return LiveShown(None, *self._trouble)
        if self.server is None:
            return LiveShown(None, "live.off-now")
        address = address_here(self.server.port)
        return LiveShown(address, "live.open") if address is not None else LiveShown(None, "live.no-network")

    def invite(self) -> LiveShown:
        """The address at which one phone may have a picture read, or why none may.  Any thread may call."""
        server = self.server
        address = address_here(server.port) if server is not None else None
        if address is None or self._pictures is None:
            return LiveShown(None, "phone.no-page")
        if refusal := self._pictures.refusal():
            return LiveShown(None, refusal)
        return LiveShown(f"{address}picture/{self._visits.token()}", "picture.scan")

    def hand(self, record: ArchivedMatch) -> LiveShown:
        """Publish a match under its own address, and return that, or why it is impossible.  Any thread may call.

        It must not be silent (:func:`companion.record.reports.review.is_silent`).  Raises
        :class:`companion.errors.InputError` if it cannot be read.
        """
        server, live, header = self.server, self._settings[0], record.header
        address = address_here(server.port) if server is not None else None
        if address is None or not header.uuid:
            return LiveShown(None, "phone.no-page")
        if not record.over and (live.delay_turns or live.delay_minutes):
            return LiveShown(None, "phone.not-yet")
        named = replace(header, names=self._names(header.names))
        from_s = self._changed_s.get(header.id, float("-inf")) + 60 * live.delay_minutes
        self.published.put(shown_match(named, record.entries, over=record.over), from_s=from_s)
        if self.server is not server:  # it was turned off meanwhile
            self.published.clear()
        return LiveShown(f"{address}match/{header.uuid}", "phone.opens")

    def follow(self) -> None:
        """Publish what has come on disk since the last call; a fault in that turns the page off, and nothing else."""
        try:
            self._follow()
        except Exception:  # a match is not to end because somebody watches it
            log.exception("the live page is turned off")
            self.close()
            self._trouble = ("live.stopped", {}) if self._settings[0].on else None

    def _follow(self) -> None:
        feed, entries = self._feed, self._session.on_disk
        if feed is None or not self._session.number:
            return
        self._withdraw_what_is_played(entries)
        if self._match[0] != self._session.number or self._match[1] is not entries or len(entries) < self._n:
            self._begin(feed, entries)
        elif len(entries) > self._n:
            new = entries[self._n :]
            self._publish(feed, new, self._state(new))
        if self._clock() - self._ticked_s >= _TICK_S:
            self._ticked_s = self._clock()
            feed.tick()

    def _withdraw_what_is_played(self, entries: Sequence[Entry]) -> None:
        """Withdraw a published match that is in play again, unless it is for training."""
        number, header = self._session.number, self._session.header
        if number not in self.published.numbers():
            self._checked = (0, 0)
        elif self._checked != (number, len(entries)):
            self._checked = (number, len(entries))
            if is_silent(header, over=header.length > 0 and listed(header, entries).finished):
                self.published.withdraw((number,))
                self._checked = (0, 0)

    # --- what is published ----------------------------------------------------------------------------------------

    def _begin(self, feed: Feed, entries: Sequence[Entry]) -> None:
        """Begin with a match: what is older than the delay may be seen at once, the rest waits."""
        self._match, self._n = (self._session.number, entries), self._old_enough(entries)
        feed.begin(self._header(), entries[: self._n], self._state_after(entries, self._n))
        waiting = range(self._n + 1, len(entries) + 1)
        for end in (end for end in waiting if end == len(entries) or entries[end - 1].event in TURNS):
            self._publish(feed, entries[self._n : end], self._state_after(entries, end))

    def _publish(self, feed: Feed, entries: Sequence[Entry], state: LiveState | None) -> None:
        self._n += len(entries)
        self._changed_s[self._session.number] = self._clock()
        feed.publish(entries, state)

    def _header(self) -> Header:
        header = self._session.header
        return replace(header, names=self._names(header.names))

    def _names(self, names: tuple[str, str]) -> tuple[str, str]:
        return (initials(names[0]), initials(names[1])) if self._settings[0].initials else names

    def _state(self, entries: Sequence[Entry]) -> LiveState | None:
        """The state at the table; None while more has happened than these entries say."""
        match = self._match_now()
        return self._live(match) if not entries or match.n == entries[-1].n else None

    def _state_after(self, entries: Sequence[Entry], n: int) -> LiveState | None:
        """The state after the first ``n`` entries of the match; None if they cannot be followed."""
        terms, first = self._match_now().terms, entries[:n]
        if n == len(entries):
            return self._state(entries)
        try:
            return self._live(resumed(terms, first))
        except CompanionError as error:
            log.warning("the live page begins with the next turn: %s", error)
            return None

    def _match_now(self) -> AnyState:
        match = self._session.match
        assert match is not None, "what is published has begun"
        return match

    def _live(self, match: AnyState) -> LiveState:
        view = at_table(match).view(None, trouble=None)
        state = live_state(self._session.header, view)
        return state.renamed(self._names(state.names))

    def _old_enough(self, entries: Sequence[Entry]) -> int:
        """The number of entries that may be seen at once."""
        live, match = self._settings[0], self._match_now()
        over = len(entries) if self._live(match).over else ended(entries)
        by_turns = max(over, _turns_ago(entries, live.delay_turns))
        by_time = sum(bool(match.t - entry.t >= live.delay_minutes * 60) for entry in entries)
        return min(by_turns, by_time)

    # --- page and broker ------------------------------------------------------------------------------------------

    def _open(self, live: LiveSettings, broker: BrokerSettings, language: str) -> None:
        self._feed = Feed(Delay(live.delay_turns, live.delay_minutes * 60), clock=self._clock)
        self._match = (0, ())
        self.follow()  # before the first spectator asks: who comes again gets what is missing, and no more
        if live.on and self._feed is not None:
            self._open_page(self._feed, live, language)
        if broker.on and self._feed is not None:
            self._open_broker(self._feed, broker)
        if self.server is None and self.publisher is None:
            self._feed = None

    def _open_broker(self, feed: Feed, broker: BrokerSettings) -> None:
        try:
            from companion.live.broker import Account, Publisher
        except ImportError:
            log.warning("nothing is sent to the broker: the Python package %s is not installed", MQTT_PACKAGE)
            return
        account = Account(
            broker.host,
            broker.port or _PORTS[broker.tls],
            prefix=broker.prefix or f"companion/{re.sub(r'[^A-Za-z0-9.-]', '-', socket.gethostname())}",
            tls=broker.tls,
            ca_file=_file(broker.ca_file),
            user=broker.user,
            password_file=_file(broker.password_file),
        )
        self.publisher = Publisher(feed, account)
        self.publisher.start()

    def _open_page(self, feed: Feed, live: LiveSettings, language: str) -> None:
        try:
            from companion.live.server import LiveServer
        except ImportError:
            self._trouble = ("live.no-extra", {"packages": PACKAGES})
            log.warning("the live page is not shown: the Python packages %s are not installed", PACKAGES)
            return
        server = LiveServer(
            feed,
            self.published,
            port=live.port,
            language=language,
            names=host_names(live.names),
            pictures=(self._pictures, self._visits) if self._pictures is not None else None,
        )
        try:
            server.start()
        except DeviceError as error:
            in_use = error.errno == _IN_USE
            self._trouble = ("live.in-use", {"port": str(live.port)}) if in_use else ("live.no-network", {})
            log.warning("%s", error)
            return
        self.server = server
        log.info("the live page is on port %d", server.port)


_IN_USE: Final = 98  # EADDRINUSE


def _file(text: str) -> Path | None:
    return Path(text).expanduser() if text else None


def _turns_ago(entries: Sequence[Entry], turns: int) -> int:
    """The number of entries before the last ``turns`` turns that stand."""
    undone = 0
    for place in range(len(entries) - 1, -1, -1):
        if turns <= 0:
            return place + 1
        if entries[place].event is Kind.UNDO:
            undone += 1
        elif entries[place].event in TURNS:
            turns, undone = (turns, undone - 1) if undone else (turns - 1, 0)
    return 0 if turns > 0 else len(entries)
