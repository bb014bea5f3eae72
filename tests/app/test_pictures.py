"""Positions from pictures, for the screen: what is on a stick, what the camera sees, and when nothing is read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from companion.app.pictures import PicturesHere
from companion.errors import InputError
from companion.games.backgammon import START
from companion.games.catalogue import Game
from companion.photograph.backgammon import PicturedBoard
from companion.screen.camera_service import CameraService
from companion.screen.services import PicturePlace
from hardware.camera import Frame
from hardware.pictures import Plain
from vision.pictures import load_picture

BOARD: Final = Path(__file__).parents[2] / "companion" / "demo" / "clip" / "00.jpg"


def allowed() -> None:
    """Nothing is refused."""


def test_the_pictures_of_a_stick_are_listed_the_newest_first(tmp_path: Path) -> None:
    names = ("DCIM/100/a.JPG", "b.png", "notes.txt", ".hidden.jpg", ".Trash/c.jpg")
    for number, name in enumerate(names):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (number, number))
    files = PicturesHere(allowed, find_sticks=lambda: [tmp_path]).files()
    assert [(file.path.name, file.stick) for file in files] == [("b.png", tmp_path.name), ("a.JPG", tmp_path.name)]


def test_what_the_camera_sees_now_is_read_in_its_full_size() -> None:
    sight = CameraService()
    pictures = PicturesHere(allowed, sight)
    assert pictures.from_camera(Game.BACKGAMMON) is None
    image_bgr = load_picture(BOARD)
    sight.saw(Frame(Plain(image_bgr), 0.0, 0, "usb:2#0"))
    assert pictures.places() == (PicturePlace.CAMERA, PicturePlace.STICK)
    found = pictures.from_camera(Game.BACKGAMMON)
    assert found is not None
    assert isinstance(found.board, PicturedBoard)
    assert found.board.fitting()[0].xgid == START.xgid()
    sight.saw(Frame(Plain(image_bgr[:200, :200]), 0.0, 0, "usb:2#0"))
    assert pictures.from_camera(Game.BACKGAMMON) is None, "no board in it"
    sight.lost("the camera was unplugged")
    assert pictures.places() == (PicturePlace.STICK,)


def test_a_file_that_is_no_picture_is_refused_in_the_language_of_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    pictures = PicturesHere(allowed, language=lambda: "pl")
    with pytest.raises(InputError, match=r"holiday\.jpg"):
        pictures.from_file(path, Game.BACKGAMMON)
    path.write_bytes(b"%PDF-1.7")
    with pytest.raises(InputError, match="To jest PDF"):
        pictures.from_file(path, Game.BACKGAMMON)


def test_a_file_is_read_and_cut_out() -> None:
    found = PicturesHere(allowed).from_file(BOARD, Game.BACKGAMMON)
    assert found is not None
    first, _, third, _ = found.framed.here(found.board.seen.corners_px)
    assert first < third
    assert max(found.framed.image_bgr.shape) <= 800


def test_nothing_is_read_while_no_help_is_allowed() -> None:
    def refuse() -> None:
        raise InputError("practice: a refereed match is not over; end it first")

    pictures = PicturesHere(refuse, CameraService())
    assert "refereed" in pictures.refused()
    with pytest.raises(InputError, match="refereed"):
        pictures.from_file(BOARD, Game.BACKGAMMON)
    with pytest.raises(InputError, match="refereed"):
        pictures.from_camera(Game.BACKGAMMON)
