"""The words of ``.mat`` files outside the columns of plays, for writing and reading alike.

Positions: GNU Backgammon 1.07 takes a board from the line ``; Set Pos=`` of eXtreme Gammon, and from
``Illegal play (…)`` with a position line of Snowie after a roll whose play cannot be spelled.

Marks: header lines such as ``; [Uncertain "game 1, move 12, left"]``, which other programs keep as
a comment.  They say of a cell, by the number of its line and its column, what the columns cannot say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import CHECKERS, Position
from companion.games.backgammon.xgid import PREFIX
from companion.games.rules import Side, Stack
from companion.record.files.mat_spelling import words
from companion.record.match import CAUSES, Cause, Game, Match, Win

RULES_KEY: Final = "Rules"
STAKE_KEY: Final = "Stake"
RESULT_KEY: Final = "Result"
COMMENT_KEY: Final = "Comment"
COLUMNS: Final = {Side.LIGHT: "left", Side.DARK: "right"}
NAME_KEYS: Final = ("Player 1", "Player 2")

_SIDES: Final = {column: side for side, column in COLUMNS.items()}
_REMARK: Final = re.compile(r"game (\d{1,6}), move (\d{1,6}), (left|right)(?:: (.+))?")
_CAUSE: Final = re.compile(rf"game (\d{{1,6}}), ({'|'.join(CAUSES)}):")
_STAKE: Final = re.compile(r"game (\d{1,6}): ([1-9]\d{0,5})")
_SET_POS: Final = re.compile(r";\s*Set Pos=(?P<board>[-A-Oa-o]{26})/(?P<cube>\S*)", re.IGNORECASE)
_REST_OF_XGID: Final = ":0:0:1:00:0:0:0:0:10"
_SNOWIE_FIELDS: Final = 40
_BOARD_FIELDS: Final = slice(12, 38)  # bar of the player on roll, its points 1 to 24, the opponent's bar
_MOST_NAME_BYTES: Final = 31  # of a name in GNU Backgammon


class MatMark(Enum):
    """The kinds of marks on a cell."""

    ILLEGAL = "Illegal"
    UNCERTAIN = "Uncertain"
    PASSED = "Passed"


_MARKS: Final = frozenset(mark.value for mark in MatMark)


@dataclass(frozen=True, slots=True)
class MatCell:
    """A place in a match file: ``game`` counted from 1, ``move`` the number of its line."""

    game: int
    move: int
    side: Side


@dataclass(frozen=True, slots=True)
class MatRemark:
    """A mark and the cell it is about; ``play``: what was played, if the cell itself cannot say it."""

    cell: MatCell
    mark: MatMark
    play: Play | None = None

    @classmethod
    def from_fact(cls, key: str, value: str) -> MatRemark | None:
        """Return a header line's key and value as a remark; None if they are something else."""
        found = _REMARK.fullmatch(value)
        if not found or key not in _MARKS:
            return None
        try:
            play = Play.from_text(found[4]) if found[4] else None
        except InputError:
            return None
        return cls(MatCell(int(found[1]), int(found[2]), _SIDES[found[3]]), MatMark(key), play)

    def value(self) -> str:
        """The header value, such as ``game 1, move 12, left``, or with a play ``game 1, move 12, left: 6/0 5/0``."""
        place = f"game {self.cell.game}, move {self.cell.move}, {COLUMNS[self.cell.side]}"
        return f"{place}: {words(self.play)}" if self.play else place


def stake_text(game: int, cube: int) -> str:
    """Return the value of a header line about automatic doubles: ``game 2: 4``."""
    return f"game {game}: {cube}"


def stake_from_text(text: str) -> tuple[int, int] | None:
    """Return (game, stake), the inverse of :func:`stake_text`; None for any other text."""
    found = _STAKE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def cause_text(game: int, win: Win, name: str) -> str:
    """Return the value of a header line about a game that did not end by play: ``game 3, time: Anna wins the match``.

    What follows the colon is for people.
    """
    return f"game {game}, {win.cause.value}: {name} wins {'the match' if win.cause.decides_match else win.points}"


def cause_from_text(text: str) -> tuple[int, Cause] | None:
    """Return (game, what ended it), the inverse of :func:`cause_text`; None for any other text."""
    found = _CAUSE.match(text)
    return (int(found[1]), CAUSES[found[2]]) if found else None


def column_name(name: str, side: Side) -> str:
    """Return a name as its column can hold it.

    A colon ends a name there, and a line that begins with ``;`` or ``#`` is a comment; GNU Backgammon
    1.07 aborts on an empty name and cuts a long one anywhere.
    """
    plain = " ".join(re.sub(r"[:\x00-\x1f\x7f]", " ", name).split()).lstrip(";# ")
    cut = plain.encode("utf-8", errors="replace")[:_MOST_NAME_BYTES].decode("utf-8", errors="ignore").strip()
    return cut or side.value.title()


def set_pos_line(position: Position, *, cube: int, owner: Side | None) -> str:
    """Return the line that sets up a position; a cube in the middle is always 1 there."""
    power = cube.bit_length() - 1
    cube_word = {None: "0", Side.LIGHT: f"-{power}", Side.DARK: str(power)}[owner]
    return f"; Set Pos={position.xgid().removeprefix(PREFIX)[:26]}/{cube_word}"


def position_from_set_pos(line: str) -> Position | None:
    """Return the position that a line sets up, Light on roll; None if it sets up none.

    Missing checkers are borne off.  Raises :class:`InputError` for an impossible board.
    """
    found = _SET_POS.match(line.strip())
    return Position.from_xgid(PREFIX + found["board"] + _REST_OF_XGID) if found else None


def illegal_play_words(after: Position, match: Match, game: Game) -> str:
    """Return ``Illegal play (…)``: where an illegal play led, ``after`` with the opponent on roll.

    As GridGammon writes it and GNU Backgammon reads it: the number of the column that played,
    checkers of the player now on roll positive, but the bar of the one who played first.  The names are left
    out: they may hold what ends the line's parts.
    """
    mover = after.on_roll
    scores = game.score if mover is Side.LIGHT else game.score[::-1]
    own, other = after.counts(mover), after.counts(mover.other)
    points = [own[point] - other[23 - point] for point in range(24)]
    played = list(Side).index(mover.other)
    fields = (
        match.length, 0, 0, 0, played, mover.value.title(), mover.other.value.title(), int(game.crawford), *scores,
        game.cube, 0, other[24], *points, own[24], 0, 0,
    )  # fmt: skip
    return f"Illegal play ({''.join(f'{field};' for field in fields)})"


def position_from_illegal_play(text: str, on_roll: Side) -> Position:
    """Return the position in the parentheses of :func:`illegal_play_words`, ``on_roll`` the player on roll now.

    Missing checkers are borne off.  Raises :class:`InputError` naming the text.
    """
    fields = text.split(";")
    if len(fields) < _SNOWIE_FIELDS or not all(re.fullmatch(r"-?\d{1,2}", field) for field in fields[_BOARD_FIELDS]):
        raise InputError(f"position {quoted(text)}: expected the 40 fields of Snowie, each with a ';' after it")
    other_bar, *points, own_bar = (int(field) for field in fields[_BOARD_FIELDS])
    bars = Stack(abs(own_bar), abs(other_bar))
    # Snowie itself has the bars the other way round, which may show by the number of checkers.
    boards = [Position(tuple(points), bar) for bar in (bars, Stack(bars.dark, bars.light))]
    board = next((board for board in boards if max(board.checkers(side) for side in Side) <= CHECKERS), None)
    if board is None:
        raise InputError(f"position {quoted(text)}: a side would have more than {CHECKERS} checkers")
    position = Position.from_id(board.id())  # missing checkers are borne off
    return position if on_roll is Side.LIGHT else position.mirrored()


_LEFT_SCORE: Final = re.compile(r":\s*(\d{1,6})\s+")
_SCORE: Final = re.compile(r"\s*(\d{1,6})")
_SCORE_AND_MORE: Final = re.compile(r"\s*(\d{1,6})(?:\s\D.*|\s*[(\[].*)")


def names_and_scores(line: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    """Return the names and scores of a line such as ``Anna : 0   Ben : 2``; None for any other line."""
    rest, _, last = line.strip().replace("：", ":").rpartition(":")
    left = _LEFT_SCORE.search(rest)
    right = _SCORE.fullmatch(last) or _SCORE_AND_MORE.fullmatch(last)
    if not left or not right:
        return None
    return (rest[: left.start()].rstrip(), rest[left.end() :].rstrip()), (int(left[1]), int(right[1]))
