"""Cameras that are a web address: a stream of JPEG pictures (MJPEG), or a still picture fetched again and again."""

from __future__ import annotations

import hashlib
import http.client
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias
from urllib.error import HTTPError, URLError
from urllib.request import (
    BaseHandler,
    HTTPBasicAuthHandler,
    HTTPDefaultErrorHandler,
    HTTPDigestAuthHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPPasswordMgrWithPriorAuth,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    UnknownHandler,
)

from hardware.cameras.address import Address
from hardware.cameras.frame import USUAL, Clock, Format, Frame
from hardware.cameras.jpegs import MOST_BYTES, Jpeg, Jpegs
from hardware.cameras.live import SILENCE_S
from hardware.errors import CameraError, NetworkTrouble
from hardware.pictures import Encoded

STILL_HZ: Final = 10
"""A still picture is fetched so often at most: the board is looked at no oftener, and a telephone makes no more."""

_AT_ONCE: Final = 65536
_STREAMS: Final = ("multipart", "video")


class HttpCamera:
    """A camera at a web address, which the answer tells to be a stream of JPEG pictures or a still picture.

    Its pictures are passed on as they come, so that only those are decoded which are looked at.  A still picture that
    is the same as the one before, to the last bit, is that one: the camera has taken no other meanwhile.
    Raises :class:`CameraError` where it gives none.
    """

    def __init__(
        self, address: Address, *, wanted: Format = USUAL, silence_s: float = SILENCE_S, clock: Clock = time.monotonic
    ) -> None:
        self._name: Final = address.shown
        self._clock: Final = clock
        self._period_s: Final = 1 / min(wanted.rate, STILL_HZ)
        self._web: Final = _Web(address, silence_s)
        self._next = 0
        self._asked_at_s = clock()
        self._still = b""
        try:
            streams = self._web.ask().headers.get_content_maintype() in _STREAMS
            self._stream = Jpegs(self._web.more) if streams else None
            self._first = None if streams else self._web.whole()
        except CameraError:
            self.close()
            raise

    def read(self) -> Frame:
        jpeg = self._stream.next() if self._stream is not None else self._next_still()
        if jpeg is None:
            raise CameraError(f"{self._name}: the camera gives no more pictures; is its app still open?")
        number, name = self._next, f"{self._name}#{self._next}"
        self._next += 1
        return Frame(Encoded(jpeg.content, name, jpeg.width), self._clock(), number, name)

    def _next_still(self) -> Jpeg | None:
        while not self._web.closed:
            content = self._first or self._fetched()
            self._first = None
            if content != self._still:
                self._still = content
                return _measured(content)
        return None

    def _fetched(self) -> bytes:
        time.sleep(max(0.0, self._asked_at_s + self._period_s - self._clock()))
        self._asked_at_s = self._clock()
        self._web.ask()
        return self._web.whole()

    def close(self) -> None:
        self._web.close()


def _measured(content: bytes) -> Jpeg:
    """A still picture with its width where it is a JPEG."""
    rest = [content]
    found = Jpegs(lambda: rest.pop() if rest else b"").next()
    return Jpeg(content, found.width if found is not None else 0)


class _Web:
    """Asks for one address; whatever goes wrong is a :class:`CameraError` that names no user, no password, no path."""

    def __init__(self, address: Address, silence_s: float) -> None:
        self._address: Final = address
        self._name: Final = address.shown
        self._silence_s: Final = silence_s
        self._socket: socket.socket | None = None
        self._answers: list[http.client.HTTPResponse] = []
        """To the last question: before the one that counts, those that ask for a password, or that lead elsewhere."""
        self.closed = False
        self._opener: Final = OpenerDirector()  # and no proxy, no file, no FTP
        for handler in (
            _Http(self._connected, self._answers),
            _Https(self._connected, self._answers),
            HTTPRedirectHandler(),
            *_passwords(address),
            HTTPErrorProcessor(),
            HTTPDefaultErrorHandler(),
            UnknownHandler(),
        ):
            self._opener.add_handler(handler)

    def ask(self) -> http.client.HTTPResponse:
        """Ask for the address, and take the answer's head."""
        request = Request(self._address.url, headers={"Cache-Control": "no-cache", "User-Agent": "companion"})
        self._let_go()
        answer: http.client.HTTPResponse = self._tried(partial(self._opener.open, request, timeout=self._silence_s))
        if answer.headers.get_content_maintype() == "text":
            raise CameraError(
                f"{self._name}: a web page came and no picture; expected the address of the pictures that the app "
                "shows, such as …/video; or is another viewer connected?",
                NetworkTrouble.NO_PICTURE,
            )
        return answer

    def more(self) -> bytes:
        """What comes next, none at the end."""
        came: bytes = self._tried(lambda: self._answers[-1].read1(_AT_ONCE) if self._answers else b"")
        return came

    def whole(self) -> bytes:
        """The whole answer."""
        content: bytes = self._tried(lambda: self._answers[-1].read(MOST_BYTES + 1) if self._answers else b"")
        if not content or len(content) > MOST_BYTES:
            raise CameraError(f"{self._name}: {len(content)} bytes came, expected a picture", NetworkTrouble.NO_PICTURE)
        return content

    def _connected(self, connected: socket.socket) -> None:
        self._socket = connected
        if self.closed:  # meanwhile, by another thread
            self.close()

    def close(self) -> None:
        """Let go of the connection; a thread that waits for it goes on at once."""
        self.closed = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self._let_go()

    def _let_go(self) -> None:
        while self._answers:
            with suppress(OSError, ValueError, http.client.HTTPException):
                self._answers.pop().close()

    def _tried(self, act: Callable[[], Any]) -> Any:
        """What it gives.  An error's own text may hold the address, so it is not handed on."""
        try:
            return act()
        except HTTPError as error:
            words, trouble = self._refused(error.code)
        except (OSError, http.client.HTTPException, ValueError) as error:
            words, trouble = _why(error.reason if isinstance(error, URLError) else error)
        raise CameraError(f"{self._name}: {words}", trouble)

    def _refused(self, code: int) -> _Said:
        match code:
            case 401 | 403 if self._address.user:
                return f"it does not accept this user name and password (HTTP {code})", NetworkTrouble.PASSWORD
            case 401 | 403:
                asks = f"it asks for a user name and a password (HTTP {code}); expected http://name:password@…"
                return asks, NetworkTrouble.PASSWORD
            case 404:
                there = "there is nothing at this address (HTTP 404); expected the address that the app shows"
                return there, NetworkTrouble.NO_PICTURE
        return f"it gives no picture (HTTP {code}); is another viewer connected?", NetworkTrouble.BUSY


def _passwords(address: Address) -> Sequence[BaseHandler]:
    if not address.user:
        return ()
    known = HTTPPasswordMgrWithPriorAuth()
    known.add_password(None, address.root, address.user, address.password)
    return _Digest(known), HTTPBasicAuthHandler(known)


class _Digest(HTTPDigestAuthHandler):
    """With passwords in letters of any language, and with SHA-256 (RFC 7616), of which the library knows neither."""

    def get_algorithm_impls(self, algorithm: str) -> tuple[Callable[[str], str], Callable[[str, str], str]]:
        made = _DIGESTS.get(algorithm)
        if made is None:
            raise ValueError("a digest that is not known")

        def digest(text: str) -> str:
            return str(made(text.encode()).hexdigest())

        return digest, lambda secret, rest: digest(f"{secret}:{rest}")


_DIGESTS: Final = {"MD5": hashlib.md5, "SHA": hashlib.sha1, "SHA-256": hashlib.sha256}


def _why(reason: object) -> _Said:
    match reason:
        case TimeoutError():
            return "does not answer; are both in the same network, and is the app open?", NetworkTrouble.UNANSWERED
        case ConnectionRefusedError():
            words = "nothing answers there; is the app's server started, and is the number of the port right?"
            return words, NetworkTrouble.UNANSWERED
        case socket.gaierror():
            return "no such name in this network; expected the address that the app shows", NetworkTrouble.ADDRESS
        case ssl.SSLError():
            return "its certificate is not to be trusted; expected http:// in place of https://", NetworkTrouble.ADDRESS
        case ConnectionError() | http.client.IncompleteRead():
            return "the connection is lost", NetworkTrouble.STOPPED
        case http.client.HTTPException():
            words = "what answers is no web server; expected the address that the app shows"
            return words, NetworkTrouble.NO_PICTURE
        case OSError(strerror=str() as words):
            return f"cannot be reached ({words})", NetworkTrouble.UNANSWERED
    return "its way to ask for a password, or its answer, is not known here", NetworkTrouble.NO_PICTURE


_Said: TypeAlias = tuple[str, NetworkTrouble]
_Connected: TypeAlias = Callable[[socket.socket], None]
_Answers: TypeAlias = list[http.client.HTTPResponse]


class _Http(HTTPHandler):
    """Tells which socket is connected, so that another thread can shut it, and keeps all answers, to be closed."""

    def __init__(self, connected: _Connected, answers: _Answers) -> None:
        super().__init__()
        self._connected: Final = connected
        self._answers: Final = answers

    def http_open(self, request: Request) -> http.client.HTTPResponse:
        self._answers.append(self.do_open(_telling(http.client.HTTPConnection, self._connected), request))
        return self._answers[-1]


class _Https(HTTPSHandler):
    """As :class:`_Http`."""

    def __init__(self, connected: _Connected, answers: _Answers) -> None:
        super().__init__()
        self._connected: Final = connected
        self._answers: Final = answers

    def https_open(self, request: Request) -> http.client.HTTPResponse:
        self._answers.append(self.do_open(_telling(http.client.HTTPSConnection, self._connected), request))
        return self._answers[-1]


def _telling(kind: type[http.client.HTTPConnection], connected: _Connected) -> Any:
    """What makes a connection that tells its socket as soon as it has one."""

    def made(*place: Any, **told: Any) -> http.client.HTTPConnection:
        connection = kind(*place, **told)
        connect = connection.connect

        def connect_and_tell() -> None:
            connect()
            connected(connection.sock)

        connection.connect = connect_and_tell  # type: ignore[method-assign]
        return connection

    return made
