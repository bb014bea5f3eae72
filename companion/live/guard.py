"""Guards every answer: the accepted requests, and the headers of every answer."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Collection, Iterable
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

METHODS: Final = ("GET", "HEAD")
SENT_TO: Final = "/picture/"
"""Paths below this accept data from a client with a key of the table."""
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_LONGEST: Final = 2000
"""Characters of a path with its query."""
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]*)(?::\d{1,5})?")
_LETTERS: Final = re.compile(r"[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\.?")

CONNECTIONS: Final = 200
ASKED_S: Final = 10.0
"""Seconds in which a new connection has to ask something."""
STALLED_S: Final = 30.0
"""Seconds that a client may read nothing of what waits for it."""


def is_own_host(host: str, names: Collection[str]) -> bool:
    """Whether a ``Host`` header names this device: an address, ``localhost``, ``*.local``, or one of ``names``.

    A foreign page whose name was pointed at this address has another name.

    >>> [is_own_host(host, ()) for host in ("192.168.1.7:8080", "[fe80::1]", "board.local", "evil.example")]
    [True, True, True, False]
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found[1].lower()
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        name = name.removesuffix(".")
        return _LETTERS.fullmatch(name) is not None and (
            name == "localhost" or name.endswith(".local") or name in names
        )
    return True


class Guard:
    """Answers all improper requests itself, and adds :data:`HEADERS` to every answer.

    ``names``: further names of this device.
    """

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = ()) -> None:
        self._app: Final = app
        self._names: Final = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if scope["type"] == "http":
            await (self._refusal(scope) or self._app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        if not is_own_host(Headers(scope=scope).get("host", ""), self._names):
            return PlainTextResponse("This is not the name of this device.", 400)
        sends = scope["method"] == "POST" and scope["path"].startswith(SENT_TO)
        if scope["method"] not in METHODS and not sends:
            return PlainTextResponse("Nothing can be sent to this page.", 405, {"allow": ", ".join(METHODS)})
        if len(scope["raw_path"]) + len(scope["query_string"]) > _LONGEST:
            return PlainTextResponse("This address is too long.", 414)
        return None


class PatientProtocol(H11Protocol):
    """HTTP that does without those who take too much: too many connections, silent ones, and ones that do not read."""

    _deadline: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        if len(self.connections) >= CONNECTIONS:
            transport.abort()
            return
        super().connection_made(transport)
        self._deadline = self.loop.call_later(ASKED_S, self._give_up)

    def data_received(self, data: bytes) -> None:
        if self.flow is None:
            return  # it was turned away
        try:
            super().data_received(data)
        except Exception:  # what cannot even be refused
            self.transport.abort()
        if self.cycle is not None:
            self._end(self._deadline)

    def send_400_response(self, msg: str) -> None:
        if self.cycle is None or self.cycle.response_complete:
            super().send_400_response(msg)
            return
        self.cycle.disconnected = True  # an answer is on its way, so that there can be no other one
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall = self.loop.call_later(STALLED_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._end(self._stall)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(self._deadline)
        self._end(self._stall)
        if self.flow is not None:
            super().connection_lost(exc)

    def _give_up(self) -> None:
        if self.cycle is None:
            self.transport.abort()

    @staticmethod
    def _end(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()
