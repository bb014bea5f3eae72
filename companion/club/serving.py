"""The server: uvicorn, which lets those who watch the tables go before it waits for everybody to be served."""

from __future__ import annotations

import resource
import socket
import sys
from typing import Final

import uvicorn
from uvicorn.supervisors import Multiprocess

from companion.club.watching import WATCHER

_SWITCH_S: Final = 0.0005
"""After so long the thread that draws pages lets the one go on that stores what tables send; Python's own is 5 ms."""


class Server(uvicorn.Server):
    """Ends the events when it is to stop; they would never end by themselves."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        WATCHER.end()
        await super().shutdown(sockets)


def serve(host: str, port: int, workers: int) -> None:
    """Serve until a signal comes, by so many processes."""
    sys.setswitchinterval(_SWITCH_S)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # each spectator needs a file
    config = uvicorn.Config(
        "companion.club.asgi:application",
        host=host,
        port=port,
        workers=workers,
        lifespan="off",
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    if workers > 1:
        Multiprocess(config, sockets=[config.bind_socket()]).run()  # these break events off, after the second
    else:
        Server(config).run()
