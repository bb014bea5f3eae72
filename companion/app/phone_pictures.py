"""Reads pictures for phones: what is shown of a reading, what is asked, and what an engine says, in four languages."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from companion.app.pictured import KINDS
from companion.app.reading_apart import LONGEST, PictureRefusedError, read_apart
from companion.coach.draughts.teaching import advised
from companion.errors import CompanionError, EngineError, InputError, quoted
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import Game
from companion.games.draughts import legal_moves
from companion.games.draughts.notation import text
from companion.live.state import Say
from companion.live.words import speaker
from companion.photograph import words
from companion.photograph.backgammon import NO_DICE, Fitting, PicturedBoard
from companion.photograph.draughts import FittingPosition, PicturedSquares
from companion.photograph.open_reading import Key, Option, Question, Said
from companion.texts import sentence

AnyBoard: TypeAlias = PicturedBoard | PicturedSquares
Json: TypeAlias = dict[str, Any]
Steps: TypeAlias = Sequence[tuple[str, str]]

SET: Final = "set"
"""The key of a step that corrects a spot; all others are those of questions."""
_KEYS: Final = frozenset(key.value for key in Key)
_ADVICE_S: Final = 60.0
_PLAYS: Final = 5
_VALUED: Final = (("row-no-double", "nd"), ("row-take", "dt"), ("row-drop", "dp"))


class PicturesOfPhones:
    """Reads pictures of boards and stores nothing of them.  ``forbidden``: whether help is not allowed now.

    ``keep``: keeps a position as a puzzle, False if it is none; raises CompanionError.  ``engine``: as ``companion hint
    --engine`` names it.
    """

    longest = LONGEST

    def __init__(
        self, forbidden: Callable[[], bool], keep: Callable[[Situation], bool], *, engine: str = "auto"
    ) -> None:
        self._forbidden: Final = forbidden
        self._keep: Final = keep
        self._engine: Final = engine

    def refusal(self) -> str:
        return "picture.match" if self._forbidden() else ""

    def read(self, content: bytes, game: str, language: str) -> tuple[AnyBoard | None, Json]:
        known = next((one for one in KINDS if one.value == game), Game.BACKGAMMON)
        try:
            read = read_apart(content, known)
        except PictureRefusedError as error:
            return None, {"said": sentence(error.key, error.values, language=language)}
        packed = base64.b64encode(read.overlay_jpeg).decode()
        return read.board, {**_described(read.board, language), "overlay": f"data:image/jpeg;base64,{packed}"}

    def described(self, reading: AnyBoard, steps: Steps, language: str) -> Json:
        try:
            return _described(_after(reading, steps), language)
        except InputError:
            return {"said": sentence("picture.no-answer", {"answer": steps[-1][1]}, language=language)}

    def advised(self, reading: AnyBoard, steps: Steps, language: str) -> Json:
        return _done(lambda: {"rows": self._rows(_complete(reading, steps), speaker(language))}, language)

    def kept(self, reading: AnyBoard, steps: Steps, language: str) -> Json:
        def keep() -> Json:
            fitting = _complete(reading, steps)
            key = "kept" if isinstance(fitting, Fitting) and self._keep(fitting.situation) else "no-puzzle"
            return {"said": sentence(f"picture.{key}", language=language)}

        return _done(keep, language)

    def _rows(self, fitting: Fitting | FittingPosition, say: Say) -> list[list[str]]:
        """The best plays of the roll; before it whether to double; in draughts the best move, and why."""
        if isinstance(fitting, FittingPosition):
            position = fitting.position
            if not legal_moves(position):
                return [[say("picture.no-move", side=position.to_move.value)]]
            advice = advised(position)
            return [[text(advice.thought.best.move, position), say(advice.reason.key, **advice.reason.values)]]
        dice = fitting.situation.state.dice
        if dice is None:
            found = self._asked("cube", fitting.xgid)
            advice_key = "double-drop" if found["take"] == "pass" else "double-take"
            first = say(f"hint.{advice_key if found['double'] == 'double' else found['double']}")
            return [[first], *([say(f"hint.{row}"), f"{found['eq'][name]:+.3f}"] for row, name in _VALUED)]
        plays = self._asked("hint", fitting.xgid, str(dice.first), str(dice.second))["plays"]
        return [
            [play["play"] or say("play.none"), f"{play['equity']:+.3f}", f"−{play['loss']:.3f}" if play["loss"] else ""]
            for play in plays[:_PLAYS]
        ]

    def _asked(self, *words: str) -> Any:
        """The answer of another process of the program, so that an engine takes no time from the window."""
        command = [sys.executable, "-m", "companion", *words, "--json", "--engine", self._engine]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_ADVICE_S, check=True)
            return json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError) as error:
            raise EngineError(f"{words[0]}: no answer ({error})") from error


def _after(board: AnyBoard, steps: Steps) -> AnyBoard:
    """A reading with all that was said of it; raises InputError for what makes no sense."""
    for key, value in steps:
        if key == SET:
            board = board.with_correction(value)
        elif key in _KEYS:
            board = board.answered(Key(key), value)
        else:
            raise InputError(f"{quoted(key)}: no question")
    return board


def _complete(board: AnyBoard, steps: Steps) -> Fitting | FittingPosition:
    """The only position that fits; raises InputError where it is not the only one."""
    fitting = _after(board, steps).fitting()
    if len(fitting) != 1:
        raise InputError(f"{len(fitting)} positions fit, expected one")
    return fitting[0]


def _done(what: Callable[[], Json], language: str) -> Json:
    try:
        return what()
    except InputError:
        return {"said": sentence("picture.open", language=language)}
    except EngineError:
        return {"said": sentence("picture.no-engine", language=language)}
    except CompanionError as error:
        return {"said": str(error)}


def _described(board: AnyBoard, language: str) -> Json:
    say, kind, fitting = speaker(language), KINDS[board.GAME], board.fitting()
    there, doubtful = board.there, frozenset(board.doubtful)
    note, is_sure = _said(words.note(board), say), not (doubtful or board.doubts)
    return {
        "note": note if is_sure else "",
        "warnings": [*(_said(one, say) for one in board.problems), *([] if is_sure else [note])],
        "questions": [_question(board, question, say) for question in _open(board)],
        "spots": [_spot(str(value), there.get(spot, "0"), say, doubtful=spot in doubtful)
                  for spot, value in board.spots.items()],
        "counts": [{"value": one, "words": ", ".join(_said(part, say) for part in words.there(one))}
                   for one in dict.fromkeys((*board.CHOICES, *there.values()))],
        "board": kind.touched_svg(board),
        "ids": list(kind.id_lines(fitting[0])) if len(fitting) == 1 else [],
        "keeps": board.GAME is Game.BACKGAMMON,
    }  # fmt: skip


def _open(board: AnyBoard) -> Iterator[Question]:
    """The questions of a reading, and after them that for the roll, which a picture before it does not show."""
    yield from board.questions()
    if isinstance(board, PicturedBoard) and not board.problems and Key.DICE not in board.answers:
        offered = any(one.situation.state.doubled for one in board.fitting())
        if board.dice == NO_DICE and not offered:
            yield Question(Key.DICE, (Option(NO_DICE),), assumed=NO_DICE, example="31")


def _question(board: AnyBoard, question: Question, say: Say) -> Json:
    """A question as JSON: ``example`` if another answer may be typed."""
    return {
        "key": question.key.value,
        "asked": _said(words.asked(question), say),
        "options": [_option(board, question.key, option.value, say) for option in question.options],
        "example": "" if question.key is Key.CUBE else question.example,
    }


def _option(board: AnyBoard, key: Key, value: str, say: Say) -> Json:
    """An answer; a way round is drawn."""
    option = {"value": value, "words": _said(words.answer(key, value), say)}
    if key in words.BY_BOARDS and (fitting := board.answered(key, value).fitting()):
        option["board"] = KINDS[board.GAME].svg(fitting[0])
    return option


def _spot(value: str, there: str, say: Say, *, doubtful: bool) -> Json:
    """A spot by its name, a doubtful one with a question mark, and what is there."""
    name = say("live.bar") if value == "bar" else value
    return {"value": value, "words": f"{name} ?" if doubtful else name, "there": there}


def _said(said: Said, say: Say) -> str:
    key, values = said
    return say(key, **values)
