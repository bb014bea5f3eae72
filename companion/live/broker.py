"""Publishes what spectators may see to an MQTT broker, on a thread of its own.

It publishes and never subscribes, so nothing can come back from the broker.  It reads the same feed as the live page,
with the same delay and the same omissions.
"""

from __future__ import annotations

import json
import logging
import ssl
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Any, Final, Self

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.live.feed import KEPT, Feed, Step
from companion.record.lines import line

log = logging.getLogger(__name__)

AVAILABILITY: Final = "availability"
EVENTS: Final = "events"
STATE: Final = "state"
ONLINE: Final = "online"
OFFLINE: Final = "offline"
_QOS: Final = 1
_KEEPALIVE_S: Final = 30
"""After one and a half of these without a word, the broker publishes the last will (MQTT 3.1.1, 3.1.2.10)."""
_AGAIN_S: Final = (1.0, 60.0)
"""Seconds until the broker is tried again: at first, doubled each time, and at most."""
_LOOKS_S: Final = 5.0
_ENDS_S: Final = 1.0
_GOODBYE_S: Final = 0.5
_NOT_LET_IN: Final = ("Bad user name or password", "Not authorized")
"""A broker's answers to a wrong password, in paho's words."""


@dataclass(frozen=True, slots=True)
class Account:
    """The address of a broker and our account there.

    ``ca_file``: of its certificate, None = the system's.  ``user``: empty = without a name.  ``password_file``: its
    first line is the password, read at each connection.  ``prefix``: of our topics.
    """

    host: str
    port: int
    prefix: str
    tls: bool = False
    ca_file: Path | None = None
    user: str = ""
    password_file: Path | None = None


class Publisher:
    """Publishes a feed to a broker; a context manager.

    While the broker is away, the newest events wait here; none of the methods waits for it.
    """

    def __init__(self, feed: Feed, account: Account) -> None:
        self._feed: Final = feed
        self._account: Final = account
        self._named: Final = f"broker {account.host}:{account.port}"
        whole = feed.whole()
        self._match, self._n, self._epoch = whole.match, whole.n, whole.epoch
        self._waiting: Final[deque[str]] = deque(maxlen=KEPT)
        self._state_waits = True
        self._again_s = _AGAIN_S[0]
        self._trouble = ""
        self._news: Final = Event()
        self._accepted: Final = Event()
        self._gone: Final = Event()
        self._ending: Final = Event()
        self._unheard: Final = feed.listen(self._news.set)
        self._thread: Final = Thread(target=self._run, name="broker", daemon=True)

    @property
    def is_connected(self) -> bool:
        """Whether the broker has let us in, and is there."""
        return self._accepted.is_set() and not self._gone.is_set()

    def start(self) -> None:
        """Begin to connect and to publish."""
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye and end.  May be called twice.  Where the broker is slow, the thread ends by itself later."""
        self._unheard()
        self._ending.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(_ENDS_S)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    # --- the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                self._try_again_and_again()
            except Exception:
                log.exception("%s: publishing has stopped, and starts again", self._named)
                self._ending.wait(_AGAIN_S[0])

    def _try_again_and_again(self) -> None:
        client: Client | None = None  # one for all connections: it sends again what was on its way
        while not self._ending.is_set():
            try:
                client = client or self._client()
                self._stay(client)
            except (OSError, UnicodeError) as error:
                self._say(f"it cannot be reached ({_reason(error)})")
            self._wait(self._again_s)
            self._again_s = min(2 * self._again_s, _AGAIN_S[1])

    def _wait(self, seconds: float) -> None:
        until_s = time.monotonic() + seconds
        while not self._ending.is_set() and (left_s := until_s - time.monotonic()) > 0:
            self._news.wait(left_s)
            self._news.clear()
            self._collect()

    def _client(self) -> Client:
        """A client with its last will, which the broker publishes if we are gone without a goodbye."""
        client = Client(CallbackAPIVersion.VERSION2, reconnect_on_failure=False)
        client.max_inflight_messages_set(1)  # one after the other: events stay in order when one has to be sent again
        client.will_set(self._topic(AVAILABILITY), OFFLINE, qos=_QOS, retain=True)
        if self._account.tls:
            client.tls_set_context(ssl.create_default_context(cafile=self._account.ca_file))
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        return client

    def _stay(self, client: Client) -> None:
        """Connect, and publish until the connection ends or the publisher does.  Raises :class:`OSError`."""
        if self._account.user:
            client.username_pw_set(self._account.user, _password(self._account.password_file))
        self._accepted.clear()
        self._gone.clear()
        client.connect(self._account.host, self._account.port, _KEEPALIVE_S)
        client.loop_start()
        try:
            greeted = False
            while not (self._ending.is_set() or self._gone.is_set()):
                self._collect()
                if self._accepted.is_set():
                    if not greeted:
                        client.publish(self._topic(AVAILABILITY), ONLINE, qos=_QOS, retain=True)
                        greeted = self._state_waits = True
                    self._publish(client)
                self._news.wait(_LOOKS_S)
                self._news.clear()
            if self.is_connected:
                self._leave(client)
        finally:
            client.loop_stop()

    def _collect(self) -> None:
        """Take what is new out of the feed, whether the broker is there or not."""
        news = self._feed.since(None, self._n, epoch=self._epoch)
        steps, whole = news.steps, news.whole
        if whole is not None:
            known = self._n if whole.match == self._match else 0
            steps = tuple(step for step in whole.steps if step.n > known)
            self._match, self._n, self._epoch = whole.match, whole.n, whole.epoch
        elif steps:
            self._n = steps[-1].n
        self._waiting.extend(self._lines(steps))
        self._state_waits = self._state_waits or bool(steps) or whole is not None

    def _lines(self, steps: tuple[Step, ...]) -> list[str]:
        return [_json({"match": self._match, **line(entry)}) for step in steps for entry in step.entries]

    def _publish(self, client: Client) -> None:
        while self._waiting:
            client.publish(self._topic(EVENTS), self._waiting.popleft(), qos=_QOS)
        if self._state_waits:
            self._state_waits = False
            client.publish(self._topic(STATE), _json(self._feed.whole().json()), qos=_QOS, retain=True)

    def _leave(self, client: Client) -> None:
        with suppress(RuntimeError, ValueError):  # the broker has gone meanwhile: it publishes the last will
            client.publish(self._topic(AVAILABILITY), OFFLINE, qos=_QOS, retain=True).wait_for_publish(_GOODBYE_S)
        client.disconnect()

    def _topic(self, name: str) -> str:
        return f"{self._account.prefix}/{name}"

    def _say(self, trouble: str) -> None:
        """Log what is wrong, once and not at each attempt."""
        if trouble != self._trouble:
            self._trouble = trouble
            log.warning("%s: %s; it is tried again, and the newest events wait", self._named, trouble)

    # --- on paho's thread -----------------------------------------------------------------------------------------

    def _on_connect(self, client: Client, userdata: Any, flags: Any, code: Any, properties: Any) -> None:
        del client, userdata, flags, properties
        if not code.is_failure:
            log.info("%s: connected", self._named)
            self._trouble, self._again_s = "", _AGAIN_S[0]
            self._accepted.set()
        elif str(code) in _NOT_LET_IN:
            self._say("the user name or the password is wrong; see broker.user and broker.password_file")
        else:
            self._say(f"it lets nobody in ({code})")
        self._news.set()

    def _on_disconnect(self, client: Client, userdata: Any, flags: Any, code: Any, properties: Any) -> None:
        del client, userdata, flags, properties
        if self._accepted.is_set() and not self._ending.is_set():
            self._say(f"it is gone ({code})")
        self._gone.set()
        self._news.set()


def _password(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except UnicodeError:  # the error itself would quote the password
        raise OSError(f"{file} is no text") from None


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return str(error) or type(error).__name__


def _json(values: dict[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
