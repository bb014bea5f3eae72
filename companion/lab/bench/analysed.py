"""Compares our analysis with GNU Backgammon's own of the same matches (``oracle/analysed_2ply.json.gz``).

It compares the totals of each player over a match: equity lost by plays, by the cube, together, the luck
of the dice, and the numbers of plays and cube decisions counted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any, Final

from companion.coach.analysing import analysed, report_of
from companion.coach.engines.choosing import available, engine_named
from companion.coach.evaluation import MILLI
from companion.coach.report import MatchReport
from companion.errors import InputError
from companion.games.backgammon import CheckerMove, Dice, Play
from companion.games.rules import Side
from companion.lab.bench.figure import Figure
from companion.record.files.formats import read_match
from companion.record.match import Double, Drop, Game, Match, Roll, Take, Win

_REFERENCE: Final = "analysed_2ply.json.gz"
_ENGINE: Final = "gnubg"
_PLY: Final = 2
_PROCESSES: Final = 2
_LIMIT: Final = 2.0  # per cent
_LEAST: Final = 0.1  # points over a match
_SIDES: Final = {"X": Side.LIGHT, "O": Side.DARK}
# In this file X is the left column, as its first plays show against the match files.
Row = dict[str, Any]


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """The distances of our totals from the reference, if GNU Backgammon is installed.

    ``options.shared``: the data's folder.  Takes about four minutes on two processors.
    """
    is_here = _ENGINE in available()
    yield Figure.unlimited(f"{_ENGINE} is installed", float(is_here), "")
    if is_here:
        oracle = Path(options.shared) / "data" / "oracle"
        rows = _rows(oracle / _REFERENCE)
        with ProcessPoolExecutor(_PROCESSES, multiprocessing.get_context("spawn")) as pool:
            reports = list(pool.map(partial(_report, oracle), rows))
        yield from compared([total for row, report in zip(rows, reports, strict=True) for total in totals(row, report)])


@dataclass(frozen=True, slots=True)
class Total:
    """One total of one player over one match: by the reference, and by us."""

    match: str
    side: Side
    what: str
    reference: float
    ours: float


def totals(row: Row, report: MatchReport) -> Iterator[Total]:
    """All totals of a match; ``row`` as the reference has it."""
    for sign, side in _SIDES.items():
        stats = [game["stats"][sign] for game in row["games"]]
        totals = report.totals(side)
        plays = sum(game["moves"]["error-skill"] for game in stats)
        cube = sum(_cube_loss(game["cube"]) for game in stats)
        for what, reference, ours in (
            ("plays", plays, totals.play_loss),
            ("cube", cube, totals.cube_loss),
            ("all", plays + cube, totals.loss),
            ("luck", sum(game["dice"]["luck"] for game in stats), totals.luck),
            ("counted plays", sum(game["moves"]["unforced-moves"] for game in stats), totals.plays),
            ("counted cubes", sum(game["cube"]["close-cube"] for game in stats), totals.cubes),
        ):
            yield Total(row["file"], side, what, reference, ours)


def _cube_loss(stats: Mapping[str, float]) -> float:
    # What it calls the error there is divided by the decisions of the game; the kinds of errors are whole.
    return sum(lost for kind, lost in stats.items() if kind.startswith("err-") and kind.endswith("-skill"))


def match_of(row: Row) -> Match:
    """A match by the reference, which lacks dice that were rolled and not played."""
    games = tuple(_game(game) for game in row["games"])
    return Match(length=_length(row["games"]), games=games)


def _rows(path: Path) -> list[Row]:
    try:
        rows: list[Row] = json.loads(gzip.decompress(path.read_bytes()))
    except FileNotFoundError:
        raise InputError(f"test data {str(path)!r}: there is no such file; name its folder with --shared DIR") from None
    return rows


def _report(oracle: Path, row: Row) -> MatchReport:
    match = _original(oracle / "corpus_raw.tar.gz", row["file"]) or match_of(row)
    with engine_named(_ENGINE) as engine:
        judged = [step.judged for step in analysed(match, engine, ply=_PLY)]
    return report_of(match, judged, engine=_ENGINE, ply=_PLY)


def _original(archive: Path, name: str) -> Match | None:
    """The match file itself, None where this part of the data has it not."""
    with tarfile.open(archive) as files, tempfile.TemporaryDirectory() as folder:
        member = next((one for one in files if one.name.endswith(f"/{name}")), None)
        content = files.extractfile(member) if member is not None else None
        if content is None:
            return None
        path = Path(folder) / name
        path.write_bytes(content.read())
        return read_match(path)


def compared(found: Sequence[Total]) -> Iterator[Figure]:
    """The figures of all totals.

    The loss of a nearly perfect player is given in millipoints, without a limit: two thousandths over a hundred plays
    mean nothing, and are many per cent of it.
    """
    for what in ("plays", "cube", "all"):
        these = [total for total in found if total.what == what]
        name = f"equity lost, {what}: all players together, away from the reference"
        yield Figure.at_most(name, _away(these), "%", _LIMIT)
    for total in found:
        if total.what == "all":
            name = f"equity lost by {total.side.value} of {total.match.split('_')[0]}, away from the reference"
            if total.reference >= _LEAST:
                yield Figure.at_most(name, _away([total]), "%", _LIMIT)
            else:
                yield Figure.unlimited(name, MILLI * abs(total.ours - total.reference), "mp")
    luck = [abs(total.ours - total.reference) for total in found if total.what == "luck"]
    yield Figure.unlimited("luck of a player over a match: mean distance from the reference", MILLI * mean(luck), "mp")
    for what in ("counted plays", "counted cubes"):
        other = sum(abs(total.ours - total.reference) for total in found if total.what == what)
        yield Figure.exactly(f"{what} that the reference does not count, or the other way round", other, "", 0)


def _away(found: Iterable[Total]) -> float:
    found = list(found)
    reference = sum(total.reference for total in found)
    return 100 * abs(sum(total.ours for total in found) - reference) / reference if reference else 0.0


# --- a match from what the reference tells of it -------------------------------------------------


def _length(games: Sequence[Row]) -> int:
    crawford = [game["info"] for game in games if game["info"].get("crawford")]
    if crawford:
        return int(max(crawford[0]["score-O"], crawford[0]["score-X"])) + 1
    last = games[-1]["info"]
    return int(last[f"score-{last['winner']}"] + last["points-won"])


def _game(row: Row) -> Game:
    info, actions, cube = row["info"], list[Any](), 1
    for act in row["acts"]:
        side = _SIDES[act["player"]]
        match act["action"]:
            case "move":
                steps = tuple(CheckerMove(start, end) for start, end in act["move"])
                actions.append(Roll(side, Dice(*act["dice"]), Play(steps)))
            case "double":
                cube *= 2
                actions.append(Double(side, cube))
            case "take":
                actions.append(Take(side))
            case "drop":
                actions.append(Drop(side))
    win = Win(_SIDES[info["winner"]], info["points-won"])
    return Game((info["score-X"], info["score-O"]), tuple(actions), win, crawford=bool(info.get("crawford")))
