"""Writes SGF game trees of backgammon, ``GM[6]``, in the form that GNU Backgammon 1.07 loads.

A condoned illegal play is written as it was played, with a remark, and the board is set up as soon as
White is on roll again: GNU Backgammon takes a board that is set up as White's.  Facts without a word of
SGF are written beside the moves in properties of our own (:mod:`.sgf_words`), and properties that a
reader did not understand are written back where they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, assert_never

from companion.errors import InputError
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import CHECKERS, START, Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side, Stack
from companion.record.files import sgf_words as words
from companion.record.files.limits import check_variation
from companion.record.files.sgf_syntax import one_line, part, written
from companion.record.match import (
    ROOT,
    Accept,
    Action,
    Double,
    Drop,
    Game,
    Match,
    MatchScore,
    Pass,
    Placed,
    Properties,
    Refuse,
    Resign,
    Roll,
    Take,
)
from companion.record.replaying import ReplayedTurn, marked, rules_of, turns
from companion.record.scores import win_of_match
from companion.record.table import GameTable, tables

_APPLICATION: Final = "companion:0.2"
_DATE: Final = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_MOST_MOVES: Final = 4
_WHOLE_BOARD: Final = f"AE[{words.PLACES[0]}:{words.PLACES[-1]}]"


def sgf_text(match: Match) -> str:
    """Return a match as SGF, one game tree for each game.

    A match without games is written as :meth:`Match.begun`: a file needs a game tree.  Raises
    :class:`InputError` for a property that SGF cannot hold, or that says what the match says itself, and for
    another variation.
    """
    check_variation(match.header)
    match, rules = match.begun(), rules_of(match)
    trees = (_tree(match, number, marked(game, rules), rules) for number, game in enumerate(match.games))
    return "\n".join(trees)


def _tree(match: Match, number: int, game: Game, rules: RuleSet) -> str:
    played = list(turns(game, rules))
    end = next((turn.after for turn in reversed(played) if turn.after is not None), game.start)
    nodes = [f";{_root(match, number, game, rules)}{_result(match, game, end)}"]
    nodes[0] += written(_unreserved(game.properties.get(ROOT, {})))
    if replace(game.start, on_roll=START.on_roll) != START:
        nodes.append(_setup(game.start))
    elif game.start != START:
        nodes.append(_turn_of(game.start.on_roll))
    nodes += _own_node(game.properties.get(ROOT, {}))
    nodes += _actions(game, played)
    return "(" + "\n".join(nodes) + ")\n"


def _actions(game: Game, played: list[ReplayedTurn]) -> Iterator[str]:
    boards = {turn.index: turn.after for turn in played}
    stood = {turn.index for turn in played if turn.roll.standing is MatchScore.ILLEGAL}
    board, due = None, False
    *before, at_end = tables(game)
    for index, (action, table) in enumerate(zip(game.actions, before, strict=True)):
        whites_turn = table.on_roll is table.to_act is Side.LIGHT  # and nothing to be answered
        if board is not None and due and whites_turn and not isinstance(action, Placed):
            yield _setup(replace(board, on_roll=Side.LIGHT))
            due = False
        facts = game.properties.get(index, {})
        yield _node(action, table) + _own_properties(facts, action)
        yield from _own_node(facts)
        board = action.position if isinstance(action, Placed) else boards.get(index, board)
        due = index in stood or (due and not isinstance(action, Placed))
        if board is not None and due and _is_cut_short(action):
            yield _setup(board)
            due = False
    if board is not None and due and board.winner is None:
        yield _setup(replace(board, on_roll=at_end.to_act or board.on_roll))


def _is_cut_short(action: Action) -> bool:
    """Whether GNU Backgammon carries out only a part of an illegal play: it reads four moves of a checker."""
    return isinstance(action, Roll) and action.play is not None and len(action.play.steps) > _MOST_MOVES


def _root(match: Match, number: int, game: Game, rules: RuleSet) -> str:
    light, dark = game.score
    head = f"FF[4]GM[6]CA[UTF-8]AP[{_APPLICATION}]MI[length:{match.length}][game:{number}][ws:{light}][bs:{dark}]"
    head += "".join(f"{name}[{one_line(player)}]" for name, player in zip(("PW", "PB"), match.names, strict=True))
    if number == 0:
        head += "".join(_facts(match.header))
    named = _rules_named(match, game, rules)
    head += f"RU[{':'.join(named)}]" if named else ""
    if match.rules != words.rules_text(match.length, named):
        head += f"{words.RULES}[{one_line(match.rules)}]"
    head += f"CV[{game.cube}]" if game.cube > 1 else ""
    if (begun_with := words.checkers_of(game.start)) != Stack(CHECKERS, CHECKERS):
        head += f"{words.CHECKERS}[{begun_with.light}:{begun_with.dark}]"
    return head


def _facts(header: Mapping[str, str]) -> Iterator[str]:
    for name, key in words.HEADER.items():
        if key in header:
            date = _DATE.fullmatch(header[key]) if name == "DT" else None
            yield f"{name}[{one_line('-'.join(date.groups()) if date else header[key])}]"
    for key, value in header.items():
        if key not in words.HEADER.values():
            yield f"{words.FACT}[{part(key)}:{one_line(value)}]"


def _rules_named(match: Match, game: Game, rules: RuleSet) -> list[str]:
    said = {
        "NoCube": not rules.cube,
        "Crawford": match.length > 0 and rules.crawford,
        "CrawfordGame": game.crawford,
        "Jacoby": match.length == 0 and rules.jacoby,
    }
    return [word for word, is_so in said.items() if is_so]


def _result(match: Match, game: Game, end: Position) -> str:
    if game.win is None:
        return ""
    if (sign := words.ENDED.get(game.win.cause)) is not None:
        win, cause = game.win, game.win.cause
        is_rest = cause.decides_match and win == win_of_match(match.length, game.score, win.side, cause)
        return f"RE[{words.COLOURS[win.side]}+{'' if is_rest else win.points}{sign}]"
    played_out = end.winner is not None or isinstance(game.actions[-1] if game.actions else None, Drop)
    return f"RE[{words.COLOURS[game.win.side]}+{game.win.points}{'' if played_out else 'R'}]"


def _node(action: Action, table: GameTable) -> str:
    match action:
        case Roll(side=side, dice=dice, play=play):
            if play is None:
                return f"{_turn_of(side)}DI[{dice.text()}]"
            return f";{words.COLOURS[side]}[{dice.text()}{_pairs(side, play)}]"
        case Placed(position=position):
            return _setup(position)
        case Double(side=side, value=value):
            number = "" if value == words.doubled(table, side) else f"{words.VALUE}[{value}]"
            return f";{words.COLOURS[side]}[double]{number}"
        case Pass(side=side):
            return f";{words.COLOURS[side]}[{words.NOT_ROLLED.text()}]"
        case Take() | Drop() | Resign() | Accept() | Refuse():
            return f";{words.COLOURS[action.side]}[{words.spoken(action)}]"
    assert_never(action)


def _pairs(side: Side, play: Play) -> str:
    return "".join(words.letter(side, point) for step in play.steps for point in (step.start, step.end))


def _turn_of(side: Side) -> str:
    return f";PL[{words.COLOURS[side]}]"


def _setup(position: Position) -> str:
    """Set up the whole board again: GNU Backgammon does not add to the board of a player who is not White."""
    stones = ((name, words.stones(position, side)) for name, side in zip(("AW", "AB"), Side, strict=True))
    return _turn_of(position.on_roll) + _WHOLE_BOARD + written({name: letters for name, letters in stones if letters})


def _own_properties(facts: Properties, action: Action) -> str:
    """The properties in the node of an action, with the remark on an unusual play."""
    facts = _unreserved(facts)
    if remark := words.remark_on(action):
        comment = facts.get("C", ())
        facts = {**facts, "C": ("\n".join((*comment[:1], remark)), *comment[1:])}
    return written(facts)


def _unreserved(facts: Properties) -> Properties:
    for name in facts:
        if name in words.RESERVED:
            raise InputError(f"SGF property {name}: the match says this itself, expected other properties")
    return {name: values for name, values in facts.items() if name not in words.OWN_NODE}


def _own_node(facts: Properties) -> list[str]:
    own = written({name: facts[name] for name in words.OWN_NODE if name in facts})
    return [f";{own}"] if own else []
