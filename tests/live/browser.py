"""Chromium without a window, led by its DevTools protocol (https://chromedevtools.github.io/devtools-protocol).

A hundred lines of WebSocket (RFC 6455) in place of a package: the browser listens on loopback, and sends one message
after the other.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Self

from tests.patience import PATIENCE_S

PROGRAM: Final = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_SMALL, _MEDIUM = 126, 65_536


class Browser:
    """One page of a browser, of a size and with a preference of colours; a context manager."""

    def __init__(self, width: int, height: int, *, scheme: str = "light", still: bool = False) -> None:
        assert PROGRAM is not None
        self._folder: Final = Path(tempfile.mkdtemp(prefix="companion-chromium-"))
        self._process: Final = subprocess.Popen(
            [
                PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                "--disable-dev-shm-usage", "--disable-background-networking", "--remote-debugging-port=0",
                f"--user-data-dir={self._folder}", f"--window-size={width},{height}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._socket: socket.socket | None = None
        self._n = 0
        self.said: list[str] = []
        """What the page has complained about: errors of scripts, and refusals of the content security policy."""
        self._connect()
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            self.do(f"{domain}.enable")
        motion = "reduce" if still else "no-preference"
        features = [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion},
        ]  # fmt: skip
        self.do("Emulation.setEmulatedMedia", features=features)
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, address: str) -> None:
        """Open an address, and return when the page is there."""
        self.do("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """Return the value of an expression on the page."""
        answer = self.do("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Return as soon as an expression is true."""
        given_up_s = time.monotonic() + PATIENCE_S
        while not self.run(script):
            assert time.monotonic() < given_up_s, script
            time.sleep(0.01)

    def picture(self, path: Path, *, clear: bool = False) -> None:
        """Write what is seen as a PNG; ``clear``: without a background of the browser's own."""
        if clear:
            self.do("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.do("Page.captureScreenshot", format="png")["data"]))

    def spoken(self) -> list[tuple[str, str]]:
        """Return role and name of all that a screen reader finds on the page, in order."""
        nodes = self.do("Accessibility.getFullAXTree")["nodes"]
        found = [node for node in nodes if not node.get("ignored")]
        return [(_value(node, "role"), _value(node, "name")) for node in found]

    def live_regions(self) -> list[dict[str, Any]]:
        """Return the properties of the regions whose changes are spoken."""
        nodes = self.do("Accessibility.getFullAXTree")["nodes"]
        told = [{one["name"]: one["value"].get("value") for one in node.get("properties", ())} for node in nodes]
        return [one for one in told if one.get("live") and one.get("root") is None]

    def do(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Give a command and return its answer."""
        self._n += 1
        self._send(json.dumps({"id": self._n, "method": method, "params": parameters}).encode())
        while True:
            message = json.loads(self._received())
            if message.get("id") == self._n:
                assert "error" not in message, message
                return dict(message["result"])
            self._hear(message)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the connection -------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Runtime.exceptionThrown":
            self.said.append(str(message["params"]["exceptionDetails"]))
        elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            self.said.append(message["params"]["entry"]["text"])

    def _connect(self) -> None:
        told = self._folder / "DevToolsActivePort"
        port = int(_eventually(lambda: told.read_text().splitlines()[0]))
        pages = _eventually(lambda: _targets(port))
        path = pages[0]["webSocketDebuggerUrl"].partition(f":{port}")[2]
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self._exactly(1)
        assert b" 101 " in head, head

    def _send(self, content: bytes) -> None:
        assert self._socket is not None
        length, mask = len(content), os.urandom(4)
        if length < _SMALL:
            head = struct.pack("!BB", 0x81, 0x80 | length)
        elif length < _MEDIUM:
            head = struct.pack("!BBH", 0x81, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x81, 0x80 | 127, length)
        self._socket.sendall(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content)))

    def _received(self) -> bytes:
        content, ended = b"", False
        while not ended:
            first, second = self._exactly(2)
            ended, length = bool(first & 0x80), second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self._exactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._exactly(8))
            content += self._exactly(length)
        return content

    def _exactly(self, length: int) -> bytes:
        assert self._socket is not None
        parts = []
        while length:
            part = self._socket.recv(min(length, 1 << 20))
            assert part, "the browser is gone"
            parts.append(part)
            length -= len(part)
        return b"".join(parts)


def _targets(port: int) -> list[dict[str, str]]:
    with contextlib.closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=20)) as answer:
        return [target for target in json.load(answer) if target["type"] == "page"]


def _eventually(found: Callable[[], Any]) -> Any:
    given_up_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < given_up_s:
        with contextlib.suppress(OSError, IndexError):
            if there := found():
                return there
        time.sleep(0.02)
    raise AssertionError("the browser does not start")


def _value(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def browsers() -> Iterator[Callable[..., Browser]]:
    """Yield what opens a browser; all of them are closed in the end."""
    with contextlib.ExitStack() as stack:

        def browser(*size: int, **told: Any) -> Browser:
            return stack.enter_context(Browser(*size, **told))

        yield browser
