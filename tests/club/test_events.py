"""Whoever watches the tables gets all of them first, then every change, and loses none."""

from __future__ import annotations

import asyncio
import random
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Iterator
from threading import Event

import pytest

from companion.club import events, watching
from companion.club.cards import CARDS
from companion.club.models import Match, Stream, Table
from companion.club.watching import Watcher, newest, tables_now
from tests.club.evening import Evening
from tests.club.served import Listener, served
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def address() -> Iterator[str]:
    with served() as found:
        yield found


def shown(language: str = "en") -> dict[int, str]:
    """What every table shows now."""
    return {table: CARDS.html(now, language) for table, now in tables_now(newest()).items()}


def test_all_tables_come_first_and_then_only_what_changes(address: str) -> None:
    evening, listener = Evening(), Listener(address)
    with listener.connected():
        assert listener.hear()["whole"]
        assert listener.tables == shown()
        evening.go_on()
        news = listener.hear()
        assert not news["whole"]
        assert [table["id"] for table in news["tables"]] == [evening.tables[2].table.pk]
        assert listener.tables == shown()


def test_each_listener_reads_its_own_language(address: str) -> None:
    Evening()
    for language in ("pl", "ru"):
        listener = Listener(address, headers={"Accept-Language": language})
        with listener.connected():
            listener.hear()
            assert listener.tables == shown(language)


def test_a_browser_that_unpacks_is_sent_a_fraction_of_it(address: str) -> None:
    evening, listener = Evening(), Listener(address, headers={"Accept-Encoding": "gzip, br"})
    with listener.connected():
        assert listener.hear()["whole"]
        assert listener.tables == shown()
        for _ in range(3):
            evening.go_on()
            listener.hear()
            assert listener.tables == shown()


def test_a_page_of_one_match_hears_of_that_match_only(address: str) -> None:
    evening = Evening()
    listener = Listener(address, f"?match={evening.playing_draughts.uuid}")
    with listener.connected():
        listener.hear()
        assert set(listener.tables) == {evening.tables[3].table.pk}
        evening.go_on()
        evening.tables[3].entries(evening.playing_draughts, evening.sent)
        evening.deriver.derive_new()
        listener.hear()
        assert set(listener.tables) == {evening.tables[3].table.pk}
        assert listener.tables.items() <= shown().items()


def test_who_connects_again_gets_what_was_missed_and_no_more(address: str) -> None:
    evening, listener = Evening(), Listener(address)
    with listener.connected():
        listener.hear()
        evening.go_on()
        listener.hear()
    evening.go_on(2)
    with listener.connected():
        while listener.tables != shown():
            assert not listener.hear()["whole"]
    assert listener.wholes == 1


def test_nothing_is_lost_however_often_the_connection_is_cut(address: str) -> None:
    evening, listener, chance = Evening(), Listener(address), random.Random(3)
    for _ in range(15):
        with listener.connected():
            for _ in range(chance.randrange(3)):
                if listener.tables != shown():
                    listener.hear()
        for _ in range(chance.randrange(3)):
            evening.go_on()
        if chance.random() < 0.2:
            Table.objects.filter(name="Table 4").update(name=f"Table 4{chance.random()}")
    evening.go_on()
    with listener.connected():
        while listener.tables != shown():
            listener.hear()


def test_one_who_leaves_takes_nothing_from_others_who_wait_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    may_write = Event()
    monkeypatch.setattr(events, "_written", lambda *_: may_write.wait(PATIENCE_S) and b"tables")
    events._WRITTEN.clear()
    watcher = Watcher()
    watcher.look()

    async def message(*, leaves: bool) -> object:
        stream = events.stream_of(watcher, events.Wants("en"), None)
        assert isinstance(stream, AsyncGenerator)
        await anext(stream)
        waits = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        if leaves:
            waits.cancel()
        else:
            may_write.set()
        try:
            return await waits
        finally:
            await stream.aclose()

    async def two() -> object:
        with pytest.raises(asyncio.CancelledError):
            await message(leaves=True)
        return await message(leaves=False)

    assert asyncio.run(two()) == b"tables"


def test_a_server_that_began_anew_sends_all_tables() -> None:
    evening = Evening()
    with served() as address:
        listener = Listener(address)
        with listener.connected():
            listener.hear()
    Match.objects.filter(uuid=evening.over.uuid).update(deleted_epoch=9)
    Stream.objects.renew()
    evening.deriver.derive_new()
    with served() as address:
        listener.address = address
        with listener.connected():
            assert listener.hear()["whole"]
            assert listener.tables == shown()
            assert evening.tables[0].table.pk not in listener.tables


def test_a_table_whose_match_is_deleted_goes(address: str) -> None:
    evening, listener = Evening(), Listener(address)
    with listener.connected():
        listener.hear()
        evening.tables[0].header(evening.over, deleted=True)
        evening.deriver.derive_new()
        assert listener.hear()["tables"] == [{"id": evening.tables[0].table.pk, "html": None}]


def test_a_line_without_meaning_keeps_the_connection(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "COMMENT_S", 0.02)
    listener = Listener(address)
    with listener.connected():
        while listener.line() != ":":
            pass


def test_no_more_listen_than_there_can_be(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "CLIENTS", 0)
    with pytest.raises(urllib.error.HTTPError, match="503"):
        urllib.request.urlopen(f"{address}/events")


def test_who_is_too_far_behind_starts_again_with_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "BEHIND", 5)
    evening, watcher = Evening(), Watcher()
    watcher.look()
    start = watcher.since(None)
    assert start.whole
    for count in range(6):
        assert watcher.since(start.place).whole is False
        assert len(watcher.since(start.place).changes) == count
        evening.go_on()
        watcher.look()
    news = watcher.since(start.place)
    assert news.whole
    assert [change.now for change in news.changes] == list(tables_now(newest()).values())


def test_a_revision_that_is_remembered_is_gone_on_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "KEPT", 5)
    evening, watcher = Evening(), Watcher()
    watcher.look()
    revisions = []
    for _ in range(8):
        evening.go_on()
        watcher.look()
        revisions.append(watcher.since(None).revision)
    assert [len(watcher.since(None, revision).changes) for revision in revisions[-4:]] == [4, 3, 2, 1]
    assert watcher.since(None, revisions[0]).whole
    assert watcher.since(None, revisions[-1] + 1).whole
