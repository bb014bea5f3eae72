"""Web servers that stand in for telephones and network cameras, each in a few lines of a test."""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeAlias

import cv2
import numpy as np

Answer: TypeAlias = Callable[[BaseHTTPRequestHandler], None]


def jpeg(shade: int, width: int = 64, height: int = 48) -> bytes:
    """A JPEG of one grey."""
    return cv2.imencode(".jpg", np.full((height, width, 3), shade, np.uint8))[1].tobytes()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A viewer has gone."""


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """A server that answers so; its address, without a path."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_: object) -> None:
            """Silent."""

    with _Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


def body(handler: BaseHTTPRequestHandler, content: bytes, kind: str = "image/jpeg", **heads: str) -> None:
    """Answer with this."""
    handler.send_response(200)
    handler.send_header("Content-Type", kind)
    for name, value in heads.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(content)


def stream(handler: BaseHTTPRequestHandler, *parts: bytes, boundary: str = "frame") -> None:
    """Answer with these parts, each as it is, and end."""
    body(handler, b"", f"multipart/x-mixed-replace; boundary={boundary}")
    for part in parts:
        handler.wfile.write(part)


def part(content: bytes, *, boundary: str = "frame", length: bool = True) -> bytes:
    """One part of a stream as most cameras send it."""
    told = f"Content-Length: {len(content)}\r\n" if length else ""
    return f"--{boundary}\r\nContent-Type: image/jpeg\r\n{told}\r\n".encode() + content + b"\r\n"


def knows(handler: BaseHTTPRequestHandler, way: str, user: str, password: str) -> bool:
    """Whether the request has the password, else it is asked for; ``way``: basic, or how the digest is made."""
    told = handler.headers.get("Authorization", "")
    if way == "basic":
        challenge, known = 'Basic realm="camera"', told == _basic(user, password)
    else:
        challenge = 'Digest realm="camera", nonce="5f1e", qop="auth", algorithm=' + way
        known = _is_digest_of(told, user, password, way)
    if not known:
        handler.send_response(401)
        handler.send_header("WWW-Authenticate", challenge)
        handler.send_header("Content-Length", "0")
        handler.end_headers()
    return known


def _basic(user: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def _is_digest_of(told: str, user: str, password: str, way: str) -> bool:
    """RFC 7616, 3.4.1."""

    def digest(text: str) -> str:
        return hashlib.new(way.replace("-", ""), text.encode()).hexdigest()

    scheme, _, rest = told.partition(" ")
    if scheme != "Digest":
        return False
    values = {name.strip(): value.strip('"') for name, _, value in (each.partition("=") for each in rest.split(", "))}
    first = digest(f"{user}:camera:{password}")
    second = digest(f"GET:{values['uri']}")
    wanted = digest(":".join((first, "5f1e", values["nc"], values["cnonce"], "auth", second)))
    return values["response"] == wanted
