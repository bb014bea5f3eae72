"""A database that was filled when the server was new holds the same after all migrations that came since.

What is stored first has the shape of the first migration for ever; whatever is migrated later is tested by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from companion.club.deriving import Deriver
from companion.club.models import Conflict, Entry, Match, Player, Table
from companion.club.people import anonymise, key_of, player_of
from companion.club.rebuilding import rebuild
from companion.club.tokens import tables_of
from companion.record.header_lines import header_line
from tests.club.evening import DRAUGHTS
from tests.club.sending import Played, Sender, lines_of
from tests.club.test_deriving import derived

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

FIRST: Final = [("club", "0001_initial")]
TABLES: Final = ("Table 1", "Table 2")
REMOVED: Final = "Dan"
NAMES: Final = ("Anna", "Bert", "Šarlota", REMOVED)
DELETED: Final = 3
"""The seed of a match that its table has deleted."""


def evening() -> tuple[Played, ...]:
    return (
        Played(1, ("Anna", "Bert")),
        Played(2, ("Šarlota", "Anna"), 0),
        Played(DELETED, ("Bert", "Šarlota"), 1),
        Played(4, ("Bert", REMOVED), 2, rules=DRAUGHTS),
        replace(Played(5, ("Anna", REMOVED), 1), epoch=2),
        Played(6, ("Anna", "Bert"), entries=Played(6).entries[:30]),
    )


@pytest.fixture
def first() -> Iterator[Any]:
    """The models of the first migration, and their tables; the newest ones afterwards."""
    with connection.schema_editor() as editor:
        for table in connection.introspection.table_names():
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})
    try:
        executor = MigrationExecutor(connection)
        executor.migrate(FIRST)
        yield executor.loader.project_state(FIRST).apps
    finally:
        upgrade()


def upgrade() -> None:
    call_command("migrate", verbosity=0)
    ContentType.objects.clear_cache()


def old(apps: Any, model: str, /, **values: Any) -> Any:
    return apps.get_model("club", model).objects.create(**values)


def fill_old(apps: Any) -> None:
    tables = [old(apps, "Table", name=name, token_hash=sha256(name.encode()).hexdigest()) for name in TABLES]
    for name in NAMES:
        player = old(apps, "Player", name="" if name == REMOVED else name)
        old(apps, "Name", key=key_of(name), player=player)
    for at, played in enumerate(evening()):
        match = old(
            apps, "Match", uuid=played.uuid, table=tables[at % 2], number=played.header.id, epoch=played.epoch,
            header=header_line(played.header) | {"names": [hidden(name) for name in played.names]}, digest="",
            deleted_epoch=played.epoch if played.seed == DELETED else 0, is_new=played.seed % 2 == 0,
        )  # fmt: skip
        stream = old(apps, "Stream", match=match, epoch=played.epoch, last=len(played.entries))
        for n, line in enumerate(lines_of(played.entries), 1):
            old(apps, "Entry", stream=stream, n=n, line=line, digest=sha256(line).digest())
    old(apps, "Conflict", match=match, table=tables[0], epoch=1, n=3, line=b'{"n":3}')
    derive_old(apps, match, player)


def derive_old(apps: Any, match: Any, player: Any) -> None:
    """Something wrong in each table of what is derived: it has to go, too."""
    old(apps, "Result", match=match, epoch=1, n=2, game="backgammon", length=3, light=player, state={"n": 2})
    old(apps, "Turn", match=match, number=1, position="4HPwATDgc/ABMA", opening="31 8/5 6/5")
    old(apps, "Standing", player=player, game="backgammon", matches=9)
    old(apps, "Pair", player=player, opponent=player, game="backgammon", matches=9)


def hidden(name: str) -> str:
    return f"\ufdd0{key_of(name)}" if name == REMOVED else name


def fill_new() -> None:
    for name in NAMES:
        player_of(name)
    anonymise(player_of(REMOVED))
    tables = [Sender(name) for name in TABLES]
    for at, played in enumerate(evening()):
        tables[at % 2].header(played, deleted=played.seed == DELETED)
        tables[at % 2].entries(played)
    Deriver().derive_new()


def entries() -> list[tuple[Any, ...]]:
    found = Entry.objects.order_by("pk").values_list("stream__match__uuid", "stream__epoch", "n", "line", "digest")
    return [(uuid, epoch, n, bytes(line), bytes(digest)) for uuid, epoch, n, line, digest in found]


def test_all_that_was_stored_at_first_is_there_after_all_migrations_and_derives_the_same(first: Any) -> None:
    fill_old(first)
    upgrade()
    assert entries() == [
        (played.uuid, played.epoch, n, line, sha256(line).digest())
        for played in evening() for n, line in enumerate(lines_of(played.entries), 1)
    ]  # fmt: skip
    assert list(Match.objects.order_by("pk").values_list("uuid", "table__name")) == [
        (played.uuid, TABLES[at % 2]) for at, played in enumerate(evening())
    ]
    assert tables_of([TABLES[1]]) == {TABLES[1]: Table.objects.get(name=TABLES[1])}
    assert [(one.n, bytes(one.line)) for one in Conflict.objects.all()] == [(3, b'{"n":3}')]
    rebuild()
    upgraded = derived()
    call_command("flush", interactive=False, verbosity=0)
    fill_new()
    assert Player.objects.filter(name="").count() == 1
    assert upgraded == derived()
    assert all(upgraded)
