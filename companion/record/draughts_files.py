"""A recorded match of draughts as games that files hold, and as values for JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.record.draughts import DraughtsGame, DraughtsMatch, Played
from companion.record.draughts_game import OPEN, WrittenBoard, WrittenGame, WrittenMove
from companion.record.files.pdn import draughts_json_text
from companion.record.match import Cause


def written_games(match: DraughtsMatch) -> tuple[WrittenGame, ...]:
    """Return the games of a match, each with the names of its (Light, Dark) and its number as the round."""
    return tuple(_written(match, number, game) for number, game in enumerate(match.games, start=1))


def _written(match: DraughtsMatch, number: int, game: DraughtsGame) -> WrittenGame:
    first, second = match.names
    acts = (WrittenMove(act.move) if isinstance(act, Played) else WrittenBoard(act.after) for act in game.acts)
    return WrittenGame(
        names=(second, first) if game.exchanged else (first, second),
        start=game.start,
        acts=tuple(acts),
        result=game.outcome.text if game.outcome is not None else OPEN,
        header={"Round": str(number), **match.header, **_termination(game)},
    )


_TERMINATIONS: Final[Mapping[Cause, str]] = {
    Cause.TIME: "time forfeit",
    Cause.AWARDED: "adjudication",
    Cause.FORFEITED: "adjudication",
}
"""The tag's words for the cause of an end other than play; source: the PGN standard, 9.8.1, which PDN follows."""


def _termination(game: DraughtsGame) -> dict[str, str]:
    cause = game.outcome.cause if game.outcome is not None else Cause.PLAY
    return {"Termination": _TERMINATIONS[cause]} if cause in _TERMINATIONS else {}


def document(match: DraughtsMatch) -> dict[str, Any]:
    """Return a match as values for JSON.

    ``names`` and ``score``: of the players, in their order; ``games``: as in a ``.json`` file of draughts; ``why``: how
    each of them ended, None while it is played.
    """
    games: dict[str, Any] = json.loads(draughts_json_text(written_games(match)))
    ends = [game.outcome.why if game.outcome is not None else None for game in match.games]
    facts = {"names": list(match.names), "length": match.length, "rules": match.rules, "score": list(match.points)}
    return {**games, **facts, "why": ends}
