"""Reads ``.mat`` text in the dialects in use: GNU Backgammon, Jellyfish, XG, servers.

There are two columns, Light on the left.  A line is split by the words it holds, not by fixed
columns, because every program pads differently; only the first word of a line and a lone
``Wins`` are assigned to left or right by their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play, is_closed_out
from companion.games.backgammon.position import START, Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side, Stack
from companion.record.files.limits import (
    MOST_CUBE,
    check_actions,
    check_games,
    check_lines,
    check_problems,
    check_variation,
)
from companion.record.files.mat_words import (
    COMMENT_KEY,
    NAME_KEYS,
    RULES_KEY,
    STAKE_KEY,
    MatCell,
    MatMark,
    MatRemark,
    column_name,
    position_from_illegal_play,
    position_from_set_pos,
    stake_from_text,
)  # fmt: skip
from companion.record.files.reading import Problem, ReadMatch
from companion.record.match import Action, Double, Drop, Game, Match, MatchScore, Pass, Placed, Roll, Take, Win
from companion.record.replaying import ReplayedTurn, marked, turns
from companion.record.scores import is_crawford_by_score

_LINE_END: Final = re.compile("\r\n?|\n")
_HEADER: Final = re.compile(r'[;#]\s*\[(?P<key>[^"\]]+?)\s*"(?P<value>.*)')
_LENGTH: Final = re.compile(
    r"\s*(?:(?P<points>\d{1,6})\s+points?\s+match|(?:money|unlimited)\s+(?:match|session|game))", re.IGNORECASE
)
_GAME: Final = re.compile(r"\s*Game\s+\d+\b[^:]*$", re.IGNORECASE)
_LEFT_SCORE: Final = re.compile(r":\s*(\d{1,6})\s+")
_SCORE: Final = re.compile(r"\s*(\d{1,6})")
_NUMBER: Final = re.compile(r"\s*(\d{1,6})\)")
_ITEM: Final = re.compile(
    r"""(?=\S)(?<![^\s)])(?:
      (?P<roll>[1-6][1-6]):(?:\s*illegal\s+(?:play|move)\s*\((?P<board>[^)]*)\))?
    | (?P<number>\d{1,6}\))(?=\s|$)
    | (?P<junk>\d\d:)
    | (?P<double>(?:re)?doubles?|beavers?|raccoons?)\b(?:\s*=>\s*(?P<value>\d{1,6}))?
    | (?P<take>takes?|accepts?)\b
    | (?P<drop>drops?|passes|rejects?)\b
    | (?P<end>wins|losses|loses)\s+(?P<points>\d{1,6})\s+points?(?:\s+and\s+the\s+match)?
    | (?P<concede>concedes|resigns)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_LINE: Final = 4000
_LINES_BETWEEN_CHECKS: Final = 1000
# In every dialect the left cell begins at most this far after the line's number, the right one farther.
_LEFT_GAP: Final = 10
_LEFT_WINS_BEFORE: Final = 20
_UNWRITTEN: Final = re.compile(r"\?*")
_DANCE: Final = re.compile(r"(?:cannot|can't|no|unable\s+to)\s+(?:legal\s+)?(?:move|play)s?", re.IGNORECASE)
_STANDINGS: Final = {MatMark.ILLEGAL: MatchScore.ILLEGAL, MatMark.UNCERTAIN: MatchScore.UNCERTAIN}
# Header lines of other programs that name a rule: (key, value) and how ours say it.
_RULES_TOLD: Final[Mapping[tuple[str, str], str]] = {
    ("CubeLimit", "1"): "cube=false",
    ("Crawford", "off"): "crawford=false",
    ("Jacoby", "on"): "jacoby=true",
    ("Beaver", "on"): "beavers=true",
}


@dataclass(slots=True)
class _GameText:
    """A game while its lines are read."""

    line: int
    score: tuple[int, int]
    start: Position = START
    actions: list[Action] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    stake: int = 1
    cube: int = 1
    win: Win | None = None
    win_line: int | None = None
    conceded: Side | None = None

    def add(self, line: int, *actions: Action) -> None:
        self.actions += actions
        self.lines += [line] * len(actions)


def read_mats(text: str) -> tuple[ReadMatch, ...]:
    """Read a whole file's text, in which there may be several matches, as :func:`read_mat` does."""
    return (read_mat(text),)


def read_mat(text: str) -> ReadMatch:
    """Read a whole file's text.

    Raises :class:`InputError` if it is no match file at all; single lines that make no sense
    are reported as problems.
    """
    return _Reader().read(text)


class _Reader:
    def __init__(self) -> None:
        self.header: dict[str, str] = {}
        self.comments: list[str] = []
        self.remarks: dict[MatCell, MatRemark] = {}
        self.stakes: dict[int, int] = {}
        self.length: int | None = None
        self.names: tuple[str, str] | None = None
        self.games: list[_GameText] = []
        self.game_line: int | None = None
        self.in_game = False
        self.problems: list[Problem] = []

    def read(self, text: str) -> ReadMatch:
        lines = _LINE_END.split(text.removeprefix("\ufeff"))
        check_lines(len(lines))
        for number, line in enumerate(lines, start=1):
            self._line(number, line)
            if number % _LINES_BETWEEN_CHECKS == 0:
                self._check()
        if self.length is None or self.names is None:
            raise InputError("expected a match file with a line such as '7 point match' and at least one game")
        self._check()
        if self.comments:
            self.header[COMMENT_KEY] = "\n".join(self.comments)
        return self._reading(self.length, self.names)

    def _check(self) -> None:
        check_games(len(self.games))
        check_actions(sum(len(game.actions) for game in self.games))
        check_problems(len(self.problems))

    def _line(self, number: int, line: str) -> None:
        if len(line) > _LONGEST_LINE or len(line := line.expandtabs()) > _LONGEST_LINE:
            self._problem(number, f"a line of {len(line)} characters, expected at most {_LONGEST_LINE}")
            return
        line = line.rstrip()
        if not line:
            return
        if line.lstrip()[0] in ";#" and not self._may_be_names(line):
            self._comment(number, line.strip())
        elif self.length is None:
            if found := _LENGTH.match(line):
                self.length = int(found["points"] or 0)
        elif _GAME.match(line):
            self.in_game, self.game_line = False, number
        elif not self.in_game:
            self._names(number, line)
        else:
            self._cells(number, line)

    # --- lines that are no moves ---------------------------------------------------------------------

    def _may_be_names(self, line: str) -> bool:
        """Whether a line that begins like a comment is in the place of names: a player may be called #1."""
        return self.game_line is not None and _names_and_scores(line) is not None

    def _comment(self, number: int, line: str) -> None:
        if self.in_game and self._is_set_up(number, line):
            return
        if found := _HEADER.match(line):
            # Some lines lack their end.
            self._fact(found["key"], found["value"].rstrip().removesuffix("]").rstrip().removesuffix('"'))
        elif said := line[1:].strip():
            self.comments.append(said)

    def _fact(self, key: str, value: str) -> None:
        remark, stake = MatRemark.from_fact(key, value), stake_from_text(value)
        if remark:
            self.remarks[remark.cell] = remark
        elif stake and key == STAKE_KEY:
            self.stakes[stake[0]] = stake[1]
        elif key == COMMENT_KEY:
            self.comments.append(value)
        else:
            self.header[key] = value

    def _is_set_up(self, number: int, line: str) -> bool:
        game = self.games[-1]
        try:
            position = position_from_set_pos(line)
        except InputError as error:
            self._problem(number, str(error))
            return True
        if position is None:
            return False
        if game.actions:
            game.add(number, Placed(_with_borne_off(position, game.start)))
        else:
            game.start = replace(position, off=Stack(0, 0))
        return True

    def _names(self, number: int, line: str) -> None:
        found = _names_and_scores(line)
        if not found:
            self._problem(number, f"{quoted(line.strip())}: expected names and scores")
            return
        names, score = found
        self.names = self.names or names
        begin, self.game_line = self.game_line or number, None
        cube = self.stakes.get(len(self.games) + 1, 1)
        self.games.append(_GameText(begin, score, cube=cube, stake=cube))
        self.in_game = True

    # --- the cells of a line ---------------------------------------------------------------------------

    def _cells(self, number: int, line: str) -> None:
        numbered = _NUMBER.match(line)
        start = numbered.end() if numbered else 0
        move = int(numbered[1]) if numbered else None
        items = list(_ITEM.finditer(line, start))
        ends = [*(item.start() for item in items), len(line)]
        if not _UNWRITTEN.fullmatch(before := line[start : ends[0]].strip()):
            self._problem(number, f"{quoted(before)} is no move, cube action or result")
        column: Side | None = None  # of the last cell on this line
        for item, end in zip(items, ends[1:], strict=True):
            text = line[item.end() : end].strip()
            if item["end"]:
                self._end(number, item, text, column)
            elif item["concede"]:
                self.games[-1].conceded = self._who_concedes(line, start, item, column)
            elif item["number"]:
                # The beginning of another line: what follows is a left cell again.
                self._problem(number, f"{quoted(line[item.start() : end].strip())} in the middle of a line")
                start, move, column = item.end(), None, None
                continue
            elif item["junk"]:
                self._problem(number, f"{quoted(line[item.start() : end].strip())} is no roll of two dice")
            column = _first_column(start, item) if column is None else Side.DARK
            if not (item["end"] or item["concede"] or item["junk"]):
                self._action(number, move, column, item, text)

    def _who_concedes(self, line: str, start: int, item: re.Match[str], column: Side | None) -> Side:
        if column is None:
            return _first_column(start, item)
        # "32: Concedes": the player who has just rolled; a cell of its own is farther off.
        return column if re.search(r":\s{0,2}$", line[: item.start()]) else Side.DARK

    def _end(self, number: int, item: re.Match[str], text: str, column: Side | None) -> None:
        game = self.games[-1]
        if text:
            self._problem(number, f"{quoted(text)} after {item[0].strip()!r}")
        side = Side.LIGHT if column is None and item.start() < _LEFT_WINS_BEFORE else Side.DARK
        if item["end"].lower() != "wins":
            side = side.other
        if game.conceded:
            side = game.conceded.other
        elif column is Side.DARK and game.actions and isinstance(game.actions[-1], Drop):
            side = Side.LIGHT  # behind both cells of a line: neither column says who
        game.win, game.win_line = Win(side, int(item["points"])), number

    def _action(self, number: int, move: int | None, side: Side, item: re.Match[str], text: str) -> None:
        game = self.games[-1]
        if item["roll"]:
            self._roll(number, move, side, item, text)
            return
        if text:
            self._problem(number, f"{quoted(text)} after {item[0].strip()!r}")
        if item["double"]:
            value = int(item["value"] or 2 * game.cube)
            if not 0 < value <= MOST_CUBE:
                self._problem(number, f"a double to {value:,}, expected a number from 1 to {MOST_CUBE:,}")
                return
            game.cube = value
            game.add(number, Double(side, game.cube))
        elif item["drop"]:
            game.add(number, Drop(side))
        elif not _is_beaver(game.actions):  # a resignation that needs no answer
            game.add(number, Take(side))

    def _roll(self, number: int, move: int | None, side: Side, item: re.Match[str], text: str) -> None:
        game = self.games[-1]
        remark = self.remarks.get(MatCell(len(self.games), move, side)) if move is not None else None
        dice = Dice.from_text(item["roll"])
        if remark and remark.mark is MatMark.PASSED:
            game.add(number, Pass(side))
        elif remark and remark.play:
            game.add(number, Roll(side, dice, remark.play, _STANDINGS[remark.mark]))
        elif item["board"] is not None:
            self._placed(number, Roll(side, dice, None, MatchScore.ILLEGAL), item["board"], told=remark is not None)
        else:
            standing = _STANDINGS[remark.mark] if remark else MatchScore.LEGAL
            game.add(number, self._played(number, Roll(side, dice, None, standing), text))

    def _placed(self, number: int, roll: Roll, board: str, *, told: bool) -> None:
        game = self.games[-1]
        game.add(number, roll)
        try:
            position = position_from_illegal_play(board, roll.side.other)
        except InputError as error:
            self._problem(number, str(error))
            return
        game.add(number, Placed(_with_borne_off(position, game.start)))
        if not told:
            self._problem(number, f"{roll.dice.text()}: an illegal play that is not written, only where it led")

    def _played(self, number: int, roll: Roll, text: str) -> Roll:
        if _UNWRITTEN.fullmatch(text):
            return roll
        try:
            return replace(roll, play=Play() if _DANCE.fullmatch(text) else Play.from_text(text))
        except InputError as error:
            self._problem(number, str(error))
            return replace(roll, standing=MatchScore.ILLEGAL)

    def _problem(self, number: int, reason: str) -> None:
        self.problems.append(Problem(len(self.games) or None, number, "parse", reason))

    # --- the whole -------------------------------------------------------------------------------------

    def _reading(self, length: int, names: tuple[str, str]) -> ReadMatch:
        check_variation(self.header)
        rules = self._rules()
        games = tuple(
            _with_passes(marked(game, rules, fill_in=True), text.lines, rules)
            for text, game in zip(self.games, self._games(length, rules), strict=True)
        )
        return ReadMatch(
            Match(_full_names(names, self.header), length, games, rules.text(), self.header),
            tuple(tuple(game.lines) for game in self.games),
            tuple(game.win_line for game in self.games),
            tuple(self.problems),
            tuple(game.line for game in self.games),
        )

    def _rules(self) -> RuleSet:
        if RULES_KEY in self.header:
            try:
                rules = RuleSet.from_text(self.header[RULES_KEY])
            except InputError as error:
                self.problems.append(Problem(None, None, "parse", str(error)))  # some other program's word
            else:
                del self.header[RULES_KEY]
                return rules
        told = [change for (key, value), change in _RULES_TOLD.items() if self.header.get(key, "").lower() == value]
        return RuleSet.from_text(" ".join([Match().rules, *told]))

    def _games(self, length: int, rules: RuleSet) -> Iterator[Game]:
        earlier: list[tuple[int, int]] = []
        for text in self.games:
            first = next((action.side for action in text.actions if not isinstance(action, Placed)), Side.LIGHT)
            start = text.start if text.start is START else replace(text.start, on_roll=first)
            game = Game(text.score, tuple(text.actions), text.win, start=start, cube=text.stake)
            yield replace(game, crawford=is_crawford_by_score(game, length, earlier, rules))
            earlier.append(text.score)


def _names_and_scores(line: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    rest, _, last = line.strip().rpartition(":")
    left, right = _LEFT_SCORE.search(rest), _SCORE.fullmatch(last)
    if not left or not right:
        return None
    return (rest[: left.start()].rstrip(), rest[left.end() :].rstrip()), (int(left[1]), int(right[1]))


def _first_column(start: int, item: re.Match[str]) -> Side:
    return Side.LIGHT if item.start() - start < _LEFT_GAP else Side.DARK


def _is_beaver(actions: list[Action]) -> bool:
    """Whether a double has just been answered by a double; one more is a raccoon."""
    return len(list(takewhile(lambda action: isinstance(action, Double), reversed(actions)))) == 2


def _with_borne_off(position: Position, start: Position) -> Position:
    """A position of a game that began with fewer checkers: those it never had are not borne off."""
    light, dark = (max(start.checkers(side) - position.checkers(side), 0) for side in Side)
    return replace(position, off=Stack(light, dark))


def _full_names(names: tuple[str, str], header: dict[str, str]) -> tuple[str, str]:
    """The names of the columns, or the header's names that could not be written there."""
    full = []
    for key, name, side in zip(NAME_KEYS, names, Side, strict=True):
        told = header.get(key, name)
        cut = told.split() != name.split() and column_name(told, side) == name
        full.append(header.pop(key) if cut else name)
    light, dark = full
    return light, dark


def _with_passes(game: Game, lines: list[int], rules: RuleSet) -> Game:
    """The game with a pass wherever a closed out player has an empty cell between two turns of the opponent."""
    passes = [index for turn, later in pairwise(turns(game, rules)) if (index := _passed_at(game, turn, later))]
    actions = list(game.actions)
    for index in reversed(passes):
        side = next(action.side for action in actions[index:] if not isinstance(action, Placed)).other
        actions.insert(index, Pass(side))
        lines.insert(index, lines[index])
    return replace(game, actions=tuple(actions))


def _passed_at(game: Game, turn: ReplayedTurn, later: ReplayedTurn) -> int | None:
    """The place of a pass between two turns; None if nobody passed."""
    side, between = later.roll.side, game.actions[turn.index + 1 : later.index]
    told = any(isinstance(action, Pass | Placed) for action in between)
    if turn.roll.side is not side or told or not is_closed_out(later.before, side.other):
        return None
    # A player who doubled before the second roll did so in that turn.
    own_double = bool(between) and isinstance(between[0], Double) and between[0].side is side
    return turn.index + 1 if own_double else later.index
