"""Reads pictures for phones: what is shown of a reading, what is asked, and what an engine says, in four languages."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from companion.app.pictured import backgammon
from companion.app.reading_apart import LONGEST, PictureRefusedError, read_apart
from companion.errors import EngineError, InputError, quoted
from companion.games.rules import BAR
from companion.live.state import Say
from companion.live.words import speaker
from companion.photograph import words
from companion.photograph.backgammon import NO_DICE, Fitting, PicturedBoard
from companion.photograph.open_reading import Key, Option, Question, Said
from companion.texts import sentence

Told: TypeAlias = dict[str, Any]
Steps: TypeAlias = Sequence[tuple[str, str]]

SET: Final = "set"
"""The key of a step that corrects a spot; all others are those of questions."""
_KEYS: Final = frozenset(key.value for key in Key)
_ADVICE_S: Final = 60.0
_PLAYS: Final = 5
_VALUED: Final = (("row-no-double", "nd"), ("row-take", "dt"), ("row-drop", "dp"))


class PicturesOfPhones:
    """Reads pictures of backgammon boards; nothing of them is stored.  ``forbidden``: whether no help is allowed now.

    ``engine``: which one is asked, as ``companion hint --engine`` names it.
    """

    longest = LONGEST

    def __init__(self, forbidden: Callable[[], bool], *, engine: str = "auto") -> None:
        self._forbidden: Final = forbidden
        self._engine: Final = engine

    def refusal(self) -> str:
        return "picture.match" if self._forbidden() else ""

    def read(self, content: bytes, language: str) -> tuple[PicturedBoard | None, Told]:
        try:
            read = read_apart(content)
        except PictureRefusedError as error:
            return None, {"said": sentence(error.key, error.values, language=language)}
        packed = base64.b64encode(read.overlay_jpeg).decode()
        return read.board, {**_told(read.board, language), "overlay": f"data:image/jpeg;base64,{packed}"}

    def told(self, reading: PicturedBoard, steps: Steps, language: str) -> Told:
        try:
            return _told(_after(reading, steps), language)
        except InputError:
            return {"said": sentence("picture.no-answer", {"answer": steps[-1][1]}, language=language)}

    def advised(self, reading: PicturedBoard, steps: Steps, language: str) -> Told:
        try:
            board = _after(reading, steps)
            only, *others = board.fitting() or (None,)
            if only is None or others:
                raise InputError("several positions fit")
            rows = self._rows(only, language)
        except InputError:
            return {"said": sentence("picture.open", language=language)}
        except EngineError:
            return {"said": sentence("picture.no-engine", language=language)}
        return {"rows": rows}

    def _rows(self, fitting: Fitting, language: str) -> list[list[str]]:
        """The best plays of the roll; before it whether to double."""
        say, state = speaker(language), fitting.situation.state
        if state.dice is None:
            found = self._asked("cube", fitting.xgid)
            advice = "double-drop" if found["take"] == "pass" else "double-take"
            first = say(f"hint.{advice if found['double'] == 'double' else found['double']}")
            return [[first], *([say(f"hint.{row}"), f"{found['eq'][name]:+.3f}"] for row, name in _VALUED)]
        plays = self._asked("hint", fitting.xgid, str(state.dice.first), str(state.dice.second))["plays"]
        return [
            [play["play"] or say("play.none"), f"{play['equity']:+.3f}", f"−{play['loss']:.3f}" if play["loss"] else ""]
            for play in plays[:_PLAYS]
        ]

    def _asked(self, *words: str) -> Any:
        """What another process of the program says: an engine takes no time from the one that shows the board."""
        command = [sys.executable, "-m", "companion", *words, "--json", "--engine", self._engine]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_ADVICE_S, check=True)
            return json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError) as error:
            raise EngineError(f"{words[0]}: no answer ({error})") from error


def _after(board: PicturedBoard, steps: Steps) -> PicturedBoard:
    """A reading with all that was said of it; raises InputError for what makes no sense."""
    for key, value in steps:
        if key == SET:
            board = board.told(value)
        elif key in _KEYS:
            board = board.answered(Key(key), value)
        else:
            raise InputError(f"{quoted(key)}: no question")
    return board


def _told(board: PicturedBoard, language: str) -> Told:
    say = speaker(language)
    fitting = board.fitting()
    told: Told = {
        "notes": [_said(one, say) for one in (*board.problems, words.note(board))],
        "questions": [_question(board, question, say) for question in _open(board)],
        "spots": [_spot(board, spot, say) for spot in board.spots],
        "counts": [{"value": told, "words": _there(told, say)} for told in board.CHOICES],
        "board": backgammon.svg(fitting[0]) if fitting else "",
    }
    if len(fitting) == 1:
        told |= {"xgid": fitting[0].xgid, "gnu": fitting[0].gnubg_id}
    return told


def _open(board: PicturedBoard) -> Iterator[Question]:
    """The questions of a reading, and after them that for the roll, which a picture before it does not show."""
    yield from board.questions()
    offered = any(one.situation.state.doubled for one in board.fitting())
    if not board.problems and not offered and board.dice == NO_DICE and Key.DICE not in board.answers:
        yield Question(Key.DICE, (Option(NO_DICE),), assumed=NO_DICE, form="D")


def _question(board: PicturedBoard, question: Question, say: Say) -> Told:
    """What is asked: ``example`` where another answer may be typed."""
    return {
        "key": question.key.value,
        "asked": _said(words.asked(question), say),
        "options": [_option(board, question.key, option.value, say) for option in question.options],
        "example": "" if question.key is Key.CUBE else question.example,
    }


def _option(board: PicturedBoard, key: Key, value: str, say: Say) -> Told:
    """An answer; a way round is drawn."""
    told = {"value": value, "words": _said(words.answer(key, value), say)}
    if key in words.BY_BOARDS:
        fitting = board.answered(key, value).fitting()
        return {**told, "board": backgammon.svg(fitting[0]) if fitting else ""}
    return told


def _spot(board: PicturedBoard, spot: int, say: Say) -> Told:
    """A spot by its name, with what is there; a doubtful one with a question mark."""
    value = str(board.spot_value(spot))
    name = say("live.bar") if spot == BAR else value
    return {"value": value, "words": f"{name} ?" if spot in board.doubtful else name, "there": board.there(spot)}


def _there(told: str, say: Say) -> str:
    return ", ".join(_said(one, say) for one in words.there(told))


def _said(said: Said, say: Say) -> str:
    key, values = said
    return say(key, **values)
