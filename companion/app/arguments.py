"""The command line arguments that several commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.coach.engines.choosing import AUTO, ENGINES
from companion.errors import InputError, quoted
from companion.games.backgammon import Dice
from companion.games.catalogue import BACKGAMMON, RULES, Game, game_of, rules_named
from vision.errors import VisionError

COMMAND_LINE: Final = "on the command line"
"""The source of a setting that an option gives, as an error sentence names it."""
THE_DICE: Final = "the two dice: 3 1, 31 or 3-1"

Pixel = tuple[float, float]
Corners = tuple[Pixel, Pixel, Pixel, Pixel]

_NUMBER: Final = r"[-+]?(?:\d+\.?\d*|\.\d+)"
_PAIR: Final = re.compile(rf"{_NUMBER},{_NUMBER}")


def add_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, says: str
) -> argparse.ArgumentParser:
    """Add an action of a command, which takes what the command takes too: data folder, settings, ``--json``."""
    parser: argparse.ArgumentParser = actions.add_parser(name, help=says, description=says)
    # Accepted behind the action too, where they override those before it.
    parser.add_argument("--data-dir", type=Path, default=argparse.SUPPRESS, metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument("--settings", type=Path, default=argparse.SUPPRESS, metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS,
                        help="print JSON, and nothing else")  # fmt: skip
    return parser


def add_board_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--corners`` and ``--calibration``: where the board is and what is known of it."""
    add_corners_argument(parser)
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="a file that 'companion calibrate' wrote")


def add_corners_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--corners``: where the board is."""
    parser.add_argument(
        "--corners",
        metavar="x,y x,y x,y x,y",
        help="the field that holds the 24 points, clockwise, first to second corner the top row",
    )


def add_engine_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--engine`` and ``--ply``: which engine values plays and doubles, and how deeply."""
    parser.add_argument("--engine", default=AUTO, choices=(AUTO, *ENGINES), metavar="NAME",
                        help=f"{'|'.join([AUTO, *ENGINES])}; {AUTO} takes the strongest one here")  # fmt: skip
    parser.add_argument("--ply", type=plies, metavar="N",
                        help="look N plies ahead, 0 = none (default: what is usual for the engine)")  # fmt: skip


def add_rules_argument(parser: argparse.ArgumentParser, *, any_game: bool = False) -> None:
    """Add ``--rules``: the rule set of a position, see :func:`companion.games.catalogue.rules_named`.

    ``any_game``: the position tells the game, and the default is the first rule set of that game.
    """
    known = "a rule set as 'companion rules' lists them" if any_game else "|".join(BACKGAMMON)
    parser.add_argument("--rules", default=None if any_game else next(iter(BACKGAMMON)), metavar="NAME",
                        help=f"{known}, with changed lines, or a TOML file")  # fmt: skip


def add_encoding_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--encoding``: the encoding of match files that do not say theirs."""
    parser.add_argument("--encoding", metavar="NAME", help="the encoding of the text, such as utf-8, cp1250 (Polish, "
                        "Slovak) or cp1251 (Russian); without it, it is recognised")  # fmt: skip


def add_game_argument(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add ``--game``: the game, if the rules do not say it."""
    parser.add_argument("--game", choices=[game.value for game in Game], help="what is played, backgammon unless "
                        "the rules or the settings say otherwise")  # fmt: skip


def match_settings(
    length: int | None, rules: str | None, names: str | None, game: str | None = None
) -> dict[str, object]:
    """Return the match settings given by options, by key; None = not given.

    Raises :class:`InputError`, also for rules that are not of the game.
    """
    if game is not None:
        rules = rules or next(iter(RULES[Game(game)]))
        if game_of(rules_named(rules)) is not Game(game):
            raise InputError(f"--rules {quoted(rules)}: are not of {game}, expected {' or '.join(RULES[Game(game)])}")
    given: dict[str, object] = {"match.length": length, "match.rules": rules}
    if names is not None:
        light, comma, dark = names.partition(",")
        if not comma or not light.strip() or not dark.strip() or "," in dark:
            raise InputError(f"--names {quoted(names)}: expected two names, LIGHT,DARK")
        given |= {"match.light": light.strip(), "match.dark": dark.strip()}
    return {key: value for key, value in given.items() if value is not None}


def position_and_dice(words: Sequence[str]) -> tuple[str, Dice]:
    """Return the position and dice of ``ID 3 1``, ``ID 31`` or ``ID 3-1``.  Raises :class:`InputError`."""
    if len(words) not in (2, 3):
        raise InputError(f"{quoted(' '.join(words))}: expected ID D1 D2, such as 4HPwATDgc/ABMA 3 1")
    return words[0], Dice.from_text(" ".join(words[1:]))


def plies(text: str) -> int:
    """Return a search depth in plies, 0 or more."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 on")
    return int(text)


def with_joined_corners(argv: Sequence[str]) -> list[str]:
    """Return the command line with the four pairs after ``--corners`` joined into one argument.

    A pair may begin with a minus sign, which the parser would take for an option.
    """
    joined: list[str] = []
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--corners":
            pairs: list[str] = []
            while rest and len(pairs) < 4 and _PAIR.fullmatch(rest[0]):
                pairs.append(rest.pop(0))
            if pairs:
                word = f"--corners={' '.join(pairs)}"
        joined.append(word)
    return joined


def parsed_corners(text: str | None) -> Corners | None:
    """Return four corners from ``x,y x,y x,y x,y``; raises InputError naming the text."""
    if text is None:
        return None
    words = text.split()
    if len(words) != 4 or not all(_PAIR.fullmatch(word) for word in words):
        raise InputError(f"--corners {text!r}: expected four pairs of numbers, x,y x,y x,y x,y, in pixels")
    first, second, third, fourth = ((float(x), float(y)) for x, y in (word.split(",") for word in words))
    corners = (first, second, third, fourth)
    if _area(corners) < 100:
        raise InputError(f"--corners {text!r}: expected four corners clockwise round the playing field")
    return corners


def vision_problem(error: VisionError) -> InputError:
    """Return an error of the vision packages as one that the command line reports."""
    return InputError(str(error))


def _area(corners: Corners) -> float:
    """The area inside the corners, positive if they run clockwise in a picture (y down)."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2
