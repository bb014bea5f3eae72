"""Server-sent events: whoever watches the tables gets all of them first, or what it has missed, then every change."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
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
_WRITTEN: Final[OrderedDict[object, asyncio.Future[bytes]]] = OrderedDict()
_WRITER: Final = ThreadPoolExecutor(1, "events")
_HEAD: Final = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""With which gzip begins: without a name, a time and a system (RFC 1952)."""
_LEVEL: Final = 6
"""Of compression: of the cards of many tables 3 of 100 remain."""


@dataclass(frozen=True, slots=True)
class Wants:
    """What a listener wants to be sent; ``match``: only that of this match."""

    language: str
    match: UUID | None = None
    is_compressed: bool = False


def events(request: HttpRequest) -> HttpResponseBase:
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
    wants = Wants(language_of(request), match, "gzip" in request.headers.get("Accept-Encoding", ""))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if wants.is_compressed:
        headers["Content-Encoding"] = "gzip"
    return StreamingHttpResponse(stream_of(WATCHER, wants, _last(request)), content_type=_MEDIA, headers=headers)


async def stream_of(watcher: Watcher, wants: Wants, last: int | None) -> AsyncIterator[bytes]:
    """Yield the messages for one listener, until it is closed; ``last``: the revision that it has."""
    woken, loop, key = asyncio.Event(), asyncio.get_running_loop(), object()

    def wake() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(woken.set)

    watcher.join(key, wake)
    try:
        yield (_HEAD if wants.is_compressed else b"") + _packed(b": tables\n\n", wants)
        place: int | None = None
        while not watcher.is_ended:
            if watcher.is_fresh:
                woken.clear()
                news = watcher.since(place, last if place is None else None)
                place = news.place
                content = await asyncio.shield(_message(news, wants))  # others wait for it, too, when this one leaves
                if content:
                    yield content
            try:
                async with asyncio.timeout(COMMENT_S):
                    await woken.wait()
            except TimeoutError:
                yield _packed(b":\n\n", wants)
    finally:
        watcher.leave(key)


def _message(news: News, wants: Wants) -> asyncio.Future[bytes]:
    """A message for all who wait for the same; written once, on another thread, so that nobody else waits for it."""
    key = (news.place, news.revision, len(news.changes), news.whole, wants)
    written = _WRITTEN.get(key)
    if written is None:
        written = _WRITTEN[key] = asyncio.get_running_loop().run_in_executor(_WRITER, _written, news, wants)
        if len(_WRITTEN) > _KEPT:
            _WRITTEN.popitem(last=False)
    return written


def _written(news: News, wants: Wants) -> bytes:
    tables = [
        {"id": change.table, "html": None if change.now is None else CARDS.html(change.now, wants.language)}
        for change in {change.table: change for change in news.changes}.values()
        if wants.match is None or (change.now is not None and change.now.uuid == wants.match)
    ]
    if not tables and not news.whole:
        return b""
    data = json.dumps({"whole": news.whole, "tables": tables}, ensure_ascii=False, separators=(",", ":"))
    return _packed(f"id: {news.revision}\ndata: {data}\n\n".encode(), wants)


def _packed(content: bytes, wants: Wants) -> bytes:
    """Compress a part of a stream so that it can follow on any other part."""
    if not wants.is_compressed:
        return content
    packing = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    return packing.compress(content) + packing.flush(zlib.Z_FULL_FLUSH)


def _last(request: HttpRequest) -> int | None:
    said = request.headers.get("Last-Event-ID", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= _LONGEST else None
