"""Server-sent events: each client gets the whole first, or what it has missed, and then every change."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from companion.live.feed import BEHIND, Feed, News, Step, Whole
from companion.live.languages import language_of
from companion.live.words import parts, said
from companion.record.lines import line
from companion.record.places import Place

CLIENTS: Final = 50
COMMENT_S: Final = 15.0
"""Seconds after which a line that means nothing keeps the connection open."""
_CACHED: Final = 64
_MEDIA: Final = "text/event-stream"


class Events:
    """The application behind ``/events``.  All its methods but :meth:`wake` are for the loop's thread."""

    def __init__(self, feed: Feed, *, language: str) -> None:
        self._feed: Final = feed
        self._language: Final = language
        self._clients: Final[set[_Client]] = set()
        self._written: Final[OrderedDict[object, bytes]] = OrderedDict()
        self._ended = False

    @property
    def clients(self) -> int:
        return len(self._clients)

    def wake(self) -> None:
        """Let every client look for news."""
        for client in self._clients:
            client.wake.set()

    def end(self) -> None:
        """Let every client go."""
        self._ended = True
        self.wake()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await Response(media_type=_MEDIA)(scope, receive, send)
            return
        if len(self._clients) >= CLIENTS:
            words = f"{CLIENTS} spectators are watching, which is as many as there can be."
            await PlainTextResponse(words, 503, {"retry-after": "30"})(scope, receive, send)
            return
        client = _Client()
        self._clients.add(client)
        gone = asyncio.create_task(client.watch(receive))
        try:
            headers = [(b"content-type", _MEDIA.encode()), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            async for content in self._stream(client, scope):
                await send({"type": "http.response.body", "body": content, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._clients.discard(client)
            gone.cancel()

    async def _stream(self, client: _Client, scope: Scope) -> Any:
        language = language_of(scope, self._language)
        news, n = self._first(scope)
        while not (client.is_gone or self._ended):
            content, n, epoch = b"".join(self._messages(news, language)), _last(news, n), news.epoch
            if content:
                yield content
            if not await client.woken():
                yield b":\n\n"
            news = self._feed.since(None, n, epoch=epoch, most=BEHIND)

    def _first(self, scope: Scope) -> tuple[News, int]:
        """The first message for a client, and the number of its last entry."""
        match = QueryParams(scope["query_string"]).get("match", "")
        last = Headers(scope=scope).get("last-event-id", "")
        if not _is_number(last):
            whole = self._feed.whole()
            return News(whole.epoch, whole=whole), whole.n
        return self._feed.since(int(match) if _is_number(match) else None, int(last)), int(last)

    def _messages(self, news: News, language: str) -> Iterator[bytes]:
        if news.whole is not None:
            yield self._whole(news.whole, language)
        for step in news.steps:
            key = (news.epoch, step.n, language, step is news.steps[-1])
            if key not in self._written:
                self._written[key] = self._step(step, language, last=step is news.steps[-1])
                if len(self._written) > _CACHED:
                    self._written.popitem(last=False)
            yield self._written[key]

    def _whole(self, whole: Whole, language: str) -> bytes:
        state = whole.state
        sentences = said(whole.steps, whole.header, state.terms if state is not None else "", language)
        return _message(whole.n, {
            "whole": True,
            "match": whole.match,
            "n": whole.n,
            "age_s": round(whole.age_s, 1),
            "events": [line(entry) for step in whole.steps for entry in step.entries],
            **_in_words(sentences),
            "state": state.json() if state is not None else None,
            "parts": parts(state, self._feed.delay, language),
        })  # fmt: skip

    def _step(self, step: Step, language: str, *, last: bool) -> bytes:
        """A step; only the last one that a client gets at once has the state."""
        whole = self._feed.whole()
        state = step.state if last else None
        sentences = said((step,), whole.header, whole.state.terms if whole.state is not None else "", language)
        facts: dict[str, object] = {
            "match": whole.match,
            "n": step.n,
            "events": [line(entry) for entry in step.entries],
            **_in_words(sentences),
        }
        if state is not None:
            facts |= {"state": state.json(), "parts": parts(state, self._feed.delay, language)}
        return _message(step.n, facts)


class _Client:
    """One spectator's connection."""

    def __init__(self) -> None:
        self.wake: Final = asyncio.Event()
        self.is_gone = False

    async def watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.is_gone = True
        self.wake.set()

    async def woken(self) -> bool:
        """Wait for news, and return False if there was none for a while."""
        try:
            async with asyncio.timeout(COMMENT_S):
                await self.wake.wait()
        except TimeoutError:
            return False
        self.wake.clear()
        return True


def _in_words(sentences: Iterable[tuple[Place, str]]) -> dict[str, object]:
    sentences = tuple(sentences)
    return {"said": [words for _, words in sentences], "turns": [[place.game, place.turn] for place, _ in sentences]}


def _message(n: int, facts: dict[str, object]) -> bytes:
    return f"id: {n}\ndata: {json.dumps(facts, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()


def _last(news: News, n: int) -> int:
    if news.whole is not None:
        return news.whole.n
    return news.steps[-1].n if news.steps else n


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
