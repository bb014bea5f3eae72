"""Writes games of draughts as PDN 3.0, type 26, and as JSON.

Source: PDN 3.0 (``wiegerw/pdn``), sections "PDN 3.0 Grammar", "PDN 3.0 Restrictions" and "GameType tag".
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.games.draughts import START, Position, legal_moves
from companion.games.draughts.notation import text
from companion.games.rules import Side
from companion.record.draughts_game import Act, WrittenGame, WrittenMove

GAME_TYPE: Final = "26,W,8,8,A0,0"
FORMAT: Final = "companion-draughts"
_ROSTER: Final = ("Event", "Site", "Date", "Round")
OWN_TAGS: Final = frozenset({"White", "Black", "Result", "GameType", "FEN", "SetUp"})
"""The tags that follow from the game itself."""
_LONGEST_NAME: Final = 40
_LONGEST_VALUE: Final = 2000
_LONGEST_COMMENT: Final = 20_000
"""Characters, as many as are read."""
_WIDTH: Final = 80


def pdn_text(games: Sequence[WrittenGame]) -> str:
    """Return games as a PDN file."""
    return "\n".join(_game(game) for game in games)


def _game(game: WrittenGame) -> str:
    tags = {key: game.header[key] for key in _ROSTER if key in game.header}
    tags |= {"White": game.names[0], "Black": game.names[1], "Result": game.result, "GameType": GAME_TYPE}
    if game.start != START:
        tags["FEN"] = game.start.fen()
    others = {_tag(key): value for key, value in game.header.items()}
    tags |= {key: value for key, value in others.items() if key not in tags and key not in OWN_TAGS}
    head = "".join(f'[{key} "{_quoted(value)}"]\n' for key, value in tags.items())
    return f"{head}\n{_filled([*_words(game), game.result])}\n"


def _tag(key: str) -> str:
    """A name as a tag may have it: it begins with a letter, and letters, digits and underscores follow."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", key)
    return (name if name[:1].isalpha() else f"X{name}")[:_LONGEST_NAME]


def _quoted(value: str) -> str:
    one_line = " ".join(value.split())[:_LONGEST_VALUE]
    return one_line.replace("\\", "\\\\").replace('"', '\\"')


def _words(game: WrittenGame) -> Iterator[str]:
    yield from _comment(game.comment)
    position, number, numbered = game.start, 1, False
    for act, end in zip(game.acts, list(game.positions())[1:], strict=True):
        if isinstance(act, WrittenMove):
            light = position.to_move is Side.LIGHT
            if light or not numbered:
                yield f"{number}." if light else f"{number}..."
            yield text(act.move, legal_moves(position))
            numbered = True  # also behind a comment: pydraughts takes a number that is written twice for another move
            number += not light
        else:
            yield f'/FEN "{act.position.fen()}"/'
            numbered = False
        yield from _comment(act.comment)
        position = end


def _comment(comment: str) -> Iterator[str]:
    if comment:
        yield from ("{" + " ".join(comment.replace("}", ")").split())[:_LONGEST_COMMENT] + "}").split(" ")


def _filled(words: Sequence[str]) -> str:
    return textwrap.fill(" ".join(words), _WIDTH, break_long_words=False, break_on_hyphens=False)


def draughts_json_text(games: Sequence[WrittenGame]) -> str:
    """Return games as a JSON document: ``{"format", "version", "games": [...]}``.

    A game has ``names`` of (light, dark), ``header``, ``comment``, ``start`` as FEN, ``result`` and ``acts``: each
    with ``move`` (every square of its way) and ``captured``, or with ``board`` as FEN, and ``position`` after it.
    """
    document = {"format": FORMAT, "version": 1, "games": [_plain(game) for game in games]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _plain(game: WrittenGame) -> dict[str, Any]:
    ends = list(game.positions())[1:]
    return {
        "names": list(game.names),
        "header": dict(game.header),
        "comment": game.comment,
        "start": game.start.fen(),
        "result": game.result,
        "acts": [_plain_act(act, end) for act, end in zip(game.acts, ends, strict=True)],
    }


def _plain_act(act: Act, end: Position) -> dict[str, Any]:
    written = {"move": text(act.move)} if isinstance(act, WrittenMove) else {"board": act.position.fen()}
    return {**written, "position": end.fen(), **({"comment": act.comment} if act.comment else {})}
