"""The server as an application that uvicorn runs."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.core.asgi import get_asgi_application
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.club.settings")
_EVENTS: Final = get_asgi_application()  # which sets Django up: nothing below can be imported before

from companion.club.table_api import ROOT  # noqa: E402
from companion.club.table_server import TableServer  # noqa: E402

_THREADS: Final = 4
"""Pages that are made at the same time, each with a connection of its own to the database."""


class Answers(ASGIHandler):
    """Makes an answer on one thread; Django's own handler goes to another one and back for each middleware."""

    def __init__(self) -> None:
        super().__init__()
        self._threads: Final = ThreadPoolExecutor(_THREADS, "answers")

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002
        super().load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await asyncio.get_running_loop().run_in_executor(self._threads, self._answer, scope, body)
        await self.send_response(response, send)

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        request_started.send(type(self), scope=scope)
        set_script_prefix(get_script_prefix(scope))
        request, refusal = self.create_request(scope, body)
        response: HttpResponseBase = refusal if request is None else self.get_response(request)
        response.close()  # on this thread, whose connection to the database it looks after
        return response


_ANSWERS: Final = Answers()
_TABLES: Final = TableServer()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Send events for as long as somebody listens, store what tables send, and answer everything else."""
    if scope["path"] == "/events":
        await _EVENTS(scope, receive, send)
    elif scope["path"].startswith(ROOT):
        await _TABLES(scope, receive, send)
    else:
        await _ANSWERS(scope, receive, send)
