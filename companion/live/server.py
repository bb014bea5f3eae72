"""Serves the live page on a thread of its own, which may die without anybody at the table noticing."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Collection
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType
from typing import Final, Self

import uvicorn

from companion.errors import DeviceError
from companion.live.events import Events
from companion.live.feed import Feed
from companion.live.guard import PatientProtocol
from companion.live.picture_page import PictureReader
from companion.live.published import PublishedMatches
from companion.live.site import application
from companion.live.visits import Visits

log = logging.getLogger(__name__)

_AGAIN_S: Final = 1.0
_ENDS_S: Final = 5.0
_LONGEST_HEAD: Final = 16_384
_WAITING: Final = 64
_UNREAD: Final = 65_536
"""Bytes that the system keeps for a client that does not read; without this, megabytes for each."""


class LiveServer:
    """The live page of a feed; a context manager.

    ``published``: the matches that have a page of their own.  ``port`` 0: any free one.  ``language``: the screen's.
    ``names``: further names of this device.  ``pictures``: reads them for phones.
    """

    def __init__(
        self,
        feed: Feed,
        published: PublishedMatches | None = None,
        *,
        port: int,
        language: str = "en",
        names: Collection[str] = (),
        pictures: tuple[PictureReader, Visits] | None = None,
    ) -> None:
        self._feed: Final = feed
        self._published: Final = published or PublishedMatches()
        self._wanted: Final = port
        self._language: Final = language
        self._names: Final = frozenset(names)
        self._pictures: Final = pictures
        self._socket: socket.socket | None = None
        self._server: uvicorn.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._events: Events | None = None
        self._ending: Final = Event()
        self._thread: Final = Thread(target=self._supervise, name="live", daemon=True)
        self.port = port
        self.starts = 0
        """The number of starts of the server: more than one if it had died."""

    @property
    def clients(self) -> int:
        """The number of connected spectators."""
        return self._events.clients if self._events is not None else 0

    def start(self) -> None:
        """Begin to serve.  Raises :class:`DeviceError` if the port cannot be opened."""
        self._socket = self._opened()
        self.port = self._socket.getsockname()[1]
        self._thread.start()

    def stop(self) -> None:
        """End; the port is free when this returns.  May be called twice."""
        self._ending.set()
        loop = self._loop
        if loop is not None and not loop.is_closed():
            with suppress(RuntimeError):  # it ended by itself meanwhile
                loop.call_soon_threadsafe(self._end)
        if self._thread.is_alive():
            self._thread.join(_ENDS_S)
        if self._socket is not None:
            self._socket.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    # --- the thread -----------------------------------------------------------------------------------------------

    def _supervise(self) -> None:
        while not self._ending.is_set():
            try:
                self._serve()
                if not self._ending.is_set():
                    log.warning("the live page has ended, and starts again")
            except (Exception, SystemExit):
                log.exception("the live page has stopped, and starts again")
            self._ending.wait(_AGAIN_S)

    def _serve(self) -> None:
        if self._socket is None or self._socket.fileno() < 0:
            self._socket = self._opened()
        self.starts += 1
        with self._socket as listening, asyncio.Runner() as runner:
            runner.run(self._run(listening))

    async def _run(self, listening: socket.socket) -> None:
        self._loop = loop = asyncio.get_running_loop()
        if self._ending.is_set():  # ended before the loop began
            return
        self._events = events = Events(self._feed, language=self._language)

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(events.wake)

        site = application(
            self._feed, events, self._published, language=self._language, names=self._names, pictures=self._pictures
        )
        self._server = server = uvicorn.Server(uvicorn.Config(
            site, http=PatientProtocol, ws="none", lifespan="off", interface="asgi3", log_config=None,
            log_level="error", access_log=False, server_header=False, proxy_headers=False, backlog=_WAITING,
            timeout_keep_alive=5, timeout_graceful_shutdown=1, h11_max_incomplete_event_size=_LONGEST_HEAD,
        ))  # fmt: skip
        unheard = self._feed.listen(wake)
        try:
            await server.serve([listening])
        finally:
            unheard()

    def _end(self) -> None:
        if self._events is not None:
            self._events.end()
        if self._server is not None:
            self._server.should_exit = True

    def _opened(self) -> socket.socket:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        try:
            opened = socket.create_server(("", self.port), family=family, dualstack_ipv6=both, backlog=_WAITING)
        except OSError as error:
            raise DeviceError(
                error.errno, f"live page: port {self.port} cannot be opened ({error.strerror})"
            ) from error
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
        return opened
