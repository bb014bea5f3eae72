"""What is on a table's disk comes to the server: in order, nothing twice, nothing lost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.app.outbox import Ask, Outbox, RefusedError, UnpairedError, UnreachableError
from companion.club.models import Conflict, Entry, Match, Table
from companion.club.tokens import pair, revoke
from companion.record import Journal
from companion.record.entries import Entry as JournalEntry
from tests.archived import random_entries
from tests.club.sending import asked, lines_of

pytestmark = pytest.mark.django_db

_ERRORS = {401: UnpairedError, 500: UnreachableError, 503: UnreachableError}


def put_as(table: Table, *, fails: Iterator[bool] | None = None) -> Ask:
    """What a table sends with; where it fails, the server has heard it or not, and the answer is lost."""
    token = pair(table)

    def ask(path: str, body: bytes | None) -> Mapping[str, Any]:
        failing = fails is not None and next(fails)
        if failing and fails is not None and next(fails):
            raise UnreachableError("no network")
        status, said = asked(token, f"/{path}", body)
        if failing:
            raise UnreachableError("the answer was lost")
        if status != 200:
            raise _ERRORS.get(status, RefusedError)(said["error"])
        return said

    return ask


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as opened:
        yield opened


@pytest.fixture
def read(journal: Journal, tmp_path: Path) -> Iterator[Journal]:
    """The same journal as the thread of the outbox reads it."""
    assert journal.matches() == ()
    with Journal(tmp_path, shared=True) as opened:
        yield opened


def play(journal: Journal, entries: tuple[JournalEntry, ...], names: tuple[str, str] = ("Anna", "Bert")) -> str:
    header = journal.begin(names=names, length=3)
    journal.append_all(entries)
    return header.uuid


def stored(uuid: str, epoch: int = 1) -> list[bytes]:
    found = Entry.objects.filter(stream__match__uuid=uuid, stream__epoch=epoch).order_by("pk")
    return [bytes(line) for line in found.values_list("line", flat=True)]


def test_all_of_a_journal_is_sent_and_then_what_is_new(journal: Journal, read: Journal) -> None:
    first, second = random_entries(1, 3), random_entries(2, 3)
    one, other = play(journal, first), play(journal, second[:5])
    outbox = Outbox(read, put_as(Table.objects.create(name="1")))
    outbox.send()
    journal.append_all(second[5:])
    outbox.send()
    assert (stored(one), stored(other)) == (lines_of(first), lines_of(second))


def test_a_restart_and_lost_answers_neither_double_nor_lose(journal: Journal, read: Journal) -> None:
    entries = random_entries(3, 3)
    uuid = play(journal, entries[:1])
    chance = random.Random(7)
    put = put_as(Table.objects.create(name="1"), fails=iter(lambda: chance.random() < 0.5, None))
    outbox = Outbox(read, put)
    for entry in entries[1:]:
        journal.append(entry)
        if chance.random() < 0.3:
            outbox = Outbox(read, put)
        with suppress(UnreachableError):
            outbox.send()
    for _ in range(50):
        with suppress(UnreachableError):
            outbox.send()
    assert stored(uuid) == lines_of(entries)


def test_deleted_for_good_is_deleted_at_the_club(journal: Journal, read: Journal) -> None:
    uuid = play(journal, random_entries(1, 1))
    put = put_as(Table.objects.create(name="1"))
    Outbox(read, put).send()
    journal.delete(1)
    journal.purge()
    Outbox(read, put).send()
    assert Match.objects.get(uuid=uuid).is_deleted


def test_a_match_that_another_table_has_waits_for_a_person_and_the_others_do_not(
    journal: Journal, read: Journal
) -> None:
    entries = random_entries(1, 1)
    taken = play(journal, entries)
    Outbox(read, put_as(Table.objects.create(name="1"))).send()
    free = play(journal, random_entries(2, 1))
    asked = 0
    real = put_as(Table.objects.create(name="2"))

    def ask(path: str, body: bytes | None) -> Mapping[str, Any]:
        nonlocal asked
        asked += 1
        return real(path, body)

    outbox = Outbox(read, ask)
    outbox.send()
    outbox.send()
    assert outbox.trouble == f"2 has sent match {taken}, which belongs to 1"
    assert asked == 4  # what the server has, the one that is refused once, and header and entries of the other
    assert stored(free) == lines_of(random_entries(2, 1))
    assert Conflict.objects.count() == 1


def test_a_table_whose_token_was_revoked_is_told(journal: Journal, read: Journal) -> None:
    play(journal, random_entries(1, 1))
    table = Table.objects.create(name="1")
    put = put_as(table)
    revoke(table)
    with pytest.raises(UnpairedError, match="this table is not paired"):
        Outbox(read, put).send()


def test_an_undeleted_match_is_sent_in_its_new_epoch(journal: Journal, read: Journal) -> None:
    entries = random_entries(1, 1)
    uuid = play(journal, entries)
    outbox = Outbox(read, put_as(Table.objects.create(name="1")))
    journal.delete(1)
    outbox.send()
    journal.undelete(1)
    outbox.send()
    assert not Match.objects.get(uuid=uuid).is_deleted
    assert stored(uuid, 2) == lines_of(entries)
    assert json.loads(stored(uuid, 2)[0])["n"] == 1
