"""``companion position``: from a picture of a board to the IDs of its position, to a hint, to a drawing."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.app.arguments import (
    add_corners_argument,
    add_engine_arguments,
    add_game_argument,
    parsed_corners,
    vision_problem,
)
from companion.app.pictured import KINDS, Kind, remarks
from companion.app.pictured.asking import NobodyAnswersError, asked, asked_for
from companion.coach.engines.choosing import engine_named
from companion.coach.evaluator import Evaluator
from companion.commands import in_full
from companion.commands.cube import advice_text, advice_values, advised
from companion.commands.hint import hint_text, hinted
from companion.errors import CompanionError, InputError, StorageError
from companion.games.backgammon import Dice
from companion.games.catalogue import Game
from companion.photograph.open_reading import Key
from companion.texts import sentence
from vision.errors import BoardNotFoundError, PictureError, VisionError
from vision.pictures import open_picture, picture_in
from vision.rectify import as_corners

_STDIN: Final = "-"
_ENDINGS: Final = (".svg", ".png")


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Reads the board in a picture and prints the IDs of its position.  What the picture does not tell is asked "
        "in a terminal; where nobody can be asked, every position that fits is printed, and the exit status is 1."
    )
    parser.add_argument(
        "images", nargs="*", metavar="IMAGE", help="a picture of a board; - reads it from standard input"
    )
    add_corners_argument(parser)
    add_game_argument(parser)
    parser.add_argument("--on-roll", choices=("light", "dark"), help="whose turn it is; light is the lighter colour")
    parser.add_argument("--home", choices=("right", "left"), help="the half of the picture that holds both home boards")
    parser.add_argument(
        "--light-home",
        choices=("bottom", "top", "left", "right"),
        help="where in the picture Light's home is: bottom or top row; of draughts where Light sits",
    )
    parser.add_argument("--colours", choices=("read", "exchanged"), help="exchanged: Light has the darker checkers")
    parser.add_argument("--missing", choices=("off", "bar"), help="where checkers are that are not seen")
    parser.add_argument("--length", metavar="N", help="points of the match, 0 = money play")
    parser.add_argument("--score", metavar="L,D", help="points of Light and Dark in a match")
    parser.add_argument("--crawford", choices=("yes", "no"), help="whether it is the Crawford game")
    parser.add_argument(
        "--cube", metavar="V[,OWNER]", help="the cube: 1, or 2,light; 4,offered where a double is to be answered"
    )
    parser.add_argument("--dice", metavar="D", help="the roll, such as 31; none: not rolled yet")
    parser.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="SPOT=N",
        dest="corrections",
        help="what is really there: 13=4l, 6=0, bar=1d; top7=2d counts in the picture from the left; "
        "of draughts d4=l, f6=D for a king",
    )
    parser.add_argument("--hint", action="store_true", help="go on to the ranked plays of the roll")
    parser.add_argument("--cube-advice", action="store_true", help="go on to whether to double, and whether to take")
    add_engine_arguments(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="draw the position: an .svg or .png file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer for every picture; 1 where none or several positions fit, 2 where a picture cannot be read."""
    # A picture may stand behind --set, which takes all words up to the next option.
    options.images += [word for word in options.corrections if "=" not in word]
    options.corrections = [word for word in options.corrections if "=" in word]
    game = Game(options.game or Game.BACKGAMMON)
    _check(options, game)
    kind = KINDS[game]
    asks = sys.stdin.isatty() and not options.json and _STDIN not in options.images
    status, complaints = 0, list[str]()
    with ExitStack() as stack:
        engine = cache(lambda: stack.enter_context(engine_named(options.engine)))
        for name in options.images:
            answer = _answer(name, kind, options, asks=asks)
            try:
                _go_on(answer, options, engine, asks=asks)
            except CompanionError as error:  # what is known is printed all the same
                complaints.append(str(error))
            print(json.dumps(_values(answer), ensure_ascii=False) if options.json else _text(answer), flush=True)
            status = max(status, 0 if answer.only is not None else 1)
    if complaints:
        print(f"companion position: {'; '.join(complaints)}", file=sys.stderr)
        return 2
    return status


@dataclass(slots=True)
class _Answer:
    """The answer for one picture.  ``board``: None if none was found, for a ``reason``."""

    image: str
    kind: Kind
    board: Any = None
    fitting: Sequence[Any] = ()
    reason: str = ""
    unreadable: bool = False
    more: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def only(self) -> Any:
        """The position, where just one fits."""
        return self.fitting[0] if len(self.fitting) == 1 else None


def _answer(name: str, kind: Kind, options: argparse.Namespace, *, asks: bool) -> _Answer:
    answer = _Answer(name, kind)
    try:
        picture = picture_in(sys.stdin.buffer.read(), "standard input") if name == _STDIN else open_picture(Path(name))
        corners = parsed_corners(options.corners)
        board = kind.read(picture.image_bgr, as_corners(picture.here(corners)) if corners else None)
    except BoardNotFoundError as error:
        answer.reason = str(error)
        return answer
    except PictureError as error:
        answer.reason, answer.unreadable = str(error).partition(": ")[2], True
        return answer
    except VisionError as error:
        raise vision_problem(error) from error
    for key in Key:
        if (said := vars(options).get(key.value)) is not None:
            board = board.answered(key, said)
    for correction in options.corrections:
        board = board.with_correction(correction)
    answer.board = asked(board, kind) if asks else board
    answer.fitting = answer.board.fitting()
    return answer


def _go_on(answer: _Answer, options: argparse.Namespace, engine: Callable[[], Evaluator], *, asks: bool) -> None:
    """Prints what is requested of the one position that fits: a drawing, hints, cube advice; raises CompanionError."""
    if answer.unreadable:
        raise InputError(f"{answer.image}: {answer.reason}")
    if answer.only is None:
        wanted = [f"--{name.replace('_', '-')}" for name in ("out", "cube_advice", "hint") if getattr(options, name)]
        if wanted:
            needs = f"{', '.join(wanted)}: nothing is done before just one position fits"
            print(f"companion position: {answer.image}: {needs}", file=sys.stderr)
        return
    if options.out is not None:
        _draw(answer.kind.svg(answer.only), options.out)
        answer.more["out"] = str(options.out)
        answer.lines.append(f"written: {in_full(options.out)}")
    if options.cube_advice:
        situation = answer.only.situation
        unrolled = replace(situation, state=replace(situation.state, dice=None))
        advice = advised(unrolled, engine(), ply=options.ply)
        answer.more["cube_advice"] = advice_values(advice)
        answer.lines += ["", advice_text(advice, unrolled)]
    if options.hint:
        dice = _dice(answer, asks=asks)
        hint = hinted(answer.only.situation, dice, engine(), ply=options.ply)
        answer.more["hint"] = hint
        answer.lines += ["", hint_text(hint)]


def _dice(answer: _Answer, *, asks: bool) -> Dice:
    state = answer.only.situation.state
    dice: Dice | None = state.dice
    if state.doubled:
        raise InputError(f"{answer.image}: a double is to be answered, and no roll played: expected --cube-advice")
    if dice is None and not asks:
        raise InputError(f"{answer.image}: no roll is seen for --hint, expected it with --dice, such as --dice 31")
    while dice is None:
        try:
            board = answer.board.answered(Key.DICE, asked_for("The roll, such as 31"))
            answer.fitting = board.fitting()
            dice = answer.only.situation.state.dice
        except InputError as error:
            print(error, file=sys.stderr)
        except NobodyAnswersError:
            raise InputError(f"{answer.image}: no roll was given for --hint") from None
    return dice


def _draw(svg: str, path: Path) -> None:
    try:
        if path.suffix == ".svg":
            path.write_text(svg, encoding="utf-8")
        else:
            from companion.app.drawing import as_png  # no other answer needs its library

            path.write_bytes(as_png(svg))
    except OSError as error:
        raise StorageError(f"--out {path}: cannot be written ({error.strerror})") from error


def _check(options: argparse.Namespace, game: Game) -> None:
    """Raise InputError for options that do not go together, before a picture is read."""
    if not options.images:
        raise InputError("no picture is named, expected IMAGE, or - for standard input")
    if options.out is not None and options.out.suffix not in _ENDINGS:
        raise InputError(f"--out {options.out}: expected a file that ends in {' or '.join(_ENDINGS)}")
    if options.out is not None and len(options.images) > 1:
        raise InputError(f"--out {options.out}: holds one position, expected one picture")
    if options.images.count(_STDIN) > 1:
        raise InputError("-: standard input holds one picture, expected it once")
    if game is not Game.BACKGAMMON and (options.hint or options.cube_advice):
        raise InputError(f"--{'hint' if options.hint else 'cube-advice'}: only of backgammon")
    for name in ("score", "crawford"):
        if getattr(options, name) is not None and options.length is None:
            raise InputError(f"--{name} {getattr(options, name)}: expected the length of the match with it, --length N")


def _values(answer: _Answer) -> dict[str, Any]:
    kind, board = answer.kind, answer.board
    if board is None:
        return {"image": answer.image, "found": False, "reason": answer.reason, kind.IDS: []}
    return {
        "image": answer.image,
        "found": True,
        kind.IDS: [kind.id_values(one) for one in answer.fitting],
        "doubtful": [board.spots[spot] for spot in board.doubtful],
        "changed": [
            {
                "spot": board.spots[one.spot],
                "read": board.counts_text(one.read),
                "used": board.counts_text(one.used),
                "why": kind.WHY_CHANGED,
            }
            for one in board.changed
        ],
        "doubts": list(board.doubts),
        "problems": [sentence(*problem) for problem in board.problems],
        **answer.more,
    }


def _text(answer: _Answer) -> str:
    kind, board = answer.kind, answer.board
    if board is None:
        return f"{answer.image}: {answer.reason}"
    said = remarks(board, kind)
    if answer.only is not None:
        assumed = [kind.assumed_text(*one) for one in answer.only.assumes.items()]
        taken = f"taken: {', '.join(filter(None, assumed))}"
        return "\n".join(
            [
                f"{answer.image}:",
                kind.position_text(answer.only),
                *said,
                *kind.id_lines(answer.only),
                taken,
                *answer.lines,
            ]
        )
    lines = [f"{answer.image}, as it lies in the picture:", kind.board_text(board), *kind.notes(board), *said]
    lines += [
        f"no position fits: {sentence(*problem)}  Say what is there, such as --set {kind.EXAMPLE}"
        for problem in board.problems
    ]
    if answer.fitting:
        lines.append(f"{len(answer.fitting)} positions fit, each with what it assumes:")
        lines += [
            f"{'  '.join(kind.id_lines(one))}  {words}"
            for one, words in zip(answer.fitting, _apart(answer), strict=True)
        ]
    return "\n".join(lines)


def _apart(answer: _Answer) -> Iterator[str]:
    """The assumptions by which each of several positions differs."""
    every = [one.assumes for one in answer.fitting]
    keys = [
        key
        for key in dict.fromkeys(key for one in every for key in one)
        if len({str(one.get(key)) for one in every}) > 1
    ]
    for one in every:
        yield ", ".join(filter(None, (answer.kind.assumed_text(key, one[key]) for key in keys if key in one)))
