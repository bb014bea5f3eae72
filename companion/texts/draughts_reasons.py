"""What is said of a turn of draughts that is not legal, or not whole, and of draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "draughts.game-over": ("{side} cannot move: the game is over.",),
    "draughts.not-moved": ("No piece has moved yet.",),
    "draughts.piece-count": ("A piece is missing on {square}. Is it hidden?",),
    "draughts.piece-count.more": ("There is an extra piece on {square}. Where does it come from?",),
    "draughts.wrong-side": ("{side} to move.",),
    "draughts.wrong-side.too": ("{side} to move. The other side's piece on {start} stays.",),
    "draughts.wrong-side.empty": ("There is no piece on {start}.",),
    "draughts.one-piece": ("Only one piece moves in a turn.",),
    "draughts.not-crowned": ("The man on {square} becomes a king: turn it over, or put a second man on top.",),
    "draughts.crowned-too-soon": ("The man on {square} has not become a king.",),
    "draughts.captured-left": ("The piece on {square} was captured. Remove it?",),
    "draughts.wrong-removed": ("The piece on {square} was not captured. Put it back?",),
    "draughts.longer-capture": (
        "{best} can capture {most}, you captured {took}: capture the most.",
        "{most} can be captured, you captured {took}: capture the most.",
    ),
    "draughts.longer-capture.goes-on": ("The capture continues: {most} can be captured, you captured {took}.",),
    "draughts.capture-compulsory": (
        "Capturing is compulsory: the piece on {best} can capture.",
        "Capturing is compulsory: a capture is possible.",
    ),
    "draughts.promotion-in-passing": ("A man that only passes {square} does not become a king.",),
    "draughts.occupied": ("There is a piece on {to} already.",),
    "draughts.not-diagonal": ("Pieces move along diagonals: {start} to {to} is not a diagonal.",),
    "draughts.not-diagonal.light": ("Pieces stand on dark squares only: {to} is a light one.",),
    "draughts.backward": ("A man moves forward; only a capture may go backward.",),
    "draughts.jumped-own": ("The piece on {square} is your own: it cannot be jumped.",),
    "draughts.jumped-nothing": ("There is no piece on {square} to jump.",),
    "draughts.too-far": ("A man moves one square, or jumps the piece beside it.",),
    "draughts.king-blocked": ("Two pieces in a row, from {square} on, block the king.",),
    "draughts.draw.repetition": ("Draw: the same position came up again.",),
    "draughts.draw.king-moves": ("Draw: too many king moves without a capture.",),
    "draughts.draw.three-kings": ("Draw: the lone king was not captured in time.",),
    "draughts.draw.long-diagonal": ("Draw: the lone king holds the long diagonal.",),
}
