"""What a broker is told of a match: with the broker of Debian's package mosquitto."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any, Final

import pytest

from companion.errors import InputError
from companion.settings.reading import changed
from companion.settings.tree import BrokerSettings, Settings
from tests.live.device import Device

pytest.importorskip("paho.mqtt.client", reason="the extra mqtt is not installed")
# Before a second connection paho lets go of its sockets of the first, and leaves closing them to Python.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <s:ResourceWarning")

MOSQUITTO: Final = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
needs_mosquitto: Final = pytest.mark.skipif(
    MOSQUITTO is None, reason="there is no broker to try it with: apt-get install mosquitto"
)
PATIENCE_S: Final = 20.0
PREFIX: Final = "companion/test"
PASSWORD: Final = "open-sesame-7"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for what other processes do."""
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end_s, f"{what}: not within {PATIENCE_S:g} s"
        time.sleep(0.02)


class Broker:
    """A mosquitto on a port of its own; ``lines``: of its configuration."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.port = free_port()
        self.config = folder / "mosquitto.conf"
        user = ["user root"] if os.geteuid() == 0 else []  # it would give up the rights to read what a test has made
        usual = () if any(line.startswith("allow_anonymous") for line in lines) else ("allow_anonymous true",)
        text = "\n".join([*user, f"listener {self.port} 127.0.0.1", *usual, *lines])
        self.config.write_text(text + "\n", encoding="utf-8")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        assert MOSQUITTO is not None
        self.process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self.config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._listens, "mosquitto starts")

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Listener:
    """A subscriber to all topics of a table; what comes stands in ``got`` as (topic, text, was it retained)."""

    def __init__(self, port: int, *, ca: Path | None = None, user: str = "") -> None:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion

        self.got: list[tuple[str, str, bool]] = []
        self.qos: set[int] = set()
        heard: Queue[None] = Queue()
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.on_connect = lambda client, *_: client.subscribe(f"{PREFIX}/#", 1)
        self.client.on_subscribe = lambda *_: heard.put(None)
        self.client.on_message = lambda _, __, message: self._hear(message)
        if ca is not None:
            self.client.tls_set_context(ssl.create_default_context(cafile=ca))
        if user:
            self.client.username_pw_set(user, PASSWORD)
        self.client.connect("127.0.0.1" if ca is None else "localhost", port)
        self.client.loop_start()
        heard.get(timeout=PATIENCE_S)

    def _hear(self, message: Any) -> None:
        self.qos.add(message.qos)
        self.got.append((message.topic.removeprefix(f"{PREFIX}/"), message.payload.decode(), message.retain))

    def of(self, topic: str) -> list[str]:
        return [text for name, text, _ in tuple(self.got) if name == topic]

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.of("events")]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def closing() -> Iterator[Callable[[Any], Any]]:
    """Remember what is to be ended after the test, the last first."""
    made: list[Any] = []

    def remember(one: Any) -> Any:
        made.append(one)
        return one

    yield remember
    for one in reversed(made):
        one.stop() if isinstance(one, Broker) else one.close()


def table(folder: Path, port: int, *, broker: dict[str, Any] | None = None, **live: Any) -> Device:
    """A table that publishes to a broker, its page off."""
    told = BrokerSettings(**{"on": True, "host": "127.0.0.1", "port": port, "prefix": PREFIX, **(broker or {})})
    return Device(folder / "table", broker=told, **{"on": False, **live})


def connected(device: Device) -> Callable[[], bool]:
    return lambda: device.live.publisher is not None and device.live.publisher.is_connected


def numbers(device: Device, first: int) -> list[int]:
    return [entry.n for entry in device.journal.entries(device.session.number) if entry.n > first]


@needs_mosquitto
def test_every_event_comes_once_and_in_order_and_the_state_is_retained(tmp_path: Path, closing: Any) -> None:
    broker = closing(Broker(tmp_path))
    listener = closing(Listener(broker.port))
    device = closing(table(tmp_path, broker.port))
    before = device.session.state.n
    device.begin()
    device.turns(6)
    wanted = numbers(device, before)
    until(lambda: len(listener.events()) >= len(wanted), "all events come")
    assert [event["n"] for event in listener.events()] == wanted
    assert {event["match"] for event in listener.events()} == {device.session.number}
    assert not any(retained for topic, _, retained in listener.got if topic == "events")
    assert listener.qos == {1}
    until(lambda: json.loads(listener.of("state")[-1])["n"] == wanted[-1], "the last state comes")

    late = closing(Listener(broker.port))
    until(lambda: len(late.got) >= 2, "what is retained comes")
    assert late.of("availability") == ["online"]
    (state,) = map(json.loads, late.of("state"))
    assert (state["n"], state["state"]["turns"]) == (wanted[-1], 6)
    assert late.of("events") == []


@needs_mosquitto
def test_the_delay_holds_for_the_broker_too(tmp_path: Path, closing: Any) -> None:
    broker = closing(Broker(tmp_path))
    listener = closing(Listener(broker.port))
    device = closing(table(tmp_path, broker.port, delay_turns=2, initials=True))
    device.begin()
    device.turns(5)
    until(lambda: '"turns":3' in "".join(listener.of("state")[-1:]), "the state of two turns ago comes")
    plays = [event for event in listener.events() if event["event"] == "play"]
    assert len(plays) == 3
    assert "Anna" not in "".join(text for _, text, _ in listener.got)


@needs_mosquitto
def test_nothing_that_helps_to_play_is_sent(tmp_path: Path, closing: Any) -> None:
    from tests.live.test_at_the_table import HELP

    broker = closing(Broker(tmp_path))
    listener = closing(Listener(broker.port))
    device = closing(table(tmp_path, broker.port))
    device.begin()
    device.turns(6)
    until(lambda: '"turns":6' in "".join(listener.of("state")[-1:]), "the last state comes")
    assert HELP.findall("\n".join(text for _, text, _ in listener.got).lower()) == []


@needs_mosquitto
def test_a_broker_that_was_away_gets_what_it_missed(
    tmp_path: Path, closing: Any, caplog: pytest.LogCaptureFixture
) -> None:
    broker = closing(Broker(tmp_path))
    device = closing(table(tmp_path, broker.port))
    until(connected(device), "it connects")
    before = device.session.state.n
    broker.stop()
    until(lambda: not connected(device)(), "it sees that the broker is gone")
    begun_s = time.monotonic()
    device.begin()
    device.turns(8)
    assert time.monotonic() - begun_s < 2.0, "the table waits for no broker"
    first = device.session.number
    broker.start()
    listener = closing(Listener(broker.port))
    wanted = numbers(device, before)
    until(lambda: len(listener.events()) >= len(wanted), "the missed events come")
    assert [event["n"] for event in listener.events()] == wanted
    assert {event["match"] for event in listener.events()} == {first}
    assert "is gone" in caplog.text
    caplog.clear()


@needs_mosquitto
def test_a_goodbye_says_offline(tmp_path: Path, closing: Any) -> None:
    broker = closing(Broker(tmp_path))
    listener = closing(Listener(broker.port))
    device = closing(table(tmp_path, broker.port))
    until(lambda: listener.of("availability") == ["online"], "it is online")
    device.live.close()
    until(lambda: listener.of("availability") == ["online", "offline"], "it is offline")


_KILLED: Final = """
import sys, time
from companion.live.broker import Account, Publisher
from companion.live.feed import Feed
with Publisher(Feed(), Account("127.0.0.1", int(sys.argv[1]), sys.argv[2])):
    time.sleep(60)
"""


@needs_mosquitto
def test_after_a_kill_the_broker_says_offline(tmp_path: Path, closing: Any) -> None:
    broker = closing(Broker(tmp_path))
    listener = closing(Listener(broker.port))
    process = subprocess.Popen([sys.executable, "-c", _KILLED, str(broker.port), PREFIX])
    try:
        until(lambda: listener.of("availability") == ["online"], "it is online")
        process.send_signal(signal.SIGKILL)
        until(lambda: listener.of("availability") == ["online", "offline"], "the last will comes")
    finally:
        process.kill()
        process.wait()
    late = closing(Listener(broker.port))
    until(lambda: late.of("availability") == ["offline"], "the last will is retained")


def with_password(folder: Path) -> tuple[str, ...]:
    made = folder / "passwords"
    subprocess.run(["mosquitto_passwd", "-c", "-b", str(made), "table", PASSWORD], check=True, capture_output=True)
    made.chmod(0o600)
    return ("allow_anonymous false", f"password_file {made}")


@needs_mosquitto
def test_a_wrong_password_is_said_and_the_right_one_lets_in(
    tmp_path: Path, closing: Any, caplog: pytest.LogCaptureFixture
) -> None:
    broker = closing(Broker(tmp_path, *with_password(tmp_path)))
    kept = tmp_path / "password"
    kept.write_text("wrong-4711\n", encoding="utf-8")
    device = closing(table(tmp_path, broker.port, broker={"user": "table", "password_file": str(kept)}))
    until(lambda: "password is wrong" in caplog.text, "the log says so")
    device.begin()
    device.turns(1)
    assert not connected(device)()
    kept.write_text(f"{PASSWORD}\n", encoding="utf-8")
    until(connected(device), "the next attempt takes the new password")
    assert sum("password is wrong" in record.message for record in caplog.records) == 1
    assert PASSWORD not in caplog.text
    assert "wrong-4711" not in caplog.text
    caplog.clear()


def signed(folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A certificate authority of our own, and a broker's configuration with a certificate for localhost."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    new = ("req", "-newkey", "rsa:2048", "-nodes")
    openssl(*new, "-x509", "-days", "2", "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.crt")
    openssl(*new, "-subj", "/CN=localhost", "-keyout", "broker.key", "-out", "broker.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n", encoding="utf-8")
    openssl(
        "x509", "-req", "-in", "broker.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
        "-extfile", "names", "-out", "broker.crt",
    )  # fmt: skip
    return folder / "ca.crt", (f"certfile {folder / 'broker.crt'}", f"keyfile {folder / 'broker.key'}")


@needs_mosquitto
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates, and is not installed")
def test_tls_with_a_certificate_of_our_own_and_not_with_one_nobody_vouches_for(
    tmp_path: Path, closing: Any, caplog: pytest.LogCaptureFixture
) -> None:
    ca, lines = signed(tmp_path)
    broker = closing(Broker(tmp_path, *lines))
    listener = closing(Listener(broker.port, ca=ca))
    device = closing(table(tmp_path, broker.port, broker={"host": "localhost", "tls": True}))
    until(lambda: "its certificate is not trusted" in caplog.text, "the log says so")
    assert not connected(device)()
    device.live.apply(replace(device.settings, broker=replace(device.settings.broker, ca_file=str(ca))))
    until(connected(device), "it connects")
    until(lambda: listener.of("availability") == ["online"], "it is online")
    caplog.clear()


def test_a_broker_that_is_not_there_is_said_once_and_the_match_goes_on(
    tmp_path: Path, closing: Any, caplog: pytest.LogCaptureFixture
) -> None:
    device = closing(table(tmp_path, free_port()))
    until(lambda: "cannot be reached" in caplog.text, "the log says so")
    device.begin()
    device.turns(3)
    assert len(device.table.poll().history) == 3
    begun_s = time.monotonic()
    device.live.close()
    assert time.monotonic() - begun_s < 2.0
    assert len(caplog.records) == 1
    caplog.clear()


def test_a_password_file_that_is_not_there_is_said(
    tmp_path: Path, closing: Any, caplog: pytest.LogCaptureFixture
) -> None:
    closing(table(tmp_path, free_port(), broker={"user": "table", "password_file": str(tmp_path / "none")}))
    until(lambda: f"No such file or directory: {tmp_path / 'none'}" in caplog.text, "the log says so")
    caplog.clear()


def test_without_the_package_it_is_said_which_and_the_match_goes_on(
    tmp_path: Path, closing: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "companion.live.broker", None)
    device = closing(table(tmp_path, free_port(), on=True))
    assert "the Python package paho-mqtt is not installed" in caplog.text
    device.begin()
    assert device.state()["n"] == device.session.state.n, "the page is served all the same"
    caplog.clear()


def test_off_by_default_nothing_of_it_is_loaded() -> None:
    assert not Settings().broker.on
    told = "import sys, companion.app.live; print('paho' in sys.modules, 'companion.live.broker' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"broker.on": True}, "expected 'broker.host'"),
        ({"broker.prefix": "a/#"}, "without \\+ and #"),
        ({"broker.prefix": "/a"}, "without / at its ends"),
        ({"broker.prefix": "$SYS"}, "\\$ at its start"),
        ({"broker.port": 70000}, "from 0 to 65,535"),
    ],
)
def test_settings_of_a_broker_that_cannot_be_are_refused(values: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        changed(Settings(), values)
