"""Reads games of draughts from PDN: algebraic or numeric, several in one file, from any program.

Comments are kept, variations are skipped, and a game is read as far as its moves are legal.  An unknown word is
reported as a note.  Source: PDN 3.0 (``wiegerw/pdn``), section "PDN Reading Grammar".  Trap: ``1-1`` is a result and
``1-10`` a move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.errors import InputError, quoted
from companion.games.draughts import START, Position, after
from companion.games.draughts.explain import explain_move
from companion.games.draughts.fen import Numbering
from companion.games.draughts.notation import is_begun, joined, parse, squares_in
from companion.games.draughts.squares import DARK_SQUARES
from companion.record.draughts_game import OPEN, RESULTS, Act, WrittenBoard, WrittenGame, WrittenMove
from companion.record.files.limits import check_actions, check_games, check_problems
from companion.record.files.pdn import OWN_TAGS
from companion.record.files.reading import Problem, Said
from companion.texts import sentence

_BETWEEN: Final = r"(?:\s{0,80}[-–—−x×:]\s{0,80}|\*)"
_TOKEN: Final = re.compile(
    rf"""
    (?P<space>\s+)
    | (?P<tag>\[\s*(?P<key>[A-Za-z]\w{{0,40}})\s*"(?P<value>(?:[^"\\]|\\.){{0,2000}})"\s*\])
    | (?P<badtag>\[[^\[\]\n]{{0,2000}}\])
    | (?P<comment>\{{[^}}]{{0,20000}}\}})
    | (?P<line>(?:%|;)[^\n]*)
    | (?P<result>(?:1/2[-–]1/2|[012][-–][012]|1/2|½[-–]½)(?![\w:*/-]))
    | (?P<setup>/[^/]{{0,600}}/)
    | (?P<move>(?:[a-h][1-8](?:{_BETWEEN}?[a-h][1-8]){{1,13}}|\d{{1,2}}(?:{_BETWEEN}\d{{1,2}}){{1,13}})(?!\w))
    | (?P<nag>\$\d+)
    | (?P<strength>[!?]+|\([!?]+\))
    | (?P<open>\()
    | (?P<close>\))
    | (?P<number>\d+(?:\.+|(?=\s))|\.{{2,}})
    | (?P<star>\*)
    | (?P<word>[^\s()\[\]{{}}!?$]+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)
_MEANS: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
_FEN: Final = re.compile(r'/\s*FEN\s*"([^"]*)"\s*/', re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d+", re.ASCII)
_EMPTY_FEN: Final = ("", "?")
_GAME_TYPE: Final = re.compile(r"\s*(\d+)\s*(?:,[^,]*,[^,]*,[^,]*,\s*([ANS])([0-3]))?", re.IGNORECASE)
_TYPE: Final = "26"
_OTHER_GAMES: Final = {
    "20": "International draughts on 10 x 10 squares", "21": "English draughts", "22": "Italian draughts",
    "23": "American pool checkers", "24": "Spanish draughts", "25": "Russian draughts",
    "27": "Canadian draughts on 12 x 12 squares", "28": "Portuguese draughts", "29": "Czech draughts",
    "30": "Turkish draughts", "31": "Thai draughts", "40": "Frisian draughts on 10 x 10 squares",
}  # fmt: skip
"""The games of other numbers of ``GameType``, by PDN 3.0, section "GameType tag"."""
_ALIKE: Final = "25"
"""Russian draughts: the same start, men, kings and squares, so that most of its moves mean the same here."""


_BLANKS: Final = dict.fromkeys((0xA0, *range(0x2000, 0x200C), 0x202F, 0x205F, 0x3000, 0xFEFF), " ")
"""Other signs that show as a blank or as nothing."""


@dataclass(frozen=True, slots=True)
class ReadGames:
    """The games of a file, the first line of each, and its problems and notes."""

    games: tuple[WrittenGame, ...] = ()
    lines: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_pdn(text: str) -> ReadGames:
    """Read the games of a PDN file.

    Raises :class:`InputError` for a text without any game of these rules, and for more than a file may hold.
    """
    reader = _Reader()
    for token in _tokens(text.translate(_BLANKS)):
        reader.take(token)
    reader.finish()
    if not reader.games:
        left_out = next((problem.reason for problem in reader.problems), None)
        raise InputError(left_out or 'holds no game, expected tags such as [White "…"] and moves such as 1. c3-d4')
    return ReadGames(tuple(reader.games), tuple(reader.lines), tuple(reader.problems))


@dataclass(frozen=True, slots=True)
class _Token:
    """``line``, ``column``: where it begins, from 1."""

    kind: str
    found: re.Match[str]
    line: int
    column: int

    @property
    def text(self) -> str:
        return self.found[0]


def _tokens(text: str) -> Iterator[_Token]:
    line, begun = 1, 0
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup if found.lastgroup not in ("key", "value") else "tag"
        yield _Token(str(kind), found, line, found.start() - begun + 1)
        if breaks := found[0].count("\n"):
            line, begun = line + breaks, found.start() + found[0].rindex("\n") + 1


@dataclass(frozen=True, slots=True)
class _Tried:
    """A move that cannot be played, and what was said of it."""

    word: str
    token: _Token
    said: str


@dataclass(slots=True)
class _Open:
    """The game that is being read.

    ``begun``: the line of its first tag or move.  ``broken``: a move made no sense, and the rest is left out.
    ``boards``: its start, by each meaning of the numbers of its FEN.  ``depth``: of variations, the outermost of which
    is ``opened`` there.  ``held``: the first part of a capture that is written as several.  ``refused``: the place
    among the problems of the move that ended the reading.  ``other_game``: the game, if it has other rules;
    ``is_left_out``: it is not kept.  ``blank``: an empty line was before.
    """

    begun: int | None = None
    tags: dict[str, str] = field(default_factory=dict)
    tag_at: dict[str, _Token] = field(default_factory=dict)
    start: Position = START
    position: Position = START
    boards: Mapping[Numbering, Position] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    comment: str = ""
    numberings: Sequence[Numbering] = (Numbering.TOP_LEFT, Numbering.BOTTOM_LEFT)
    depth: int = 0
    opened: _Token | None = None
    started: bool = False
    broken: bool = False
    held: _Tried | None = None
    refused: int | None = None
    other_game: str | None = None
    is_left_out: bool = False
    blank: bool = False


@dataclass(slots=True)
class _Reader:
    """One pass over a file."""

    games: list[WrittenGame] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    at: _Open = field(default_factory=_Open)
    made: int = 0
    number: int = 1

    def take(self, token: _Token) -> None:
        """Take one token."""
        match token.kind:
            case "open" | "close":
                self._variation(token)
            case "space":
                self.at.blank = token.text.count("\n") > 1
            case "tag" if self.at.depth and token.column == 1:
                self._end(OPEN)
                self._tag(token)
            case _ if self.at.depth:
                pass
            case "line" | "nag" | "strength" | "number":
                pass
            case "tag":
                self._tag(token)
            case "comment":
                self._commented(" ".join(token.text[1:-1].split()))
            case "result" | "star":
                if self.at.begun is not None:  # a second one may follow a result
                    self._end(token.text)
            case "move":
                self._begin(token.line)
                self._move(token)
            case "setup":
                self._begin(token.line)
                self._set_up_within(token)
            case _:
                self._unknown(token)

    def finish(self) -> None:
        """The file is over, and so is its last game."""
        if self.at.begun is not None:
            self._end(OPEN)

    def _variation(self, token: _Token) -> None:
        if token.kind == "open" and self.at.begun is None:
            self._unknown(token)
        elif token.kind == "open":
            if self.at.depth == 0:
                self._problem("skipped", "a variation is skipped", token)
                self.at.opened = token
            self.at.depth += 1
        elif self.at.depth:
            self.at.depth -= 1
        else:
            self._problem("note", "')' ends no variation", token)

    def _tag(self, token: _Token) -> None:
        key, value = token.found["key"], re.sub(r"\\(.)", r"\1", token.found["value"])
        if self.at.started or (key in self.at.tags and self.at.blank):
            self._end(OPEN)
        if self.at.begun is None:
            self.at.begun = token.line
        if self.at.tags.get(key, value) != value:
            self._problem("note", f"the tag {key} is written twice, and the first one counts", token)
        else:
            self.at.tags[key] = value
            self.at.tag_at[key] = token

    def _begin(self, line: int) -> None:
        if self.at.begun is None:
            self.at.begun = line
        if self.at.started:
            return
        self.at.started = True
        if (tag := self.at.tag_at.get("GameType")) is not None:
            self._take_type(tag)
        if (tag := self.at.tag_at.get("FEN")) is None:
            return
        if self.at.tags["FEN"].strip() in _EMPTY_FEN:
            self._problem("note", "the tag FEN tells no position, and the game is read from the start", tag)
        elif boards := self._boards(self.at.tags["FEN"], tag):
            self.at.boards, self.at.numberings = boards, tuple(boards)
            self.at.start = self.at.position = boards[self.at.numberings[0]]

    def _take_type(self, token: _Token) -> None:
        tag = _GAME_TYPE.match(self.at.tags["GameType"])
        if tag is None:
            game_type = quoted(self.at.tags["GameType"])
            self._problem("note", f"GameType {game_type}: expected {_TYPE}, by whose rules it is read", token)
        elif tag[1] != _TYPE:
            other = _OTHER_GAMES.get(tag[1], "another game")
            self.at.other_game = f"GameType {quoted(tag[1])}: {other}"
            self.at.broken = self.at.is_left_out = tag[1] in _OTHER_GAMES and tag[1] != _ALIKE
            kind, reading = (
                ("unreadable", f"as {other} is left out") if self.at.is_left_out
                else ("parse", f"by whose rules it is read; it is {other}")
            )  # fmt: skip
            self._problem(kind, f"GameType {quoted(tag[1])}: expected {_TYPE}, {reading}", token)
        elif tag[3]:
            # By PDN the digit is the corner of square 1; programs that number type 26 from the top left say nothing.
            corner = Numbering(tag[3])
            self.at.numberings = (corner, *(other for other in self.at.numberings if other is not corner))

    # --- moves and boards ----------------------------------------------------------------------------

    def _set_up_within(self, token: _Token) -> None:
        fen = _FEN.fullmatch(token.text)
        if fen is None:
            self._problem("parse", f'{quoted(token.text)}: expected /FEN "…"/', token)
        elif boards := self._boards(fen[1], token):
            self.at.position = next(iter(boards.values()))
            self._act(WrittenBoard(self.at.position))

    def _boards(self, fen: str, token: _Token) -> dict[Numbering, Position]:
        """The position of a FEN by each numbering in which it makes one; none are a problem."""
        boards: dict[Numbering, Position] = {}
        said = ""
        for numbering in self.at.numberings if not self.at.broken else ():
            try:
                boards[numbering] = Position.from_fen(fen, numbering)
            except InputError as error:
                said = str(error)
        if said and not boards:
            self._problem("parse", said, token)
            self.at.broken = True
        return boards

    def _move(self, token: _Token) -> None:
        if self.at.broken:
            self._see_larger_board(token)
            return
        word, held = token.text, self.at.held
        if held is not None:
            self.at.held = None
            if (whole := joined(held.word, word)) is None:
                self._refused(held)
                return
            word, token = whole, held.token
        first: InputError | None = None
        for numbering in self._numberings(word):
            position = self._position(numbering)
            try:
                move = parse(word, position, numbering)
            except InputError as error:
                first = first or error
            else:
                if word[:1].isdigit() or self.at.boards:
                    self.at.numberings = (numbering,)
                if not self.at.acts:
                    self.at.start = position
                self.at.position = after(position, move)
                self._act(WrittenMove(move))
                return
        tried = _Tried(word, token, str(first))
        if any(is_begun(word, self._position(numbering), numbering) for numbering in self._numberings(word)):
            self.at.held = tried
        else:
            self._refused(tried)

    def _numberings(self, word: str) -> Sequence[Numbering]:
        is_open = word[:1].isdigit() or (len(self.at.boards) > 1 and not self.at.acts)
        return self.at.numberings if is_open else self.at.numberings[:1]

    def _position(self, numbering: Numbering) -> Position:
        """The board now; before the first act what the numbers of a FEN mean by this numbering."""
        return self.at.position if self.at.acts else self.at.boards.get(numbering, self.at.position)

    def _refused(self, tried: _Tried) -> None:
        self.at.broken = True
        kind, reason = self._why(tried)
        if self.at.other_game is not None:  # whose rules may allow it
            kind, reason = "parse", f"{reason if isinstance(reason, str) else reason.reason} ({self.at.other_game})"
        self.at.refused = len(self.problems)
        self._problem(kind, reason, tried.token)
        self._see_larger_board(tried.token)

    def _see_larger_board(self, token: _Token) -> None:
        """Withdraw the fault of a move that goes beyond this board: the game is another one."""
        beyond = [number for number in _NUMBER.findall(token.text) if int(number) > len(DARK_SQUARES)]
        if beyond and self.at.refused is not None and not self.at.is_left_out:
            reason = f"square {beyond[0]}: expected 1 to {len(DARK_SQUARES)}, as a game on a larger board is left out"
            self.problems[self.at.refused] = Problem(self.number, token.line, "unreadable", reason, token.column)
            self.at.is_left_out = True

    def _why(self, tried: _Tried) -> tuple[str, str | Said]:
        """The kind of problem and the sentence for a move that cannot be played."""
        try:
            fault = explain_move(self.at.position, squares_in(tried.word, self.at.numberings[0]))
        except InputError:
            return "parse", f"{tried.said}; the rest of the game is not read"
        rest = "the rest of the game is not read"
        if fault is None:
            return "illegal", f"{quoted(tried.word)}: {tried.said}; {rest}"
        because = sentence(fault.text_key, fault.values).removesuffix(".")
        return "illegal", Said(
            f"{quoted(tried.word)}: {because}; {rest}", "file.not-legal", fault.text_key,
            {"what": tried.word, **fault.values}, then="file.not-read-on",
        )  # fmt: skip

    def _act(self, act: Act) -> None:
        self.at.acts.append(act)
        self.made += 1
        check_actions(self.made)

    # --- what is said besides --------------------------------------------------------------------------

    def _commented(self, comment: str) -> None:
        if self.at.acts:
            self.at.acts[-1] = _with_comment(self.at.acts[-1], comment)
        elif self.at.begun is None and not self.at.blank and self.games and self.games[-1].acts:
            game = self.games[-1]  # right behind its result
            self.games[-1] = replace(game, acts=(*game.acts[:-1], _with_comment(game.acts[-1], comment)))
        else:
            self.at.comment = f"{self.at.comment} {comment}".strip()

    def _unknown(self, token: _Token) -> None:
        if token.text == "{":
            self._problem("parse", "a comment has no end; the rest of the game is not read", token)
            self.at.broken = True
        elif token.kind == "badtag":
            self._problem(
                "note", f'{quoted(token.text)} makes no sense here, expected a tag such as [White "…"]', token
            )
        elif not self.at.broken:
            expected = "expected squares such as c3-d4, c3xe5xg3 or 22-18"
            self._problem("note", f"{quoted(token.text)} makes no sense here, {expected}", token)

    def _end(self, result: str) -> None:
        assert self.at.begun is not None
        self._begin(self.at.begun)
        if self.at.held is not None:
            self._refused(self.at.held)
        if self.at.depth:
            self._problem("parse", "a variation has no end; the rest of the game is not read", self.at.opened)
        tags = self.at.tags
        within, before = _result(result), _result(tags.get("Result", OPEN))
        if OPEN not in (within, before) and within != before:
            self._problem("note", f"the tag Result says {before}, and the game ends with {within}, which counts", None)
        self.number += 1
        if not self.at.is_left_out:
            self._keep(tags, before if within == OPEN else within)
        self.at = _Open()

    def _keep(self, tags: Mapping[str, str], result: str) -> None:
        assert self.at.begun is not None
        self.games.append(
            WrittenGame(
                names=(tags.get("White", ""), tags.get("Black", "")),
                start=self.at.start,
                acts=tuple(self.at.acts),
                result=result,
                header={key: value for key, value in tags.items() if key not in OWN_TAGS},
                comment=self.at.comment,
            )
        )
        self.lines.append(self.at.begun)
        check_games(len(self.games))

    def _problem(self, kind: str, reason: str | Said, token: _Token | None) -> None:
        """``token``: the place; None for the game as a whole."""
        line, column = (token.line, token.column) if token is not None else (self.at.begun, None)
        self.problems.append(replace(Problem.of(self.number, line, kind, reason), column=column))
        check_problems(len(self.problems))


def _with_comment(act: Act, comment: str) -> Act:
    return replace(act, comment=f"{act.comment} {comment}".strip())


def _result(word: str) -> str:
    result = _MEANS.get(word.replace("–", "-"), word.replace("–", "-"))
    return result if result in RESULTS else OPEN
