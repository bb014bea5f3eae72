"""A match of backgammon as a row of digits, see :mod:`.short`.

First come the names, length, rules, header lines and games, then the actions one by one.  An action is one digit of
base :data:`_BASE`: the end of the game; a roll, by the numbers of the dice, followed by the place of its play among the
legal ones; a cube action; or a sign that the action is written out.  The side follows from the turn before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from companion.games.backgammon import Dice, Play, Position, legal_plays
from companion.games.backgammon.dice import FACES
from companion.games.backgammon.plays import MOST_STEPS, CheckerMove
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.files.document import action_from, action_values, document, match_from_values
from companion.record.files.node import Node
from companion.record.files.short_digits import Reader, Writer, chosen
from companion.record.match import Action, Double, Drop, Game, Match, MatchScore, Pass, Placed, Roll, Take, Win
from companion.record.replaying import marked, rules_of, turns
from companion.record.scores import is_crawford_by_score, score_after

_END: Final = 0
_ROLLS: Final = tuple(Dice(first, second) for first in FACES for second in FACES)
_FIRST_ROLL: Final = 1
_DOUBLE, _TAKE, _DROP, _OTHER_SIDE, _SPELLED, _WRITTEN = range(_FIRST_ROLL + len(_ROLLS), 7 + len(_ROLLS))
_BASE: Final = 7 + len(_ROLLS)
_NO_PLAY: Final = MOST_STEPS + 1
_PLACES: Final = 26
"""The points with the bar, 25, and off, 0."""
_STANDINGS: Final = tuple(MatchScore)
_REMEMBERED: Final = 64


def write(match: Match, writer: Writer) -> None:
    """Write a match.  Raises :class:`InputError` if its rules cannot be read."""
    rules, games = rules_of(match), tuple(marked(game, rules_of(match)) for game in match.games)
    writer.values({"names": list(match.names), "length": match.length, "rules": match.rules,
                   "header": dict(match.header), "games": _heads(replace(match, games=games), rules)})  # fmt: skip
    for game in games:
        _write_game(game, rules, writer)


def read(reader: Reader) -> Match:
    """Return the match.  Raises ValueError if there is none."""
    values = reader.values()
    heads = values.pop("games")
    match = match_from_values({**values, "games": []})
    rules = rules_of(match)
    for head in heads:
        game = _begun(head, match, rules)
        match = replace(match, games=(*match.games, _read_game(game, rules, reader)))
    return match


# --- what a game is besides its actions ----------------------------------------------------------------------------


def _heads(match: Match, rules: RuleSet) -> list[Any]:
    """Of each game the points, those of Dark negative, 0 for no end; or all about it where it is not as usual."""
    heads: list[Any] = []
    for number, game in enumerate(match.games):
        points = 0 if game.win is None else game.win.points * (1 if game.win.side is Side.LIGHT else -1)
        win = None if game.win is None else Win(game.win.side, game.win.points)
        usual = replace(_usual(replace(match, games=match.games[:number]), rules), win=win)
        stripped = replace(game, actions=(), properties={})
        heads.append(points if stripped == usual else document(replace(match, games=(stripped,)))["games"][0])
    return heads


def _usual(before: Match, rules: RuleSet) -> Game:
    """The game that follows these."""
    game = Game(score_after(before.games[-1]) if before.games else (0, 0))
    return replace(game, crawford=is_crawford_by_score(game, before.length, [one.score for one in before.games], rules))


def _begun(head: Any, before: Match, rules: RuleSet) -> Game:
    if isinstance(head, Mapping):
        return match_from_values({"names": ["", ""], "length": 0, "rules": before.rules, "games": [head]}).games[0]
    game = _usual(before, rules)
    if not head:
        return game
    side = Side.LIGHT if head > 0 else Side.DARK
    return replace(game, win=Win(side, abs(head)))


# --- the actions ---------------------------------------------------------------------------------------------------


def _write_game(game: Game, rules: RuleSet, writer: Writer) -> None:
    table = _Table(game, rules)
    for action in game.actions:
        side = getattr(action, "side", table.side)
        expected = table.side.other if isinstance(action, Take | Drop) else table.side
        if not isinstance(action, Placed) and side is not expected:
            writer.digit(_OTHER_SIDE, _BASE)
            table.side = table.side.other
        _write_action(action, table, writer)
        table.take(action)
    writer.digit(_END, _BASE)
    writer.also(table.text)


def _write_action(action: Action, table: _Table, writer: Writer) -> None:
    match action:
        case Roll(dice=dice, play=Play() as play, standing=MatchScore.LEGAL) if play in (ends := table.plays(dice)):
            writer.digit(_FIRST_ROLL + _ROLLS.index(dice), _BASE)
            writer.digit(ends.index(play), len(ends))
        case Roll(dice=dice, play=play, standing=standing):
            writer.digit(_SPELLED, _BASE)
            writer.digit(_ROLLS.index(dice), len(_ROLLS))
            writer.digit(_STANDINGS.index(standing), len(_STANDINGS))
            _write_play(play, writer)
        case Double(value=value) if value == 2 * table.cube:
            writer.digit(_DOUBLE, _BASE)
        case Take():
            writer.digit(_TAKE, _BASE)
        case Drop():
            writer.digit(_DROP, _BASE)
        case _:
            writer.digit(_WRITTEN, _BASE)
            writer.values(action_values(action))


def _write_play(play: Play | None, writer: Writer) -> None:
    writer.digit(_NO_PLAY if play is None else len(play.steps), _NO_PLAY + 1)
    for step in play.steps if play is not None else ():
        writer.digit(step.start, _PLACES)
        writer.digit(step.end, _PLACES)
        writer.digit(int(step.hit), 2)


def _read_game(game: Game, rules: RuleSet, reader: Reader) -> Game:
    table = _Table(game, rules)
    actions: list[Action] = []
    while (kind := reader.digit(_BASE)) != _END:
        if kind == _OTHER_SIDE:
            table.side = table.side.other
            continue
        actions.append(_read_action(kind, table, reader))
        table.take(actions[-1])
    reader.also(table.text)
    return replace(game, actions=tuple(actions))


def _read_action(kind: int, table: _Table, reader: Reader) -> Action:
    match kind:
        case _ if kind == _SPELLED:
            dice, standing = chosen(_ROLLS, reader.digit(len(_ROLLS))), _STANDINGS[reader.digit(len(_STANDINGS))]
            return Roll(table.side, dice, _read_play(reader), standing)
        case _ if kind == _DOUBLE:
            return Double(table.side, 2 * table.cube)
        case _ if kind == _TAKE:
            return Take(table.side.other)
        case _ if kind == _DROP:
            return Drop(table.side.other)
        case _ if kind == _WRITTEN:
            return action_from(Node(reader.values()))
    dice = _ROLLS[kind - _FIRST_ROLL]
    plays = table.plays(dice)
    if not plays:
        raise ValueError("a roll where nobody can roll")
    return Roll(table.side, dice, plays[reader.digit(len(plays))])


def _read_play(reader: Reader) -> Play | None:
    steps = reader.digit(_NO_PLAY + 1)
    if steps == _NO_PLAY:
        return None
    places = [(reader.digit(_PLACES), reader.digit(_PLACES), reader.digit(2)) for _ in range(steps)]
    return Play(tuple(CheckerMove(start, end, hit=bool(hit)) for start, end, hit in places))


class _Table:
    """The side to act, the cube, and the checkers, each None if unknown."""

    def __init__(self, game: Game, rules: RuleSet) -> None:
        self._rules: Final = rules
        self.side = Side.LIGHT
        self.cube = game.cube
        self._offered = game.cube
        self._position: Position | None = game.start

    @property
    def text(self) -> str:
        """The board, for the checksum: other rules lead to another one."""
        return repr(self._position)

    def plays(self, dice: Dice) -> tuple[Play, ...]:
        """The legal plays in the order of the positions that they lead to."""
        if self._position is None:
            return ()
        return _plays(replace(self._position, on_roll=self.side), dice, self._rules)

    def take(self, action: Action) -> None:
        match action:
            case Roll(side=side):
                if self._position is not None:
                    at = Game(actions=(action,), start=self._position)
                    self._position = next(turns(at, self._rules)).after
                self.side = side.other
            case Pass(side=side):
                self.side = side.other
            case Placed(position=position):
                self._position, self.side = position, position.on_roll
            case Double(value=value):
                self._offered = value
            case Take():
                self.cube = self._offered


@lru_cache(maxsize=_REMEMBERED)
def _plays(position: Position, dice: Dice, rules: RuleSet) -> tuple[Play, ...]:
    ends = legal_plays(position, dice, rules)
    return tuple(ends[end] for end in sorted(ends, key=lambda end: (end.points, end.bar, end.off)))
