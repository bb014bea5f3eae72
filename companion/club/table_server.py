"""Takes what tables ask off the network, and answers together what has come at the same time."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.conf import settings
from django.db import close_old_connections

from companion.club.table_api import Answer, Request, answers

log = logging.getLogger(__name__)

_TOGETHER: Final = 100
"""Requests that are answered in one go."""


class TableServer:
    """An application (ASGI), whose requests one thread answers, with one connection to the database."""

    def __init__(self) -> None:
        self._thread: Final = ThreadPoolExecutor(1, "tables")
        self._waiting: Final[list[tuple[Request, asyncio.Future[Answer]]]] = []
        self._answering: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = await _body(receive)
        if body is None:
            return
        answer = await self._answer(_request(scope, body)) if len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE else (
            Answer(413, {"error": f"expected at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE:,} bytes"})
        )  # fmt: skip
        content = json.dumps(answer.said).encode()
        headers = {"Content-Type": "application/json", "Content-Length": str(len(content)), **answer.headers}
        fields = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": answer.status, "headers": fields})
        await send({"type": "http.response.body", "body": content})

    async def _answer(self, request: Request) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answer))
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer_all())
        return await answer

    async def _answer_all(self) -> None:
        """Answer until nothing waits; what comes meanwhile is answered together next."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            some = self._waiting[:_TOGETHER]
            del self._waiting[:_TOGETHER]
            found = await loop.run_in_executor(self._thread, _answered, [request for request, _ in some])
            for (_, waiting), answer in zip(some, found, strict=True):
                if not waiting.done():  # who asked may have gone
                    waiting.set_result(answer)


def _answered(requests: Sequence[Request]) -> list[Answer]:
    try:
        return answers(requests)
    except Exception:
        if len(requests) > 1:  # whatever one table has sent, the others are answered
            return [answer for request in requests for answer in _answered([request])]
        log.exception("a request of a table cannot be answered")
        return [Answer(503, {"error": "the server cannot store anything now"})]
    finally:
        close_old_connections()  # one that is lost


async def _body(receive: Any) -> bytes | None:
    """Read what was sent, and some more than may be; None if who asked has gone."""
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE or not message.get("more_body", False):
            return b"".join(parts)


def _request(scope: Any, body: bytes) -> Request:
    said = next((value for name, value in scope["headers"] if name == b"authorization"), b"").decode("latin1")
    scheme, _, token = said.partition(" ")
    address = scope["client"][0] if scope.get("client") else ""
    query = scope["query_string"].decode("latin1")
    return Request(scope["method"], scope["path"], query, token if scheme == "Bearer" else "", address, body)
