"""Reads games of draughts from PDN: algebraic or numeric, several in one file, from any program.

Comments are kept, variations are skipped with a note, and a game is read as far as its moves are legal.
Source: PDN 3.0 (``wiegerw/pdn``), section "PDN Reading Grammar".  Trap: ``1-1`` is a result and ``1-10`` a move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.errors import InputError, quoted
from companion.games.draughts import START, Position, after
from companion.games.draughts.explain import explain_move
from companion.games.draughts.fen import Numbering
from companion.games.draughts.notation import parse, squares_in
from companion.record.draughts_game import OPEN, RESULTS, Act, WrittenBoard, WrittenGame, WrittenMove
from companion.record.files.limits import check_actions, check_games, check_problems
from companion.record.files.pdn import OWN_TAGS
from companion.record.files.reading import Problem
from companion.texts import sentence

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+)
    | (?P<tag>\[\s*(?P<key>[A-Za-z]\w{0,40})\s*"(?P<value>(?:[^"\\]|\\.){0,2000})"\s*\])
    | (?P<comment>\{[^}]{0,20000}\})
    | (?P<line>(?:%|;)[^\n]*)
    | (?P<result>(?:1/2-1/2|[012]-[012]|1/2|½-½)(?![\w:*/-]))
    | (?P<setup>/[^/]{0,600}/)
    | (?P<nag>\$\d+)
    | (?P<strength>[!?]+|\([!?]+\))
    | (?P<open>\()
    | (?P<close>\))
    | (?P<number>\d+\.(?:\.\.)?|\.\.\.)
    | (?P<star>\*)
    | (?P<word>[^\s()\[\]{}!?$]+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.ASCII,
)
_MEANS: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
_FEN: Final = re.compile(r'/\s*FEN\s*"([^"]*)"\s*/', re.IGNORECASE)
_GAME_TYPE: Final = re.compile(r"\s*(\d+)\s*(?:,[^,]*,[^,]*,[^,]*,\s*([ANS])([0-3]))?", re.IGNORECASE)
_TYPE: Final = "26"


@dataclass(frozen=True, slots=True)
class ReadGames:
    """The games of a file, the line each begins with, and what could not be read or was skipped."""

    games: tuple[WrittenGame, ...] = ()
    lines: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_pdn(text: str) -> ReadGames:
    """Read the games of a PDN file.

    Raises :class:`InputError` for a text without any game, and for more than a file may hold.
    """
    reader = _Reader()
    for kind, value, line in _tokens(text):
        reader.take(kind, value, line)
    reader.finish()
    if not reader.games:
        raise InputError('holds no game, expected tags such as [White "…"] and moves such as 1. c3-d4')
    return ReadGames(tuple(reader.games), tuple(reader.lines), tuple(reader.problems))


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str], int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup if found.lastgroup not in ("key", "value") else "tag"
        yield str(kind), found, line
        line += found[0].count("\n")


@dataclass(slots=True)
class _Open:
    """The game that is being read.  ``broken``: a move made no sense, and the rest is left out."""

    begun: int | None = None
    tags: dict[str, str] = field(default_factory=dict)
    start: Position = START
    position: Position = START
    acts: list[Act] = field(default_factory=list)
    comment: str = ""
    numberings: Sequence[Numbering] = (Numbering.TOP_LEFT, Numbering.BOTTOM_LEFT)
    depth: int = 0
    started: bool = False
    broken: bool = False


@dataclass(slots=True)
class _Reader:
    """One pass over a file."""

    games: list[WrittenGame] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    at: _Open = field(default_factory=_Open)
    made: int = 0

    def take(self, kind: str, found: re.Match[str], line: int) -> None:
        """Take one token."""
        if kind in ("open", "close"):
            self._variation(kind, line)
        elif self.at.depth or kind in ("space", "line", "nag", "strength", "number"):
            return
        elif kind == "tag":
            self._tag(found["key"], re.sub(r"\\(.)", r"\1", found["value"]), line)
        elif kind != "star" or self.at.begun is not None:  # it may follow a result
            self._begin(line)
            self._body(kind, found[0], line)

    def finish(self) -> None:
        """The file is over, and so is its last game."""
        if self.at.begun is not None:
            self._end(OPEN)

    def _variation(self, kind: str, line: int) -> None:
        if kind == "open":
            self._begin(line)
            if self.at.depth == 0:
                self._problem("skipped", "a variation is skipped", line)
            self.at.depth += 1
        elif self.at.depth:
            self.at.depth -= 1
        else:
            self._problem("parse", "')' ends no variation", line)

    def _tag(self, key: str, value: str, line: int) -> None:
        if self.at.started:
            self._end(OPEN)
        if self.at.begun is None:
            self.at.begun = line
        self.at.tags[key] = value

    def _begin(self, line: int) -> None:
        """The tags are over, and the moves begin."""
        if self.at.begun is None:
            self.at.begun = line
        if self.at.started:
            return
        self.at.started = True
        told = _GAME_TYPE.match(self.at.tags.get("GameType", _TYPE))
        if told is None or told[1] != _TYPE:
            told_type = quoted(self.at.tags["GameType"])
            self._problem("parse", f"GameType {told_type}: expected {_TYPE}, by whose rules it is read", line)
        elif told[3]:
            # By PDN the digit is the corner of square 1; programs that number type 26 from the top left say nothing.
            corner = Numbering(told[3])
            self.at.numberings = (corner, *(other for other in self.at.numberings if other is not corner))
        if "FEN" in self.at.tags:
            self._set_up(self.at.tags["FEN"], line)
            self.at.start = self.at.position

    def _body(self, kind: str, word: str, line: int) -> None:
        if kind == "comment":
            self._commented(" ".join(word[1:-1].split()))
        elif kind in ("result", "star"):
            self._end(word)
        elif kind == "other":
            self._problem("parse", f"{quoted(word)} makes no sense here, expected a move", line)
        elif self.at.broken:
            return
        elif kind == "setup":
            told = _FEN.fullmatch(word)
            if told is None:
                self._problem("parse", f'{quoted(word)}: expected /FEN "…"/', line)
            elif self._set_up(told[1], line):
                self._act(WrittenBoard(self.at.position))
        else:
            self._move(word, line)

    def _set_up(self, fen: str, line: int) -> bool:
        for number, numbering in enumerate(self.at.numberings):
            try:
                self.at.position = Position.from_fen(fen, numbering)
            except InputError as error:
                if number + 1 == len(self.at.numberings):
                    self._problem("parse", str(error), line)
                    self.at.broken = True
            else:
                return True
        return False

    def _move(self, word: str, line: int) -> None:
        first: InputError | None = None
        for numbering in self.at.numberings if word[:1].isdigit() else self.at.numberings[:1]:
            try:
                move = parse(word, self.at.position, numbering)
            except InputError as error:
                first = first or error
            else:
                if word[:1].isdigit():
                    self.at.numberings = (numbering,)
                self.at.position = after(self.at.position, move)
                self._act(WrittenMove(move))
                return
        self.at.broken = True
        self._problem(*self._why(word, str(first)), line)

    def _why(self, word: str, said: str) -> tuple[str, str]:
        """The kind of problem and the sentence for a move that cannot be played."""
        try:
            fault = explain_move(self.at.position, squares_in(word, self.at.numberings[0]))
        except InputError:
            return "parse", f"{said}; the rest of the game is not read"
        because = sentence(fault.text_key, fault.values) if fault else said
        return "illegal", f"{quoted(word)}: {because.removesuffix('.')}; the rest of the game is not read"

    def _act(self, act: Act) -> None:
        self.at.acts.append(act)
        self.made += 1
        check_actions(self.made)

    def _commented(self, comment: str) -> None:
        if not self.at.acts:
            self.at.comment = f"{self.at.comment} {comment}".strip()
        else:
            last = self.at.acts[-1]
            self.at.acts[-1] = replace(last, comment=f"{last.comment} {comment}".strip())

    def _end(self, result: str) -> None:
        assert self.at.begun is not None
        tags = self.at.tags
        known = [told for told in (_result(result), _result(tags.get("Result", OPEN))) if told != OPEN]
        self.games.append(
            WrittenGame(
                names=(tags.get("White", ""), tags.get("Black", "")),
                start=self.at.start,
                acts=tuple(self.at.acts),
                result=known[0] if known else OPEN,
                header={key: value for key, value in tags.items() if key not in OWN_TAGS},
                comment=self.at.comment,
            )
        )
        self.lines.append(self.at.begun)
        check_games(len(self.games))
        self.at = _Open()

    def _problem(self, kind: str, reason: str, line: int) -> None:
        self.problems.append(Problem(len(self.games) + 1, line, kind, reason))
        check_problems(len(self.problems))


def _result(word: str) -> str:
    told = _MEANS.get(word, word)
    return told if told in RESULTS else OPEN
