"""Looks of the real reader with the truth: of films and games with boards learned first, and of stills."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.app.progress_bar import with_progress
from companion.errors import InputError
from companion.lab.bench.filmed import Film, films_in, glances_of
from companion.lab.bench.rendered import TruthFrame, games, mixed, stills, with_truth
from companion.lab.simulation.session import SeenLook
from vision.calibration import Calibration, calibrate
from vision.corners import given_board
from vision.errors import CalibrationError
from vision.observation import POINTS, TRAY, Counts, Spot
from vision.pictures import load_picture
from vision.reader import BoardReader, read_still

Board = tuple[str, list[SeenLook]]
"""The name of a board, and the looks at it in their order."""


def boards(films: Sequence[Path], recorded: Path | None, shared: Path) -> Iterator[Board]:
    """The looks at each board of the films and of the development games."""
    for folder in films:
        for film in films_in(folder):
            yield film.name, of_film(film, recorded)
    for _, frames in games(shared):
        yield frames[0].style, list(of_game(frames))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the places of the films and the pictures."""
    parser.add_argument("films", type=Path, nargs="*", help="films of boards that no net learned from")
    parser.add_argument("--recorded", type=Path, metavar="DIR", help="where it is kept what was read of the films")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="where the shared pictures are")


def of_film(film: Film, recorded: Path | None) -> list[SeenLook]:
    """The readings of a film, or of an earlier showing."""
    frames = {row["file"]: TruthFrame.of((film.folder / row["file"]).with_suffix(".json")) for row in film.shown}
    return [
        with_truth(frames[film.shown[glance.number]["file"]], glance.seen.observation, unmoved=glance.seen.unmoved)
        for glance in glances_of(film, recorded)
        if glance.seen is not None
    ]


def of_game(frames: Sequence[TruthFrame], known: Calibration | None = None) -> Iterator[SeenLook]:
    """A game read as in a match: the reader is confirmed each turn by the next one, as by ConfirmedTurns.

    ``known``: its board, else learned from its first picture.
    """
    reader, settled = BoardReader(known or learned(frames[0])), None
    for moment, frame in enumerate(frames):
        look = with_truth(frame, reader.look(load_picture(frame.picture), seen_at_s=float(moment)))
        yield look
        if frame.truth.get("kind") == "after_move" and frame.is_clear:
            if settled is not None:
                reader.confirm(*settled)
            reader.settle(float(moment))
            settled = float(moment), on_board(look.counts)


def learned(first: TruthFrame) -> Calibration:
    """A board learned from a picture; raises InputError where that shows no start position."""
    try:
        return calibrate(load_picture(first.picture), first.corners())
    except CalibrationError as error:
        raise InputError(f"{first.picture}: expected a board in its start position") from error


def on_board(counts: Mapping[Spot, Counts]) -> dict[Spot, Counts]:
    """The content of the points and the bar."""
    return {spot: pair for spot, pair in counts.items() if spot != TRAY}


def of_stills(shared: Path) -> dict[str, list[SeenLook]]:
    """Single pictures of each kind of board, with only the corners given.

    Those whose sides are exchanged are left out: a board that is learned first is not read so.
    """
    found: dict[str, list[SeenLook]] = defaultdict(list)
    frames = stills(shared)
    for frame, look in zip(frames, with_progress(_of_still, frames), strict=True):
        if look is not None:
            found[frame.style].append(look)
    return found


def _of_still(frame: TruthFrame) -> SeenLook | None:
    image = load_picture(frame.picture)
    seen = read_still(image, given_board(image, frame.corners()).corners_px, thoroughly=False).seen  # as in a match
    true = {**frame.counts(), **mixed(frame)}
    cells = {seen.orientation.point(*frame.orientation.cell(point)): true[point] for point in POINTS}
    swapped = sum(seen.spot(point).best == pair[::-1] != pair for point, pair in cells.items())
    right = sum(seen.spot(point).best == pair != pair[::-1] for point, pair in cells.items())
    return None if swapped > right else replace(with_truth(frame, seen), counts={**true, **cells})
