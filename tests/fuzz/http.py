"""Requests to the live page, as its own protocol gets them from the network, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import uvicorn
from uvicorn.server import ServerState

from companion.live.events import Events
from companion.live.feed import Feed
from companion.live.guard import PatientProtocol
from companion.live.published import PublishedMatches
from companion.live.site import application
from companion.record.header import Header
from tests.record.recorded import MATCH

WORDS: Final = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"HEAD ", b"/state.json", b"/events", b"/match.mat", b"/match.pdn",
    b"/match/0f8fad5b-d9cb-469f-a165-70867728950e",
    b"/overlay/build", b"?lang=pl", b"?n=5&match=1", b"Accept-Language: ru;q=0.5\r\n", b"Last-Event-ID: 1-2-3\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Content-Length: 5\r\n", b"Upgrade: websocket\r\nConnection: Upgrade\r\n",
    b"Expect: 100-continue\r\n", b"HTTP/1.0", b"HTTP/2.0", b"http://evil.example/", b"%c0%af",
    b"/live.js", b"OPTIONS *",
)  # fmt: skip
_TURNS_OF_THE_LOOP: Final = 25


class _Transport(asyncio.Transport):
    """A connection that takes everything."""

    def __init__(self) -> None:
        super().__init__()
        self.said = bytearray()
        self.is_closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("192.168.1.9", 4000), "sockname": ("192.168.1.7", 8100)}.get(name, default)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.said += data

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:  # noqa: ARG002
        raise AssertionError("nothing but HTTP is spoken here")

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Page:
    """The live page with a match on it."""

    def __init__(self) -> None:
        self.loop: Final = asyncio.new_event_loop()
        self.failed: list[BaseException] = []
        self.loop.set_exception_handler(self._failed)
        feed = Feed()
        feed.begin(Header(1, "2026-11-20T19:30:00+00:00", ("Anna", "Ben"), 3), MATCH)
        self.events: Final = Events(feed, language="en")
        site = application(feed, self.events, PublishedMatches(), language="en")

        async def watched(scope: Any, receive: Any, send: Any) -> None:
            try:
                await site(scope, receive, send)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                self.failed.append(error)
                raise

        self.config: Final = uvicorn.Config(
            watched, http=PatientProtocol, ws="none", lifespan="off", interface="asgi3", log_config=None,
            log_level="critical", access_log=False, server_header=False, proxy_headers=False,
            h11_max_incomplete_event_size=16_384,
        )  # fmt: skip
        self.config.load()

    def ask(self, content: bytes) -> bytes:
        """Send bytes on a new connection that then is cut; return what was answered, raise what failed."""
        return self.loop.run_until_complete(self._asked(content))

    async def _asked(self, content: bytes) -> bytes:
        protocol = PatientProtocol(self.config, ServerState(), app_state={}, _loop=self.loop)
        transport = _Transport()
        protocol.connection_made(transport)
        middle = len(content) // 2
        for part in (content[:middle], content[middle:]):
            if part and not transport.is_closed:  # an empty part would be the end of the connection
                protocol.data_received(part)
                for _ in range(_TURNS_OF_THE_LOOP):
                    await asyncio.sleep(0)
        protocol.connection_lost(None)
        for _ in range(_TURNS_OF_THE_LOOP):
            await asyncio.sleep(0)
        if tasks := [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]:
            await asyncio.wait(tasks, timeout=1.0)
            for task in tasks:
                assert task.done(), f"an answer goes on after its client has gone: {task}"
        if self.failed:
            raise self.failed.pop()
        assert not transport.said or transport.said.startswith(b"HTTP/1.1 ")
        assert not transport.said.startswith(b"HTTP/1.1 500")
        return bytes(transport.said)

    def _failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.failed.append(context.get("exception") or RuntimeError(context["message"]))


@cache
def _page() -> Page:
    return Page()


def asked(content: bytes) -> None:
    """Ask the live page."""
    _page().ask(content)


def requests() -> Sequence[bytes]:
    paths = (
        "/",
        "/overlay",
        "/overlay/build?lang=pl",
        "/state.json",
        "/events?match=1&n=4",
        "/match.mat",
        "/live.css",
        "/x",
    )
    heads = b"Host: board.local:8100\r\nAccept-Language: pl, en;q=0.5\r\n"
    return [f"GET {path} HTTP/1.1\r\n".encode() + heads + b"\r\n" for path in paths]
