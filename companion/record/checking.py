"""Judges a written match by the rules: plays, turns, cube, ends of games, scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.games.backgammon.explain import explain, picture_of
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.scoring import points_won
from companion.games.rules import Side
from companion.record.match import Action, Double, Drop, Game, Match, Roll, Take
from companion.record.reading import Problem, Reading
from companion.record.replaying import Turn, rules_of, turns
from companion.record.scores import score_after

_MOST_A_GAME_COUNTS = 3


def problems_of(reading: Reading) -> tuple[Problem, ...]:
    """Everything wrong with a match, game by game: what could not be read, then what breaks a rule."""
    match = reading.match
    found = [*reading.problems, *_score_problems(match)]
    for number, game in enumerate(match.games):
        if number == 0 and game.score != (0, 0):
            # The record begins in the middle of a match: the Crawford game may have been before.
            game = replace(game, crawford=False)
        faults = _faults(match, game, last=number == len(match.games) - 1)
        found += [Problem(number + 1, _line(reading, number, fault), fault.kind, fault.reason) for fault in faults]
    return tuple(sorted(found, key=lambda problem: (problem.game or 0, problem.line or 0)))


@dataclass(frozen=True, slots=True)
class _Fault:
    """``at``: index of the action, None for the end of the game."""

    at: int | None
    kind: str
    reason: str


def _line(reading: Reading, game: int, fault: _Fault) -> int | None:
    if fault.at is not None:
        return reading.line(game, fault.at)
    return reading.win_lines[game] if reading.win_lines else None


def _score_problems(match: Match) -> Iterator[Problem]:
    for number, (before, game) in enumerate(zip(match.games, match.games[1:], strict=False), start=2):
        expected = score_after(before)
        # Some programs count every game of a money session from zero.
        if game.score != expected and not (match.length == 0 and game.score == (0, 0)):
            yield Problem(number, None, "score", f"the score before the game is {game.score}, expected {expected}")
    for number, game in enumerate(match.games, start=1):
        if match.length and max(game.score) >= match.length:
            reason = f"the match to {match.length} was over at {game.score}"
            yield Problem(number, None, "score", reason)


def _faults(match: Match, game: Game, *, last: bool) -> Iterator[_Fault]:
    rules = rules_of(match)
    end = game.start
    for turn in turns(game, rules):
        yield from _play_faults(turn, game, rules)
        if turn.after is None:
            break
        end = turn.after
    yield from _order_faults(game, rules)
    yield from _end_faults(match, game, end, rules, last=last)


def _play_faults(turn: Turn, game: Game, rules: RuleSet) -> Iterator[_Fault]:
    dice = turn.roll.dice
    if turn.before.winner is not None:
        yield _Fault(turn.index, "after-end", f"{dice.text()} is rolled after the last checker was borne off")
    elif turn.roll.play is None and turn.after is not None:
        if turn.index < len(game.actions) - 1:
            yield _Fault(turn.index, "missing", f"{dice.text()}: a play is possible and none is written")
    elif not turn.legal:
        yield _Fault(turn.index, "illegal", _why(turn, rules))


def _why(turn: Turn, rules: RuleSet) -> str:
    played = turn.roll.play.text() if turn.roll.play is not None else "the play"
    sentence = f"{turn.roll.dice.text()}: {played} is not legal"
    if turn.after is None:
        return f"{sentence}: it does not fit the board"
    why = explain(turn.before, turn.roll.dice, picture_of(turn.after), rules)
    return f"{sentence}: {why.reason.value}" if why else sentence


@dataclass(frozen=True, slots=True)
class _Table:
    """Whose turn it is and where the cube lies.  ``to_act`` None: either player may begin."""

    to_act: Side | None = None
    cube: int = 1
    owner: Side | None = None
    offered: int | None = None
    dropped: bool = False


def _order_faults(game: Game, rules: RuleSet) -> Iterator[_Fault]:
    table = _Table()
    for at, action in enumerate(game.actions):
        for reason in _action_faults(table, action, game, rules):
            yield _Fault(at, "cube" if isinstance(action, Double | Take | Drop) else "turn", reason)
        table = _after(table, action)


def _action_faults(table: _Table, action: Action, game: Game, rules: RuleSet) -> Iterator[str]:
    if table.dropped:
        yield "the game goes on after a drop"
    elif table.to_act not in (None, action.side):
        yield f"{action.side.value} acts, and it is {action.side.other.value}'s turn"
    match action:
        case Roll(dice=dice):
            if table.to_act is None and dice.is_double and rules.opening == "higher-die":
                yield f"the game opens with the double {dice.text()}, expected two different numbers"
            if table.offered:
                yield "a roll before the double is answered"
        case Double(value=value) if table.offered:
            if value != 2 * table.offered:
                yield f"a beaver to {value}, expected {2 * table.offered}"
        case Double(side=side, value=value):
            if not rules.cube or game.crawford:
                yield "no doubling in the Crawford game" if game.crawford else f"no cube in the rules {rules.name!r}"
            if table.owner is side.other:
                yield f"{side.value} doubles, and the cube is {side.other.value}'s"
            if value != 2 * table.cube:
                yield f"a double to {value}, expected {2 * table.cube}"
        case Take() | Drop():
            if not table.offered:
                yield "an answer to a double that was not offered"
        case _:
            assert_never(action)


def _after(table: _Table, action: Action) -> _Table:
    match action:
        case Roll(side=side):
            return replace(table, to_act=side.other, offered=None)
        case Double(side=side, value=value) if table.offered:
            # A beaver: the doubled player redoubles and keeps the cube, nobody answers.
            return replace(table, to_act=side.other, cube=value, owner=side, offered=None)
        case Double(side=side, value=value):
            return replace(table, to_act=side.other, offered=value)
        case Take(side=side):
            return replace(table, to_act=side.other, cube=table.offered or table.cube, owner=side, offered=None)
        case Drop():
            return replace(table, dropped=True, offered=None)
    assert_never(action)


def _end_faults(match: Match, game: Game, end: Position, rules: RuleSet, *, last: bool) -> Iterator[_Fault]:
    table = _Table()
    for action in game.actions:
        table = _after(table, action)
    over = end.winner is not None or table.dropped
    if game.win is None:
        if over or not last:
            yield _Fault(None, "no-result", "the game has no result")
        return
    winner, points = game.win.side, game.win.points
    if table.dropped:
        expected = (game.actions[-1].side.other, {table.cube})
    elif end.winner is not None:
        expected = _borne_off(match, end, rules, table.cube)
    elif match.length and max(score_after(game)) >= match.length:
        return  # the whole match was given up, whatever points the program wrote for that
    else:
        # Resigned: who resigned and what was agreed on is not written.
        expected = (winner, {kind * table.cube for kind in range(1, _MOST_A_GAME_COUNTS + 1)})
    if winner is not expected[0] or points not in expected[1] | _capped(match, game, expected[1]):
        wanted = " or ".join(str(number) for number in sorted(expected[1]))
        reason = f"{winner.value} wins {points}, expected {expected[0].value} to win {wanted}"
        yield _Fault(None, "points", reason)


def _capped(match: Match, game: Game, points: set[int]) -> set[int]:
    # Some programs write no more points than the match is long, or than were needed to win it.
    assert game.win is not None
    needed = match.length - game.score[0 if game.win.side is Side.LIGHT else 1]
    return {min(number, most) for number in points for most in (needed, match.length)} if match.length else set()


def _borne_off(match: Match, end: Position, rules: RuleSet, cube: int) -> tuple[Side, set[int]]:
    money = _is_money(match)
    winner, points = points_won(end, rules, cube=cube, cube_turned=cube > 1, money=money)
    # Whether a money session is played with the Jacoby rule is not written in match files.
    return winner, {points} | ({1} if money and cube == 1 else set())


def _is_money(match: Match) -> bool:
    # Backgammon Galaxy writes a single game of unlimited play as a match to 16.
    galaxy = match.header.get("Site") == "BackgammonGalaxy"
    return match.length == 0 or (galaxy and match.length == 16 and len(match.games) == 1)
