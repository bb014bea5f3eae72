"""A picture of a stranger is read in a process of its own, and whatever it is, there is an answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

from companion.app import reading_apart
from companion.app.reading_apart import PictureRefusedError, read_apart
from companion.games.backgammon import START
from companion.lab.bench.hostile_pictures import hostile_pictures
from companion.texts import Language, sentence
from tests.patience import PATIENCE_S
from tests.vision.test_pictures import turned_by_exif
from vision.pictures import picture_in

DEMO: Final = Path(__file__).parents[2] / "companion" / "demo"
BOARD: Final = DEMO / "clip" / "00.jpg"
HOSTILE: Final = dict(hostile_pictures())
QUICK: Final = {
    "nothing": "broken", ".jpg cut at 50%": "broken", "PNG bomb": "large", "a PDF": "pdf", "HEIC": "heic",
    "63x63": "small", "more than 15 MB": "too-many",
}  # fmt: skip


def refused(content: bytes) -> PictureRefusedError:
    with pytest.raises(PictureRefusedError) as found:
        read_apart(content)
    for language in Language:
        assert sentence(found.value.key, found.value.values, language=language)
    return found.value


def test_a_board_comes_back_with_what_was_read_drawn_on_it_and_without_metadata() -> None:
    named = turned_by_exif(BOARD.read_bytes(), 1)
    assert b"Exif" in named
    read = read_apart(named, time_s=PATIENCE_S)
    assert b"Exif" not in read.overlay_jpeg
    assert read.board.fitting()[0].xgid == START.xgid()
    drawn = picture_in(read.overlay_jpeg, "drawn").image_bgr
    assert drawn.shape[1] <= reading_apart.WIDEST_PX
    assert drawn.shape[:2] == picture_in(BOARD.read_bytes(), "board").image_bgr.shape[:2]


@pytest.mark.parametrize("name", QUICK)
def test_what_is_no_picture_is_refused_with_a_reason(name: str) -> None:
    assert refused(HOSTILE[name]).key == f"picture.{QUICK[name]}"


def test_another_board_and_none_are_told_apart() -> None:
    assert refused((DEMO / "draughts" / "0000.jpg").read_bytes()).key == "picture.other-draughts"
    assert refused(HOSTILE["EXIF: turn 99"]).key == "picture.no-board"


@pytest.mark.timeout(300)
def test_hostile_pictures_are_refused_with_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    with ThreadPoolExecutor(2) as pool:  # some of each kind; the bench of the live page sends all hundred
        assert len(list(pool.map(refused, list(HOSTILE.values())[::16]))) == 7
    assert caplog.text == "", "a process has failed"


def test_a_process_that_takes_too_long_or_too_much_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PictureRefusedError, match="too long"):
        read_apart(BOARD.read_bytes(), time_s=0.05)
    limits = f"import resource; resource.setrlimit(resource.RLIMIT_DATA, ({10_000_000},) * 2); bytes(20_000_000)"
    monkeypatch.setattr(reading_apart, "_PROGRAM", ("-c", limits))
    assert refused(b"").key == "picture.too-much"
