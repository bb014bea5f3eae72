"""The server as an application that uvicorn runs."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import django
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.club.settings")
django.setup()  # nothing below can be imported before

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
        if not response.streaming:
            await self.send_response(response, send)
            return
        # Nobody waits for the end of events: who has listened goes.
        tasks = [asyncio.create_task(one) for one in (self.send_response(response, send), self._until_gone(receive))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _until_gone(self, receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        request_started.send(type(self), scope=scope)
        set_script_prefix(get_script_prefix(scope))
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # there is one of the two
        response.close()  # on this thread, whose connection to the database it looks after
        return response


_ANSWERS: Final = Answers()
_TABLES: Final = TableServer()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Store what tables send, and answer everything else."""
    await (_TABLES if scope["path"].startswith(ROOT) else _ANSWERS)(scope, receive, send)
