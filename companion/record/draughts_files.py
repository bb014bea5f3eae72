"""A match of draughts as PDN, and as values for JSON."""

from __future__ import annotations

from typing import Any

from companion.games.draughts import START
from companion.games.rules import Side
from companion.record.draughts import DraughtsGame, DraughtsMatch, Placed, Played

_GAME_TYPE = "26,W,8,8,A0,0"


def pdn_text(match: DraughtsMatch) -> str:
    """Return a match as PDN 3.0, a game after the other."""
    return "\n\n".join(_game(match, number, game) for number, game in enumerate(match.games, start=1)) + "\n"


def _game(match: DraughtsMatch, number: int, game: DraughtsGame) -> str:
    first, second = match.names
    white, black = (second, first) if game.exchanged else (first, second)
    result = game.outcome.text if game.outcome is not None else "*"
    tags = {**match.header, "White": white, "Black": black, "Round": str(number), "Result": result}
    tags["GameType"] = _GAME_TYPE
    if game.start != START:
        tags |= {"SetUp": "1", "FEN": game.start.fen()}
    words, place = [], 0
    for act in game.acts:
        match act:
            case Placed(position):
                words.append(f'/FEN "{position.fen()}"/')
            case Played():
                turn = place // 2 + 1
                numbered = f"{turn}. " if act.side is Side.LIGHT else f"{turn}... " if not words else ""
                words.append(numbered + act.text)
                place += 1
    lines = [f'[{key} "{value}"]' for key, value in tags.items()]
    return "\n".join([*lines, "", " ".join([*words, result])])


def document(match: DraughtsMatch) -> dict[str, Any]:
    """Return a match as values for JSON; among its ``moves``: the position where the board was placed by hand."""
    return {
        "game": "draughts",
        "names": list(match.names),
        "length": match.length,
        "rules": match.rules,
        "header": dict(match.header),
        "score": list(match.points),
        "games": [
            {
                "start": game.start.fen(),
                "light": match.names[1 if game.exchanged else 0],
                "dark": match.names[0 if game.exchanged else 1],
                "moves": [act.text if isinstance(act, Played) else {"placed": act.after.fen()} for act in game.acts],
                "result": game.outcome.text if game.outcome is not None else "*",
                "why": game.outcome.why if game.outcome is not None else None,
            }
            for game in match.games
        ],
    }
