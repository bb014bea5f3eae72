"""How quickly a server answers that has as many matches as a federation has after years."""

from __future__ import annotations

import http.client
import json
import random
import time
import uuid
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Max, Model

from companion.club.models import Match, Pair, Standing, Table, Turn
from companion.club.pages.search import ROLLS
from companion.club.tokens import pair
from companion.lab.random_matches import random_match
from companion.record.canonical import canonical
from companion.record.header import Header
from companion.record.header_lines import header_line
from companion.record.lines import row_of_entry
from companion.record.unfolding import entries_of

_TIMES: Final = 200
_RESULTS: Final = 40
_APART_S: Final = 1.0
"""So long after its header a match is sent: who has begun one is derived by then."""
_PATIENCE_S: Final = 60.0
_LOOKED_EVERY_S: Final = 0.01


def page_times(port: int, seed: str) -> Mapping[str, list[float]]:
    """Return what pages of each kind take, in seconds: each time another player, match, position or roll."""
    chance = random.Random(seed)
    took: dict[str, list[float]] = {}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    for kind, address in _addresses(chance).items():
        took[kind] = []
        for _ in range(_TIMES):
            path = address()
            began_s = time.monotonic()
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            took[kind].append(time.monotonic() - began_s)
            if answer.status != HTTPStatus.OK:
                raise RuntimeError(f"{path}: {answer.status}")
    return took


def _addresses(chance: random.Random) -> dict[str, Callable[[], str]]:
    def against() -> str:
        found = _any(Pair, chance)
        return f"/players/{found.player_id}/against/{found.opponent_id}"

    return {
        "tables": lambda: "/",
        "standings": lambda: "/players",
        "player": lambda: f"/players/{_any(Standing, chance).player_id}",
        "two players": against,
        "match": lambda: f"/matches/{_any(Match, chance).uuid}",
        "search by position": lambda: "/search?" + urlencode({"position": _any(Turn, chance).position}),
        "search by roll": lambda: "/search?" + urlencode({"roll": chance.choice(ROLLS)}),
    }


def _any(model: type[Model], chance: random.Random) -> Any:
    last = model._default_manager.aggregate(last=Max("pk"))["last"]
    return model._default_manager.filter(pk__gte=chance.randint(1, last)).order_by("pk")[0]


def result_times(port: int, seed: str) -> list[float]:
    """Return how long after its entries were sent a match counts in the standings, in seconds."""
    chance = random.Random(f"results {seed}")  # not the matches that were stored by the same seed
    token = pair(Table.objects.create(name="Deciding"))
    return [_counted(port, token, chance, number) for number in range(1, _RESULTS + 1)]


def _counted(port: int, token: str, chance: random.Random, number: int) -> float:
    light, dark = Standing.objects.filter(rating__isnull=False).select_related("player").order_by("-rating")[:2]
    names = (light.player.name, dark.player.name)
    lines = [canonical(row_of_entry(entry)) for entry in entries_of(random_match(chance, names, 1))]
    path, headers = f"/api/matches/{uuid.UUID(int=chance.getrandbits(128))}", {"Authorization": f"Bearer {token}"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    said = header_line(Header(number, "2026-11-20T19:30:00+00:00", names, 1))
    for address, body in (
        (path, json.dumps({"epoch": 1, "deleted": False, "header": said}).encode()),
        (f"{path}/entries?epoch=1&from=1", b"\n".join(lines)),
    ):
        time.sleep(_APART_S)
        before = Standing.objects.values_list("won", "lost").get(pk=light.pk)
        began_s = time.monotonic()
        connection.request("PUT", address, body, headers)
        answer = connection.getresponse()
        words = answer.read().decode()
        if answer.status != HTTPStatus.OK:
            raise RuntimeError(f"the server of the club answers {answer.status}: {words}")
    while Standing.objects.values_list("won", "lost").get(pk=light.pk) == before:
        if time.monotonic() - began_s > _PATIENCE_S:
            raise RuntimeError("a result does not come into the standings")
        time.sleep(_LOOKED_EVERY_S)
    return time.monotonic() - began_s
