"""The page on which a phone has a picture of a board read: the only one that accepts data.

Its reader is passed in, and gives answers that are ready for the page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from companion.live.guard import SENT_TO
from companion.live.languages import language_of
from companion.live.visits import Visit, Visits
from companion.texts import sentence

T = TypeVar("T")
Steps: TypeAlias = Sequence[tuple[str, str]]
"""A person's answers about a reading in order: key and answer."""
Json: TypeAlias = dict[str, Any]
"""The content of the page, as JSON."""

_SENT_S: Final = 60.0
"""Seconds that a picture may be on its way: 15 MB over a slow radio take half of that."""
_MOST_STEPS: Final = 100
_LONGEST_STEP: Final = 40
_LONGEST_STEPS: Final = 10_000


class PictureReader(Protocol):
    """Reads pictures for phones.  All methods but the first take up to seconds; any thread may call them.

    A refusal has the key ``said``.
    """

    longest: int
    """Bytes of a picture file."""

    def refusal(self) -> str:
        """The text key of why nothing is read now; empty where it is."""
        ...

    def read(self, content: bytes, game: str, language: str) -> tuple[Any, Json]:
        """Read the board of a game in the content of a picture file; a reading of None where it is refused."""
        ...

    def described(self, reading: Any, steps: Steps, language: str) -> Json:
        """The reading and its open questions after a person's answers."""
        ...

    def advised(self, reading: Any, steps: Steps, language: str) -> Json:
        """An engine's advice on the position."""
        ...

    def kept(self, reading: Any, steps: Steps, language: str) -> Json:
        """Keep the position as a puzzle, and say whether it makes one."""
        ...


class PicturePage:
    """The routes of the page.  ``page``: makes it for the key of a visit; ``says``: one that says a text."""

    def __init__(
        self,
        reader: PictureReader,
        visits: Visits,
        page: Callable[[Request, str], Response],
        says: Callable[[Request, str, int], Response],
        *,
        language: str,
    ) -> None:
        self._reader: Final = reader
        self._visits: Final = visits
        self._page: Final = page
        self._says: Final = says
        self._language: Final = language
        self._busy = False
        self.routes: Final = (
            Route(f"{SENT_TO}{{token}}", self._enter),
            Route(f"{SENT_TO}visit/{{key}}", self._shown),
            Route(f"{SENT_TO}visit/{{key}}/file", self._file, methods=["POST"]),
            Route(f"{SENT_TO}visit/{{key}}/steps", self._steps, methods=["POST"]),
            Route(f"{SENT_TO}visit/{{key}}/advice", self._advice, methods=["POST"]),
            Route(f"{SENT_TO}visit/{{key}}/puzzle", self._puzzle, methods=["POST"]),
        )

    async def _enter(self, request: Request) -> Response:
        """Use up the token of a code; a look at its head, as some apps do it before they open it, does not."""
        visit = self._visits.begin(request.path_params["token"]) if request.method == "GET" else None
        if visit is None:
            return self._says(request, "picture.used", 404)
        return RedirectResponse(f"visit/{visit.key}", 303)

    async def _shown(self, request: Request) -> Response:
        if self._visits.find(request.path_params["key"]) is None:
            return self._says(request, "picture.used", 404)
        if refusal := self._reader.refusal():
            return self._says(request, refusal, 403)
        return self._page(request, request.path_params["key"])

    async def _file(self, request: Request) -> Response:
        language = language_of(request.scope, self._language)
        visit, refused = self._visit(request, language)
        if visit is None:
            return refused
        game = request.query_params.get("game", "")
        most = {"n": str(self._reader.longest // 1_000_000)}
        try:
            content = await asyncio.wait_for(_body(request, self._reader.longest), _SENT_S)
        except TimeoutError:
            return _said("picture.too-slow", language, 408)
        if content is None:
            return _said("picture.too-many", language, 413, most)
        # One after the other: each takes a core for seconds, and the table wants the others.
        if self._busy:
            return _said("picture.busy", language, 503)
        self._busy = True
        try:
            reading, described = await _in_thread(lambda: self._reader.read(content, game, language))
        finally:
            self._busy = False
        if reading is not None:
            visit.reading = reading
        return JSONResponse(described)

    async def _steps(self, request: Request) -> Response:
        return await self._answered(request, self._reader.described)

    async def _advice(self, request: Request) -> Response:
        return await self._answered(request, self._reader.advised)

    async def _puzzle(self, request: Request) -> Response:
        return await self._answered(request, self._reader.kept)

    async def _answered(self, request: Request, answer: Callable[[Any, Steps, str], Json]) -> Response:
        language = language_of(request.scope, self._language)
        visit, refused = self._visit(request, language)
        if visit is None:
            return refused
        steps = _steps_in(await _body(request, _LONGEST_STEPS))
        if visit.reading is None or steps is None:
            return _said("picture.again", language, 400)
        reading = visit.reading
        return JSONResponse(await _in_thread(lambda: answer(reading, steps, language)))

    def _visit(self, request: Request, language: str) -> tuple[Visit | None, Response]:
        """The visit that a request belongs to; None where it is refused, with the answer."""
        visit = self._visits.find(request.path_params["key"])
        if visit is None:
            return None, _said("picture.used", language, 404)
        refusal = self._reader.refusal()
        return (None, _said(refusal, language, 403)) if refusal else (visit, Response())


def _said(key: str, language: str, status: int, values: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"said": sentence(key, values or {}, language=language)}, status)


async def _body(request: Request, most: int) -> bytes | None:
    """The body of a request; None if it is too long or breaks off."""
    parts, length = [], 0
    with suppress(ClientDisconnect):
        async for part in request.stream():
            length += len(part)
            if length > most:
                return None
            parts.append(part)
        return b"".join(parts)
    return None


def _steps_in(content: bytes | None) -> list[tuple[str, str]] | None:
    """The steps in what was sent; None where it is anything else."""
    try:
        rows = json.loads(content or b"")
    except (ValueError, RecursionError):
        return None
    if not isinstance(rows, list) or len(rows) > _MOST_STEPS:
        return None
    words = [word for row in rows if isinstance(row, list) and len(row) == 2 for word in row]
    if len(words) != 2 * len(rows) or not all(isinstance(word, str) and len(word) <= _LONGEST_STEP for word in words):
        return None
    return list(zip(words[::2], words[1::2], strict=True))


async def _in_thread(work: Callable[[], T]) -> T:
    """The result of a function on a thread of its own, which does not delay the end of the program."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[T] = loop.create_future()

    def tell(settle: Callable[[Any], None], value: Any) -> None:
        if not found.done():
            settle(value)

    def run() -> None:
        try:
            settle, value = found.set_result, work()
        except Exception as error:
            settle, value = found.set_exception, error  # type: ignore[assignment]
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(tell, settle, value)

    Thread(target=run, name="picture", daemon=True).start()
    return await found
