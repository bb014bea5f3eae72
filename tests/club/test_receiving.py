"""What tables send is stored once, in order, and nothing contradicts what is stored."""

from __future__ import annotations

import pytest

from companion.club.models import Conflict, Entry, Match
from companion.club.tokens import revoke
from companion.record.canonical import canonical
from companion.record.lines import row_of_entry
from tests.club.sending import Played, Sender, lines_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def stored() -> list[bytes]:
    return [bytes(line) for line in Entry.objects.order_by("n").values_list("line", flat=True)]


def test_a_match_is_stored_as_it_was_sent() -> None:
    match, table = Played(1), Sender()
    table.match(match)
    assert stored() == lines_of(match.entries)


def test_the_same_again_is_fine_and_stored_once() -> None:
    match, table = Played(1), Sender()
    table.match(match)
    assert table.entries(match, 3, 9) == (200, {"last": len(match.entries)})
    table.match(match)
    assert stored() == lines_of(match.entries)


def test_after_a_gap_the_table_sends_again() -> None:
    match, table = Played(1), Sender()
    table.header(match)
    assert table.entries(match, 1, 4) == (200, {"last": 4})
    assert table.entries(match, 6, 9) == (200, {"last": 4})
    assert table.entries(match, 3, 9) == (200, {"last": 9})
    assert stored() == lines_of(match.entries[:9])


def test_another_entry_with_the_same_number_is_a_conflict_that_is_named_once() -> None:
    match, other, table = Played(1), Played(2), Sender()
    table.match(match)
    changed = Played(1, entries=(*match.entries[:5], *other.entries[5:]))
    for _ in range(2):
        status, said = table.entries(changed, 4, 8)
        assert status == 409
        assert said["n"] == 6
        assert "entry 6 of epoch 1" in str(said["error"])
    assert stored() == lines_of(match.entries)
    assert [(one.n, bytes(one.line)) for one in Conflict.objects.all()] == [(6, lines_of(changed.entries)[5])]


def test_a_later_epoch_has_entries_of_its_own() -> None:
    match, table = Played(1), Sender()
    table.match(match)
    again = Played(1, epoch=2, entries=Played(2).entries)
    table.match(again)
    assert Entry.objects.count() == len(match.entries) + len(again.entries)


def test_a_match_of_another_table_is_a_conflict() -> None:
    match, table, other = Played(1), Sender(), Sender("Table 2")
    table.match(match)
    status, said = other.header(match)
    assert (status, said["error"]) == (409, f"Table 2 has sent match {match.uuid}, which belongs to Table 1")
    assert other.entries(match, 1, 3)[0] == 409
    assert Conflict.objects.count() == 1


@pytest.mark.parametrize(
    "line", [b"{", b"[]", b'{"n": 1}', b'{"n":2}', b'{"n":1,"who":"' + b"x" * 70_000 + b'"}', b"\xff", b"[" * 100_000]
)
def test_what_is_no_entry_is_refused_in_a_sentence(line: bytes) -> None:
    match, table = Played(1), Sender()
    table.header(match)
    status, said = table.lines(match, 1, [line])
    assert (status, said["error"]) == (400, "entry 1: expected the canonical form of an entry with this number")
    assert stored() == []


def test_a_name_that_no_database_takes_is_stored_without_what_it_does_not() -> None:
    match, table = Played(1, ("An\x00na \ud800", "\ufdd0Bert")), Sender()
    table.match(match)
    assert Match.objects.get().header["names"] == ["Anna ", "Bert"]


def test_an_entry_is_stored_byte_for_byte_whatever_its_text_is() -> None:
    match, table = Played(1), Sender()
    table.header(match)
    line = canonical({**row_of_entry(match.entries[0]), "reason": "\x00 \ud800 \u2028 \r"})
    assert table.lines(match, 1, [line]) == (200, {"last": 1})
    assert stored() == [line]


def test_entries_wait_for_their_header() -> None:
    assert Sender().entries(Played(1))[0] == 404


def test_who_is_not_paired_stores_nothing() -> None:
    match, table = Played(1), Sender()
    table.token = "another"
    assert table.header(match)[0] == 401
    table = Sender("Table 2")
    revoke(table.table)
    assert table.header(match) == (401, {"error": "this table is not paired"})
