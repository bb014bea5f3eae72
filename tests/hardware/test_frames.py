"""A folder of frames: which pictures it holds, in which order, and when each was taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardware.errors import FramesError
from hardware.frames import pictures_in


def folder(path: Path, names: str, lines: list[str] | None = None) -> Path:
    """A folder of empty files; the contents do not matter here."""
    for name in names.split():
        (path / name).touch()
    if lines is not None:
        (path / "frames.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def line(file: str, t: object) -> str:
    return json.dumps({"file": file, "t": t})


def names_in(path: Path) -> list[str]:
    return [picture.path.name for picture in pictures_in(path)]


def times_in(path: Path) -> list[float]:
    return [picture.seen_at_s for picture in pictures_in(path)]


def test_pictures_come_in_name_order(tmp_path: Path) -> None:
    assert names_in(folder(tmp_path, "0002.png 0000.jpg 0001.JPEG 0003.bmp")) == [
        "0000.jpg",
        "0001.JPEG",
        "0002.png",
        "0003.bmp",
    ]


def test_numbers_in_names_count_as_numbers(tmp_path: Path) -> None:
    assert names_in(folder(tmp_path, "frame10.jpg frame9.jpg frame2.jpg")) == [
        "frame2.jpg",
        "frame9.jpg",
        "frame10.jpg",
    ]


def test_nothing_but_pictures_and_their_times_is_read(tmp_path: Path) -> None:
    (tmp_path / "0001.jpg.d").mkdir()
    (tmp_path / "9999.jpg").mkdir()
    (tmp_path / "0000.json").write_text("not read")
    assert names_in(folder(tmp_path, "0000.jpg 0000.txt .0001.jpg ._0000.jpg notes")) == ["0000.jpg"]


def test_the_times_are_those_of_the_list(tmp_path: Path) -> None:
    lines = [line("a.jpg", 0), "", line("b.jpg", 1.25)]
    assert times_in(folder(tmp_path, "a.jpg b.jpg", lines)) == [0.0, 1.25]


def test_what_stands_still_may_be_one_picture_at_many_times(tmp_path: Path) -> None:
    lines = [line("a.jpg", 0), line("a.jpg", 0.2), line("a.jpg", 0.4), line("b.jpg", 0.6), line("b.jpg", 0.6)]
    sequence = folder(tmp_path, "a.jpg b.jpg c.jpg", lines)
    assert names_in(sequence) == ["a.jpg", "a.jpg", "a.jpg", "b.jpg", "b.jpg", "c.jpg"]
    assert times_in(sequence) == [0.0, 0.2, 0.4, 0.6, 0.6, 1.6]


def test_without_times_the_pictures_are_one_second_apart(tmp_path: Path) -> None:
    assert times_in(folder(tmp_path, "a.jpg b.jpg c.jpg")) == [0.0, 1.0, 2.0]


def test_a_time_that_is_not_known_lies_between_its_neighbours(tmp_path: Path) -> None:
    lines = [line("b.jpg", 10.0), line("d.jpg", 11.0)]
    assert times_in(folder(tmp_path, "a.jpg b.jpg c.jpg d.jpg e.jpg", lines)) == [9.0, 10.0, 10.5, 11.0, 12.0]


@pytest.mark.parametrize(
    ("names", "lines", "words"),
    [
        ("", None, "no picture in it"),
        ("notes.txt", None, "no picture in it"),
        ("a.jpg", [line("b.jpg", 0)], "lists b.jpg"),
        ("a.jpg", [line("../a.jpg", 0)], r"lists \.\./a.jpg"),
        ("a.jpg", ["{"], "line 1.*is not JSON"),
        ("a.jpg", [line("a.jpg", 0), "[" * 100_000], "line 2.*is not JSON"),
        ("a.jpg", ["[]"], "line 1.*cannot be used"),
        ("a.jpg", [line("a.jpg", "soon")], "line 1.*cannot be used"),
        ("a.jpg", [line("a.jpg", True)], "line 1.*cannot be used"),
        ("a.jpg", [line("a.jpg", None)], "line 1.*cannot be used"),
        ("a.jpg", [line("a.jpg", float("nan"))], "line 1.*cannot be used"),
        ("a.jpg", [line("a.jpg", 10**400)], "line 1.*cannot be used"),
        ("a.jpg", ['{"t": 1}'], "line 1.*cannot be used"),
        ("a.jpg b.jpg", [line("a.jpg", 0), line("b.jpg", 1), line("a.jpg", 2)], "b.jpg at 1 s is before a.jpg at 2 s"),
        ("a.jpg b.jpg", [line("a.jpg", 2), line("b.jpg", 1)], "b.jpg at 1 s is before a.jpg at 2 s"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path, names: str, lines: list[str] | None, words: str) -> None:
    with pytest.raises(FramesError, match=words) as caught:
        pictures_in(folder(tmp_path, names, lines))
    assert str(tmp_path) in str(caught.value)


def test_a_list_that_is_no_text_is_named(tmp_path: Path) -> None:
    folder(tmp_path, "a.jpg").joinpath("frames.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FramesError, match="cannot be read as text"):
        pictures_in(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FramesError, match="nowhere"):
        pictures_in(tmp_path / "nowhere")
