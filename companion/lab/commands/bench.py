"""``companion bench``: measures a part of the program and prints each figure with its limit."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Final

from companion.app.arguments import plies
from companion.coach.engines.choosing import ENGINES
from companion.errors import InputError
from companion.lab.bench import all as yardsticks
from companion.lab.bench.figure import Figure, as_json
from companion.lab.bench.grids import as_grids

# Imported by name when asked for: a bench may need what another one can do without.
_MODULES: Final = {
    "rules": "companion.lab.bench.rules",
    "explain": "companion.lab.bench.explain",
    "formats": "companion.lab.bench.formats",
    "reading": "companion.lab.bench.reading",
    "position": "companion.lab.bench.position",
    "draughts-reading": "companion.lab.bench.draughts_reading",
    "replay": "companion.lab.bench.replay",
    "durability": "companion.lab.bench.durability",
    "service": "companion.lab.bench.service",
    "screen": "companion.lab.bench.screen",
    "hints": "companion.lab.bench.hints",
    "analyse": "companion.lab.bench.analysed",
    "strengths": "companion.lab.bench.strengths",
    "draughts-engine": "companion.lab.bench.draughts_engine",
    "live": "companion.lab.bench.live_page",
    "endurance": "companion.lab.bench.endurance",
    "camera": "companion.lab.bench.network_camera",
    "club": "companion.lab.bench.club",
}
_OWN_OUTPUT: Final = {
    "all": "companion.lab.bench.all",
    "figures": "companion.lab.bench.pages",
    "referee": "companion.lab.bench.referee",
}
"""These measure by other commands, and print more than figures: each has its own ``run``."""
_OWN_DATA: Final = (
    "durability",
    "service",
    "screen",
    "strengths",
    "draughts-engine",
    "live",
    "endurance",
    "camera",
    "club",
)
"""These make all that they measure, and need no test data."""
_PARTS: Final = ("stills", "games", "films", "photos", "dice", "hands", "speed")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bench", metavar="NAME", help=", ".join([*_MODULES, *_OWN_OUTPUT]))
    parser.add_argument("--shared", type=Path, metavar="DIR",
                        help="the folder with the test data (default: shared beside the project)")  # fmt: skip
    parser.add_argument("--only", nargs="+", type=_parts, action="extend", default=[], metavar="PART",
                        help=f"of all, measure these alone: {', '.join(yardsticks.PARTS)}; "
                             f"of reading: {', '.join(_PARTS)}")  # fmt: skip
    _add_all(parser.add_argument_group("all"))
    _add_figures(parser.add_argument_group("figures"))
    _add_reading(parser.add_argument_group("reading"))
    _add_durability(parser.add_argument_group("durability, service, club"))
    _add_club(parser.add_argument_group("club"))
    _add_hints(parser.add_argument_group("hints"))
    _add_referee(parser.add_argument_group("referee"))
    parser.add_argument_group("draughts-engine").add_argument(
        "--games", type=_number, default=100, metavar="N",
        help="against the plain search; two fifths as many against each other (default: 100)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def _add_all(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--before", type=Path, metavar="FILE", help="an earlier run's figures: print them beside")
    group.add_argument("--out", type=Path, metavar="FILE", help="write the figures there, as --json prints them")


def _add_figures(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--measure", nargs="+", default=[], metavar="NAME",
                       help="measure these again, by their commands in the file of results")  # fmt: skip
    group.add_argument("--take", nargs="+", default=[], metavar="NAME=FILE",
                       help="take what that command has printed with --json into the file of results")  # fmt: skip
    group.add_argument("--write", action="store_true", help="write the figures into the pages, between their marks")


def _add_reading(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--share",
        choices=("tuning", "last", "all"),
        default="tuning",
        help="boards of --renders and --films: two thirds to tune on (default), the third kept back, or all",
    )
    group.add_argument("--renders", nargs="+", type=Path, default=[], metavar="FOLDER",
                       help="rendered pictures of your own with their truth, measured as the stills are")  # fmt: skip
    group.add_argument("--films", nargs="+", type=Path, default=[], metavar="FOLDER",
                       help="rendered films and games of your own, each a folder, read as in a match")  # fmt: skip
    group.add_argument("--clips", nargs="+", type=Path, default=[], metavar="FOLDER",
                       help="rendered frames of your own with their truth, looked at for hands only")  # fmt: skip
    group.add_argument("--overlays", type=Path, metavar="DIR",
                       help="write pictures in which something is read wrong there, with what was read")  # fmt: skip
    group.add_argument("--looks", type=_number, default=100, metavar="N",
                       help="looks over which the memory is watched (default: 100)")  # fmt: skip


def _add_durability(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--kills", type=_number, default=40, metavar="N",
                       help="kill a writing process, or the running companion, at so many random moments "
                            "(default: 40)")  # fmt: skip
    group.add_argument("--every", type=_number, default=1, metavar="N",
                       help="cut the log at every N-th byte of its last 64 kB (default: 1)")  # fmt: skip


def _add_club(group: argparse._ArgumentGroup) -> None:
    for name, what in (
        ("--rebuilt", "then derive so many matches as they come, and all of them anew"),
        ("--stored", "then fill the database, which has to be PostgreSQL, with so many matches, and time pages"),
        ("--tables", "then let so many tables send an entry a second each"),
        ("--spectators", "so many watch all tables meanwhile"),
    ):
        group.add_argument(name, type=int, default=0, metavar="N", help=f"{what} (default: none)")
    what = "the matches of --rebuilt and --stored are games of these (default: random ones)"
    group.add_argument("--match-files", type=Path, metavar="FOLDER", help=what)


def _add_hints(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--engine", nargs="+", default=[], choices=ENGINES, metavar="NAME",
                       help=f"measure these alone: {', '.join(ENGINES)}")  # fmt: skip
    group.add_argument("--ply", type=plies, metavar="N", help="at this depth alone, 0 = no look ahead")
    group.add_argument("--at-the-table", action="store_true",
                       help="only what a player waits for in a match in training")  # fmt: skip


def _add_referee(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--turns", type=_number, default=1000, metavar="N",
                       help="simulated turns with planted acts (default: 1000); films: --films")  # fmt: skip
    group.add_argument("--matches", type=_number, default=4, metavar="N",
                       help="simulated matches of people who plant nothing (default: 4)")  # fmt: skip
    group.add_argument("--seed", default="1", metavar="S", help="another seed, other matches (default: 1)")


def run(options: argparse.Namespace) -> int:
    """Print the figures of one bench; 1 where a figure misses its limit, or the pages say something else."""
    _check_parts(options)
    if options.bench in _OWN_OUTPUT:
        return int(importlib.import_module(_OWN_OUTPUT[options.bench]).run(options))
    figures = _figures(options)
    print(as_json(options.bench, figures) if options.json else as_grids(figures))
    return 0 if all(figure.ok for figure in figures) else 1


def _figures(options: argparse.Namespace) -> list[Figure]:
    if options.bench not in _MODULES:
        raise InputError(f"bench {options.bench!r}: expected one of {', '.join([*_MODULES, *_OWN_OUTPUT])}")
    if options.bench not in _OWN_DATA:
        options.shared = _shared(options.shared)
    return list(importlib.import_module(_MODULES[options.bench]).figures(options))


def _check_parts(options: argparse.Namespace) -> None:
    known = {"all": yardsticks.PARTS, "reading": _PARTS}.get(options.bench, ())
    options.only = [part for some in options.only for part in some]
    for part in options.only:
        if part not in known:
            expected = f"one of {', '.join(known)}" if known else "no part"
            raise InputError(f"--only {part!r}: expected {expected} of bench {options.bench}")


def _parts(text: str) -> list[str]:
    return [part for part in text.split(",") if part]


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 on")
    return int(text)


def _shared(given: Path | None) -> Path:
    project = Path(__file__).parents[3]
    places = [given] if given else [project.parent / "shared", Path.cwd().parent / "shared", Path.cwd() / "shared"]
    for place in places:
        if place.is_dir():
            return place
    raise InputError(f"test data {str(places[0])!r}: there is no such folder; name it with --shared DIR")
