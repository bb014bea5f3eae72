"""Writes ``.mat`` text, the match file that every backgammon program reads.

Source: FORMATS.md section 4 of the design: what GNU Backgammon 1.07 writes.  What the columns cannot
say is in the header as marks, in ``; Set Pos=`` lines and ``Illegal play (…)``: :mod:`.mat_words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, assert_never

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play, is_closed_out, legal_plays
from companion.games.backgammon.position import START, Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.files.limits import check_variation
from companion.record.files.mat_spelling import illegal_words, words
from companion.record.files.mat_words import (
    COMMENT_KEY,
    NAME_KEYS,
    RESULT_KEY,
    RULES_KEY,
    STAKE_KEY,
    MatCell,
    MatMark,
    MatRemark,
    cause_text,
    column_name,
    illegal_play_words,
    set_pos_line,
    stake_text,
)
from companion.record.match import (
    Accept,
    Cause,
    Double,
    Drop,
    Game,
    Match,
    MatchScore,
    Pass,
    Placed,
    Refuse,
    Resign,
    Roll,
    Take,
)
from companion.record.replaying import ReplayedTurn, marked, rules_of, turns
from companion.record.table import tables

HEADER_KEYS: Final = ("Site", "Event", "Round", "EventDate", "Transcriber")
_USUAL_RULES: Final = Match().rules
_LEFT_WIDTH: Final = 27
_NAME_WIDTH: Final = 31
_ROW_WIDTH: Final = 5 + _LEFT_WIDTH
_BEAVERS: Final = "Beavers"
_DOUBLES: Final = ("Doubles", _BEAVERS, "Raccoons")
# Means no roll: no number enters against six closed points.
_PASSED_ROLL: Final = Dice(6, 6)


def mat_text(match: Match) -> str:
    """Return a match as ``.mat`` text: Light on the left, bar 25, off 0, one word for each number played.

    An illegal play is written as it was played, or as the position it led to if no words can say it;
    a pass without a roll is written as a roll that cannot be played.  A mark in the header reports either.
    A match without games is written as :meth:`Match.begun`: the names are above a game.  Raises :class:`InputError` for
    a header that names another variation.
    """
    check_variation(match.header)
    match, rules = match.begun(), rules_of(match)
    sheets = [_sheet(match, number, rules) for number in range(len(match.games))]
    marks = [mark for sheet in sheets for mark in sheet.marks]
    games = [line for sheet in sheets for line in (*sheet.lines, "")]
    lines = [*_header(match, marks), f" {match.length} point match", "", *games]
    return "\n".join(line.rstrip() for line in lines) + "\n"


# --- the header ------------------------------------------------------------------------------------


def _header(match: Match, marks: list[str]) -> list[str]:
    facts = [*_facts(match), *marks]
    return [*facts, ""] if facts else []


def _facts(match: Match) -> Iterator[str]:
    values = dict(match.header)
    comments = values.pop(COMMENT_KEY, "")
    values |= {
        key: name
        for key, name, side in zip(NAME_KEYS, match.names, Side, strict=True)
        if column_name(name, side) != _one_line(name)
    }
    if match.rules != _USUAL_RULES:
        values[RULES_KEY] = match.rules
    for key in [*HEADER_KEYS, *(key for key in values if key not in HEADER_KEYS)]:
        if key in values:
            yield _fact(key, values[key])
    for number, game in enumerate(match.games, start=1):
        if game.cube != 1:
            yield _fact(STAKE_KEY, stake_text(number, game.cube))
    for number, game in enumerate(match.games, start=1):
        if game.win is not None and game.win.cause is not Cause.PLAY:
            name = match.names[game.win.side is Side.DARK]
            yield _fact(RESULT_KEY, cause_text(number, game.win, name))
    for comment in comments.splitlines():
        # What looks like one of the facts above would be read as such.
        yield _fact(COMMENT_KEY, comment) if comment.lstrip().startswith("[") else f"; {_one_line(comment)}"


def _fact(key: str, value: str) -> str:
    key = re.sub(r"[]\"]", " ", key)
    return f'; [{_one_line(key)} "{_one_line(value)}"]'


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


# --- a game ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A game as lines, and the header lines about its cells."""

    lines: list[str]
    marks: list[str]


@dataclass(frozen=True, slots=True)
class _Written:
    """A cell: the text in the column of a side, and its mark in the header.

    ``play``: what was played, if the column cannot say it.
    """

    side: Side
    text: str
    mark: MatMark | None = None
    play: Play | None = None


@dataclass(slots=True)
class _Row:
    """A line of two cells, Light's on the left; time runs from left to right."""

    number: int
    left: str = ""
    right: str = ""
    last: Side = Side.LIGHT

    def line(self) -> str:
        return f"{self.number:>3}) {self.left:<{_LEFT_WIDTH}} {self.right}"


def _sheet(match: Match, number: int, rules: RuleSet) -> _Sheet:
    game = marked(match.games[number], rules)
    body: list[_Row | str] = []
    marks = []
    for part in _parts(match, game, rules):
        if isinstance(part, str):
            body.append(part)
            continue
        row = _row_of(part, body)
        if part.mark:
            remark = MatRemark(MatCell(number + 1, row.number, part.side), part.mark, part.play)
            marks.append(_fact(part.mark.value, remark.value()))
    lines = [line if isinstance(line, str) else line.line() for line in body]
    return _Sheet([f" Game {number + 1}", _names(match, game), *_with_win(lines, game, body)], marks)


def _row_of(cell: _Written, body: list[_Row | str]) -> _Row:
    """The line that takes a cell: the last one, if it is free to the right."""
    row = body[-1] if body else ""
    if isinstance(row, str) or cell.side is Side.LIGHT or row.last is Side.DARK:
        row = _Row(1 + next((line.number for line in reversed(body) if isinstance(line, _Row)), 0))
        body.append(row)
    row.last = cell.side
    if cell.side is Side.LIGHT:
        row.left = cell.text
    else:
        row.right = cell.text
    return row


def _names(match: Match, game: Game) -> str:
    named = zip(match.names, game.score, Side, strict=True)
    left, right = (f"{column_name(name, side)} : {score}" for name, score, side in named)
    return f" {left:<{_NAME_WIDTH}}{'' if len(left) < _NAME_WIDTH else ' '}{right}"


def _with_win(lines: list[str], game: Game, body: list[_Row | str]) -> list[str]:
    if game.win is None:
        return lines
    wins = f"Wins {game.win.points} point{'s' * (game.win.points != 1)}"
    if game.win.side is Side.LIGHT:
        return [*lines, f"{'':6}{wins}"]
    last = body[-1] if body else ""
    if isinstance(last, str) or last.last is Side.DARK:
        return [*lines, f"{'':34}{wins}"]
    # After a roll alone one blank less than elsewhere, as GNU Backgammon has it.
    gap = " " if last.left.endswith(":") else "  "
    return [*lines[:-1], f"{lines[-1].rstrip():<{_ROW_WIDTH}}{gap}{wins}"]


def _parts(match: Match, game: Game, rules: RuleSet) -> Iterator[_Written | str]:
    """The cells of a game in order, and between them the lines that set up a position."""
    if (game.start.points, game.start.bar) != (START.points, START.bar):
        yield set_pos_line(game.start, cube=1, owner=None)
    rolled = {turn.index: turn for turn in turns(game, rules)}
    positions = _positions(game, rolled)
    for index, (action, table, position) in enumerate(zip(game.actions, tables(game), positions, strict=False)):
        led_to = _led_to(game, index)
        match action:
            case Roll(side=side):
                said = _said(rolled.get(index), action, led_to, rules, ends=index == len(game.actions) - 1)
                text = said if isinstance(said, str) else illegal_play_words(said, match, game)
                yield _Written(side, f"{action.dice.text()}: {text}".rstrip(), _mark(action), _unsaid(action, said))
            case Pass(side=side):
                closed_out = position is None or is_closed_out(position, side)
                play = "" if closed_out else illegal_play_words(_passed(position, side), match, game)
                yield _Written(side, f"{_PASSED_ROLL.text()}: {play}".rstrip(), MatMark.PASSED)
            case Placed():
                if not _is_in_roll_cell(game, index):
                    yield set_pos_line(action.position, cube=table.cube.value, owner=table.cube.owner)
            case Double() | Take() | Drop():
                if text := _cube_words(
                    action, offered=_doubles_before(game, index), rolled_next=_rolled_next(game, index)
                ):
                    yield _Written(action.side, text)
            case Resign() | Accept() | Refuse():
                pass  # the columns say only how the game ended
            case _:
                assert_never(action)


def _positions(game: Game, rolled: Mapping[int, ReplayedTurn]) -> Iterator[Position | None]:
    """The checkers before each action; None if unknown."""
    position: Position | None = game.start
    for index, action in enumerate(game.actions):
        yield position
        if isinstance(action, Placed):
            position = action.position
        elif index in rolled:
            position = rolled[index].after


def _led_to(game: Game, index: int) -> Position | None:
    """The position placed after an illegal play that is not spelled."""
    match game.actions[index : index + 2]:
        case (Roll(side=side, play=None, standing=MatchScore.ILLEGAL), Placed(position=position)):
            return replace(position, on_roll=side.other)
    return None


def _passed(position: Position | None, side: Side) -> Position:
    assert position is not None
    return replace(position, on_roll=side.other)


def _said(
    turn: ReplayedTurn | None, roll: Roll, led_to: Position | None, rules: RuleSet, *, ends: bool
) -> str | Position:
    """The text after the dice: the play in words, or the position it led to."""
    if led_to is not None:
        return led_to
    if turn is None:
        return words(roll.play) if roll.play else ""
    if turn.after is None:
        return ""  # a word for a checker that is not there ends the import of the whole file
    if turn.play is None or not turn.play.steps:
        # An empty cell is read as a dance, or as the only play there is.
        only = next(iter(legal.values())) if len(legal := legal_plays(turn.before, roll.dice, rules)) == 1 else Play()
        if only.steps and not ends:
            return turn.after
        return "Cannot Move" if turn.play is not None and not turn.legal else ""
    if turn.legal:
        return words(turn.play)
    spelled = illegal_words(turn.before, roll.dice, turn.play)
    return turn.after if spelled is None else spelled


def _unsaid(roll: Roll, said: str | Position) -> Play | None:
    """The play of a roll if words could say it, but the column holds none."""
    in_words = isinstance(said, str) and said != ""
    steps = roll.play.steps if roll.play is not None else ()
    spells = bool(steps) and all(step.start > step.end for step in steps)
    return roll.play if spells and not in_words else None


def _mark(roll: Roll) -> MatMark | None:
    match roll.standing:
        case MatchScore.LEGAL:
            return None
        case MatchScore.UNCERTAIN:
            return MatMark.UNCERTAIN
        case MatchScore.ILLEGAL:
            return MatMark.ILLEGAL
    assert_never(roll.standing)


def _is_in_roll_cell(game: Game, index: int) -> bool:
    return index > 0 and _led_to(game, index - 1) is not None


def _doubles_before(game: Game, index: int) -> int:
    """The number of doubles in a row before an action, counted up to those with a word of their own."""
    last = game.actions[max(index - len(_DOUBLES), 0) : index]
    return len(list(takewhile(lambda action: isinstance(action, Double), reversed(last))))


def _rolled_next(game: Game, index: int) -> bool:
    later = (action for action in game.actions[index + 1 :] if not isinstance(action, Take | Resign | Refuse))
    return isinstance(next(later, None), Roll | Pass)


def _cube_words(action: Double | Take | Drop, *, offered: int, rolled_next: bool) -> str:
    """A word of the cube after so many doubles in a row; empty for one that needs none."""
    match action:
        case Double(value=value):
            # A double answered by a double is a beaver, and that by one more a raccoon.  GNU Backgammon
            # waits for a roll after the word for a beaver: it loses the rolls after a refused one.
            word = _DOUBLES[offered] if offered < len(_DOUBLES) else _DOUBLES[0]
            return f" {word if rolled_next or word != _BEAVERS else _DOUBLES[0]} => {value}"
        case Take():
            # Playing on accepts a beaver; another word would be read as one of the other column.
            return "" if offered == _DOUBLES.index(_BEAVERS) + 1 else " Takes"
        case Drop():
            return " Drops"
    assert_never(action)
