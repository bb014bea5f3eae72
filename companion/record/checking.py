"""Checks a written match against the rules: plays, turns, cube, resignations, ends of games, scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice, pairwise
from typing import Final, assert_never

from companion.games.backgammon.conduct import has_to_roll, may_open
from companion.games.backgammon.cube import Act, Cube, Moment, refusal
from companion.games.backgammon.explain import explain, picture_of
from companion.games.backgammon.plays import legal_plays
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import MOST_AUTOMATIC_DOUBLES, STANDARD, RuleSet
from companion.games.backgammon.scoring import Result, points, points_dropped, result
from companion.games.backgammon.table import spot_of
from companion.games.rules import Picture, Side, Stack
from companion.record.files.limits import MOST_REPORTED
from companion.record.files.reading import Problem, ReadMatch, Said
from companion.record.match import (
    Accept,
    Action,
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
from companion.record.replaying import ReplayedTurn, rules_of, turns
from companion.record.scores import Score, is_crawford, is_post_crawford, match_winner, score_after, winner_after
from companion.record.table import GameTable, tables
from companion.texts import sentence

_NOT_LEGAL: Final = "file.not-legal"
"""The key of the words for a play against the rules."""


def problems_of(reading: ReadMatch) -> tuple[Problem, ...]:
    """Return everything wrong with a match, game by game: what could not be read, then what breaks a rule.

    The search stops after :data:`MOST_REPORTED` broken rules.
    """
    found = [*reading.problems, *_score_problems(reading), *islice(_broken_rules(reading), MOST_REPORTED)]
    return tuple(sorted(found, key=lambda problem: (problem.game or 0, problem.line or 0)))


def _broken_rules(reading: ReadMatch) -> Iterator[Problem]:
    unread = {(problem.game, problem.line) for problem in reading.problems}
    for number, game in enumerate(reading.match.games):
        for fault in _faults(_circumstances(reading, number), game):
            line = _line(reading, number, fault)
            # What could not be read is a problem already, and no play to check.
            if not (_is_unspelled(game, fault) and (number + 1, line) in unread):
                yield Problem.of(number + 1, line, fault.kind, fault.reason)


class _At(Enum):
    BEGIN = "begin"
    END = "end"


@dataclass(frozen=True, slots=True)
class _Fault:
    """``at``: index of the action, or another place in the game."""

    at: int | _At
    kind: str
    reason: str | Said


def _line(reading: ReadMatch, game: int, fault: _Fault) -> int | None:
    match fault.at:
        case _At.BEGIN:
            return reading.game_line(game)
        case _At.END:
            return reading.win_line(game)
    return reading.line(game, fault.at)


def _is_unspelled(game: Game, fault: _Fault) -> bool:
    action = game.actions[fault.at] if isinstance(fault.at, int) else None
    return isinstance(action, Roll) and action.play is None


def _score_problems(reading: ReadMatch) -> Iterator[Problem]:
    """Scores that do not follow from the game before; they are reported there: its end gives other points."""
    match = reading.match
    for number, (before, game) in enumerate(pairwise(match.games)):
        if winner_after(match.length, before) and before.win is not None and before.win.cause.decides_match:
            yield Problem(
                number + 1, reading.win_line(number), "score", "the match was decided in this game, and goes on"
            )
            continue
        expected = score_after(before)
        reason = f"the score after the game is {game.score}, expected {expected}"
        if game.score == expected and match_winner(match.length, game.score):
            reason = f"the match to {match.length} was over at {game.score}"
        elif game.score == expected:
            continue
        yield Problem(number + 1, reading.win_line(number), "score", reason)


@dataclass(frozen=True, slots=True)
class _Circumstances:
    """The conditions of a game.

    ``rules``: one rule set, or all those that may have been agreed on.  ``goes_on``: the game may be
    unfinished; a file of lines that ends without a winner was cut short.
    """

    match: Match
    rules: tuple[RuleSet, ...]
    money: bool
    crawford: bool
    post_crawford: bool
    goes_on: bool


_ONLY_MONEY_PLAY: Final = frozenset({"jacoby"})


def _circumstances(reading: ReadMatch, number: int) -> _Circumstances:
    match = reading.match
    rules, money = rules_of(match), _is_money(match)
    agreed: tuple[RuleSet, ...] = (rules,)
    if money and rules.name == STANDARD.name and rules.changes().keys() <= _ONLY_MONEY_PLAY:
        # Match files do not say whether automatic doubles or beavers were agreed on, and not always the Jacoby rule.
        rules = replace(rules, automatic_doubles=MOST_AUTOMATIC_DOUBLES, beavers=True, raccoons=True)
        agreed = (rules, replace(rules, jacoby=True))
    earlier = [before.score for before in match.games[:number]]
    return _Circumstances(
        match, agreed, money, _is_crawford(reading, number, earlier), is_post_crawford(match.length, earlier),
        goes_on=number == len(match.games) - 1 and reading.game_line(number) is None,
    )  # fmt: skip


def _is_crawford(reading: ReadMatch, number: int, earlier: Sequence[Score]) -> bool:
    match, game = reading.match, reading.match.games[number]
    if number == 0 and game.score != (0, 0):
        # The Crawford game may have been before; only our own document, which has no lines, says whether it was.
        return game.crawford and not reading.lines
    return game.crawford or is_crawford(match.length, game.score, earlier)


def _is_money(match: Match) -> bool:
    # Backgammon Galaxy writes a single game of unlimited play as a match to 16.
    galaxy = match.header.get("Site") == "BackgammonGalaxy"
    return match.length == 0 or (galaxy and match.length == 16 and len(match.games) == 1)


def _faults(under: _Circumstances, game: Game) -> Iterator[_Fault]:
    rules = under.rules[0]
    yield from _stake_faults(under, game)
    known = {turn.index: turn for turn in turns(game, rules)}
    board = _Board(game.start, game.start.off)
    table = GameTable.at_start(game)
    for at, (action, table) in enumerate(zip(game.actions, tables(game), strict=False)):
        if table.winner is not None or board.is_over:
            yield _Fault(at, "after-end", "the game goes on after its end")
            return
        turn = known.get(at)
        for kind, reason in _action_faults(under, table, board, action, turn, ends=_ends(game, at)):
            yield _Fault(at, kind, reason)
        board = board.after(action, turn, game.actions[at - 1] if at else None)
    *_, table = tables(game)
    yield from _end_faults(under, game, table, board)


@dataclass(frozen=True, slots=True)
class _Board:
    """The checkers, None after a play that did not fit the board; ``borne_off``: by legal plays, as (light, dark)."""

    position: Position | None
    borne_off: Stack

    @property
    def is_over(self) -> bool:
        return self.position is not None and self.position.winner is not None

    def after(self, action: Action, turn: ReplayedTurn | None, before: Action | None) -> _Board:
        match action:
            case Roll():
                after = turn.after if turn else None
                return _Board(after, _added(self.borne_off, turn) if turn and turn.legal else self.borne_off)
            case Placed(position=position):
                stood = isinstance(before, Roll) and before.standing is MatchScore.ILLEGAL
                light, dark = position.off
                off = Stack(min(light, self.borne_off.light), min(dark, self.borne_off.dark)) if stood else position.off
                return _Board(position, off)
            case _:
                return self


def _added(borne_off: Stack, turn: ReplayedTurn) -> Stack:
    if turn.after is None:
        return borne_off
    was, now = turn.before.off, turn.after.off
    return Stack(borne_off.light + now.light - was.light, borne_off.dark + now.dark - was.dark)


def _ends(game: Game, at: int) -> bool:
    """Whether the record ends with this action, or with the resignation that followed it."""
    return all(isinstance(action, Resign | Accept | Refuse) for action in game.actions[at + 1 :])


def _stake_faults(under: _Circumstances, game: Game) -> Iterator[_Fault]:
    most = Cube.at_start(under.rules[0], ties=under.rules[0].automatic_doubles, money=under.money).value
    if game.cube > most or game.cube.bit_count() != 1:
        yield _Fault(
            _At.BEGIN, "cube", f"the stake at the start is {game.cube}, expected at most {most} after equal dice"
        )


# --- single actions ------------------------------------------------------------------------------


def _action_faults(
    under: _Circumstances, table: GameTable, board: _Board, action: Action, turn: ReplayedTurn | None, *, ends: bool
) -> Iterator[tuple[str, str | Said]]:
    match action:
        case Roll():
            yield from _turn_faults(table, action.side)
            if table.on_roll is None and not may_open(action.dice, under.rules[0]):
                reason = f"the game opens with the double {action.dice.text()}, expected two different numbers"
                yield "opening-double", reason
            if turn is not None:
                yield from _play_faults(turn, under.rules[0], ends=ends)
        case Pass(side=side):
            yield from _turn_faults(table, side)
            if board.position is not None and has_to_roll(board.position, side, under.rules[0]):
                yield "illegal", f"{side.value} passes without a roll, and has to roll"
        case Double(side=side, value=value):
            act = table.cube.act_of_turning(side)
            yield from _cube_faults(under, table, act, side)
            offer = table.cube.turn(side).offer
            if offer is not None and value != offer.value:
                yield "cube", f"a {act.value} to {value}, expected {offer.value}"
        case Take(side=side):
            yield from _cube_faults(under, table, Act.TAKE, side)
        case Drop(side=side):
            yield from _cube_faults(under, table, Act.DROP, side)
        case Resign(side=side):
            # A player may offer to resign at any time, also in the opponent's turn.
            if table.resignation is not None:
                yield "turn", f"{side.value} resigns before the last resignation is answered"
        case Accept(side=side) | Refuse(side=side):
            if table.resignation is None or table.resignation.side is side:
                yield "turn", f"{side.value} answers a resignation that {side.other.value} has not offered"
        case Placed():
            pass
        case _:
            assert_never(action)


def _turn_faults(table: GameTable, side: Side) -> Iterator[tuple[str, str]]:
    if table.resignation is not None:
        yield "turn", f"{side.value} acts before the resignation is answered"
    elif table.cube.gone_on(side).offer is not None:
        yield "turn", f"{side.value} acts before the double is answered"
    elif table.on_roll is side.other:
        yield "turn", f"{side.value} acts, and it is {side.other.value}'s turn"


def _play_faults(turn: ReplayedTurn, rules: RuleSet, *, ends: bool) -> Iterator[tuple[str, str | Said]]:
    dice = turn.roll.dice.text()
    if turn.roll.play is None and turn.legal and turn.roll.standing is MatchScore.LEGAL:
        number = sum(bool(play.steps) for play in legal_plays(turn.before, turn.roll.dice, rules).values())
        if number and not ends:
            yield "illegal", f"{dice}: no play written, {number} {'is' if number == 1 else 'are'} legal"
    elif not turn.legal:
        yield "illegal", _why(turn, rules)


def _why(turn: ReplayedTurn, rules: RuleSet) -> str | Said:
    played = turn.roll.play.text() if turn.roll.play is not None else "the play"
    written = f"{turn.roll.dice.text()}: {played}"
    said = sentence(_NOT_LEGAL, {"what": written})
    picture = picture_of(turn.after) if turn.after is not None else _as_it_would_lie(turn)
    if picture is None:
        return f"{said}: it does not fit the board"
    why = explain(turn.before, turn.roll.dice, picture, rules)
    if why is None:
        return said
    return Said(f"{said}: {why.reason.value}", _NOT_LEGAL, why.text_key, {"what": written, **why.values}, rules.terms)


def _as_it_would_lie(turn: ReplayedTurn) -> Picture | None:
    """The board after a play onto a blocked point, with both sides there; None if a checker that moves is not there."""
    mover, picture = turn.before.on_roll, dict(picture_of(turn.before))
    one = Stack(1, 0) if mover is Side.LIGHT else Stack(0, 1)
    for step in turn.roll.play.steps if turn.roll.play is not None else ():
        start, end = spot_of(step.start, mover), spot_of(step.end, mover)
        if not picture[start].of(mover):
            return None
        picture[start] = Stack(picture[start].light - one.light, picture[start].dark - one.dark)
        picture[end] = Stack(picture[end].light + one.light, picture[end].dark + one.dark)
    return picture if turn.roll.play is not None else None


def _cube_faults(under: _Circumstances, table: GameTable, act: Act, side: Side) -> Iterator[tuple[str, str | Said]]:
    moment = Moment(
        on_roll=table.on_roll, rolls=table.rolls, money=under.money, crawford=under.crawford,
        post_crawford=under.post_crawford,
    )  # fmt: skip
    if table.resignation is not None:
        yield "cube", f"{side.value} may not {act.value}: a resignation is not answered yet"
    elif why := refusal(act, side, table.cube, moment, under.rules[0]):
        about, key = f"{side.value} may not {act.value}", f"notice.{why.value}"
        yield "cube", Said(f"{about}: {sentence(key)}", f"side.{side.value}", key)


# --- the end of a game ---------------------------------------------------------------------------


def _end_faults(under: _Circumstances, game: Game, table: GameTable, board: _Board) -> Iterator[_Fault]:
    if game.win is None:
        if _is_ended(table, board) or not under.goes_on:
            yield _Fault(_At.BEGIN, "no-winner-line", "the game has no result")
        return
    if not _is_ended(table, board) and (
        game.win.cause is not Cause.PLAY or match_winner(under.match.length, score_after(game))
    ):
        return  # the whole match was resigned, whatever points the program wrote for that, or ended otherwise
    winner = table.winner or (board.position.winner if board.position else None) or game.win.side
    expected = {worth for rules in under.rules for worth in _worth(under, table, board, rules)}
    if game.win.side is not winner or game.win.points not in expected | _capped(under.match, game, expected):
        wanted = " or ".join(str(number) for number in sorted(expected))
        reason = f"{game.win.side.value} wins {game.win.points}, expected {winner.value} to win {wanted}"
        yield _Fault(_At.END, "points", reason)


def _is_ended(table: GameTable, board: _Board) -> bool:
    return board.is_over or table.winner is not None


def _worth(under: _Circumstances, table: GameTable, board: _Board, rules: RuleSet) -> set[int]:
    if table.accepted is not None:
        return {points(table.accepted.result, table.cube, rules, money=under.money)}
    if table.winner is not None:
        return {points_dropped(table.cube, rules)}
    if board.position is not None and board.is_over:
        won_as = result(board.position, rules, borne_off=board.borne_off)
        return {points(won_as, table.cube, rules, money=under.money)}
    # Resigned: what was agreed on is not written.
    return {points(won_as, table.cube, rules, money=under.money) for won_as in Result}


def _capped(match: Match, game: Game, expected: set[int]) -> set[int]:
    # Some programs write no more points than the match is long, or than were needed to win it.
    assert game.win is not None
    needed = match.length - game.score[0 if game.win.side is Side.LIGHT else 1]
    return {min(number, most) for number in expected for most in (needed, match.length)} if match.length else set()
