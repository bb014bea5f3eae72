"""The servers of a club and what derives its results, as processes on this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Final

from companion.errors import DeviceError

_PATIENCE_S: Final = 60.0


@contextmanager
def served(*ports: int, beside: Sequence[str] = ("derive",)) -> Iterator[None]:
    """Run a server at each port, on the database that the environment names, until the block ends.

    ``beside``: the commands that run meanwhile.  Raises :class:`DeviceError` if another program has a port, or a server
    does not begin.
    """
    for port in ports:
        if _answers(port):
            raise DeviceError(f"another program uses port {port}, which the club needs: end it first")
    with ExitStack() as stack:
        servers = {port: _begun(stack, "serve", "--port", str(port)) for port in ports}
        for command in beside:
            _begun(stack, command)
        given_up_s = time.monotonic() + _PATIENCE_S
        for port, server in servers.items():
            while not _answers(port):
                if server.poll() is not None or time.monotonic() > given_up_s:
                    raise DeviceError("the server of the club does not begin; what it said is above")
                time.sleep(0.1)
        yield


def _answers(port: int) -> bool:
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


def _begun(stack: ExitStack, *command: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-m", "companion.club", *command])
    stack.callback(process.wait)
    stack.callback(process.terminate)
    return process


def free_port() -> int:
    """Return a port that nobody listens at now."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
