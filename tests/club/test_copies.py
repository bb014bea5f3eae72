"""A copy of the server holds all that is stored: restored, it derives the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from companion.club.deriving import Deriver
from companion.club.directing import draw_round
from companion.club.models import Entry, Match, Player, Stream, Table, Tournament
from companion.club.people import anonymise, player_of
from companion.club.rebuilding import rebuild
from companion.club.secret import NAME, write_secret
from tests.club.cups import play_round, standings, tournament
from tests.club.sending import Played, Sender
from tests.club.test_deriving import derived, matches

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def stored() -> list[list[object]]:
    return [
        sorted(([*map(repr, row)] for row in model.objects.values_list()), key=repr)
        for model in (Table, Match, Stream, Entry, Player, Tournament)
    ]


def filled() -> Tournament:
    table = Sender()
    for match in matches(3):
        table.match(match)
    cup = tournament("Anna", "Bert", "Cora", "Dan", rounds=2)
    draw_round(cup)
    play_round(table, cup)
    anonymise(player_of("Dan"))
    Deriver().derive_new()
    return cup


def test_what_was_lost_is_there_again_and_derives_the_same(tmp_path: Path) -> None:
    cup, copy = filled(), tmp_path / "club.tar"
    before, results, places = stored(), derived(), standings(cup)
    call_command("backup", str(copy), verbosity=0)
    assert copy.stat().st_mode & 0o777 == 0o600
    secret = (settings.DATA / NAME).read_text()

    write_secret(settings.DATA, "another")
    Tournament.objects.all().delete()
    Sender("Table 2").match(matches(9)[8])
    Entry.objects.filter(n__gt=3).delete()
    call_command("restore", str(copy), "--replace", verbosity=0)

    assert stored() == before
    assert (settings.DATA / NAME).read_text() == secret
    rebuild()
    assert (derived(), standings(cup)) == (results, places)


def test_matches_are_replaced_only_where_that_is_said(tmp_path: Path) -> None:
    Sender().header(Played(1))
    call_command("backup", str(tmp_path / "club.tar"), verbosity=0)
    with pytest.raises(CommandError, match="matches are stored here, which --replace would delete"):
        call_command("restore", str(tmp_path / "club.tar"))


def test_what_is_no_copy_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    Sender().header(Played(1))
    before, copy = stored(), tmp_path / "club.tar"
    copy.write_bytes(b"no archive")
    with pytest.raises(CommandError, match=r"club\.tar"):
        call_command("restore", str(copy), "--replace")
    with pytest.raises(CommandError, match="there is a file already"):
        call_command("backup", str(copy))
    assert stored() == before


def test_nothing_is_restored_under_a_running_derive(tmp_path: Path) -> None:
    Sender().header(Played(1))
    call_command("backup", str(tmp_path / "club.tar"), verbosity=0)
    held = f"import fcntl; lock = open({str(settings.DATA / 'derive.lock')!r}, 'w'); fcntl.flock(lock, fcntl.LOCK_EX)"
    code = f"{held}; print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(CommandError, match="derived already, by another process"):
            call_command("restore", str(tmp_path / "club.tar"), "--replace")
        other.communicate(b"\n")
