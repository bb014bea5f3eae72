"""A person decides a conflict: what is stored counts, or what was sent; nothing is deleted by it."""

from __future__ import annotations

import pytest

from companion.club.conflicts import keep, take
from companion.club.deriving import Deriver
from companion.club.models import Conflict, Entry, Match, Result, Stream
from companion.club.rebuilding import rebuild
from tests.club.sending import Played, Sender, lines_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def counting() -> list[bytes]:
    return [bytes(line) for line in Entry.objects.filter(replaced=None).order_by("n").values_list("line", flat=True)]


def changed(match: Played, n: int) -> Played:
    """The same match with other entries from number n on."""
    return Played(match.seed, entries=(*match.entries[: n - 1], *Played(2).entries[n - 1 :]))


def test_what_was_kept_is_not_asked_about_again() -> None:
    match, table = Played(1), Sender()
    table.match(match)
    other = changed(match, 6)
    table.entries(other)
    keep(Conflict.objects.get())
    assert table.entries(other)[0] == 409
    assert counting() == lines_of(match.entries)
    assert Conflict.objects.get().decision == Conflict.Decision.KEPT
    table.entries(changed(match, 8))
    assert Conflict.objects.count() == 2


@pytest.mark.parametrize("n", [2, 6])
def test_what_was_taken_is_sent_again_and_derived(n: int) -> None:
    match, table, deriver = Played(1), Sender(), Deriver()
    table.match(match)
    deriver.derive_new()
    other = changed(match, n)
    assert table.entries(other)[0] == 409
    take(Conflict.objects.get())
    assert Stream.objects.get().derived < Stream.objects.get().changes
    deriver.derive_new()
    assert Result.objects.get().n == n - 1
    assert table.header(other) == (200, {"last": n - 1})
    table.match(other)
    deriver.derive_new()  # the deriver had the old entries in memory
    incremental = Result.objects.values().get()
    assert counting() == lines_of(other.entries)
    assert Entry.objects.count() == len(match.entries) + len(other.entries) - n + 1
    rebuild()
    assert Result.objects.values().get() | {"revision": 0} == incremental | {"revision": 0}
    assert Conflict.objects.get().decision == Conflict.Decision.TAKEN


def test_the_deriver_reads_anew_even_if_all_was_sent_again_meanwhile() -> None:
    match, table, deriver = Played(1), Sender(), Deriver()
    table.match(match)
    deriver.derive_new()
    other = changed(match, 3)
    table.entries(other)
    take(Conflict.objects.get())
    table.match(other)
    deriver.derive_new()
    incremental = Result.objects.values().get()
    rebuild()
    assert Result.objects.values().get() | {"revision": 0} == incremental | {"revision": 0}


def test_a_match_goes_over_to_the_table_that_was_believed() -> None:
    match, table, other = Played(1), Sender(), Sender("Table 2")
    table.match(match)
    assert other.header(match)[0] == 409
    assert other.entries(match)[0] == 409
    take(Conflict.objects.get())
    assert Match.objects.get().table == other.table
    other.match(match)
    assert table.header(match)[0] == 409
    assert not Conflict.objects.filter(table=other.table, decision=Conflict.Decision.OPEN).exists()


def test_a_later_entry_of_the_same_conflict_is_decided_with_it() -> None:
    match, table = Played(1), Sender()
    table.match(match)
    table.entries(changed(match, 9), 9)
    table.entries(changed(match, 4), 4)
    take(Conflict.objects.get(n=4))
    assert set(Conflict.objects.values_list("decision", flat=True)) == {Conflict.Decision.TAKEN}
    assert counting() == lines_of(match.entries[:3])
