"""A table that is paired sends while the companion runs, whatever the network does, and nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.app.outbox import Ask, OutboxThread, UnreachableError
from companion.app.pairing import Club, pair_with, paired_club, unpair
from companion.errors import InputError
from companion.record import Journal
from tests.archived import random_entries
from tests.patience import eventually

ONE, OTHER = Club("https://one.example", "1"), Club("https://other.example", "2")


class Server:
    """What the servers of two clubs have got; a fault, if one is set, is what every request meets."""

    def __init__(self) -> None:
        self.got: dict[str, int] = {}
        self.fault: Callable[[], Exception] | None = None
        self.asked = threading.Event()

    def server_of(self, club: Club) -> Ask:
        def ask(path: str, body: bytes | None) -> Mapping[str, Any]:
            self.asked.set()
            if self.fault is not None:
                raise self.fault()
            if body is None:
                return {"matches": []}
            if "entries" in path:
                self.got[club.address] = self.got.get(club.address, 0) + len(body.splitlines())
            return {"last": self.got.get(club.address, 0)}

        return ask


@pytest.fixture
def played(tmp_path: Path) -> int:
    with Journal(tmp_path) as journal:
        journal.begin(names=("Anna", "Bert"), length=1)
        journal.append_all(random_entries(1, 1))
    return len(random_entries(1, 1))


def sending(folder: Path, server: Server) -> OutboxThread:
    return OutboxThread(folder, lambda: paired_club(folder), server_of=server.server_of, every_s=0.001)


def test_nothing_is_sent_before_the_table_is_paired_nor_after_it_left(tmp_path: Path, played: int) -> None:
    server = Server()
    with sending(tmp_path, server):
        assert not server.asked.wait(0.05)
        pair_with(tmp_path, ONE)
        assert eventually(lambda: server.got == {ONE.address: played})
        pair_with(tmp_path, OTHER)
        assert eventually(lambda: server.got == {ONE.address: played, OTHER.address: played})
        unpair(tmp_path)
    assert paired_club(tmp_path) is None


def test_after_days_without_a_network_all_is_sent(tmp_path: Path, played: int) -> None:
    server = Server()
    server.fault = lambda: UnreachableError("no network")
    pair_with(tmp_path, ONE)
    with sending(tmp_path, server) as thread:
        assert eventually(lambda: thread.trouble == "no network")
        server.fault = None
        assert eventually(lambda: server.got == {ONE.address: played} and thread.trouble is None)


def test_a_fault_of_ours_ends_the_sending_and_nothing_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    server = Server()
    server.fault = lambda: RuntimeError("a fault")
    with Journal(tmp_path) as journal:
        journal.begin()
    pair_with(tmp_path, ONE)
    with sending(tmp_path, server):
        assert eventually(lambda: "nothing is sent to the club any more" in caplog.text)


def test_the_secret_of_a_table_is_nobody_elses(tmp_path: Path) -> None:
    pair_with(tmp_path / "new", ONE)
    (kept,) = (tmp_path / "new").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "code", ["", "nonsense", "http://club.example/pair#t", "https://club.example/pair", "https:///pair#t", "http://[/#"]
)
def test_another_text_pairs_with_nobody(code: str) -> None:
    with pytest.raises(InputError, match="is no pairing code of a club"):
        Club.from_code(code)


def test_a_file_that_is_torn_is_no_pairing(tmp_path: Path) -> None:
    (tmp_path / "club.json").write_text('{"address": ')
    assert paired_club(tmp_path) is None
