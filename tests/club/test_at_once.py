"""Tables send while results are derived: nothing that came meanwhile is forgotten, and nobody waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from companion.club.deriving import Deriver
from companion.club.following import Following
from companion.club.models import Result, Stream
from companion.club.receiving import Sent, receive_entries
from tests.club.sending import Played, Sender, lines_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def in_thread(act: Callable[[], Any]) -> threading.Thread:
    def acted() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=acted)
    thread.start()
    return thread


def test_an_entry_that_comes_while_its_match_is_derived_is_derived_next(monkeypatch: pytest.MonkeyPatch) -> None:
    match, table, deriver = Played(1), Sender(), Deriver()
    table.header(match)
    table.entries(match, 1, 10)
    lines = lines_of(match.entries)
    threads: list[threading.Thread] = []
    read = Following.matches

    def slowly(self: Following, *of: Any) -> Any:
        found = read(self, *of)
        if not threads:
            receive = lambda: receive_entries([Sent(table.table, match.uuid, 1, 11, lines[10:20])])  # noqa: E731
            threads.append(in_thread(receive))
            threads[0].join(0.3)  # it may have to wait until the match is derived
        return found

    monkeypatch.setattr(Following, "matches", slowly)
    deriver.derive_new()
    threads[0].join()
    assert Stream.objects.get().derived < Stream.objects.get().changes
    deriver.derive_new()
    assert Result.objects.get().n == 20


def test_two_requests_with_the_same_entries_store_them_once() -> None:
    match, table = Played(2), Sender()
    table.header(match)
    lines = lines_of(match.entries)[:40]
    sent = Sent(table.table, match.uuid, 1, 1, lines)
    threads = [in_thread(lambda: receive_entries([sent, sent])) for _ in range(4)]
    for thread in threads:
        thread.join()
    assert receive_entries([sent]) == [40]
