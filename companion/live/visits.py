"""The phones that may have a picture read: each scanned a code of the table, each code once.

The table's side hands out tokens; the server's thread takes them.  Nothing here is ever written to a disk.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

TOKEN_S: Final = 600.0
"""Seconds in which a code has to be scanned."""
VISIT_S: Final = 3600.0
"""Seconds since a visitor's last request after which the visit has ended."""
KEPT: Final = 8
"""Tokens, and visits, of which the newest count."""
_BYTES: Final = 16


@dataclass(slots=True)
class Visit:
    """``reading``: the reader's value of the visitor's last picture."""

    key: str
    reading: Any = None


class Visits:
    """Any thread may call any method.  ``clock``: in seconds."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock: Final = clock
        self._lock: Final = Lock()
        self._tokens: dict[str, float] = {}
        self._visits: dict[str, tuple[Visit, float]] = {}

    def token(self) -> str:
        """A new one, to be shown at the table."""
        made = secrets.token_urlsafe(_BYTES)
        with self._lock:
            self._tokens[made] = self._clock() + TOKEN_S
            _forget_the_oldest(self._tokens)
        return made

    def begin(self, token: str) -> Visit | None:
        """Use a token up; None for an unknown one."""
        with self._lock:
            if self._tokens.pop(token, 0.0) <= self._clock():
                return None
            visit = Visit(secrets.token_urlsafe(_BYTES))
            self._visits[visit.key] = visit, self._clock() + VISIT_S
            _forget_the_oldest(self._visits)
        return visit

    def find(self, key: str) -> Visit | None:
        """The visit with this key, which is prolonged; None if it is unknown or over."""
        with self._lock:
            visit, until = self._visits.pop(key, (None, 0.0))
            if visit is None or until <= self._clock():
                return None
            self._visits[key] = visit, self._clock() + VISIT_S
        return visit

    def clear(self) -> None:
        with self._lock:
            self._tokens.clear()
            self._visits.clear()


def _forget_the_oldest(kept: dict[str, Any]) -> None:
    while len(kept) > KEPT:
        del kept[next(iter(kept))]
