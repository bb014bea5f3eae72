"""Reads ``.mat`` text in the dialects that are about: GNU Backgammon, Jellyfish, XG, servers.

Two columns, Light on the left.  A line is taken apart by the words it holds, not by fixed
columns, because every program pads differently; only the first word of a line and a lone
``Wins`` are told left from right by where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play
from companion.games.backgammon.ruleset import RULE_SETS
from companion.games.rules import Side
from companion.record.mat import RULES_KEY
from companion.record.match import Action, Double, Drop, Game, Match, Roll, Standing, Take, Win
from companion.record.reading import Problem, Reading
from companion.record.replaying import marked
from companion.record.scores import is_crawford

_HEADER: Final = re.compile(r'[;#]\s*\[(?P<key>[^"\]]+?)\s*"(?P<value>.*)"\s*\]\s*$')
_LENGTH: Final = re.compile(r"\s*(?:(\d+)\s+point match|(?:money|unlimited)\s+(?:match|session|game))", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*Game\s+(\d+)\s*$", re.IGNORECASE)
_NAMES: Final = re.compile(r"\s*(?P<left>.*?)\s*:\s*(?P<l>\d+)\s+(?P<right>.*?)\s*:\s*(?P<r>\d+)\s*$")
_NUMBER: Final = re.compile(r"\s*\d+\)")
_ITEM: Final = re.compile(
    r"""(?<![^\s)])(?:
      (?P<roll>[1-6][1-6]):
    | (?P<junk>00:|\d+\)(?=\s|$))
    | (?P<double>(?:re)?doubles?|beavers?|raccoons?)\b(?:\s*=>\s*(?P<value>\d+))?
    | (?P<take>takes?|accepts?)\b
    | (?P<drop>drops?|passes|rejects?)\b
    | (?P<end>wins|losses|loses)\s+(?P<points>\d+)\s+points?(?:\s+and\s+the\s+match)?
    | (?P<concede>concedes|resigns)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
# In every dialect the left cell begins at most this far behind the line's number, the right one farther.
_LEFT_GAP: Final = 10
_LEFT_WINS_BEFORE: Final = 20
_VARIATION: Final = "backgammon"
_UNWRITTEN: Final = re.compile(r"\?*")


@dataclass(slots=True)
class _GameText:
    """A game while its lines are read."""

    score: tuple[int, int]
    actions: list[Action] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    cube: int = 1
    win: Win | None = None
    win_line: int | None = None
    conceded: Side | None = None


def read_mat(text: str) -> Reading:
    """Read a whole file's text.

    Raises :class:`InputError` where it is no match file at all; single lines that make no sense
    are reported as problems.
    """
    return _Reader().read(text)


class _Reader:
    def __init__(self) -> None:
        self.header: dict[str, str] = {}
        self.length: int | None = None
        self.names: tuple[str, str] | None = None
        self.games: list[_GameText] = []
        self.in_game = False
        self.problems: list[Problem] = []

    def read(self, text: str) -> Reading:
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
            self._line(number, line.expandtabs().rstrip())
        if self.length is None or self.names is None:
            raise InputError("expected a match file with a line such as '7 point match' and at least one game")
        return self._reading(self.length, self.names)

    def _line(self, number: int, line: str) -> None:
        if not line:
            return
        if line.lstrip()[0] in ";#":
            if found := _HEADER.match(line.strip()):
                self.header[found["key"]] = found["value"]
        elif self.length is None:
            if found := _LENGTH.match(line):
                self.length = int(found[1] or 0)
        elif _GAME.match(line):
            self.in_game = False
        elif not self.in_game:
            self._names(number, line)
        elif not self._items(number, line):
            self._problem(number, "not-understood", f"{line.strip()!r} is no move, cube action or result")

    def _names(self, number: int, line: str) -> None:
        found = _NAMES.match(line)
        if not found:
            self._problem(number, "not-understood", f"{line.strip()!r}: expected names and scores")
            return
        names = found["left"], found["right"]
        self.names = self.names or names
        self.games.append(_GameText((int(found["l"]), int(found["r"]))))
        self.in_game = True

    def _items(self, number: int, line: str) -> bool:
        numbered = _NUMBER.match(line)
        start = numbered.end() if numbered else 0
        items = list(_ITEM.finditer(line, start))
        side: Side | None = None
        ends = [*(item.start() for item in items[1:]), len(line)]
        for item, end in zip(items, ends, strict=False):
            text = line[item.end() : end].strip()
            if item["junk"]:
                continue
            if item["end"]:
                self._end(number, item)
            elif item["concede"]:
                self.games[-1].conceded = self._who_concedes(line, start, item, side)
            else:
                side = _first_side(start, item) if side is None else Side.DARK
                self._action(number, side, item, text)
        return bool(items) or not line[start:].strip()

    def _who_concedes(self, line: str, start: int, item: re.Match[str], side: Side | None) -> Side:
        if side is None:
            return _first_side(start, item)
        # "32: Concedes": the player who has just rolled; a cell of its own stands farther off.
        return side if re.search(r":\s{0,2}$", line[: item.start()]) else Side.DARK

    def _end(self, number: int, item: re.Match[str]) -> None:
        game = self.games[-1]
        side = Side.LIGHT if item.start() < _LEFT_WINS_BEFORE else Side.DARK
        if item["end"].lower() != "wins":
            side = side.other
        if game.conceded:
            side = game.conceded.other
        game.win, game.win_line = Win(side, int(item["points"])), number

    def _action(self, number: int, side: Side, item: re.Match[str], text: str) -> None:
        game = self.games[-1]
        action: Action
        if item["roll"]:
            action = self._roll(number, side, Dice.from_text(item["roll"]), text)
        elif item["double"]:
            action = Double(side, int(item["value"] or 2 * game.cube))
            game.cube = action.value
        elif item["take"]:
            action = Take(side)
        else:
            action = Drop(side)
        if text and not item["roll"]:
            self._problem(number, "not-understood", f"{text!r} after {item[0].strip()!r}")
        game.actions.append(action)
        game.lines.append(number)

    def _roll(self, number: int, side: Side, dice: Dice, text: str) -> Roll:
        if _UNWRITTEN.fullmatch(text):
            return Roll(side, dice, None)
        try:
            return Roll(side, dice, Play.from_text(text))
        except InputError as error:
            self._problem(number, "not-understood", str(error))
            return Roll(side, dice, None, Standing.ILLEGAL)

    def _problem(self, number: int, kind: str, reason: str) -> None:
        self.problems.append(Problem(len(self.games) or None, number, kind, reason))

    def _reading(self, length: int, names: tuple[str, str]) -> Reading:
        variation = self.header.get("Variation", _VARIATION)
        if variation.lower() != _VARIATION:
            raise InputError(f"variation {variation!r}: expected a match of backgammon from the usual start")
        rules = self.header.pop(RULES_KEY, Match().rules)
        if rules not in RULE_SETS:
            raise InputError(f"rules {rules!r}: expected one of {', '.join(RULE_SETS)}")
        games = _games(length, self.games)
        completed = tuple(marked(game, RULE_SETS[rules], fill_in=True) for game in games)
        return Reading(
            Match(names, length, completed, rules, self.header),
            tuple(tuple(game.lines) for game in self.games),
            tuple(game.win_line for game in self.games),
            tuple(self.problems),
        )


def _first_side(start: int, item: re.Match[str]) -> Side:
    return Side.LIGHT if item.start() - start < _LEFT_GAP else Side.DARK


def _games(length: int, texts: list[_GameText]) -> Iterator[Game]:
    earlier: list[tuple[int, int]] = []
    for text in texts:
        crawford = is_crawford(length, text.score, earlier)
        earlier.append(text.score)
        yield Game(text.score, tuple(text.actions), text.win, crawford)
