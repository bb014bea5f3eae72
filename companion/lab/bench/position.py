"""Measures what comes of pictures: whether the right XGID is printed, what is wrong and not named, the time."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.app.pictured.backgammon import read
from companion.app.progress_bar import with_progress
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import BAR, TRAY, Side, Stack
from companion.lab.bench.figure import Figure
from companion.lab.bench.marking import RowMark, Wanted, either_way
from companion.lab.bench.material import rendered_wanted
from companion.lab.bench.photographs import photographs
from companion.lab.bench.rendered import TruthFrame, games, mixed, renders, stills
from companion.photograph.backgammon import NO_DICE, PicturedBoard
from companion.photograph.cube import MIDDLE, OFFERED, cube_of
from vision.errors import BoardNotFoundError
from vision.observation import POINTS
from vision.pictures import open_picture

_EVERY: Final = 5
"""One picture in so many of the games: the next one shows nearly the same."""


@dataclass(frozen=True, slots=True)
class Item:
    """A picture, what it shows, and the truth of a rendered one."""

    wanted: Wanted
    frame: TruthFrame | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a picture.

    ``exact``: points and bar are right.  ``right``: whether the true XGID is among those that fit, None if it was not
    read exactly.  ``silent``: an unnamed spot is wrong, in a picture that is not called doubtful.  ``named``: the
    number of spots that a person is asked to check.
    """

    name: str
    found: bool
    time_s: float
    work_s: float
    exact: bool = False
    right: bool | None = None
    silent: bool = False
    doubtful: bool = False
    named: int = 0
    only: bool = False


def figures(options: argparse.Namespace) -> list[Figure]:
    """The figures of photographs to count, and of rendered stills and games, or of one's own renders."""
    results: dict[str, list[Result]] = {}
    for name, items in _material(options).items():
        results[name] = list(with_progress(judged, items, quiet=options.json))
        for one in results[name]:
            if one.right is False or one.silent:
                print(f"{name}: {one}", file=sys.stderr)
    rows = [figure for name, some in results.items() for figure in _figures(name, some)]
    times = [one.time_s for some in results.values() for one in some if one.found]
    work = [one.work_s for some in results.values() for one in some if one.found]
    rows.append(Figure.unlimited("from picture to IDs: processor time, median", statistics.median(work), "s"))
    rows.append(Figure.at_most("from picture to IDs: processor time, 95 of 100", _of_95(work), "s", 1.5))
    rows.append(Figure.unlimited("from picture to IDs: time, median", statistics.median(times), "s"))
    rows.append(Figure.unlimited("from picture to IDs: time, 95 of 100", _of_95(times), "s"))
    return rows


def _of_95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else max(values, default=0.0)


def _figures(name: str, results: Sequence[Result]) -> Iterator[Figure]:
    exact = [one for one in results if one.exact]
    yield Figure.unlimited(f"{name}: pictures", len(results), "pictures")
    yield Figure.unlimited(f"{name}: points and bar read exactly", len(exact), "pictures")
    right = [one.right for one in exact]
    yield Figure.exactly(f"{name}: of these with the right XGID printed", right.count(True), "pictures", len(exact))
    silent = sum(one.silent for one in results)
    yield Figure.at_most(f"{name}: a wrong spot neither doubtful nor named", silent, "pictures", 0)
    clean = sum(not one.doubtful and not one.named for one in exact)
    yield Figure.unlimited(f"{name}: read exactly, and nothing called doubtful", clean, "pictures")
    by_checkers = sum(one.only for one in exact)
    yield Figure.unlimited(f"{name}: which way round is told by the checkers", by_checkers, "pictures")


def _material(options: argparse.Namespace) -> dict[str, list[Item]]:
    counted = [one.wanted for one in photographs(options.shared) if one.use == "count" and one.wanted is not None]
    played = [frame for _, frames in games(options.shared) for frame in frames if frame.is_clear][::_EVERY]
    sets = {"stills": stills(options.shared), "games": played}
    sets |= {folder.name: renders([folder]) for folder in options.renders}
    items = {name: [Item(rendered_wanted(f, f.style), f) for f in some if f.is_clear] for name, some in sets.items()}
    return {"photographs": [Item(wanted) for wanted in counted], **items}


def judged(item: Item) -> Result:
    """Read one picture as the command does, and compare."""
    begin, worked = time.perf_counter(), time.process_time()
    name = f"{item.wanted.board} {item.wanted.picture.name}"
    picture = open_picture(item.wanted.picture)
    try:
        board = read(picture.image_bgr)
    except BoardNotFoundError:
        return Result(name, False, time.perf_counter() - begin, time.process_time() - worked)
    fitting = board.fitting()
    xgids = {one.xgid for one in fitting}
    time_s, work_s = time.perf_counter() - begin, time.process_time() - worked
    first, second, third, fourth = picture.here(item.wanted.corners_px)
    wanted = replace(item.wanted, corners_px=(first, second, third, fourth))
    mark = either_way(board.seen, wanted, picture.image_bgr, as_found=True)
    wrong = set(mark.wrong) - {TRAY}
    right = _is_right(item, board, mark, xgids) if not wrong else None
    doubtful = bool(board.doubts) or board.alike
    silent = not doubtful and not wrong <= set(board.doubtful)
    return Result(
        name, True, time_s, work_s, exact=not wrong, right=right, silent=silent,
        doubtful=doubtful, named=len(board.doubtful), only=len(board.ways()) == 1,
    )  # fmt: skip


def _is_right(item: Item, board: PicturedBoard, mark: RowMark, xgids: set[str]) -> bool:
    """Whether a position fits: of a photograph only the board is known, of a rendered picture everything."""
    if item.frame is None:
        return bool(xgids)
    if mixed(item.frame):
        return not xgids
    doubled = item.frame.truth["cube"] or {"place": "none", "owner": None}
    text = _cube_text(doubled)
    dice = Dice.from_text(board.dice) if board.dice != NO_DICE else None
    dice_right = bool(mark.dice) if dice is not None else len(item.frame.dice) != 2 or item.frame.is_cocked
    cube_right = bool(mark.cube) if board.seen.cube is not None else text == MIDDLE
    owner = {"W": Side.LIGHT, "B": Side.DARK}.get(doubled["owner"])
    for on_roll in Side if owner is None or not text.endswith(OFFERED) else (owner,):
        wanted = _xgid(item.frame, on_roll, text, dice)
        if not (
            wanted in xgids if dice_right and cube_right else any(_board_of(wanted) == _board_of(x) for x in xgids)
        ):
            return False
    return True


def _board_of(xgid: str) -> str:
    return xgid.partition(":")[0]


def _cube_text(cube: Mapping[str, Any]) -> str:
    """The cube of the truth as an answer; one that is offered is its doubler's."""
    if cube["place"] == "offered":
        return f"{cube['shows']},{OFFERED}"
    owner = {"W": Side.LIGHT.value, "B": Side.DARK.value}.get(cube["owner"])
    return f"{cube['shows']},{owner}" if owner else MIDDLE


def _xgid(frame: TruthFrame, on_roll: Side, cube: str, dice: Dice | None) -> str:
    counts, stake = frame.counts(), cube_of(cube, on_roll)
    offered = stake.offer is not None
    state = MatchState(
        cube=stake.value, owner=stake.owner, on_roll=on_roll, to_act=on_roll.other if offered else on_roll,
        doubled=offered, dice=None if offered else dice,
    )  # fmt: skip
    points = tuple(light - dark for light, dark in (counts[point] for point in POINTS))
    position = Position(points, Stack(*counts[BAR]), Stack(*counts[TRAY]), on_roll)
    return Situation(position, state, "xgid").xgid()
