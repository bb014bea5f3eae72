"""The director's PIN: what a club locks with it, how the PIN is stored, and how guessing is slowed.

A settings file holds it as ``scrypt$14$SALT$HASH`` (RFC 7914, N = 2**14, r = 8, p = 1, 32 bytes; salt and hash in
hexadecimal).  A person may write plain digits by hand: the companion replaces them when it starts.  Earlier releases
wrote ``scrypt$SALT$HASH`` with N = 2**12, which is replaced when the PIN is next typed.

One hash takes 16 MB, and 40 ms on the computer on which the companion is tested; a Pi 4 needs about three times as
long.  A PIN of four digits is found within minutes all the same by somebody who has the memory card: it keeps
strangers from touching the wrong thing, and does not protect the card.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Final

DIGITS: Final = (4, 8)
"""The least and the greatest number of digits of a PIN."""
LOCKED: Final = ("match.rules", "match.mode", "sound.", "live.", "device.update", "device.back")
"""What the PIN locks: keys of settings, prefixes of keys, and what changes the release that runs."""
SALT_BYTES: Final = 16

_PLAIN: Final = re.compile(rf"[0-9]{{{DIGITS[0]},{DIGITS[1]}}}")
_HASHED: Final = re.compile(r"scrypt\$(?:(14)\$)?([0-9a-f]{32})\$([0-9a-f]{64})")
_COST: Final = 14
"""The logarithm of scrypt's N."""
_COST_BEFORE: Final = 12
_MOST_MEMORY: Final = 2**26
"""Bytes that OpenSSL may use for one hash; its own limit is just below what is needed."""


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
    return f"scrypt${_COST}${salt.hex()}${_hash(pin, salt, _COST).hex()}"


def is_outdated(kept: str) -> bool:
    """Return whether a stored PIN is to be replaced by :func:`stored`: plain digits, or a faster hash."""
    hashed = _HASHED.fullmatch(kept)
    return bool(kept) and (hashed is None or hashed[1] is None)


def opens(kept: str, pin: str) -> bool:
    """Return whether this is the stored PIN."""
    hashed = _HASHED.fullmatch(kept)
    if hashed is None:
        return hmac.compare_digest(kept.encode(), pin.encode())
    cost = int(hashed[1] or _COST_BEFORE)
    return hmac.compare_digest(bytes.fromhex(hashed[3]), _hash(pin, bytes.fromhex(hashed[2]), cost))


def is_locked(key: str) -> bool:
    """Return whether the PIN locks a setting, or what a row of the device does."""
    return any(key == locked or (locked.endswith(".") and key.startswith(locked)) for locked in LOCKED)


def _hash(pin: str, salt: bytes, cost: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**cost, r=8, p=1, maxmem=_MOST_MEMORY, dklen=32)
