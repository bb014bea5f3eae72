"""Server-sent events: whoever watches the tables gets all of them first, or what it has missed, then every change."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from companion.club.cards import CARDS
from companion.club.middleware import language_of
from companion.club.watching import WATCHER, News, Watcher

CLIENTS: Final = 2000
"""Listeners of one process."""
COMMENT_S: Final = 15.0
"""Seconds after which a line that means nothing keeps the connection open."""
_MEDIA: Final = "text/event-stream"
_LONGEST: Final = 18
_KEPT: Final = 64
_WRITTEN: Final[OrderedDict[object, bytes]] = OrderedDict()


async def events(request: HttpRequest) -> HttpResponseBase:
    """``GET events``, ``?match=UUID`` of one match only; ``Last-Event-ID``: what the client had last."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    if request.method == "HEAD":
        return HttpResponse(content_type=_MEDIA)
    if WATCHER.listeners >= CLIENTS:
        words = f"{CLIENTS} spectators are watching, which is as many as there can be."
        return HttpResponse(words, status=503, content_type="text/plain", headers={"Retry-After": "30"})
    try:
        match = UUID(request.GET["match"]) if "match" in request.GET else None
    except ValueError:
        return HttpResponse("expected match=UUID", status=400, content_type="text/plain")
    stream = stream_of(WATCHER, language_of(request), _last(request), match)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(stream, content_type=_MEDIA, headers=headers)


async def stream_of(
    watcher: Watcher, language: str, last: int | None, match: UUID | None = None
) -> AsyncIterator[bytes]:
    """Yield the messages for one listener, until it is closed; ``last``: the revision that it has."""
    woken, loop, key = asyncio.Event(), asyncio.get_running_loop(), object()

    def wake() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(woken.set)

    watcher.join(key, wake)
    try:
        yield b": tables\n\n"
        place: int | None = None
        while not watcher.is_ended:
            if watcher.is_fresh:
                woken.clear()
                news = watcher.since(place, last if place is None else None)
                place = news.place
                content = _message(news, language, match)
                if content:
                    yield content
            try:
                async with asyncio.timeout(COMMENT_S):
                    await woken.wait()
            except TimeoutError:
                yield b":\n\n"
    finally:
        watcher.leave(key)


def _message(news: News, language: str, match: UUID | None) -> bytes:
    """A message for all who wait for the same; written once.  Only the loop's thread comes here."""
    key = (news.place, news.revision, len(news.changes), news.whole, language, match)
    written = _WRITTEN.get(key)
    if written is None:
        written = _WRITTEN[key] = _written(news, language, match)
        if len(_WRITTEN) > _KEPT:
            _WRITTEN.popitem(last=False)
    return written


def _written(news: News, language: str, match: UUID | None) -> bytes:
    tables = [
        {"id": change.table, "html": None if change.now is None else CARDS.html(change.now, language)}
        for change in {change.table: change for change in news.changes}.values()
        if match is None or (change.now is not None and change.now.uuid == match)
    ]
    if not tables and not news.whole:
        return b""
    data = json.dumps({"whole": news.whole, "tables": tables}, ensure_ascii=False, separators=(",", ":"))
    return f"id: {news.revision}\ndata: {data}\n\n".encode()


def _last(request: HttpRequest) -> int | None:
    said = request.headers.get("Last-Event-ID", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= _LONGEST else None
