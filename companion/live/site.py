"""The pages of the live page, as one application: read only, without cookies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from companion.live.events import Events
from companion.live.feed import Feed
from companion.live.games import GAMES
from companion.live.guard import Guard
from companion.live.languages import NAMES, language_of
from companion.live.words import parts, said, wording
from companion.record.exporting import export_text
from companion.record.recorded import recorded_match

_STATIC: Final = {"live.css": "text/css", "live.js": "text/javascript", "overlay.js": "text/javascript"}


def application(feed: Feed, events: Events, *, language: str, names: Iterable[str] = ()) -> ASGIApp:
    """Return the application.  ``language``: where a browser asks for none that is there.  ``names``: of the device."""
    site = _Site(feed, language)
    routes = [
        Route("/", site.watch),
        Route("/overlay", site.overlay),
        Route("/overlay/build", site.build),
        Route("/state.json", site.state),
        Route("/events", events),
        *(Route(f"/match.{game.form}", site.match) for game in GAMES.values()),
        *(Route(f"/{name}", _static(name, media)) for name, media in _STATIC.items()),
    ]
    return Guard(Starlette(routes=routes), names=names)


class _Site:
    """The pages, made from what the feed shows."""

    def __init__(self, feed: Feed, language: str) -> None:
        self._feed: Final = feed
        self._language: Final = language
        self._file: tuple[tuple[int, int, int], str] | None = None

    async def watch(self, request: Request) -> Response:
        return HTMLResponse(_filled("live.html", self._values(request)))

    async def overlay(self, request: Request) -> Response:
        values = self._values(request)
        return HTMLResponse(_filled("overlay.html", {**values, "panel": _filled("panel.html", values)}))

    async def build(self, request: Request) -> Response:
        values = self._values(request)
        choices = "".join(
            f'<label><input type="radio" name="lang" value="{one}"{checked}> {name}</label>'
            for one, name in NAMES.items()
            for checked in (" checked" if one == values["lang"] else "",)
        )
        panel = _filled("panel.html", values)
        return HTMLResponse(_filled("build.html", {**values, "panel": panel, "language_choices": choices}))

    async def state(self, request: Request) -> Response:
        del request
        return JSONResponse(self._feed.whole().json())

    async def match(self, request: Request) -> Response:
        """The match as far as it may be seen, as a file."""
        form, record = request.url.path.rpartition(".")[2], self._feed.record()
        if record is None or GAMES[record[0].game].form != form:
            return PlainTextResponse("There is no such match.", 404)
        header, entries, n = record
        key = (self._feed.whole().epoch, header.id, n)
        if self._file is None or self._file[0] != key:
            self._file = key, export_text(form, recorded_match(header, entries), ())
        name = f'attachment; filename="match-{header.id}.{form}"'
        return Response(self._file[1], media_type="text/plain", headers={"content-disposition": name})

    def _values(self, request: Request) -> Mapping[str, str]:
        """What the blanks of the pages are filled with, as HTML."""
        language = language_of(request.scope, self._language)
        whole = self._feed.whole()
        shown, words = parts(whole.state, self._feed.delay, language), wording(language)
        told = said(whole.steps, whole.header, whole.state.terms if whole.state is not None else "", language)
        act = whole.state.to_act if whole.state is not None else None
        return {
            **words,
            "board_word": words["board"],
            "last_word": words["last"],
            **{part.replace("-", "_"): html for part, html in shown.items()},
            "lang": language,
            "match": str(whole.match),
            "act": act.value if act is not None else "",
            "told": "".join(f"<li>{escape(one)}</li>" for one in told),
            "file_name": f"match.{GAMES[whole.header.game].form}" if whole.header is not None else "match.mat",
            "languages": " ".join(
                f'<a href="?lang={one}" hreflang="{one}" lang="{one}">{name}</a>' for one, name in NAMES.items()
            ),
        }


def _filled(page: str, values: Mapping[str, str]) -> str:
    return Template(_page(page)).substitute(values)


@cache
def _page(name: str) -> str:
    return (files("companion.live") / "pages" / name).read_text(encoding="utf-8")


def _static(name: str, media: str) -> Callable[[Request], Awaitable[Response]]:
    async def content(request: Request) -> Response:
        del request
        return Response(_page(name), media_type=media)

    return content
