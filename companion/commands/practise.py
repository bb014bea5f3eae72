"""``companion practise``: runs lessons and games against an engine, on the board."""

from __future__ import annotations

import argparse
import json

from companion.app.practice import PracticeHere, strength_named
from companion.commands import practise_draughts
from companion.commands import run as table
from companion.errors import InputError
from companion.games.rules import Side
from companion.match.terms import Strength
from companion.practice.draughts import DRAUGHTS_LESSONS
from companion.practice.lessons import LESSONS, lesson_named
from companion.practice.progress import attempts, lessons_shown
from companion.practice.strength import LOSSES_MP
from companion.record import Journal
from companion.record.journal import FILE_NAME
from companion.settings.limits import limits_of
from companion.settings.reading import load_settings
from companion.texts import sentence

_GAME = "game"
_DRILLS = "drills"


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "An exercise is set up on the board, which the camera checks; the button rolls, and the real "
        "checkers are moved, the engine's too.  Without a lesson: the first that is not done yet."
    )
    names = ", ".join(lesson.name for lesson in LESSONS)
    parser.add_argument("lesson", nargs="?", metavar="LESSON", help=f"{names}, or their numbers; "
                        f"{_GAME}: a game or match against the engine; {_DRILLS}: decisions of reviewed "
                        f"games that are due again; {', '.join(practise_draughts.DRILLS)}: exercises of draughts, "
                        "here in the terminal")  # fmt: skip
    parser.add_argument("--exercise", type=int, metavar="N", help="which of the lesson, from 1; else the first that "
                        "is not solved yet (of draughts: 1)")  # fmt: skip
    parser.add_argument("--against", metavar="STRENGTH", help="how strongly the computer plays, and the millipoints "
                        "that a play loses on average: "
                        + ", ".join(f"{strength.value} ({LOSSES_MP[strength]})" for strength in Strength))  # fmt: skip
    parser.add_argument("--length", type=_points, default=0, metavar="N",
                        help=f"with {_GAME}: a match to N points, with the cube and the Crawford game; 0: for money "
                        "(default)")  # fmt: skip
    parser.add_argument("--cube", action="store_true", help=f"with {_GAME} for money: with the cube")
    parser.add_argument("--new", action="store_true", help=f"with {_GAME}: a new one, even where one could be resumed")
    parser.add_argument("--side", choices=[side.value for side in Side], default=Side.LIGHT.value,
                        help="whose checkers are yours (default: light)")  # fmt: skip
    parser.add_argument("--list", action="store_true", help="the lessons, and what is solved; then end")
    table.add_table_arguments(parser)
    parser.set_defaults(run=run, checks_settings=False)


def _points(text: str) -> int:
    limits = limits_of("match.length")
    if not (text.isascii() and text.isdigit() and limits.least <= int(text) <= limits.most):
        raise argparse.ArgumentTypeError(f"{text!r}: expected {limits.least:g} to {limits.most:g} points")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Practise until the window is closed or the process is asked to stop."""
    if arguments.list:
        return _list(arguments)
    if arguments.lesson in practise_draughts.DRILLS:
        kind = practise_draughts.DRILLS[arguments.lesson]
        return practise_draughts.run(kind, arguments.exercise or 1, as_json=arguments.json)
    strength = None if arguments.against is None else strength_named(arguments.against)
    if arguments.lesson in (_GAME, _DRILLS) and arguments.exercise is not None:
        raise InputError(f"--exercise {arguments.exercise}: {arguments.lesson} has no numbered exercises")
    if arguments.cube and arguments.lesson != _GAME:
        raise InputError(f"--cube: only with {_GAME}; the lessons have their own")
    if arguments.length and arguments.lesson != _GAME:
        raise InputError(f"--length: only with {_GAME}; an exercise is no match")
    if arguments.new and arguments.lesson != _GAME:
        raise InputError(f"--new: only with {_GAME}; an exercise always starts from its beginning")
    if arguments.lesson not in (None, _GAME, _DRILLS):
        lesson_named(arguments.lesson)

    def begin(practice: PracticeHere) -> None:
        practice.learner = Side(arguments.side)
        if arguments.lesson == _GAME:
            opponent, goes_on = strength or Strength.ONLINE, not arguments.new
            practice.play(opponent, cube=arguments.cube, length=arguments.length, goes_on=goes_on)
        elif arguments.lesson == _DRILLS:
            practice.repeat()
        else:
            practice.begin(arguments.lesson or practice.next_lesson(), arguments.exercise, strength)

    return table.run_table(arguments, *table.table_settings(arguments), begin)


def _list(arguments: argparse.Namespace) -> int:
    settings = load_settings(arguments.settings, data_dir=arguments.data_dir)
    if (settings.data_dir / FILE_NAME).exists():
        Journal(settings.data_dir).close()  # which migrates it
    lessons = lessons_shown((*LESSONS, *DRAUGHTS_LESSONS), attempts(settings.data_dir))
    for number, lesson in enumerate(lessons, start=1):
        if arguments.json:
            facts = {"lesson": lesson.name, "exercises": lesson.exercises, "solved": lesson.solved}
            print(json.dumps(facts))
        else:
            before = "  " if lesson.by_touch else f"{number}."  # the number stands for the name of those on the board
            print(f"{before} {lesson.name:18} {sentence(lesson.title):28} {lesson.solved}/{lesson.exercises}")
    return 0
