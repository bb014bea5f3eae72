"""``companion simulate``: simulates people at a table, and compares the record with what they did."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.games.catalogue import Game
from companion.lab.simulation.behaviour import CLEAN, Behaviour
from companion.lab.simulation.draughts import results as draughts
from companion.lab.simulation.noise import BANK, Bank, Half
from companion.lab.simulation.playing import Played, played_match
from companion.lab.simulation.report import case_of
from companion.lab.simulation.results import as_json, as_text, figures_of
from companion.lab.simulation.scoring import SimulationScore, scored
from companion.match.session import Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.settings.tree import Settings, terms_of

LENGTH: Final = 7
_SLICE: Final = 250
"""Turns of one match with planted acts: so it can be played again in seconds."""
_WHOLE: Final = "-whole-"
_MOST_KEPT: Final = 40
"""Failures of one kind that are written down."""


@dataclass(frozen=True, slots=True)
class _Task:
    """One match to play: ``most_turns`` None = to its end, by people who plant nothing."""

    seed: str
    most_turns: int | None
    dice: str
    bank: Path
    half: Half
    keep: bool


@dataclass(frozen=True, slots=True)
class _Done:
    task: _Task
    score: SimulationScore
    cases: tuple[tuple[str, str], ...]


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--turns", type=_number, default=10_000, metavar="N",
                        help="turns with planted acts against the rules (default: 10000)")  # fmt: skip
    parser.add_argument("--game", choices=[*_PLAYED], default=Game.BACKGAMMON,
                        help="what is played (default: backgammon)")  # fmt: skip
    parser.add_argument("--matches", type=_number, default=20, metavar="M",
                        help="whole 7-point matches without planted acts (default: 20)")  # fmt: skip
    parser.add_argument("--seed", default="1", metavar="S", help="another seed, other matches (default: 1)")
    parser.add_argument("--only", metavar="SEED", help="this one match again, such as 1-17 or 1-whole-3")
    parser.add_argument("--dice", choices=("camera", "button", "both"), default="both",
                        help="real ones, electronic ones, or either, as shipped (default: both)")  # fmt: skip
    parser.add_argument("--half", choices=("fitting", "judging"), default="judging",
                        help="boards that thresholds are fitted on, or the others (default: judging)")  # fmt: skip
    parser.add_argument("--readings", type=Path, default=BANK, metavar="FILE", help="another bank of readings")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write each failure there, as text")
    parser.add_argument("--jobs", type=_number, default=1, metavar="N", help="processes (default: 1)")
    parser.add_argument("--frames", type=Path, metavar="DIR",
                        help="rendered frames with their truth instead, with vision in the loop")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what became of every kind of act, and the figures; 1 where a figure misses its limit."""
    return _PLAYED[options.game](options)


def _backgammon(options: argparse.Namespace) -> int:
    if options.frames is not None:
        from companion.lab.bench.filmed import filmed

        return int(filmed(options))
    if not Bank.load(options.readings).half(Half(options.half)).boards:
        raise InputError(f"readings {str(options.readings)!r}: expected boards of the half {options.half!r}")
    total = SimulationScore()
    try:
        _play(options, total)
    except KeyboardInterrupt:  # the turns so far are still reported
        print("companion simulate: stopped before the end", file=sys.stderr)
    figures = figures_of(total)
    print(as_json(total, figures) if options.json else as_text(total, figures))
    return 0 if all(figure.ok for figure in figures) else 1


_PLAYED: Final = {Game.BACKGAMMON.value: _backgammon, Game.DRAUGHTS.value: draughts.run}


def _play(options: argparse.Namespace, total: SimulationScore) -> None:
    kept: dict[str, int] = {}
    for tasks in _rounds(options, total):
        for done in _played(tasks, options.jobs):
            total.add(done.score)
            _keep(done, options.keep, kept)
            if not options.json and sys.stderr.isatty():
                print(f"\r{total.turns} turns, {len(total.failures)} failures ", end="", file=sys.stderr, flush=True)


# --- playing -------------------------------------------------------------------------------------


def _rounds(options: argparse.Namespace, total: SimulationScore) -> Iterator[list[_Task]]:
    """The matches to play, round by round: a match may end before it has had its share of the turns."""
    common = options.dice, options.readings, Half(options.half), options.keep is not None
    if options.only is not None:
        yield [_Task(options.only, None if _WHOLE in options.only else _SLICE, *common)]
        return
    yield [_Task(f"{options.seed}{_WHOLE}{number}", None, *common) for number in range(options.matches)]
    before, number = total.turns, 0
    while (left := options.turns - (total.turns - before)) > 0:
        some = range(number, number - (-left // _SLICE))
        yield [_Task(f"{options.seed}-{k}", _SLICE, *common) for k in some]
        number = some.stop


def _played(tasks: Sequence[_Task], jobs: int) -> Iterator[_Done]:
    if jobs == 1:
        yield from map(_one, tasks)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(_one, tasks)


def _one(task: _Task) -> _Done:
    behaviour = CLEAN if task.most_turns is None else Behaviour()
    played = played_match(task.seed, terms_for(task.dice), Bank.load(task.bank).half(task.half), behaviour=behaviour,
                          most_turns=task.most_turns, keeps_looks=task.keep)  # fmt: skip
    score = scored(played)
    return _Done(task, score, tuple(_cases(played, score)) if task.keep else ())


def terms_for(dice: str) -> Terms:
    """The settings of the simulated table: a refereed match with a person to answer."""
    shipped = replace(terms_of(Settings(), asks=True), length=LENGTH)
    match dice:
        case "button":
            return replace(shipped, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC)
        case "camera":
            return replace(shipped, dice=DiceSource.CAMERA)
        case _:
            return shipped


# --- keeping failures ----------------------------------------------------------------------------


def _cases(played: Played, score: SimulationScore) -> Iterator[tuple[str, str]]:
    for failure in score.failures:
        yield failure.kind, case_of(failure, played)


def _keep(done: _Done, folder: Path | None, kept: dict[str, int]) -> None:
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for kind, text in done.cases:
            kept[kind] = kept.get(kind, 0) + 1
            if kept[kind] <= _MOST_KEPT:
                (folder / f"{kind}-{kept[kind]:03}.txt").write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--keep {str(folder)!r}: expected a folder that can be written ({error.strerror})") from error


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 on")
    return int(text)
