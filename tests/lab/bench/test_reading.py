"""Rates, confidence and tables of ``companion bench reading``; a sample of the bench itself."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from companion.cli import parser
from companion.errors import InputError
from companion.lab.bench import examples, material, pace, reading
from companion.lab.bench.figure import Figure
from companion.lab.bench.grids import as_grids, as_markdown
from companion.lab.bench.marking import RowMark, Wanted, is_truly_light
from companion.lab.bench.rendered import TruthFrame, renders, stills
from companion.lab.bench.rendered import games as rendered_games
from vision.observation import BAR, TRAY
from vision.rectify import Image

SHARED = Path(__file__).parents[4] / "shared"
PICTURE = Path("board.jpg")

needs_renders = pytest.mark.skipif(
    not (SHARED / "data" / "renders" / "stills").is_dir(), reason="the rendered pictures are not beside the project"
)


def mark(board: str, right: int, of: int, *, corner: float | None = None) -> RowMark:
    spots = tuple((0.95, k < right) for k in range(of))
    return RowMark(board, PICTURE, spots=spots, exact=right == of, corner=corner)


def options(**given: object) -> argparse.Namespace:
    plain: dict[str, object] = {
        "shared": SHARED,
        "only": None,
        "renders": [],
        "films": [],
        "share": "all",
        "clips": [],
        "overlays": None,
        "json": True,
        "looks": 3,
    }
    return argparse.Namespace(**(plain | given))


def test_spots_are_counted_over_all_pictures_and_boards_one_by_one() -> None:
    marks = [mark("a", 24, 24), mark("a", 12, 24)]
    assert reading.spots_right(marks) == 75
    assert reading.boards_exact(marks) == 50


def test_boards_are_counted_without_their_trays_as_well() -> None:
    tray = RowMark("a", PICTURE, exact=False, wrong={TRAY: (2, 0)})
    bar = RowMark("a", PICTURE, exact=False, wrong={TRAY: (2, 0), BAR: (1, 0)})
    lost = RowMark("a", PICTURE, exact=False)
    assert reading.boards_but_for_the_tray([mark("a", 1, 1), tray, bar, lost]) == 50


def test_what_was_never_asked_for_is_no_rate() -> None:
    assert math.isnan(reading.dice_exact([mark("a", 24, 24)]))


def test_a_board_is_found_within_a_quarter_of_a_point() -> None:
    marks = [mark("a", 1, 1, corner=value) for value in (0.1, 0.25, 0.26, math.inf)]
    assert reading.corners_close([*marks, mark("a", 1, 1)]) == 50


def test_confidence_that_keeps_its_word_has_no_gap() -> None:
    honest = [(0.75, True)] * 3 + [(0.75, False)]
    assert reading.calibration_error(honest) == pytest.approx(0)
    assert reading.calibration_error([(0.95, False)] * 4) == pytest.approx(0.95)
    assert reading.calibration_error([*honest, *[(0.95, False)] * 4]) == pytest.approx(0.475)


def test_confidence_is_told_in_ten_bins_of_equal_width() -> None:
    assert sorted(reading.binned([(0.0, True), (0.099, False), (0.1, True), (1.0, True)])) == [0, 1, 9]


ROWS = [
    Figure.unlimited("stills, cork: points", 99.5, "%"),
    Figure.unlimited("stills, walnut: points", 100.0, "%"),
    Figure.unlimited("stills, walnut: cube", 50.0, "%"),
    Figure.at_least("stills with corners given: points right", 99.6, "%", 99.7),
]


def test_figures_of_rows_are_printed_as_a_grid_and_the_others_below() -> None:
    text = as_grids(ROWS).splitlines()
    assert [line.split() for line in text[:3]] == [
        ["stills", "points", "cube"],
        ["cork", "99.5"],
        ["walnut", "100", "50"],
    ]
    assert text[-1].endswith("MISSED")
    assert as_grids(ROWS[3:]) == text[-1]


def test_on_a_page_they_are_tables() -> None:
    text = as_markdown(ROWS)
    assert "| walnut | 100 | 50 |" in text
    assert "| stills with corners given: points right | 99.6 % | >= 99.7 |" in text


def test_of_the_surest_readings_one_in_five_thousand_may_be_wrong() -> None:
    spots = [(0.9995, True)] * 4999 + [(0.9995, False)] + [(0.5, False)] * 100
    rows = {row.name: row for row in reading.of_confidence("alone", spots)}
    surest = rows["confidence alone: wrong of 5000 read at 99.9 % or more"]
    assert surest.value == pytest.approx(1)
    assert surest.ok
    assert not rows["confidence alone: mean gap to the truth"].ok


def test_a_third_of_the_boards_is_kept_back_by_name() -> None:
    names = [f"board {k}" for k in range(300)]
    assert 80 < sum(material.is_kept_back(name) for name in names) < 120


@needs_renders
def test_a_still_is_read_marked_and_drawn_where_it_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = next(frame for frame in stills(SHARED) if frame.is_clear)
    truth = {**frame.truth, "position": {**frame.truth["position"], "bar": {"W": 3, "B": 3}}}
    lying = TruthFrame(frame.picture, truth)
    monkeypatch.setattr(material, "stills", lambda _: [lying])
    (taken,) = material.Material(options(overlays=tmp_path / "wrong")).given["stills"]
    assert taken.exact is False
    assert taken.wrong[0] == (3, 3)
    assert [path.name for path in tmp_path.rglob("*.jpg")] == [f"{frame.style}-{frame.picture.name}"]


@needs_renders
def test_only_the_parts_asked_for_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    name, frames = next(rendered_games(SHARED))
    monkeypatch.setattr(material, "games", lambda *_: [(name, frames[:4])])
    figures = reading.figures(options(only=["games"]))
    titles = {figure.name.split(":")[0].split(",")[0] for figure in figures}
    assert titles - {"shown a wrong layout"} == {"games", "confidence in a match"}


@needs_renders
def test_times_and_memory_are_measured_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "_SETTLING", 1)
    _, frames = next(rendered_games(SHARED))
    found = pace.measured(frames[:1], stills(SHARED)[:1], looks=1)
    assert all(value >= 0 for value in found.values())
    assert found["memory"] > 20
    answer = argparse.Namespace(stdout=json.dumps(found))
    process = Mock(return_value=answer)
    monkeypatch.setattr("subprocess.run", process)
    figures = list(pace.figures(options()))
    assert [call.kwargs["env"]["OPENCV_FOR_THREADS_NUM"] for call in process.call_args_list] == ["1", "2"]
    assert {figure.limit for figure in figures} == {"<= 3", "<= 70", "<= 40", "<= 600", "<= 250", "<= 2", None}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--looks", "0"), "expected a number from 1 on"),
        (("--looks", "ten"), "expected a number from 1 on"),
    ],
)
def test_options_that_cannot_be_followed_are_refused(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        parser().parse_args(["bench", "reading", *words])
    assert end.value.code == 2
    assert sentence in capsys.readouterr().err


@needs_renders
def test_the_example_pictures_of_the_page_are_small(tmp_path: Path) -> None:
    (path,) = examples.make(SHARED / "data" / "renders" / "stills", tmp_path, {"overhead": "ds010"})
    assert path.name == "reading-overhead.jpg"
    assert path.stat().st_size < 60_000


@pytest.mark.parametrize(("light", "truly"), [(200, True), (60, False), (85, False)])
def test_a_side_is_truly_light_where_its_checkers_clearly_are_lighter(light: int, truly: bool) -> None:
    """Two sides at the first checkers' places: the one called dark has the brightness 80."""
    board: Image = np.full((416, 512, 3), 128, dtype=np.uint8)
    for x, shade in ((50 + 16, light), (434 - 16, 80)):  # twelve points, each 32 wide
        cv2.circle(board, (x, 36 + 16), 14, (shade, shade, shade), -1)
    corners = ((50.0, 36.0), (434.0, 36.0), (434.0, 380.0), (50.0, 380.0))
    label = Wanted("drawn", PICTURE, corners, 1 / 12, {("top", 0): (1, 0), ("top", 11): (0, 1)}, bar=(0, 0))
    assert is_truly_light(board, label) is truly
    assert not is_truly_light(board, label.swapped()) or light < 80


def truth(corners: list[tuple[float, float]], **more: object) -> TruthFrame:
    """A board without borne-off checkers; ``corners`` as the renderer names them, from Light's bottom left on."""
    plain = {
        "field_corners": corners,
        "home": "right",
        "geometry": {"field_w": 52.0, "field_d": 44.0, "point_w": 4.0, "checker_d": 3.6},
        "position": {"points": [2] + [0] * 23, "bar": {"W": 0, "B": 0}, "off": {"W": 0, "B": 0}},
        "checkers": [],
        "dice": [],
        "cube": None,
        "hand": None,
    }
    return TruthFrame(PICTURE, plain | more)


UPRIGHT = [(0.0, 300.0), (400.0, 300.0), (400.0, 0.0), (0.0, 0.0)]


def test_the_row_farther_up_comes_first_and_of_two_side_by_side_the_one_at_the_left() -> None:
    assert truth(UPRIGHT).corners() == ((0, 0), (400, 0), (400, 300), (0, 300))
    from_the_other_seat = UPRIGHT[2:] + UPRIGHT[:2]
    assert truth(from_the_other_seat).corners() == ((0, 0), (400, 0), (400, 300), (0, 300))
    from_the_side = [(0.0, 20.0), (0.0, 420.0), (300.0, 400.0), (300.0, 0.0)]  # not quite straight
    for corners in (from_the_side, from_the_side[2:] + from_the_side[:2]):
        assert truth(corners).corners() == ((0, 420), (0, 20), (300, 0), (300, 400))


def test_a_pile_of_which_little_can_be_seen_is_not_asked_for() -> None:
    pile = [{"where": "off", "color": "W", "visible": v} for v in (0.9, 0.2)]
    pile += [{"where": "off", "color": "B", "visible": 0.4}]
    position = {"points": [0] * 24, "bar": {"W": 0, "B": 0}, "off": {"W": 2, "B": 1}}
    assert truth(UPRIGHT, checkers=pile, position=position).off() == {"light": 2}
    assert truth(UPRIGHT).off() == {"light": 0, "dark": 0}


def test_a_cube_of_which_little_can_be_seen_is_not_asked_for() -> None:
    cube = {"value": 1, "shows": 64, "place": "bar", "visible": 0.8}
    assert truth(UPRIGHT, cube=cube).cube == 64
    assert truth(UPRIGHT, cube={**cube, "visible": 0.3}).cube is None
    assert truth(UPRIGHT).cube is None


@pytest.mark.parametrize(
    ("bbox", "over"), [([100, 100, 160, 160], True), ([390, 100, 500, 160], None), ([500, 0, 600, 90], None)]
)
def test_a_hand_beside_the_field_is_neither_over_it_nor_absent(bbox: list[int], over: bool | None) -> None:
    assert truth(UPRIGHT, hand={"bbox": bbox}).hand_over_field() is over
    assert truth(UPRIGHT).hand_over_field() is False


def test_rendered_pictures_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no rendered pictures there"):
        renders([tmp_path])
    (tmp_path / "a.json").write_text("[]", encoding="utf-8")
    (tmp_path / "a.jpg").touch()
    with pytest.raises(InputError, match="expected the truth of a rendered picture"):
        renders([tmp_path])
