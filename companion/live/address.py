"""The address of the live page in the network of this device."""

from __future__ import annotations

import fcntl
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An unused address (RFC 5737): nothing is sent, it only shows which of our own leads out."""
_SIOCGIFADDR: Final = 0x8915  # netdevice(7)


def address_here(port: int) -> str | None:
    """Return the address of the page for others in the network; None if this device is in none."""
    own = next((address for address in _addresses() if not address.startswith("127.")), None)
    return f"http://{own}:{port}/" if own is not None else None


def _addresses() -> Iterator[str]:
    """The address that leads out of the network, if one does, then those of all interfaces."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with suppress(OSError):
            probe.connect(_ELSEWHERE)
            yield str(probe.getsockname()[0])
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])


def host_names(text: str) -> frozenset[str]:
    """Return the names in a setting, separated by blanks or commas.

    >>> sorted(host_names("Board, club.example."))
    ['board', 'club.example']
    """
    return frozenset(name.lower().removesuffix(".") for name in re.split(r"[\s,]+", text) if name)
