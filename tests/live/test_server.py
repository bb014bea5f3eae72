"""The server of the live page answers what it should, refuses the rest, and may die."""

from __future__ import annotations

import logging
import random
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Final

import pytest

from companion.lab.bench.live_page import hostile_request
from companion.live import events, guard
from companion.live.feed import Feed
from companion.live.guard import HEADERS
from companion.live.public import public
from companion.live.server import LiveServer
from companion.match.view import View
from tests.live.device import Device
from tests.patience import eventually
from tests.states import backgammon

PATHS: Final = ("/", "/overlay", "/overlay/build", "/state.json", "/match.mat", "/live.js", "/overlay.js", "/live.css")
METHODS: Final = ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW")


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers_and_no_cookie(looked_at: Device, path: str) -> None:
    status, headers, content = looked_at.ask(path)
    assert status == 200
    assert content
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "set-cookie" not in headers
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("path", [*PATHS, "/events"])
def test_head_is_answered_without_content(looked_at: Device, path: str) -> None:
    status, headers, content = looked_at.ask(path, "HEAD")
    assert (status, content) == (200, b"")
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("method", METHODS)
def test_nothing_can_be_sent(looked_at: Device, method: str) -> None:
    for path in ("/", "/events", "/state.json", "/nowhere"):
        status, headers, _ = looked_at.ask(path, method)
        assert (status, headers["allow"]) == (405, "GET, HEAD"), path


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200), ("192.168.1.7:8100", 200), ("[::1]:8100", 200), ("[fe80::1]", 200),
        ("localhost", 200), ("board.local", 200), ("Board.Local.:8100", 200), ("club.example", 200),
        ("evil.example", 400), ("local", 400), ("evil.local.example", 400), ("", 400), ("a b.local", 400),
        ("127.0.0.1.evil.example", 400), ("club.example.evil", 400), ("[::1", 400), ("localhost:port", 400),
    ],
)  # fmt: skip
def test_only_names_of_this_device_are_heard(looked_at: Device, host: str, status: int) -> None:
    assert looked_at.ask("/state.json", Host=host)[0] == status


def test_the_browser_chooses_the_language_and_the_address_overrules_it(looked_at: Device) -> None:
    for accepted, asked, language in (
        ("pl-PL,pl;q=0.9,en;q=0.8", "", "pl"), ("de,ru;q=0.5", "", "ru"), ("de", "", "en"), ("pl", "?lang=sk", "sk"),
        ("pl", "?lang=../../etc", "pl"),
    ):  # fmt: skip
        assert f'<html lang="{language}"'.encode() in looked_at.ask(f"/{asked}", Accept_Language=accepted)[2]


def test_fifty_watch_and_the_next_one_is_asked_to_wait(device: Device) -> None:
    watching = [device.watch() for _ in range(events.CLIENTS)]
    assert {spectator.status for spectator in watching} == {200}
    assert device.watch().status == 503
    watching[0].close()
    assert eventually(lambda: device.watch().status == 200)


def test_a_slow_reader_holds_up_nobody_and_goes_on_with_the_whole(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "BEHIND", 4)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", device.port))
        slow.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        quick = device.watch()
        messages = quick.messages()
        next(messages)
        for _ in range(40):
            device.turns(1)
            if backgammon(device.session.state).record.result is not None:
                device.tell("next")
                device.begin()
        last = device.session.state.n
        assert any(message["id"] == last for message in messages)
        told = b""
        while f"id: {last}\n".encode() not in told:
            told += slow.recv(65536)
    assert told.count(b'"whole":true') > 1, "it was too far behind for every step"


def test_who_says_nothing_is_hung_up_on(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "ASKED_S", 0.2)
    with socket.create_connection(("127.0.0.1", device.port), timeout=20) as silent:
        silent.sendall(b"GET / HT")
        with suppress(ConnectionResetError):
            assert silent.recv(100) == b""


def test_more_connections_than_there_may_be_are_turned_away(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "CONNECTIONS", 3)
    held = [device.watch() for _ in range(3)]
    with pytest.raises(OSError, match=r"."):
        device.ask("/")
    held[0].close()

    def answered() -> bool:
        try:
            return device.ask("/")[0] == 200
        except OSError:
            return False

    assert eventually(answered)


def test_hostile_requests_are_answered_without_an_error(device: Device, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    random_ = random.Random(5)
    for _ in range(300):
        with socket.create_connection(("127.0.0.1", device.port), timeout=20) as hostile:
            hostile.sendall(hostile_request(random_))
            hostile.shutdown(socket.SHUT_WR)
            answer = b""
            try:
                while part := hostile.recv(65536):
                    answer += part
            except ConnectionResetError:
                continue
            assert not answer.startswith(b"HTTP/1.1 5"), answer[:200]
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert device.ask("/")[0] == 200


def test_a_server_that_dies_starts_again_and_the_match_never_notices(
    device: Device, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.server._AGAIN_S", 0.05)
    server = device.live.server
    assert server is not None
    spectator = device.watch()
    last = next(spectator.messages())["id"]
    loop = server._loop
    assert loop is not None
    loop.call_soon_threadsafe(loop.stop)
    device.turns(3)
    view = device.table.poll()
    assert isinstance(view, View)
    assert len(view.history) == 3
    assert eventually(lambda: server.starts == 2 and server._loop is not loop)
    assert "starts again" in caplog.text
    caplog.clear()
    again = device.watch("?match=1", last)
    entries = [event["n"] for event in next(again.messages())["events"]]
    assert entries == [last + 1], "it goes on where it was"


def test_the_network_is_cut_and_no_event_is_lost(device: Device) -> None:
    got: list[int] = []
    last = None
    for _ in range(8):
        spectator = device.watch("?match=1", last)
        device.turns(1)
        n = device.session.state.n
        for message in spectator.messages():
            got += [event["n"] for event in message["events"]]
            last = message["id"]
            if last == n:
                break
        spectator.close()
        device.turns(1)  # while nobody watches
        if backgammon(device.session.state).record.result is not None:
            device.tell("next")
            device.begin()
    entries = public(device.journal.entries(1), faults_shown=True)
    assert got == [entry.n for entry in entries if entry.n <= (last or 0)]


def test_the_page_knows_nothing_of_the_application() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import companion.live.server, sys; print(*sys.modules)"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    loaded = set(told.stdout.split())
    outer = {f"companion.{room}" for room in ("app", "screen", "coach", "practice", "settings", "commands")}
    assert "companion.live.feed" in loaded
    assert {name for name in loaded if name in outer or name.startswith(tuple(f"{room}." for room in outer))} == set()
    assert "hardware" not in loaded


def test_a_server_that_is_stopped_as_soon_as_it_is_started_ends() -> None:
    for _ in range(20):
        server = LiveServer(Feed(), port=0)
        server.start()
        server.stop()
        assert not server._thread.is_alive()
