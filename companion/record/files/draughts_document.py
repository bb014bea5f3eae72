"""Reads games of draughts from the JSON document that :func:`.pdn.draughts_json_text` writes."""

from __future__ import annotations

import json
from typing import Final

from companion.errors import InputError
from companion.games.draughts import Position, after
from companion.games.draughts.notation import parse
from companion.record.draughts_game import RESULTS, Act, WrittenBoard, WrittenGame, WrittenMove
from companion.record.files.limits import check_actions, check_games
from companion.record.files.node import Node
from companion.record.files.pdn import FORMAT

VERSION: Final = 1


def games_from_json(text: str) -> tuple[WrittenGame, ...]:
    """Return the games of a document.

    Raises :class:`InputError` if the text is no such document or one of a newer version, and for any value that does
    not fit the schema or the rules, with its place.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected games of draughts in JSON ({error})") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InputError(f'expected games of draughts with "format": "{FORMAT}"')
    top = Node(values)
    if (version := top["version"].number(1)) > VERSION:
        raise InputError(f"games of draughts, version {version}: this companion reads up to {VERSION}")
    nodes = top["games"].list()
    check_games(len(nodes))
    games, made = [], 0
    for node in nodes:
        games.append(_game(node))
        made += len(games[-1].acts)
        check_actions(made)
    return tuple(games)


def _game(node: Node) -> WrittenGame:
    names = node["names"].texts()
    result = node["result"].text()
    if len(names) != 2:
        raise node["names"].fault("two names")
    if result not in RESULTS:
        raise node["result"].fault(" or ".join(RESULTS))
    start = node["start"].notation(Position.from_fen)
    acts: list[Act] = []
    position = start
    for row in node["acts"].list():
        act = _act(row, position)
        position = after(position, act.move) if isinstance(act, WrittenMove) else act.position
        acts.append(act)
    header = {key: value.text() for key, value in node["header"].items()}
    return WrittenGame((names[0], names[1]), start, tuple(acts), result, header, _text(node, "comment"))


def _act(node: Node, position: Position) -> Act:
    comment = _text(node, "comment")
    if (board := node.find("board")) is not None:
        return WrittenBoard(board.notation(Position.from_fen), comment)
    return WrittenMove(node["move"].notation(lambda text: parse(text, position)), comment)


def _text(node: Node, name: str) -> str:
    found = node.find(name)
    return found.text() if found is not None else ""
