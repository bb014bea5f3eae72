"""Writes ``.mat`` text, the match file that every backgammon program reads.

Source: FORMATS.md section 4 of the design: what GNU Backgammon 1.07 writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, assert_never

from companion.errors import InputError
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import START
from companion.games.rules import Side
from companion.record.match import Action, Double, Drop, Game, Match, Roll, Take
from companion.record.replaying import marked, rules_of

HEADER_KEYS: Final = ("Site", "Event", "Round", "EventDate", "Transcriber")
RULES_KEY: Final = "Rules"
_USUAL_RULES: Final = Match().rules
_LEFT_WIDTH: Final = 27
_NAME_WIDTH: Final = 31


def mat_text(match: Match) -> str:
    """A match as ``.mat`` text: Light on the left, bar 25, off 0, one word for each number played.

    Raises :class:`InputError` for what the format cannot hold: a game with another start position.
    """
    rules = rules_of(match)
    lines = [*_header(match), f" {match.length} point match", ""]
    for number, game in enumerate(match.games, start=1):
        if replace(game.start, on_roll=START.on_roll) != START:
            raise InputError(f"game {number}: starts from a position of its own, which .mat cannot hold; use .json")
        lines += [f" Game {number}", _names(match, game), *_moves(marked(game, rules)), ""]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _header(match: Match) -> list[str]:
    keys = [*HEADER_KEYS, *(key for key in match.header if key not in HEADER_KEYS)]
    values = {key: match.header[key] for key in keys if key in match.header}
    if match.rules != _USUAL_RULES:
        values[RULES_KEY] = match.rules
    lines = [f'; [{key} "{_one_line(value).replace(chr(34), chr(39))}"]' for key, value in values.items()]
    return [*lines, ""] if lines else []


def _names(match: Match, game: Game) -> str:
    named = zip(match.names, game.score, Side, strict=True)
    left, right = (f"{_name(name, side)} : {score}" for name, score, side in named)
    return f" {left:<{_NAME_WIDTH}} {right}" if len(left) >= _NAME_WIDTH else f" {left:<{_NAME_WIDTH}}{right}"


def _name(name: str, side: Side) -> str:
    # A colon ends the name; GNU Backgammon 1.07 aborts on an empty one.
    return _one_line(name.replace(":", " ")) or side.value.title()


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _moves(game: Game) -> list[str]:
    rows: list[list[str | None]] = []
    for side, cell in _cells(game):
        column = 0 if side is Side.LIGHT else 1
        # Time runs from left to right: a left cell always begins a line.
        if not rows or column == 0 or rows[-1][1] is not None:
            rows.append([None, None])
        rows[-1][column] = cell
    lines = [f"{n:>3}) {left or '':<{_LEFT_WIDTH}} {right or ''}" for n, (left, right) in enumerate(rows, start=1)]
    return _with_win(lines, game)


def _with_win(lines: list[str], game: Game) -> list[str]:
    if game.win is None:
        return lines
    wins = f"Wins {game.win.points} point{'s' * (game.win.points != 1)}"
    if game.win.side is Side.LIGHT:
        return [*lines, f"{'':6}{wins}"]
    if game.actions and game.actions[-1].side is Side.LIGHT:
        match game.actions[-1]:
            case Roll(play=None):
                gap = " "  # one less than elsewhere, as GNU Backgammon has it
            case _:
                gap = "  "
        return [*lines[:-1], f"{lines[-1].rstrip():<{5 + _LEFT_WIDTH}}{gap}{wins}"]
    return [*lines, f"{'':34}{wins}"]


def _cells(game: Game) -> Iterator[tuple[Side, str]]:
    before: Action | None = None
    for action in game.actions:
        yield action.side, _cell(action, beaver=isinstance(before, Double) and isinstance(action, Double))
        before = action


def _cell(action: Action, *, beaver: bool) -> str:
    match action:
        case Roll(dice=dice, play=play):
            return f"{dice.text()}: {_words(play)}" if play else f"{dice.text()}:"
        case Double(value=value):
            # A double answered by a double is a beaver: no take follows it.
            return f" Beavers => {value}" if beaver else f" Doubles => {value}"
        case Take():
            return " Takes"
        case Drop():
            return " Drops"
    assert_never(action)


def _words(play: Play) -> str:
    words = []
    starred: set[int] = set()
    for step in play.steps:
        star = "*" if step.hit and step.end not in starred else ""
        starred |= {step.end} if star else set()
        words.append(f"{step.start}/{step.end}{star}")
    return " ".join(words)
