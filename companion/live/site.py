"""The pages of the live page, as one application: read only, without cookies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import cache, partial
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
from companion.live.match_page import match_parts
from companion.live.picture_page import PicturePage, PictureReader
from companion.live.published import PublishedMatches
from companion.live.visits import Visits
from companion.live.words import parts, said, wording
from companion.record.exporting import export_text
from companion.record.places import Place
from companion.record.recorded import recorded_match
from companion.texts import sentence

_STATIC: Final = {
    "live.css": "text/css",
    **dict.fromkeys(("live.js", "overlay.js", "match.js", "picture.js"), "text/javascript"),
}


_PICTURE: Final = (
    "heading", "take", "choose", "private", "reading", "drawn_over", "correct", "spot", "there", "put", "advice",
    "undo", "copy", "copied", "lost", "ok", "keep",
)  # fmt: skip
"""The words of the page for pictures."""


def application(
    feed: Feed,
    events: Events,
    published: PublishedMatches,
    *,
    language: str,
    names: Iterable[str] = (),
    pictures: tuple[PictureReader, Visits] | None = None,
) -> ASGIApp:
    """Return the application.  ``language``: the default for browsers.  ``names``: of the device.

    ``pictures``: reads them, for the phones that may.
    """
    site = _Site(feed, published, language)
    taken = PicturePage(*pictures, site.picture, site.says, language=language).routes if pictures else ()
    routes = [
        Route("/", site.watch),
        Route("/overlay", site.overlay),
        Route("/overlay/build", site.build),
        Route("/state.json", site.state),
        Route("/events", events),
        *(Route(f"/match.{game.form}", site.match) for game in GAMES.values()),
        Route("/match/{name}", site.one_match),
        *taken,
        *(Route(f"/{name}", _static(name, media)) for name, media in _STATIC.items()),
    ]
    return Guard(Starlette(routes=routes), names=names)


class _Site:
    """The pages of the feed and of the published matches."""

    def __init__(self, feed: Feed, published: PublishedMatches, language: str) -> None:
        self._feed: Final = feed
        self._published: Final = published
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
        return _file(self._file[1], f"match-{header.id}.{form}")

    async def one_match(self, request: Request) -> Response:
        """The page of a match whose code the table has shown, or its file."""
        uuid, dot, form = request.path_params["name"].partition(".")
        match = self._published.find(uuid)
        language = language_of(request.scope, self._language)
        if match is None or (dot and form not in match.files):
            return self.says(request, "live.gone", 404)
        if not self._published.may_be_seen(uuid):
            return self.says(request, "live.later", 404)
        if dot:
            return _file(match.files[form], f"match-{match.number}.{form}")
        parts_of_match = match_parts(match, language)
        return self._page(request, "match", parts_of_match, title=parts_of_match["match_title"])

    def picture(self, request: Request, key: str) -> Response:
        """The page on which a phone has a picture read: at first of the game that is played at the table."""
        say = partial(sentence, language=language_of(request.scope, self._language))
        texts = {part: escape(say(f"picture.{part.replace('_', '-')}")) for part in _PICTURE}
        header = self._feed.whole().header
        shown = header.game if header is not None else next(iter(GAMES))
        games = "".join(
            f'<label><input type="radio" name="game" value="{game.value}"{" checked" if game is shown else ""}> '
            f"{escape(say(f'game.{game.value}'))}</label>"
            for game in GAMES
        )
        return self._page(request, "picture", {**texts, "key": escape(key), "games": games}, title=texts["heading"])

    def says(self, request: Request, key: str, status: int) -> Response:
        """A page that says a text."""
        sentences = escape(sentence(key, language=language_of(request.scope, self._language)))
        return self._page(request, "said", {"said": sentences}, status=status)

    def _page(
        self, request: Request, name: str, values: Mapping[str, str], *, title: str = "", status: int = 200
    ) -> Response:
        """A page of its own: its content, and the script of its name, in the frame that all of these share."""
        frame = _frame(language_of(request.scope, self._language))
        up = "../" * (request.url.path.count("/") - 1)
        script = f'<script src="{up}{name}.js" defer></script>' if f"{name}.js" in _STATIC else ""
        content = _filled(f"{name}.html", {**frame, **values})
        parts = {"up": up, "script": script, "title": title or frame["title"], "page": name, "content": content}
        return HTMLResponse(_filled("one.html", {**frame, **parts}), status)

    def _values(self, request: Request) -> Mapping[str, str]:
        """The values of the blanks of the pages, as HTML."""
        language = language_of(request.scope, self._language)
        whole = self._feed.whole()
        shown, words = parts(whole.state, self._feed.delay, language), _frame(language)
        sentences = said(whole.steps, whole.header, whole.state.terms if whole.state is not None else "", language)
        act = whole.state.to_act if whole.state is not None else None
        return {
            **words,
            "board_word": words["board"],
            "last_word": words["last"],
            **{part.replace("-", "_"): html for part, html in shown.items()},
            "match": str(whole.match),
            "act": act.value if act is not None else "",
            "told": "".join(_lines(sentences)),
            "file_name": f"match.{GAMES[whole.header.game].form}" if whole.header is not None else "match.mat",
        }


def _lines(sentences: Iterable[tuple[Place, str]]) -> Iterator[str]:
    last: Place | None = None
    for place, words in sentences:
        first = ' class="first"' if place != last else ""
        yield f'<li data-turn="{place.game}.{place.turn}"{first}>{escape(words)}</li>'
        last = place


def _frame(language: str) -> Mapping[str, str]:
    """The values of the blanks of every page: the fixed words, and the links to the languages."""
    links = (f'<a href="?lang={one}" hreflang="{one}" lang="{one}">{name}</a>' for one, name in NAMES.items())
    return {**wording(language), "lang": language, "languages": " ".join(links)}


def _file(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


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
