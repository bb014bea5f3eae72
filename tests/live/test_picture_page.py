"""A phone that has scanned a code has a picture read on the live page: once a code, and never beside a match."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.app import live as live_here
from companion.app import phone_pictures
from companion.app.phone_pictures import PicturesOfPhones
from companion.app.reading_apart import PictureRead, PictureRefusedError
from companion.games.backgammon import START, Position
from companion.games.backgammon.situation import Situation
from companion.games.draughts.squares import SQUARES, name
from companion.live import picture_page, visits
from companion.live.feed import Feed
from companion.live.guard import HEADERS
from companion.live.server import LiveServer
from companion.live.visits import Visits
from companion.record import Mode
from companion.texts import Language
from tests.live.browser import PROGRAM, Browser, browsers
from tests.live.device import TERMS, Device
from tests.photograph.lying import pictured
from tests.screen.pictures import Pictures, framed_board

BOARD: Final = Path(__file__).parents[2] / "companion" / "demo" / "clip" / "00.jpg"
PICTURES: Final = Path(__file__).parents[2] / "build" / "live"
AFTER: Final = (["on_roll", "light"], ["length", "0"], ["cube", "1"])


class Phone:
    """What a phone asks of a server at a port."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        status, headers, _ = self.ask("GET", f"/picture/{token}")
        assert status == 303
        self.visit = f"/picture/{headers['location']}"

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body)
            answer = connection.getresponse()
            return answer.status, {name.lower(): said for name, said in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def send(self, what: str, body: object, language: str = "en", game: str = "") -> tuple[int, dict[str, Any]]:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, headers, told = self.ask("POST", f"{self.visit}/{what}?lang={language}&game={game}", content)
        assert {name: headers[name] for name in HEADERS} == HEADERS
        return status, json.loads(told)


class Served:
    """A live page that reads pictures, without a table.  ``forbidden``: whether a match is in play."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.forbidden = False
        self.visits = Visits(clock=lambda: self.now_s)
        self.kept: list[str] = []
        reader = PicturesOfPhones(lambda: self.forbidden, self._keep, engine="builtin")
        self.server = LiveServer(Feed(), port=0, pictures=(reader, self.visits))

    def _keep(self, situation: Situation) -> bool:
        self.kept.append(situation.xgid())
        return situation.state.dice is not None

    def phone(self) -> Phone:
        return Phone(self.server.port, self.visits.token())


@pytest.fixture
def served() -> Iterator[Served]:
    made = Served()
    with made.server:
        yield made


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Says what any picture shows: at first the start position."""

    def shows(seen: Any) -> None:
        read = PictureRead(seen, framed_board(seen).framed, b"\xff\xd8drawn")
        monkeypatch.setattr(phone_pictures, "read_apart", lambda *_: read)

    shows(pictured(START))
    return shows


@pytest.mark.usefixtures("board")
def test_a_code_opens_the_page_once_and_the_page_can_be_loaded_again(served: Served) -> None:
    token = served.visits.token()
    phone = Phone(served.server.port, token)
    for _ in range(2):
        status, _, page = phone.ask("GET", phone.visit)
        assert status == 200
        assert b'type="file"' in page
    status, _, page = phone.ask("GET", f"/picture/{token}")
    assert status == 404
    assert b"This code has been used" in page


def test_a_look_at_the_head_does_not_use_a_code_up(served: Served) -> None:
    token = served.visits.token()
    assert Phone.ask(_at(served), "HEAD", f"/picture/{token}")[0] == 404
    assert Phone(served.server.port, token).visit


def _at(served: Served) -> Phone:
    phone = Phone.__new__(Phone)
    phone.port = served.server.port
    return phone


@pytest.mark.usefixtures("board")
def test_codes_and_visits_end(served: Served) -> None:
    token = served.visits.token()
    served.now_s += visits.TOKEN_S
    assert _at(served).ask("GET", f"/picture/{token}")[0] == 404
    phone = served.phone()
    served.now_s += visits.VISIT_S - 1
    assert phone.send("file", b"a picture")[0] == 200
    served.now_s += visits.VISIT_S
    assert phone.send("file", b"a picture")[0] == 404
    first = served.phone()
    for _ in range(visits.KEPT):
        last = served.phone()
    assert [phone.send("file", b"a picture")[0] for phone in (first, last)] == [404, 200]


@pytest.mark.usefixtures("board")
def test_answers_lead_to_the_one_position(served: Served) -> None:
    phone = served.phone()
    _, told = phone.send("file", b"a picture")
    assert told["overlay"].startswith("data:image/jpeg;base64,")
    assert [one["key"] for one in told["questions"]] == ["on_roll", "length", "cube", "dice"]
    assert told["ids"] == []
    _, told = phone.send("steps", AFTER)
    assert told["ids"][0] == START.xgid()
    assert [one["key"] for one in told["questions"]] == ["dice"]
    _, told = phone.send("steps", [*AFTER, ["set", "6=4l"], ["set", "7=1l"], ["dice", "31"]])
    assert told["ids"][0] == "XGID=-b----DAC---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def test_every_spot_of_the_drawn_board_can_be_touched_even_where_no_position_fits(
    served: Served, board: Callable[[Any], None]
) -> None:
    for seen, spots, wrong, said in (
        (pictured(START), [*map(str, range(1, 25)), "bar"], "6=9l", "Light: 4 too many."),
        (Pictures().open_squares, [*map(name, SQUARES)], "b1=l", "A piece is on a light square."),
    ):
        board(seen)
        phone = served.phone()
        phone.send("file", b"a picture")
        _, told = phone.send("steps", [["set", wrong]])
        assert re.findall(r'data-spot="(\w+)"', told["board"]) == spots == [one["value"] for one in told["spots"]]
        assert said in told["warnings"]
        there = {one["value"]: one["there"] for one in told["spots"]}
        assert "=".join((wrong.partition("=")[0], there[wrong.partition("=")[0]])) == wrong
        assert set(there.values()) <= {one["value"] for one in told["counts"]}


@pytest.mark.usefixtures("board")
def test_nothing_is_kept_but_a_position_that_is_complete_and_asked_to_be(served: Served) -> None:
    phone = served.phone()
    phone.send("file", b"a picture")
    assert "questions" in phone.send("puzzle", [])[1]["said"]
    assert served.kept == []
    assert phone.send("puzzle", [*AFTER, ["dice", "31"]])[1]["said"].startswith("Kept")
    assert phone.send("puzzle", AFTER)[1]["said"].startswith("No answer is wrong")
    assert [xgid.split(":")[4] for xgid in served.kept] == ["31", "00"]


def test_a_board_of_draughts_becomes_a_fen_and_a_best_move(served: Served, board: Callable[[Any], None]) -> None:
    board(Pictures().open_squares)
    phone = served.phone()
    _, told = phone.send("file", b"a picture", game="draughts")
    assert [one["key"] for one in told["questions"]] == ["way", "on_roll"]
    assert all("<svg" in one["board"] for one in told["questions"][0]["options"])
    steps = [["way", "bottom"], ["on_roll", "light"], ["set", "e3=L"]]
    _, told = phone.send("steps", steps)
    assert (told["ids"], told["keeps"]) == (["W:WKe3:Bd4"], False)
    assert phone.send("advice", steps)[1]["rows"][0][0].startswith("e3x")
    assert phone.send("puzzle", steps)[0] == 200, "whoever sends it: the page has no such button"
    assert served.kept == []


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize("language", Language)
def test_everything_is_said_in_the_language_of_the_phone(
    served: Served, board: Callable[[Any], None], language: str
) -> None:
    board(pictured(Position.from_xgid("XGID=------a-a--A---------A----:0:0:1:00:0:0:0:0:10"), alike=True))
    phone = served.phone()
    phone.send("file", b"a picture", language)
    for steps in ([], [["length", "7"]], [["length", "7"], ["score", "6,2"]], [["colours", "read"]]):
        _, told = phone.send("steps", steps, language)
        assert all(option["words"] for question in told["questions"] for option in question["options"])
        assert all(question["asked"] for question in told["questions"])
    assert {question["key"] for question in told["questions"]} >= {"way", "missing"}


@pytest.mark.usefixtures("board")
def test_what_makes_no_sense_is_answered_with_a_sentence(served: Served) -> None:
    phone = served.phone()
    assert phone.send("steps", [])[0] == 400, "no picture was sent"
    phone.send("file", b"a picture")
    for bad in (
        b"",
        b"{}",
        b"[[1, 2]]",
        b"[[]]",
        b"[" * 9000,
        b"x" * 20_000,
        [["a", "b"]] * 101,
        [["length", "x" * 41]],
    ):
        status, told = phone.send("steps", bad)
        assert status == 400
        assert told["said"]
    for key, value in (("length", "x"), ("score", "9"), ("set", "99=1l"), ("way", "up"), ("dice", "77"), ("no", "1")):
        assert value in phone.send("steps", [[key, value]])[1]["said"]
    assert "questions" in phone.send("advice", [])[1]["said"]
    assert phone.ask("PUT", f"{phone.visit}/file", b"")[0] == 405
    assert phone.ask("POST", "/", b"")[0] == 405


@pytest.mark.usefixtures("board")
def test_while_a_match_is_in_play_nothing_is_read_or_said(served: Served) -> None:
    phone = served.phone()
    phone.send("file", b"a picture")
    served.forbidden = True
    for what in ("file", "steps", "advice", "puzzle"):
        status, told = phone.send(what, [])
        assert status == 403
        assert told["said"].startswith("A match is in play")
    assert phone.ask("GET", phone.visit)[0] == 403


def test_too_much_and_what_is_refused_get_a_sentence(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> PictureRead:
        raise PictureRefusedError("a PDF", "pdf")

    monkeypatch.setattr(phone_pictures, "read_apart", refuse)
    monkeypatch.setattr(PicturesOfPhones, "longest", 2_000_000)
    phone = served.phone()
    assert "PDF" in phone.send("file", b"x")[1]["said"]
    status, told = phone.send("file", bytes(2_000_001))
    assert (status, told["said"]) == (413, "The file is too large: at most 2 MB.")


def test_one_picture_is_read_after_the_other(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_page, "_SENT_S", 0.2)
    phone = served.phone()
    connection = http.client.HTTPConnection("127.0.0.1", served.server.port, timeout=20)
    connection.putrequest("POST", f"{phone.visit}/file")
    connection.putheader("Content-Length", "1000")
    connection.endheaders()
    connection.send(b"slow")
    assert connection.getresponse().status == 408
    connection.close()


@pytest.mark.usefixtures("board")
def test_an_engine_says_what_is_best(served: Served) -> None:
    phone = served.phone()
    phone.send("file", b"a picture")
    _, told = phone.send("advice", [*AFTER, ["dice", "31"]])
    assert told["rows"][0][0] == "8/5 6/5"
    _, told = phone.send("advice", AFTER)
    assert told["rows"][0] == ["Do not double yet."]


def test_the_table_invites_only_while_help_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_here, "address_here", lambda port: f"http://192.168.1.7:{port}/")
    for mode, said in ((Mode.REFEREED, "picture.match"), (Mode.TRAINING, "picture.scan")):
        device = Device(tmp_path / mode.value, replace(TERMS, mode=mode))
        try:
            device.begin()
            shown = device.live.invite()
            assert shown.said == said
            assert (shown.address is None) is (mode is Mode.REFEREED)
            if shown.address is not None:
                phone = Phone(device.port, shown.address.rpartition("/")[2])
                device.change(port=0, initials=True)
                assert device.ask(phone.visit)[0] == 404, "a page that is turned on anew knows nobody"
            device.change(on=False)
            assert device.live.invite().said == "phone.no-page"
        finally:
            device.close()


@pytest.fixture
def browser() -> Iterator[Callable[..., Browser]]:
    yield from browsers()


@pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed: apt-get install chromium")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_in_a_browser_a_picture_becomes_an_xgid(served: Served, browser: Any, language: str) -> None:
    page = browser(360, 740)
    page.open(f"http://127.0.0.1:{served.server.port}/picture/{served.visits.token()}")
    page.open(f"{page.run('location.href')}?lang={language}")
    chosen = page.do("Runtime.evaluate", expression="document.getElementById('chosen')")["result"]["objectId"]
    page.do("DOM.setFileInputFiles", files=[str(BOARD)], objectId=chosen)
    page.wait("!document.getElementById('read').hidden")
    for left in (2, 1, 0):  # who is on roll, money or a match, no roll
        page.run("document.querySelector('fieldset button').click()")
        page.wait(f"document.querySelectorAll('fieldset').length === {left}")
    assert page.run("document.querySelector('#ids code').textContent") == START.xgid()
    page.run("document.querySelector('[data-spot=\"8\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert page.run("[document.getElementById('spot').value, document.getElementById('count').value].join()") == "8,3l"
    assert page.run("document.documentElement.scrollWidth") <= 360
    assert page.said == []
    height = page.run("document.documentElement.scrollHeight")
    page.do("Emulation.setDeviceMetricsOverride", width=360, height=height, deviceScaleFactor=1, mobile=False)
    page.picture(PICTURES / f"picture-360-{language}.png")
