"""The match as a JSON document: everything the record knows, for other people's programs.

Version 1::

    {"format": "companion-match", "version": 1,
     "names": [light, dark], "length": 7, "rules": "tournament", "header": {"Event": …},
     "games": [{"score": [light, dark], "crawford": false, "start": Position ID, "starts": "light",
                "actions": [{"action": "roll", "side": "light", "dice": [3, 1], "play": "8/5 6/5",
                             "standing": "legal"},
                            {"action": "double", "side": "dark", "value": 2},
                            {"action": "take", "side": "light"}, {"action": "drop", "side": "light"}, …],
                "win": {"side": "dark", "points": 2} or null}, …]}

``play`` is null where the roll was not played and ``"Cannot Move"`` for a dance; ``starts`` is the
side that the Position ID counts as on roll.  Keys that are not known are skipped by the reader.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, assert_never

from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import Position
from companion.games.rules import Side
from companion.record.match import Action, Double, Drop, Game, Match, Roll, Standing, Take, Win
from companion.record.replaying import marked, rules_of

FORMAT: Final = "companion-match"
VERSION: Final = 1


def document(match: Match) -> dict[str, Any]:
    """The match as values for :func:`json.dumps`, keys in the order of the schema."""
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
    """The document as text, indented for people."""
    return json.dumps(document(match), ensure_ascii=False, indent=1) + "\n"


def match_from_json(text: str) -> Match:
    """The inverse of :func:`json_text`.

    Raises :class:`InputError` where the text is no such document, or one of a newer version.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a match document in JSON ({error})") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InputError(f'expected a match document with "format": "{FORMAT}"')
    if not isinstance(values.get("version"), int) or values["version"] > VERSION:
        raise InputError(f"match document version {values.get('version')!r}: this companion reads up to {VERSION}")
    try:
        return _match_from(values)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"match document: {_cause(error)}") from None


def _cause(error: Exception) -> str:
    return f"the key {error} is missing" if isinstance(error, KeyError) else str(error)


def _match_from(values: Mapping[str, Any]) -> Match:
    light, dark = values["names"]
    header = {str(key): str(value) for key, value in values.get("header", {}).items()}
    games = tuple(_game_from(game) for game in values["games"])
    match = Match((str(light), str(dark)), int(values["length"]), games, values["rules"], header)
    rules = rules_of(match)
    return replace(match, games=tuple(marked(game, rules) for game in games))


def _game(game: Game) -> dict[str, Any]:
    return {
        "score": list(game.score),
        "crawford": game.crawford,
        "start": game.start.id(),
        "starts": game.start.on_roll.value,
        "actions": [_action(action) for action in game.actions],
        "win": {"side": game.win.side.value, "points": game.win.points} if game.win else None,
    }


def _game_from(values: Mapping[str, Any]) -> Game:
    light, dark = values["score"]
    win = values["win"]
    return Game(
        (int(light), int(dark)),
        tuple(_action_from(action) for action in values["actions"]),
        Win(Side(win["side"]), int(win["points"])) if win is not None else None,
        bool(values["crawford"]),
        Position.from_id(values["start"], Side(values["starts"])),
    )


def _action(action: Action) -> dict[str, Any]:
    side = {"side": action.side.value}
    match action:
        case Roll(dice=dice, play=play, standing=standing):
            written = play.text() if play is not None else None
            dice_and_play = {"dice": [dice.first, dice.second], "play": written, "standing": standing.value}
            return {"action": "roll"} | side | dice_and_play
        case Double(value=value):
            return {"action": "double"} | side | {"value": value}
        case Take():
            return {"action": "take"} | side
        case Drop():
            return {"action": "drop"} | side
    assert_never(action)


def _action_from(values: Mapping[str, Any]) -> Action:
    side = Side(values["side"])
    match values["action"]:
        case "roll":
            play = Play.from_text(values["play"]) if values["play"] is not None else None
            first, second = values["dice"]
            return Roll(side, Dice(first, second), play, Standing(values["standing"]))
        case "double":
            return Double(side, int(values["value"]))
        case "take":
            return Take(side)
        case "drop":
            return Drop(side)
        case other:
            raise InputError(f"action {other!r}: expected roll, double, take or drop")
