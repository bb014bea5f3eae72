"""Cameras at a web address, against real servers: streams and still pictures as apps and cameras send them."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler

import pytest

from hardware.camera import Frame, Live, open_camera
from hardware.cameras.address import Address
from hardware.cameras.over_http import HttpCamera
from hardware.errors import CameraError
from tests.hardware.served import Answer, body, jpeg, knows, part, serving, stream
from tests.patience import PATIENCE_S

ONE, TWO, THREE = jpeg(40), jpeg(120), jpeg(220)
SECRET = "s3cr3t/@#?ż"
"""A password as people make them."""


@contextmanager
def camera_at(answer: Answer, path: str = "/video", user: str = "") -> Iterator[HttpCamera]:
    """A camera that answers so."""
    with serving(answer) as address:
        place = address.replace("http://", f"http://{user}") + path
        with closing(HttpCamera(Address.from_text(place), silence_s=PATIENCE_S)) as camera:
            yield camera


def contents(camera: HttpCamera, count: int) -> list[bytes]:
    return [camera.read().picture.content for _ in range(count)]  # type: ignore[attr-defined]


def test_a_stream_gives_its_pictures_as_they_are_and_ends_by_an_error() -> None:
    with camera_at(lambda handler: stream(handler, part(ONE), part(TWO, length=False), part(THREE))) as camera:
        first = camera.read()
        assert (first.number, first.image_bgr.shape, first.picture.width) == (0, (48, 64, 3), 64)  # type: ignore[attr-defined]
        assert contents(camera, 2) == [TWO, THREE]
        with pytest.raises(CameraError, match=r"http://127\.0\.0\.1:\d+: the camera gives no more pictures"):
            camera.read()


def test_a_stream_in_chunks_is_put_together() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.protocol_version = "HTTP/1.1"
        body(handler, b"", "multipart/x-mixed-replace", Transfer_Encoding="chunked")
        whole = part(ONE) + part(TWO)
        for at in range(0, len(whole), 100):
            chunk = whole[at : at + 100]
            handler.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        handler.wfile.write(b"0\r\n\r\n")

    with camera_at(answer) as camera:
        assert contents(camera, 2) == [ONE, TWO]


def test_a_still_picture_is_fetched_until_it_is_another_one() -> None:
    shown = itertools.chain([ONE, ONE, ONE, TWO], itertools.repeat(THREE))
    with camera_at(lambda handler: body(handler, next(shown)), "/shot.jpg") as camera:
        assert contents(camera, 3) == [ONE, TWO, THREE]


def test_a_still_picture_that_stays_the_same_is_no_new_one() -> None:
    with (
        camera_at(lambda handler: body(handler, ONE), "/shot.jpg") as camera,
        closing(Live(camera, silence_s=0.3)) as live,
    ):
        live.read()
        with pytest.raises(CameraError, match=r"no picture for 0\.3 s"):
            live.read()


def test_an_address_without_a_path_is_that_of_the_apps_stream() -> None:
    asked: list[str] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.path)
        stream(handler, part(ONE))

    with camera_at(answer, "") as camera:
        camera.read()
    with camera_at(answer, "/") as camera:
        camera.read()
    assert asked == ["/video", "/"]


def test_a_redirect_is_followed_without_the_password_to_another_host() -> None:
    asked: list[str | None] = []

    def there(handler: BaseHTTPRequestHandler) -> None:
        asked.append(handler.headers.get("Authorization"))
        stream(handler, part(ONE))

    with serving(there) as elsewhere:

        def here(handler: BaseHTTPRequestHandler) -> None:
            if knows(handler, "basic", "ann", "pw"):
                handler.send_response(302)
                handler.send_header("Location", elsewhere.replace("127.0.0.1", "localhost") + "/other")
                handler.end_headers()

        with camera_at(here, user="ann:pw@") as camera:
            assert contents(camera, 1) == [ONE]
    assert asked == [None]


@pytest.mark.parametrize("way", ["basic", "MD5", "SHA-256"])
def test_the_password_is_given_where_it_is_asked_for(way: str) -> None:
    shown = itertools.cycle([ONE, TWO])

    def answer(handler: BaseHTTPRequestHandler) -> None:
        if knows(handler, way, "ann", SECRET):
            body(handler, next(shown))

    with camera_at(answer, "/shot.jpg", user="ann:s3cr3t%2F%40%23%3F%C5%BC@") as camera:
        assert contents(camera, 3) == [ONE, TWO, ONE]
    for wrong, words in (("ann:other@", "does not accept this user name"), ("", "asks for a user name")):
        with pytest.raises(CameraError, match=words), camera_at(answer, "/shot.jpg", user=wrong):
            pass


def _code(code: int) -> Answer:
    return lambda handler: handler.send_error(code)


def _negotiate(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(401)
    handler.send_header("WWW-Authenticate", "Negotiate")
    handler.end_headers()


def _loop(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(302)
    handler.send_header("Location", handler.path)
    handler.end_headers()


def _to_a_file(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(302)
    handler.send_header("Location", "ftp://127.0.0.1/x")
    handler.end_headers()


def _babble(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"RTSP/1.0 200 OK\r\n\r\n")


def _hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


ANSWERS: dict[str, tuple[Answer, str]] = {
    "a web page": (lambda handler: body(handler, b"<html>", "text/html"), "a web page came and no picture"),
    "nothing": (lambda handler: body(handler, b""), "0 bytes came, expected a picture"),
    "nothing there": (_code(404), "there is nothing at this address"),
    "busy": (_code(503), r"gives no picture \(HTTP 503\); is another viewer"),
    "not let in": (_code(403), "asks for a user name and a password"),
    "a loop": (_loop, r"gives no picture \(HTTP 302\)"),
    "another protocol": (_to_a_file, "is not known here"),
    "no web server": (_babble, "no web server"),
    "hung up": (_hang_up, "the connection is lost"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_no_camera_is_said_in_a_sentence(name: str) -> None:
    answer, words = ANSWERS[name]
    with pytest.raises(CameraError, match=rf"^http://127\.0\.0\.1:\d+: .*{words}"), camera_at(answer):
        pass


def test_another_way_to_ask_for_a_password_is_said() -> None:
    with pytest.raises(CameraError, match="its way to ask for a password"), camera_at(_negotiate, user="ann:pw@"):
        pass


def test_where_nothing_is_that_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(CameraError, match="nothing answers there; is the app's server started"):
        open_camera(f"http://127.0.0.1:{port}/video")
    with pytest.raises(CameraError, match="no such name in this network"):
        open_camera("http://no-such-telephone.invalid:8080/video")


def test_one_who_says_nothing_is_lost() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = Address.from_text(f"http://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(CameraError, match="does not answer"):
            HttpCamera(address, silence_s=0.2)


def test_a_stream_that_stalls_is_lost_and_its_thread_does_not_wait_for_it() -> None:
    """An app that serves one viewer at a time would refuse the next attempt."""
    over = threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        stream(handler, part(ONE))
        over.wait(PATIENCE_S)

    with camera_at(answer) as camera:
        live = Live(camera, silence_s=0.2)
        with closing(live):
            live.read()
            with pytest.raises(CameraError, match=r"no picture for 0\.2 s"):
                live.read()
        live._thread.join(PATIENCE_S)
        assert not live._thread.is_alive()
    over.set()


def test_a_slow_reader_gets_the_newest_picture_of_a_quick_camera() -> None:
    sent, taken = threading.Event(), threading.Event()
    pictures = [jpeg(shade) for shade in range(30, 230)]

    def answer(handler: BaseHTTPRequestHandler) -> None:
        stream(handler, *map(part, pictures))
        sent.set()
        taken.wait(PATIENCE_S)

    seen: list[Frame] = []
    with camera_at(answer) as camera, closing(Live(camera)) as live:
        live.offer(seen.append)
        assert sent.wait(PATIENCE_S)
        give_up_s = time.monotonic() + PATIENCE_S
        while (not seen or seen[-1].number < len(pictures) - 1) and time.monotonic() < give_up_s:
            time.sleep(0.01)
        newest = live.read()
        taken.set()
    assert newest is not None
    assert newest.picture.content == pictures[-1]  # type: ignore[attr-defined]
