"""Asks a person in a terminal about what a picture leaves open: numbered answers, Enter for the likeliest."""

from __future__ import annotations

import sys
from textwrap import indent
from typing import Any

from companion.app.pictured import Kind, remarks
from companion.errors import InputError
from companion.photograph import words
from companion.photograph.open_reading import Key, Option, Question, Said
from companion.texts import sentence


class NobodyAnswersError(Exception):
    """The input has ended."""


def asked(board: Any, kind: Kind) -> Any:
    """Ask until nothing is open, or the input ends; questions go to standard error."""
    looked = False
    try:
        while questions := board.questions():
            # Spots have their names once it is known which way round the board is.
            if not looked and questions[0].key not in (Key.COLOURS, Key.WAY):
                board, looked = _corrected(board, kind), True
                continue
            board = _answered(board, questions[0], kind)
        return board if looked else _corrected(board, kind)
    except NobodyAnswersError:
        return board


def asked_for(text: str) -> str:
    """One line that a person types; raises NobodyAnswersError at the end of the input."""
    print(f"{text}: ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        print(file=sys.stderr)
        raise NobodyAnswersError
    return line.strip()


def _answered(board: Any, question: Question, kind: Kind) -> Any:
    drawn = question.key in words.BY_BOARDS
    signs = f"  ({kind.SIGNS})" if drawn or question.key is Key.ON_ROLL else ""
    _say(f"\n{_sentence(words.asked(question))}{signs}")
    other = words.otherwise(question)
    for number, option in enumerate(question.options, start=1):
        _say(f"  {number}. {_sentence(words.answer(question.key, option.value))}{_share(option)}")
        if drawn:
            _say(indent(kind.board_text(board.answered(question.key, option.value)), "     "))
    last = len(question.options) + bool(other)
    if other:
        _say(f"  {last}. {_sentence(other)}")
    while True:
        typed = asked_for("Number, or Enter for 1") or "1"
        try:
            if not typed.isdecimal() or not 1 <= int(typed) <= last:
                raise InputError(f"{typed!r}: expected a number from 1 to {last}")
            if other and int(typed) == last:
                return board.answered(question.key, asked_for(f"{_sentence(other)}, such as {question.example}"))
            return board.answered(question.key, question.options[int(typed) - 1].value)
        except InputError as error:
            _say(f"{error}")


def _corrected(board: Any, kind: Kind) -> Any:
    """Show what was read, and take corrections until Enter."""
    while True:
        problems = map(_sentence, board.problems)
        _say("\n".join(["", kind.board_text(board), *kind.notes(board), *remarks(board, kind), *problems]))
        typed = asked_for("Corrections such as " + kind.EXAMPLE + ", or Enter if that is right")
        if not typed:
            return board
        for word in typed.split():
            try:
                board = board.with_correction(word)
            except InputError as error:
                _say(f"{error}")


def _sentence(said: Said) -> str:
    return sentence(*said)


def _share(option: Option) -> str:
    return "" if option.likelihood is None else f"  ({option.likelihood:.0%})"


def _say(text: str) -> None:
    print(text, file=sys.stderr)
