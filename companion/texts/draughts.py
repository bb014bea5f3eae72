"""The texts of a table of draughts that no other game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "turn.moves": ("To move",),
    "turn.drawn": ("Draw",),
    "result.drawn": ("The game is drawn",),
    "score.games": (Counted("{own}–{other} in {length} game", "{own}–{other} in {length} games", by="length"),),
    "button.draw": ("Draw?",),
    "button.agree-draw": ("Agree to a draw",),
    "button.enter-move": ("Enter move",),
    "button.restore": ("Restore",),
    "button.correct-move": ("Correct a move",),
    "button.earlier-move": ("Earlier move",),
    "title.enter-move": ("{name}: tap a piece, or drag it",),
    "title.move": ("{number} {move}, {name}: what was played?",),
    "title.moves": ("Which move should be corrected?",),
    "title.resign-game": ("Resign this game?",),
    "piece.man": ("Man",),
    "piece.king": ("King",),
    "position.clear": ("Clear the square",),
    "placing.complete": ("Tap a piece, then its square. Light {light}, Dark {dark}.",),
    "placing.lifted": ("Tap the square where it belongs.",),
    "placing.too-many": (
        Counted("{side} has {count} piece too many.", "{side} has {count} pieces too many.", by="count"),
    ),
    "placing.none-left": ("{side} has no piece left: resign from the menu instead.",),
    "event.move-edited": ("Edited: {made}",),
    "event.draw-offered": ("{name} offers a draw",),
    "event.match-drawn": ("The match is drawn",),
    "recap.captured": ("Captured",),
    "recap.crowned": ("Kings made",),
    "recap.largest-capture": (
        Counted(
            "The largest capture, {move} by {name}, was {n} piece.",
            "The largest capture, {move} by {name}, was {n} pieces.",
            by="n",
        ),
    ),
    "notice.draw-offered": ("{name} offers a draw. Agree, or play on.",),
    "awaited.move": ("{name} moves first.", "The move comes first."),
    "awaited.other-move": ("{name} makes another move first.", "Another move comes first."),
    "awaited.squares-back": ("Please restore the marked squares first.",),
    "notice.differs.squares": ("The board does not match the record. Please check the marked squares.",),
    "notice.put-back.squares": ("Please restore the marked squares as the picture shows.",),
    "notice.men-astray": ("Not yet the starting position. Please look at {squares}.",),
    "notice.light-squares": ("Pieces stand on light squares. Draughts begins with twelve men a side on dark ones.",),
    "notice.crown": ("The man on {square} becomes a king: turn it over, or put a second man on top.",),
}
