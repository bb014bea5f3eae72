"""The director's PIN: which settings a club locks, how the PIN is stored, and how guessing is slowed.

A settings file holds it as ``scrypt$SALT$HASH`` (RFC 7914, N = 2**12, r = 8, p = 1, 32 bytes; both in
hexadecimal), as the screen writes it, or in plain digits, as a person may write it by hand.  A PIN keeps
honest people from touching the wrong thing; it does not protect against access to the memory card.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Final

DIGITS: Final = (4, 8)
"""The least and the greatest number of digits of a PIN."""
LOCKED: Final = ("match.rules", "match.mode", "sound.", "live.")
"""The settings that the PIN locks: keys, and prefixes of keys."""
TRIES: Final = 3
WAIT_S: Final = 30.0
SALT_BYTES: Final = 16

_PLAIN: Final = re.compile(rf"[0-9]{{{DIGITS[0]},{DIGITS[1]}}}")
_HASHED: Final = re.compile(r"scrypt\$([0-9a-f]{32})\$([0-9a-f]{64})")


def is_pin(text: str) -> bool:
    """Return whether a text can be a PIN.

    >>> is_pin("2468"), is_pin("246"), is_pin("24a8")
    (True, False, False)
    """
    return _PLAIN.fullmatch(text) is not None


def is_stored(text: str) -> bool:
    """Return whether a settings file may hold this: nothing, a hashed PIN, or one in plain digits."""
    return not text or is_pin(text) or _HASHED.fullmatch(text) is not None


def stored(pin: str, salt: bytes) -> str:
    """Return a PIN in its stored form.  ``salt``: 16 random bytes."""
    return f"scrypt${salt.hex()}${_hash(pin, salt).hex()}"


def opens(kept: str, pin: str) -> bool:
    """Return whether this is the stored PIN."""
    hashed = _HASHED.fullmatch(kept)
    if hashed is None:
        return hmac.compare_digest(kept.encode(), pin.encode())
    return hmac.compare_digest(bytes.fromhex(hashed[2]), _hash(pin, bytes.fromhex(hashed[1])))


def is_locked(key: str) -> bool:
    """Return whether the PIN locks a setting."""
    return any(key == locked or (locked.endswith(".") and key.startswith(locked)) for locked in LOCKED)


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**12, r=8, p=1, dklen=32)


class Guard:
    """Counts wrong PINs: after three of them no PIN is accepted for half a minute."""

    def __init__(self) -> None:
        self._wrong = 0
        self._until_s = float("-inf")

    def waits_s(self, now_s: float) -> float:
        """Return for how many seconds no PIN is accepted; 0 if one is."""
        return max(0.0, self._until_s - now_s)

    def admits(self, kept: str, pin: str, now_s: float) -> bool:
        """Return whether this PIN opens the lock; False for any PIN during the waiting time."""
        if self.waits_s(now_s):
            return False
        if opens(kept, pin):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong, self._until_s = 0, now_s + WAIT_S
        return False
