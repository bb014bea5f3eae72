"""What comes from tables over the network is answered, and together where it comes at the same time."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.club import table_server
from companion.club.models import Entry
from companion.club.table_api import Answer, Request, answers
from companion.record.header_lines import header_line
from tests.club.sending import Played, Sender, lines_of
from tests.club.served import served
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)

Ask = Callable[..., tuple[int, dict[str, Any]]]


def asking(address: str, token: str = "") -> Ask:
    def ask(method: str, path: str, body: bytes = b"") -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_S)
        connection.request(method, path, body, {"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        said: dict[str, Any] = json.loads(answer.read())
        connection.close()
        return answer.status, said

    return ask


def test_tables_that_send_at_the_same_time_are_stored_together(monkeypatch: pytest.MonkeyPatch) -> None:
    together: list[int] = []

    def counted(requests: list[Request]) -> list[Answer]:
        together.append(len(requests))
        return answers(requests)

    monkeypatch.setattr(table_server, "answers", counted)
    tables = [Sender(f"Table {number}") for number in range(1, 9)]
    played = [Played(number, length=1) for number in range(1, 9)]

    def send(place: int) -> None:
        ask, match = asking(address, tables[place].token), played[place]
        said = {"epoch": 1, "deleted": False, "header": header_line(match.header)}
        assert ask("PUT", f"/api/matches/{match.uuid}", json.dumps(said).encode()) == (200, {"last": 0})
        for n, line in enumerate(lines_of(match.entries[:20]), 1):
            assert ask("PUT", f"/api/matches/{match.uuid}/entries?epoch=1&from={n}", line) == (200, {"last": n})

    with served() as address, ThreadPoolExecutor(8) as threads:
        list(threads.map(send, range(8)))
    assert sum(together) == 8 * 21
    assert max(together) > 1
    for match in played:
        stored = Entry.objects.filter(stream__match__uuid=match.uuid).order_by("n").values_list("line", flat=True)
        assert list(map(bytes, stored)) == lines_of(match.entries[:20])


def test_what_nobody_can_ask_is_refused_in_a_sentence() -> None:
    table, match = Sender(), Played(1)
    with served() as address:
        ask = asking(address, table.token)
        assert ask("GET", "/api/matches") == (200, {"matches": []})
        assert ask("POST", "/api/matches") == (405, {"error": "expected GET"})
        assert ask("GET", f"/api/matches/{match.uuid}") == (405, {"error": "expected PUT"})
        assert ask("GET", "/api/matches/1") == (404, {"error": "no such address"})
        assert ask("PUT", f"/api/matches/{match.uuid}/entries?from=1")[0] == 400
        assert ask("PUT", f"/api/matches/{match.uuid}", b" " * (2 * 2**20 + 1))[0] == 413
        assert asking(address)("GET", "/api/matches") == (401, {"error": "this table is not paired"})


def test_a_database_that_does_not_answer_is_tried_again_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: list[Request]) -> list[Answer]:
        raise RuntimeError("a fault")

    monkeypatch.setattr(table_server, "answers", fails)
    with served() as address:
        assert asking(address)("GET", "/api/matches")[0] == 503
    assert "cannot be answered" in caplog.text


def test_what_cannot_be_answered_holds_up_no_other_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(requests: list[Request]) -> list[Answer]:
        if any(request.body == b"fault" for request in requests):
            raise RuntimeError("a fault")
        return answers(requests)

    monkeypatch.setattr(table_server, "answers", fails)
    table = Sender()
    right = Request("GET", "/api/matches", "", table.token, "127.0.0.1", b"")
    wrong = Request("GET", "/api/matches", "", table.token, "127.0.0.1", b"fault")
    assert [answer.status for answer in table_server._answered([right, wrong, right])] == [200, 503, 200]
