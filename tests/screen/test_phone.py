"""The page that hands a match to a phone: its codes are read from the real window, as a phone would."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from companion.errors import InputError
from companion.record import Journal, Match, Mode
from companion.record.files.document import json_text, match_from_json
from companion.record.files.short import PREFIX, match_of_short, short_text
from companion.screen import PageName, qr
from companion.screen.services import LiveShown
from companion.texts import sentence
from tests.archived import fill
from tests.record.files.test_short import draughts_match
from tests.record.playing import random_match
from tests.screen.archives import shelf_of
from tests.screen.conftest import Stage
from tests.screen.fakes import Phone
from tests.screen.with_services import opened, settle, touch, wait_until, with_services
from vision.qr import codes_in

SIZES: Final = ((800, 480), (480, 800))
NO_PAGE: Final = LiveShown(None, "phone.no-page")


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def size(stage: Stage, request: pytest.FixtureRequest) -> tuple[int, int]:
    width, height = request.param
    stage.resize(width, height)
    return width, height


def pixels(stage: Stage) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """What the window shows, BGR of shape (height, width, 3)."""
    shown: np.ndarray[Any, np.dtype[np.uint8]] = stage.picture().transpose(1, 0, 2)[::-1, :, ::-1].astype(np.uint8)
    return np.ascontiguousarray(shown)


def read_off(stage: Stage) -> str:
    """The text of the one code in the window."""
    (text,) = codes_in(pixels(stage))
    return text


@pytest.mark.parametrize(("size", "length"), [(SIZES[0], 1), (SIZES[1], 7)], indirect=["size"], ids=str)
def test_both_codes_are_read_off_the_screen(stage: Stage, size: tuple[int, int], length: int) -> None:
    match = random_match(length, length)
    phone = Phone(short_text(match))
    with with_services(stage, phone=phone):
        page = opened(stage, PageName.PHONE, match=3)
        wait_until(lambda: page.code.text)
        assert phone.handed == [3]
        assert read_off(stage) == phone.page.address
        stage.keep(f"phone-link-{size[0]}")
        touch(stage, page.fields["match"])
        assert match_of_short(read_off(stage)) == match_from_json(json_text(match))
        stage.keep(f"phone-match-{length}-{size[0]}")
        touch(stage, page.fields["link"])
        assert read_off(stage) == phone.page.address


def test_the_largest_code_that_is_shown_is_read_off_the_smallest_screen(stage: Stage) -> None:
    """Its modules are three pixels wide: 0.57 mm on a screen of 7 inches."""
    session = random_match(5, 0, games=24)
    games = bisect_left(range(len(session.games)), qr.LEGIBLE, lo=15, key=lambda n: version_of(first(session, n)) or 99)
    match = first(session, games)
    assert version_of(match) == qr.LEGIBLE
    with with_services(stage, phone=Phone(short_text(match), page=NO_PAGE)):
        page = opened(stage, PageName.PHONE, match=3)
        wait_until(lambda: page.code.text)
        settle()
        assert not page.fields["link"].parent
        modules = len(qr.modules(page.code.text, error="l"))
        assert int(page.code.size[0] // modules) >= 3
        stage.keep("phone-largest")
        assert match_of_short(read_off(stage)) == match_from_json(json_text(match))


def test_a_match_to_seven_points_is_read_off_a_photograph_of_the_screen(stage: Stage) -> None:
    """By OpenCV, which reads less than a phone does."""
    match = random_match(7, 7)
    with with_services(stage, phone=Phone(short_text(match), page=NO_PAGE)):
        page = opened(stage, PageName.PHONE, match=3)
        wait_until(lambda: page.code.text)
        for photograph in photographs(pixels(stage)):
            (text,) = codes_in(photograph)
            assert match_of_short(text) == match_from_json(json_text(match))


def first(session: Match, games: int) -> Match:
    return replace(session, games=session.games[:games])


def version_of(match: Match) -> int | None:
    return qr.version(short_text(match), error="l")


def photographs(screen: np.ndarray[Any, np.dtype[np.uint8]]) -> Iterator[np.ndarray[Any, np.dtype[np.uint8]]]:
    """The screen as a phone's camera of 1920 x 1080 sees it: askew, a little out of focus, with noise."""
    chance = np.random.default_rng(5)
    height, width = screen.shape[:2]
    seen = ((240, 60), (1690, 90), (1720, 985), (215, 960))
    for turn, blur in ((0, 0.8), (25, 1.0), (-25, 1.2)):
        corners = np.array([(x + turn, y + (turn if x > 900 else 0)) for x, y in seen], np.float32)
        flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        taken = cv2.warpPerspective(
            screen, cv2.getPerspectiveTransform(flat, corners), (1920, 1080), flags=cv2.INTER_LINEAR, borderValue=90
        )
        taken = cv2.GaussianBlur(taken, (0, 0), blur) * 0.7 + 25 + chance.normal(0, 5, taken.shape)
        yield np.clip(taken, 0, 255).astype(np.uint8)


def test_a_match_that_fits_into_no_code_says_so(stage: Stage, phone: Phone) -> None:
    phone.code = phone.too_long.code
    with with_services(stage, phone=phone):
        page = opened(stage, PageName.PHONE, match=3)
        wait_until(lambda: page.code.text)
        touch(stage, page.fields["match"])
        assert page.said.text == "The match is too long for a code. Export it to a USB stick instead."
        assert (page.code.text, page.typed.text) == ("", "")
        stage.keep("phone-too-long")
        assert codes_in(pixels(stage)) == ()


def test_without_a_live_page_there_is_the_match_itself_and_how_it_is_opened_again(stage: Stage) -> None:
    phone = Phone(short_text(draughts_match(1)), page=NO_PAGE, form="pdn")
    with with_services(stage, phone=phone):
        page = opened(stage, PageName.PHONE, match=3)
        wait_until(lambda: page.code.text)
        assert page.said.text.startswith(
            "The live page is off, or this device is not on a network. The code holds the whole match "
        )
        assert page.typed.text == f"companion convert {PREFIX}… match.pdn"
        assert [field.parent for field in page.fields.values()] == [None, None]
        stage.keep("phone-without-page")
        assert isinstance(match_of_short(read_off(stage)), tuple)


def test_why_a_match_cannot_be_handed_over_is_said(stage: Stage, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(number: int | None) -> Any:
        raise InputError(f"match {number}: not over; choose a finished match or one in training")

    monkeypatch.setattr(phone, "hand", refuse)
    with with_services(stage, phone=phone):
        page = opened(stage, PageName.PHONE, match=3)
        wait_until(lambda: page.said.text)
        assert page.said.text == "match 3: not over; choose a finished match or one in training"
        assert page.code.text == ""


@pytest.mark.parametrize("place", [PageName.RECAP, PageName.REVIEW])
@pytest.mark.parametrize(
    ("mode", "over", "offered"),
    [(Mode.REFEREED, True, True), (Mode.REFEREED, False, False), (Mode.RECORDED, False, False),
     (Mode.TRAINING, False, True)],
)  # fmt: skip
def test_a_match_that_is_over_or_for_training_is_handed_over_from_card_and_review(
    stage: Stage, phone: Phone, tmp_path: Path, place: PageName, mode: Mode, *, over: bool, offered: bool
) -> None:
    with Journal(tmp_path) as journal:
        number = fill(journal, 1, mode=mode, most_entries=None if over else 40).id
    with with_services(stage, archive=shelf_of(tmp_path), phone=phone):
        page = opened(stage, place, match=number)
        while busy():
            settle()
        fields = page._fields if place is PageName.RECAP else page.fields
        assert ("phone" in fields and not fields["phone"].dead) is offered
        if offered:
            touch(stage, fields["phone"])
            wait_until(lambda: phone.handed == [number])


def busy() -> bool:
    from companion.screen import tasks

    return tasks.busy()


@pytest.mark.parametrize("size", SIZES, indirect=True, ids=str)
def test_the_code_for_a_picture_is_read_off_the_screen(stage: Stage, size: tuple[int, int]) -> None:
    with with_services(stage, {"live.on": True}) as services:
        page = opened(stage, PageName.PICTURE_PHONE)
        wait_until(lambda: page.code.text)
        assert services.live is not None
        assert read_off(stage) == services.live.invite().address
        stage.keep(f"picture-phone-{size[0]}")


def test_without_a_live_page_the_code_for_a_picture_is_a_sentence(stage: Stage) -> None:
    with with_services(stage):
        page = opened(stage, PageName.PICTURE_PHONE)
        wait_until(lambda: page.said.text)
        assert page.code.text == ""
        assert page.said.text == sentence("phone.no-page")
