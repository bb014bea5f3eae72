"""Sends the recorded matches to the server of a club, from a thread of its own: the table never waits for it.

The journal itself is the outbox.  What the server has is asked of the server, so nothing about it is kept here: after
days without a network, after a restart, or after the server was restored from a backup, sending resumes where its
copy ends.
"""

from __future__ import annotations

import json
import logging
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from companion.app.pairing import Club
from companion.errors import CompanionError
from companion.record.canonical import canonical
from companion.record.header_lines import header_line
from companion.record.journal import Header, Journal

log = logging.getLogger(__name__)

_MATCHES: Final = "api/matches"
_LINES: Final = 200
"""Entries of one request; the server takes 1,000."""
_PATIENCE_S: Final = 10.0
"""How long an answer may take."""
_EVERY_S: Final = 1.0
_LONGEST_WAIT_S: Final = 60.0
"""Between two attempts to reach a server that does not answer."""
_DECIDED_AFTER_S: Final = 600.0
"""A match that was not taken is sent again then, or when there is more of it: a person may have decided."""
_UNPAIRED: Final = 401
_REFUSED: Final = frozenset({400, 403, 404, 409, 413})


class UnreachableError(CompanionError):
    """The server does not answer, or cannot take anything now."""


class UnpairedError(CompanionError):
    """The server does not know this table, or no longer."""


class RefusedError(CompanionError):
    """The server does not take a match: a person has to decide, or it is one that no server understands."""


Ask = Callable[[str, bytes | None], Mapping[str, Any]]
"""Puts a body to a path, or gets what is there, and returns the answer.  Raises the errors of this module."""


def server_of(club: Club) -> Ask:
    """Return what asks the server of a club over HTTP."""

    def ask(path: str, body: bytes | None) -> Mapping[str, Any]:
        headers = {"Authorization": f"Bearer {club.token}", "Content-Type": "application/json"}
        url, method = f"{club.address.rstrip('/')}/{path}", "GET" if body is None else "PUT"
        request = urllib.request.Request(url, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:
                said = json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, HTTPException, ValueError) as error:
            raise UnreachableError(f"the club's server {club.address} does not answer ({error})") from None
        if not isinstance(said, dict):
            raise UnreachableError(f"{club.address} is no server of a club")
        return said

    return ask


def _refusal(error: urllib.error.HTTPError) -> CompanionError:
    try:
        sentence = str(json.loads(error.read())["error"])
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        sentence = f"the club's server answers {error.code}"
    if error.code == _UNPAIRED:
        return UnpairedError(sentence)
    return RefusedError(sentence) if error.code in _REFUSED else UnreachableError(sentence)


@dataclass(slots=True)
class _Sent:
    """What the server has of a match in an epoch: the SHA-256 of its header as sent, and the entries up to ``last``."""

    header: str
    last: int


@dataclass(frozen=True, slots=True)
class _Refused:
    """A match that the server did not take: as it was then, when that was, and why."""

    header: Header
    length: int
    at_s: float
    why: str


class Outbox:
    """What of a journal the server does not have yet.  Only the thread that made it may use it."""

    def __init__(self, journal: Journal, ask: Ask, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._journal: Final = journal
        self._ask: Final = ask
        self._clock: Final = clock
        self._sent: dict[tuple[str, int], _Sent] | None = None
        self._refused: Final[dict[str, _Refused]] = {}
        self._read: int | None = None

    @property
    def trouble(self) -> str | None:
        """Why the server does not take a match, None if it takes all."""
        return next((refused.why for refused in self._refused.values()), None)

    def send(self) -> None:
        """Send everything that the server does not have.

        Raises :class:`UnreachableError` and :class:`UnpairedError`; what is left then is sent the next time.
        """
        changes = self._journal.changes()
        if changes == self._read and not self._refused:
            return
        if self._sent is None:
            self._sent = self._had()
        lengths = self._journal.lengths()
        known = set()
        for header, deleted in self._headers():
            known.add(header.uuid)
            self._send_match(header, lengths.get(header.id, 0), deleted=deleted)
        for tombstone in self._journal.tombstones():
            if tombstone.uuid not in known:
                self._send_header(tombstone.uuid, tombstone.epoch, None, deleted=True)
        self._read = changes

    def _had(self) -> dict[tuple[str, int], _Sent]:
        """What the server has of this table's matches."""
        said = self._ask(_MATCHES, None)
        try:
            return {(uuid, int(epoch)): _Sent(str(header), int(last)) for uuid, epoch, header, last in said["matches"]}
        except (LookupError, TypeError, ValueError):
            raise UnreachableError("the club's server is of another version") from None

    def _headers(self) -> Iterator[tuple[Header, bool]]:
        for deleted in (False, True):
            for header in self._journal.matches(deleted=deleted):
                yield header, deleted

    def _send_match(self, header: Header, length: int, *, deleted: bool) -> None:
        before = self._refused.get(header.uuid)
        is_same = before is not None and (before.header, before.length) == (header, length)
        if before is not None and is_same and self._clock() - before.at_s < _DECIDED_AFTER_S:
            return
        try:
            sent = self._send_header(header.uuid, header.epoch, header, deleted=deleted)
            if sent.last < length:
                self._send_entries(header, sent)
        except RefusedError as error:
            if before is None or before.why != str(error):
                log.warning("%s", error)
            self._forget(header)
            self._refused[header.uuid] = _Refused(header, length, self._clock(), str(error))
        else:
            self._refused.pop(header.uuid, None)

    def _send_header(self, uuid: str, epoch: int, header: Header | None, *, deleted: bool) -> _Sent:
        assert self._sent is not None
        values = {"epoch": epoch, "deleted": deleted, "header": None if header is None else header_line(header)}
        body = canonical(values)
        digest = sha256(body).hexdigest()
        sent = self._sent.get((uuid, epoch))
        if sent is None or sent.header != digest:
            self._sent[uuid, epoch] = sent = _Sent(digest, self._put(f"{_MATCHES}/{uuid}", body))
        return sent

    def _send_entries(self, header: Header, sent: _Sent) -> None:
        lines = [canonical(row) for row in self._journal.rows(header.id)]
        while sent.last < len(lines):
            part = lines[sent.last : sent.last + _LINES]
            path = f"{_MATCHES}/{header.uuid}/entries?epoch={header.epoch}&from={sent.last + 1}"
            last = self._put(path, b"\n".join(part))
            if last <= sent.last:
                self._forget(header)
                raise UnreachableError("the club's server has less of a match than it had before")
            sent.last = last

    def _put(self, path: str, body: bytes) -> int:
        """Return the number of the last entry before which the server misses none."""
        last = self._ask(path, body).get("last")
        if not isinstance(last, int):
            raise UnreachableError("the club's server is of another version")
        return last

    def _forget(self, header: Header) -> None:
        assert self._sent is not None
        self._sent.pop((header.uuid, header.epoch), None)


class OutboxThread:
    """Sends while the companion runs; a context manager.  ``club``: asked again before each attempt, None = to nobody.

    Nobody at the table waits for it.
    """

    def __init__(
        self,
        folder: Path,
        club: Callable[[], Club | None],
        *,
        server_of: Callable[[Club], Ask] = server_of,
        every_s: float = _EVERY_S,
    ) -> None:
        self._folder: Final = folder
        self._club: Final = club
        self._server_of: Final = server_of
        self._every_s: Final = every_s
        self._stopped: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="outbox", daemon=True)
        self.trouble: str | None = None
        """Why something is not sent, None while all is."""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop; a request under way is left to itself, and what it was to send is sent after the next start."""
        self._stopped.set()

    def _run(self) -> None:
        wait_s = self._every_s
        while not self._stopped.is_set():
            try:
                self._send_to(self._club())
                wait_s = self._every_s
            except CompanionError as error:
                if self.trouble != str(error):
                    log.warning("nothing is sent to the club: %s", error)
                self.trouble = str(error)
                wait_s = min(2 * wait_s, _LONGEST_WAIT_S)
            except Exception:  # the match goes on whatever happens here
                log.exception("nothing is sent to the club any more")
                return
            self._stopped.wait(wait_s)

    def _send_to(self, club: Club | None) -> None:
        """Send what is new, until the table is paired with another club, or with none."""
        if club is None:
            self.trouble = None
            return
        with Journal(self._folder, shared=True) as journal:
            outbox = Outbox(journal, self._server_of(club))
            while self._club() == club:
                outbox.send()
                self.trouble = outbox.trouble
                if self._stopped.wait(self._every_s):
                    return
