"""Notifies systemd that the service is up and alive (the ``sd_notify`` protocol, without a library)."""

from __future__ import annotations

import os
import socket


def notify(state: str) -> bool:
    """Send ``READY=1``, ``WATCHDOG=1`` or ``STOPPING=1``; False where nobody listens.

    Source: ``man sd_notify``.  A name that begins with ``@`` is an abstract socket.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        try:
            supervisor.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
            supervisor.sendall(state.encode())
        except OSError:  # somebody else's, inherited: it is no reason to stop
            return False
    return True
