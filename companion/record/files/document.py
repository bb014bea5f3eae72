"""Reads and writes the match as a JSON document: everything the record knows, for other programs.

Version 2::

    {"format": "companion-match", "version": 2,
     "names": [light, dark], "length": 7, "rules": "tournament", "header": {"Event": "…"},
     "games": [{"score": [light, dark], "crawford": false, "cube": 1,
                "start": Position ID, "starts": "light", "checkers": [15, 15],
                "actions": […],
                "win": {"side": "dark", "points": 2} or null,
                "properties": {"C": ["a comment"]}}, …]}

``length``     points to win the match, 0 for a money session.
``rules``      the rule set: its name, then the fields that differ from it, as ``tournament jacoby=true``.
``header``     further facts as match files have them, all texts.
``score``      before the game.
``crawford``   this is the Crawford game.
``cube``       the stake at the start, more than 1 after automatic doubles.
``start``      the checkers as a GNU Position ID, and in ``starts`` the side that it counts as on roll;
               ``checkers`` says how many each side plays with: an ID cannot tell a missing checker
               from one that is borne off.
``win``        null while the game is unfinished; ``points`` with cube and gammon counted in.  ``cause``, where
               play did not end it: ``time`` (the loser's time was used up) or ``forfeited`` (by the director),
               which decide the match at the score before the game, so that ``points`` are those that the
               winner still needed; or ``awarded``: points that the director gave.
``properties`` what only some formats know, as in SGF: texts by identifier.  Any action may have them
               too; the key is left out where there are none.

Every action has its name in ``action``, and all but ``placed`` have the ``side`` that acts, ``light`` or
``dark``; the further keys are::

    roll     "dice": [3, 1], "play": "8/5 6/5", "standing": "legal"
    pass     no roll: the player is closed out
    placed   "position": Position ID, "on_roll": "dark", "checkers": [15, 15]
    double   "value": 4; a double that answers a double is a beaver, and one more a raccoon
    take, drop
    resign   "result": "single", "gammon" or "backgammon"
    accept, refuse: the answer to a resignation

``play`` goes number by number in the order of playing, in the player's own point numbers with ``bar``,
``off`` and ``*`` for a hit; it is ``Cannot Move`` if no play was possible, and null if the
roll was not played or its play cannot be spelled (then ``placed`` follows).  ``standing`` is ``legal``,
``uncertain`` (the likeliest play, if nobody could tell) or ``illegal`` (it was condoned).

Version 1 knew neither ``cube``, ``checkers``, ``properties`` nor the actions pass, placed, resign,
accept and refuse; it is read too.  The reader skips unknown keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, assert_never

from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import BAR_POINT, OFF_POINT, Play
from companion.games.backgammon.position import CHECKERS, Position
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.record.files.limits import check_actions, check_games, check_variation
from companion.record.files.node import Node
from companion.record.match import (
    ROOT,
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
    Properties,
    Refuse,
    Resign,
    Roll,
    Take,
    Win,
)
from companion.record.replaying import marked, rules_of

FORMAT: Final = "companion-match"
VERSION: Final = 2


def document(match: Match) -> dict[str, Any]:
    """Return the match as values for :func:`json.dumps`, keys in the order of the schema."""
    rules = rules_of(match)
    return {
        "format": FORMAT,
        "version": VERSION,
        "names": list(match.names),
        "length": match.length,
        "rules": match.rules,
        "header": dict(match.header),
        "games": [_game(marked(game, rules)) for game in match.games],
    }


def json_text(match: Match) -> str:
    """Return the document as text, indented for people.  Raises :class:`InputError` for another variation."""
    check_variation(match.header)
    return json.dumps(document(match), ensure_ascii=False, indent=1) + "\n"


def match_from_json(text: str) -> Match:
    """Return the match of a document; the inverse of :func:`json_text`.

    Raises :class:`InputError` if the text is no such document or one of a newer version, and
    for any value that does not fit the schema, with its place.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a match document in JSON ({error})") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InputError(f'expected a match document with "format": "{FORMAT}"')
    if (version := Node(values)["version"].number(1)) > VERSION:
        raise InputError(f"match document version {version}: this companion reads up to {VERSION}")
    return match_from_values(values)


def match_from_values(values: object) -> Match:
    """Return the match of the values of a document; its format and version are not asked for.

    Raises :class:`InputError` for any value that does not fit the schema, with its place.
    """
    return _match_from(Node(values))


# --- writing -------------------------------------------------------------------------------------


def _game(game: Game) -> dict[str, Any]:
    return {
        "score": list(game.score),
        "crawford": game.crawford,
        "cube": game.cube,
        "start": game.start.id(),
        "starts": game.start.on_roll.value,
        "checkers": _checkers(game.start),
        "actions": [action_values(action) | _properties(game, at) for at, action in enumerate(game.actions)],
        "win": win_values(game.win) if game.win else None,
    } | _properties(game, ROOT)


def win_values(win: Win) -> dict[str, Any]:
    """Return the end of a game as the document has it."""
    cause = {} if win.cause is Cause.PLAY else {"cause": win.cause.value}
    return {"side": win.side.value, "points": win.points} | cause


def _checkers(position: Position) -> list[int]:
    return [position.checkers(side) + position.off.of(side) for side in Side]


def _properties(game: Game, at: int) -> dict[str, Any]:
    facts = {name: list(values) for name, values in game.properties.get(at, {}).items()}
    return {"properties": facts} if facts else {}


def action_values(action: Action) -> dict[str, Any]:
    """Return an action as the document has it."""
    match action:
        case Roll(side=side, dice=dice, play=play, standing=standing):
            facts = {"dice": [dice.first, dice.second], "play": _spelled(play), "standing": standing.value}
            return _acted("roll", side, **facts)
        case Pass(side=side):
            return _acted("pass", side)
        case Placed(position=position):
            place = {"position": position.id(), "on_roll": position.on_roll.value, "checkers": _checkers(position)}
            return {"action": "placed"} | place
        case Double(side=side, value=value):
            return _acted("double", side, value=value)
        case Take(side=side):
            return _acted("take", side)
        case Drop(side=side):
            return _acted("drop", side)
        case Resign(side=side, result=result):
            return _acted("resign", side, result=result.name.lower())
        case Accept(side=side):
            return _acted("accept", side)
        case Refuse(side=side):
            return _acted("refuse", side)
    assert_never(action)


def _acted(name: str, side: Side, **facts: object) -> dict[str, Any]:
    return {"action": name, "side": side.value} | facts


def _spelled(play: Play | None) -> str | None:
    """A play number by number: standard notation does not say which points a checker passed over."""
    if play is None or not play.steps:
        return play.text() if play else None
    return " ".join(f"{_named(step.start)}/{_named(step.end)}{'*' * step.hit}" for step in play.steps)


def _named(point: int) -> str:
    return {BAR_POINT: "bar", OFF_POINT: "off"}.get(point, str(point))


# --- reading -------------------------------------------------------------------------------------


def _match_from(top: Node) -> Match:
    light, dark = _two_texts(top["names"])
    listed = top["games"].list()
    check_games(len(listed))
    check_actions(sum(len(game["actions"].list()) for game in listed))
    header = top.find("header")
    match = Match(
        names=(light, dark),
        length=top["length"].number(),
        games=tuple(_game_from(game) for game in listed),
        rules=top["rules"].text(),
        header={key: value.text() for key, value in header.items()} if header else {},
    )
    check_variation(match.header)
    rules = rules_of(match)
    return replace(match, games=tuple(marked(game, rules) for game in match.games))


def _two_texts(node: Node) -> tuple[str, str]:
    match node.texts():
        case (first, second):
            return first, second
    raise node.fault("two texts")


def _game_from(node: Node) -> Game:
    cube, win = node.find("cube"), node.find("win")
    actions = node["actions"].list()
    return Game(
        score=node["score"].numbers(),
        actions=tuple(action_from(action) for action in actions),
        win=_win_from(win) if win else None,
        crawford=node["crawford"].truth(),
        start=_position_from(node, "start", node["starts"].choice(Side)),
        cube=cube.number(1) if cube else 1,
        properties=dict(_all_properties(node, actions)),
    )


def _win_from(node: Node) -> Win:
    cause = node.find("cause")
    return Win(node["side"].choice(Side), node["points"].number(), cause.choice(Cause) if cause else Cause.PLAY)


def _position_from(node: Node, key: str, on_roll: Side) -> Position:
    position = node[key].notation(partial(Position.from_id, on_roll=on_roll))
    checkers = node.find("checkers")
    if checkers is None:
        return position
    light, dark = (
        count - position.checkers(side) for side, count in zip(Side, checkers.numbers(0, CHECKERS), strict=True)
    )
    if min(light, dark) < 0:
        raise checkers.fault("at least as many checkers as the position holds")
    return replace(position, off=Stack(light, dark))


def _all_properties(node: Node, actions: list[Node]) -> Iterator[tuple[int, Properties]]:
    for at, holder in ((ROOT, node), *enumerate(actions)):
        facts = holder.find("properties")
        if facts is not None and (known := {name: values.texts() for name, values in facts.items()}):
            yield at, known


def action_from(node: Node) -> Action:
    """Return an action of the document.  Raises :class:`InputError` for any value that does not fit."""
    name = node["action"].text()
    if name == "placed":
        return Placed(_position_from(node, "position", node["on_roll"].choice(Side)))
    side = node["side"].choice(Side)
    match name:
        case "roll":
            return Roll(side, Dice(*node["dice"].numbers(1, 6)), _play_from(node), node["standing"].choice(MatchScore))
        case "pass":
            return Pass(side)
        case "double":
            return Double(side, node["value"].number(1))
        case "take":
            return Take(side)
        case "drop":
            return Drop(side)
        case "resign":
            return Resign(side, _result_from(node["result"]))
        case "accept":
            return Accept(side)
        case "refuse":
            return Refuse(side)
    raise node["action"].fault(", ".join(_ACTIONS[:-1]) + f" or {_ACTIONS[-1]}")


_ACTIONS: Final = ("roll", "pass", "placed", "double", "take", "drop", "resign", "accept", "refuse")
_RESULTS: Final[Mapping[str, Result]] = {result.name.lower(): result for result in Result}


def _play_from(node: Node) -> Play | None:
    play = node.find("play")
    return None if play is None else play.notation(Play.from_text)


def _result_from(node: Node) -> Result:
    result = _RESULTS.get(node.text())
    if result is None:
        raise node.fault(" or ".join(_RESULTS))
    return result
