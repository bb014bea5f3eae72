"""Where the live page is found in the network of this device."""

from __future__ import annotations

import re
import socket
from typing import Final

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737): nothing is sent, it only tells which of our own leads out."""


def address_here(port: int) -> str | None:
    """Return the address of the page for others in the network; None if this device is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            own = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if own.startswith("127.") or own == "0.0.0.0" else f"http://{own}:{port}/"


def host_names(text: str) -> frozenset[str]:
    """Return the names in a setting, separated by blanks or commas.

    >>> sorted(host_names("Board, club.example."))
    ['board', 'club.example']
    """
    return frozenset(name.lower().removesuffix(".") for name in re.split(r"[\s,]+", text) if name)
